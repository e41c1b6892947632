// What every operation body stands on: the element types as the bodies see them, and how a body is applied.
//
// The headers of this folder are read by three compilers: g++/clang++ for the CPU loops (once per instruction set,
// each in a namespace of its own), nvcc for the CUB instantiations, and NVRTC, to which their text is given. So they
// include nothing outside this folder, and the CPU side includes <math.h>, <stdint.h> and <bit> first.
#pragma once

#ifdef __CUDACC__
#define GPU_FN __host__ __device__ __forceinline__
#define GPU_ALIGN_COMPLEX(T) alignas(2 * sizeof(T))
#else
#define GPU_FN inline __attribute__((always_inline))
#define GPU_ALIGN_COMPLEX(T)
#endif

#ifndef GPU_OPS_NAMESPACE
#define GPU_OPS_NAMESPACE ops
#endif

namespace gpu {
namespace GPU_OPS_NAMESPACE {

using i8 = signed char;
using i16 = short;
using i32 = int;
using i64 = long;
using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long;
using f32 = float;
using f64 = double;

/// Bits of an IEEE binary16; arithmetic is done in f32.
struct f16 {
  u16 bits;
};

/// Bits of a bfloat16; arithmetic is done in f32.
struct bf16 {
  u16 bits;
};

/// A complex number; laid out as std::complex<T>.
template <class T>
struct GPU_ALIGN_COMPLEX(T) cplx {
  T re, im;
};
using c64 = cplx<f32>;
using c128 = cplx<f64>;

// What the bodies ask about a type. (<type_traits> would cost every run-time compilation its parsing.)
template <class A, class B>
inline constexpr bool same = false;
template <class A>
inline constexpr bool same<A, A> = true;

template <class T>
inline constexpr bool is_16bit_float = same<T, f16> || same<T, bf16>;
template <class T>
inline constexpr bool is_float = same<T, f32> || same<T, f64>;
template <class T>
inline constexpr bool is_complex = same<T, c64> || same<T, c128>;
template <class T>
inline constexpr bool is_signed = same<T, i8> || same<T, i16> || same<T, i32> || same<T, i64>;
template <class T>
inline constexpr bool is_unsigned = same<T, u8> || same<T, u16> || same<T, u32> || same<T, u64>;
template <class T>
inline constexpr bool is_int = is_signed<T> || is_unsigned<T>;

/// Type functions: `choose<true, A, B>` is A.
template <bool First, class A, class B>
struct choose_impl {
  using type = A;
};
template <class A, class B>
struct choose_impl<false, A, B> {
  using type = B;
};
template <bool First, class A, class B>
using choose = typename choose_impl<First, A, B>::type;

/// The unsigned integer with the size of T, whatever T is.
template <class T>
using bits_of = choose<sizeof(T) == 1, u8, choose<sizeof(T) == 2, u16, choose<sizeof(T) == 4, u32, u64>>>;

/// The unsigned integer in which arithmetic on T wraps without promotion to int.
template <class T>
using wide = choose<sizeof(T) <= 4, u32, u64>;

template <class T>
GPU_FN bits_of<T> to_bits(T x) {
  return __builtin_bit_cast(bits_of<T>, x);
}
template <class T>
GPU_FN T from_bits(bits_of<T> bits) {
  return __builtin_bit_cast(T, bits);
}

/// The bit of the sign in to_bits(x).
template <class T>
inline constexpr bits_of<T> sign_bit = static_cast<bits_of<T>>(bits_of<T>{1} << (8 * sizeof(T) - 1));

/// The smallest and the largest integer of type T.
template <class T>
inline constexpr T int_min = is_signed<T> ? static_cast<T>(sign_bit<T>) : T{0};
template <class T>
inline constexpr T int_max = is_signed<T> ? static_cast<T>(static_cast<bits_of<T>>(sign_bit<T> - 1))
                                          : static_cast<T>(~bits_of<T>{0});

/// x < 0, false for unsigned integers without a comparison that compilers warn of.
template <class T>
GPU_FN bool below_zero(T x) {
  if constexpr (is_unsigned<T>)
    return false;
  else
    return x < 0;
}

/// Constants of a floating type: bit patterns of IEEE 754.
template <class T>
GPU_FN T infinity() {
  if constexpr (same<T, f32>)
    return from_bits<f32>(0x7f800000U);
  else if constexpr (same<T, f64>)
    return from_bits<f64>(0x7ff0000000000000UL);
  else if constexpr (same<T, f16>)
    return f16{0x7c00U};
  else
    return bf16{0x7f80U};
}
template <class T>
GPU_FN T quiet_nan() {
  if constexpr (same<T, f32>)
    return from_bits<f32>(0x7fc00000U);
  else if constexpr (same<T, f64>)
    return from_bits<f64>(0x7ff8000000000000UL);
  else if constexpr (same<T, f16>)
    return f16{0x7e00U};
  else
    return bf16{0x7fc0U};
}
template <class T>
inline constexpr T pi = static_cast<T>(3.141592653589793238);
template <class T>
inline constexpr T ln2 = static_cast<T>(0.693147180559945309);

}  // namespace GPU_OPS_NAMESPACE
}  // namespace gpu

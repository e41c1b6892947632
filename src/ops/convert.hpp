// Conversions between element types: the 16-bit floats, cast<To>, and apply<Op>, which runs a body on stored values.
// Needs base.hpp.
#pragma once

#include "ops/base.hpp"

namespace gpu {
namespace GPU_OPS_NAMESPACE {

/// The float with the value of `h`; exact. Written without branches, so that a loop of it becomes vector code.
GPU_FN f32 widen(f16 h) {
#ifdef __CUDA_ARCH__
  f32 x;
  asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(h.bits));
  return x;
#else
  const u32 magnitude = (static_cast<u32>(h.bits) & 0x7fffU) << 13;
  const u32 sign = (static_cast<u32>(h.bits) & 0x8000U) << 16;
  constexpr u32 rebias = (127U - 15U) << 23;
  const u32 normal = magnitude + rebias;
  const u32 special = normal + rebias;  // infinity and NaN: exponent 31 becomes 255
  // denormal: give the mantissa an exponent, then take away the leading one that this implies
  const u32 denormal = to_bits(from_bits<f32>(normal + (1U << 23)) - from_bits<f32>(rebias + (1U << 23)));
  const u32 finite = magnitude < (1U << 23) ? denormal : normal;
  return from_bits<f32>(sign | (magnitude >= (31U << 23) ? special : finite));
#endif
}

/// The float with the value of `b`; exact.
GPU_FN f32 widen(bf16 b) { return from_bits<f32>(static_cast<u32>(b.bits) << 16); }

/// Any other type stays as it is.
template <class T>
GPU_FN T widen(T x) {
  return x;
}

/// `x` rounded to nearest even in a 16-bit type; overflow gives infinity, NaN stays NaN.
template <class H>
GPU_FN H narrow(f32 x);

template <>
GPU_FN f16 narrow<f16>(f32 x) {
#ifdef __CUDA_ARCH__
  u16 h;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(x));
  return f16{h};
#else
  const u32 bits = to_bits(x);
  const u32 magnitude = bits & 0x7fffffffU;
  const u32 sign = (bits >> 16) & 0x8000U;
  // normal: re-bias the exponent and round away the 13 bits that go; a carry may run into the exponent, up to infinity
  const u32 normal = (magnitude - ((127U - 15U) << 23) + 0xfffU + ((magnitude >> 13) & 1U)) >> 13;
  // denormal: the addition aligns and rounds the mantissa to multiples of 2^-24, the last bit of 0.5f
  const u32 denormal = to_bits(from_bits<f32>(magnitude) + 0.5F) - to_bits(0.5F);
  const u32 special = magnitude > 0x7f800000U ? 0x7e00U : 0x7c00U;
  const u32 finite = magnitude < 0x38800000U ? denormal : normal;  // 2^-14
  const u32 value = magnitude >= 0x47800000U ? special : finite;   // 2^16
  return f16{static_cast<u16>(sign | value)};
#endif
}

template <>
GPU_FN bf16 narrow<bf16>(f32 x) {
  const u32 bits = to_bits(x);
  const u32 rounded = bits + 0x7fffU + ((bits >> 16) & 1U);
  const u32 quiet = bits | 0x400000U;
  return bf16{static_cast<u16>(((bits & 0x7fffffffU) > 0x7f800000U ? quiet : rounded) >> 16)};
}

/// `x` as a float rounded to odd: inexact results have their last bit set. Rounding that once more, to a format at
/// least two bits shorter, gives the correctly rounded x (Boldo and Melquiond, 2008); so f64 → f16 and f64 → bf16
/// round once.
GPU_FN f32 round_to_odd(f64 x) {
  const f32 nearest = static_cast<f32>(x);
  const f64 back = static_cast<f64>(nearest);
  const f64 too_large = x < 0 ? x - back : back - x;  // > 0 where |nearest| > |x|
  const u32 toward_zero = to_bits(nearest) - (too_large > 0 ? 1U : 0U);
  return from_bits<f32>(back == x ? to_bits(nearest) : toward_zero | 1U);
}

/// An integer as a double rounded to odd, for the same purpose.
template <class T>
GPU_FN f64 int_to_odd_f64(T x) {
  if constexpr (sizeof(T) < 8) {
    return static_cast<f64>(x);
  } else {
    const bool negative = below_zero(x);
    const u64 magnitude = negative ? 0UL - static_cast<u64>(x) : static_cast<u64>(x);
    // 11 bits may not fit beside the 53 of the mantissa: leave one that says whether any was set
    const u64 sticky = (magnitude & ~0x7ffUL) | ((magnitude & 0x7ffUL) != 0 ? 0x800UL : 0UL);
    const f64 value = static_cast<f64>(magnitude >> 53 != 0 ? sticky : magnitude);
    return negative ? -value : value;
  }
}

/// A float truncated to an integer, clamped to its range; NaN gives 0. No branches.
template <class To, class F>
GPU_FN To float_to_int(F x) {
  constexpr F low = static_cast<F>(int_min<To>);
  constexpr F above =
      static_cast<F>(int_max<To> / 2 + 1) * 2;  // NOLINT(bugprone-integer-division): the power of two above the largest
  const F number = x == x ? x : F{0};
  const F not_low = number < low ? low : number;
  const To inside = static_cast<To>(not_low < above ? not_low : F{0});
  return not_low < above ? inside : int_max<To>;
}

/// `x` as a To. Floats to integers truncate and clamp, NaN gives 0; to bool: is it other than zero; complex to real
/// drops the imaginary part; integers wrap; everything else rounds to nearest even, once.
template <class To, class From>
GPU_FN To cast(From x) {
  if constexpr (same<To, From>) {
    return x;
  } else if constexpr (is_16bit_float<From>) {
    return cast<To>(widen(x));
  } else if constexpr (is_complex<To>) {
    using R = decltype(To::re);
    if constexpr (is_complex<From>)
      return To{static_cast<R>(x.re), static_cast<R>(x.im)};
    else
      return To{static_cast<R>(x), R{0}};
  } else if constexpr (same<To, bool>) {
    if constexpr (is_complex<From>)
      return (x.re != 0) | (x.im != 0);
    else
      return x != 0;
  } else if constexpr (is_complex<From>) {
    return cast<To>(x.re);
  } else if constexpr (is_16bit_float<To>) {
    if constexpr (same<From, f32>)
      return narrow<To>(x);
    else if constexpr (same<From, f64>)
      return narrow<To>(round_to_odd(x));
    else if constexpr (sizeof(From) < 4)
      return narrow<To>(static_cast<f32>(x));  // exact in a float
    else
      return narrow<To>(round_to_odd(int_to_odd_f64(x)));
  } else if constexpr (is_int<To> && is_float<From>) {
    return float_to_int<To>(x);
  } else {
    return static_cast<To>(x);
  }
}

/// The 16-bit type among the operands' types, void if there is none.
template <class... A>
struct half_among_impl {
  using type = void;
};
template <class A, class... Rest>
struct half_among_impl<A, Rest...> {
  using type = choose<is_16bit_float<A>, A, typename half_among_impl<Rest...>::type>;
};
template <class... A>
using half_among = typename half_among_impl<A...>::type;

/// Op::f on stored values. 16-bit floats are widened to float, and a float result is rounded back: every operation on
/// them rounds to their own type. An Op with `by_bits` has a body for them of its own.
template <class Op, class... A>
GPU_FN auto apply(A... args) {
  using H = half_among<A...>;
  if constexpr (same<H, void> || requires { Op::by_bits; }) {
    return Op::f(args...);
  } else {
    const auto result = Op::f(widen(args)...);
    if constexpr (same<decltype(result), const f32>)
      return narrow<H>(result);
    else
      return result;
  }
}

}  // namespace GPU_OPS_NAMESPACE
}  // namespace gpu

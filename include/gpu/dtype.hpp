// Element types: the run-time `dtype`, its C++ counterparts, and NumPy 2's promotion as a compile-time table.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include <gpu/detail/config.hpp>
#include <gpu/float16.hpp>

GPU_BEGIN_NAMESPACE

/// The element types, in NumPy's order with bfloat16 after float16.
enum class dtype : std::uint8_t {
  bool_,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float16,
  bfloat16,
  float32,
  float64,
  complex64,
  complex128,
};

/// How many dtypes there are.
inline constexpr int dtype_count = 15;

namespace detail {

template <class E>
struct dtype_of_impl {};
#define GPU_DTYPE_OF(type, name)                \
  template <>                                   \
  struct dtype_of_impl<type> {                  \
    static constexpr dtype value = dtype::name; \
  };                                            \
  template <>                                   \
  struct dtype_of_impl<const type> {            \
    static constexpr dtype value = dtype::name; \
  };
GPU_DTYPE_OF(bool, bool_)
GPU_DTYPE_OF(std::int8_t, int8)
GPU_DTYPE_OF(std::int16_t, int16)
GPU_DTYPE_OF(std::int32_t, int32)
GPU_DTYPE_OF(std::int64_t, int64)
GPU_DTYPE_OF(std::uint8_t, uint8)
GPU_DTYPE_OF(std::uint16_t, uint16)
GPU_DTYPE_OF(std::uint32_t, uint32)
GPU_DTYPE_OF(std::uint64_t, uint64)
GPU_DTYPE_OF(gpu::float16, float16)
GPU_DTYPE_OF(gpu::bfloat16, bfloat16)
GPU_DTYPE_OF(float, float32)
GPU_DTYPE_OF(double, float64)
GPU_DTYPE_OF(std::complex<float>, complex64)
GPU_DTYPE_OF(std::complex<double>, complex128)
#undef GPU_DTYPE_OF

template <dtype D>
struct type_of_impl;
#define GPU_TYPE_OF(name, cpp)       \
  template <>                        \
  struct type_of_impl<dtype::name> { \
    using type = cpp;                \
  };
GPU_TYPE_OF(bool_, bool)
GPU_TYPE_OF(int8, std::int8_t)
GPU_TYPE_OF(int16, std::int16_t)
GPU_TYPE_OF(int32, std::int32_t)
GPU_TYPE_OF(int64, std::int64_t)
GPU_TYPE_OF(uint8, std::uint8_t)
GPU_TYPE_OF(uint16, std::uint16_t)
GPU_TYPE_OF(uint32, std::uint32_t)
GPU_TYPE_OF(uint64, std::uint64_t)
GPU_TYPE_OF(float16, gpu::float16)
GPU_TYPE_OF(bfloat16, gpu::bfloat16)
GPU_TYPE_OF(float32, float)
GPU_TYPE_OF(float64, double)
GPU_TYPE_OF(complex64, std::complex<float>)
GPU_TYPE_OF(complex128, std::complex<double>)
#undef GPU_TYPE_OF

constexpr bool is_bool(dtype d) noexcept { return d == dtype::bool_; }
constexpr bool is_signed_integer(dtype d) noexcept { return d >= dtype::int8 && d <= dtype::int64; }
constexpr bool is_unsigned_integer(dtype d) noexcept { return d >= dtype::uint8 && d <= dtype::uint64; }
constexpr bool is_integer(dtype d) noexcept { return d >= dtype::int8 && d <= dtype::uint64; }
constexpr bool is_floating(dtype d) noexcept { return d >= dtype::float16 && d <= dtype::float64; }
constexpr bool is_complex(dtype d) noexcept { return d >= dtype::complex64; }
constexpr bool is_16bit_float(dtype d) noexcept { return d == dtype::float16 || d == dtype::bfloat16; }

/// Bytes of one element.
constexpr std::size_t item_size(dtype d) noexcept {
  constexpr std::uint8_t sizes[dtype_count] = {1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16};
  return sizes[static_cast<int>(d)];
}

/// The real dtype of a complex one's parts; any other dtype is its own.
constexpr dtype real_of(dtype d) noexcept {
  return d == dtype::complex64 ? dtype::float32 : d == dtype::complex128 ? dtype::float64 : d;
}

/// The complex dtype that holds `d` (float16 and bfloat16 go to complex64).
constexpr dtype complex_of(dtype d) noexcept {
  if (is_complex(d)) return d;
  return d == dtype::float32 || is_16bit_float(d) ? dtype::complex64 : dtype::complex128;
}

/// The floating dtype that holds integer or bool `d` for functions such as `sin` (NumPy: by size); floats are their own.
constexpr dtype inexact_of(dtype d) noexcept {
  if (d >= dtype::float16) return d;
  if (item_size(d) == 1) return dtype::float16;
  return item_size(d) == 2 ? dtype::float32 : dtype::float64;
}

constexpr dtype signed_of_size(std::size_t bytes) noexcept {
  return bytes == 1 ? dtype::int8 : bytes == 2 ? dtype::int16 : bytes == 4 ? dtype::int32 : dtype::int64;
}

constexpr dtype promote_float_with_integer(dtype floating, dtype integer) noexcept {
  const std::size_t bytes = item_size(integer);
  if (is_16bit_float(floating)) return bytes == 1 ? floating : bytes == 2 ? dtype::float32 : dtype::float64;
  if (floating == dtype::float32) return bytes <= 2 ? dtype::float32 : dtype::float64;
  return dtype::float64;
}

/// NumPy 2's promotion of two array dtypes; bfloat16 with float16 gives float32.
constexpr dtype promote(dtype a, dtype b) noexcept {
  if (a == b || is_bool(b)) return a;
  if (is_bool(a)) return b;
  if (is_integer(a) && is_integer(b)) {
    if (is_signed_integer(a) == is_signed_integer(b)) return item_size(a) >= item_size(b) ? a : b;
    const dtype s = is_signed_integer(a) ? a : b;
    const dtype u = is_signed_integer(a) ? b : a;
    if (item_size(s) > item_size(u)) return s;
    return item_size(u) == 8 ? dtype::float64 : signed_of_size(2 * item_size(u));
  }
  if (is_complex(a) || is_complex(b)) {
    const dtype real = promote(real_of(a), real_of(b));
    return complex_of(real);
  }
  if (is_integer(a)) return promote_float_with_integer(b, a);
  if (is_integer(b)) return promote_float_with_integer(a, b);
  if (is_16bit_float(a) && is_16bit_float(b)) return dtype::float32;  // the two differ here
  return item_size(a) >= item_size(b) ? a : b;
}

/// The family of a C++ scalar, which is all of it that takes part in promotion (NumPy 2's weak scalars).
enum class scalar_kind : std::uint8_t { boolean, integer, floating, complex };

/// dtype of `array of d` combined with a weak scalar of `kind`.
constexpr dtype promote_weak(dtype d, scalar_kind kind) noexcept {
  switch (kind) {
    case scalar_kind::boolean: return d;
    case scalar_kind::integer: return is_bool(d) ? dtype::int64 : d;
    case scalar_kind::floating: return d < dtype::float16 ? dtype::float64 : d;
    case scalar_kind::complex: return complex_of(d);
  }
  return d;
}

/// NumPy's `can_cast(from, to, "same_kind")`.
constexpr bool same_kind(dtype from, dtype to) noexcept {
  if (from == to || is_bool(from)) return true;
  if (is_bool(to)) return false;
  if (is_unsigned_integer(from)) return true;
  if (is_signed_integer(from)) return !is_unsigned_integer(to);
  if (is_floating(from)) return to >= dtype::float16;
  return is_complex(to);
}

}  // namespace detail

/// A type that an array can hold: bool, the fixed-width integers, float16, bfloat16, float, double, complex<float>, complex<double>.
template <class E>
concept element = requires {
  detail::dtype_of_impl<E>::value;
};

/// The dtype of C++ type E.
template <element E>
inline constexpr dtype dtype_of = detail::dtype_of_impl<E>::value;

/// The C++ type of dtype D.
template <dtype D>
using type_of = typename detail::type_of_impl<D>::type;

namespace detail {

template <class S>
struct is_std_complex : std::false_type {};
template <class F>
struct is_std_complex<std::complex<F>> : std::true_type {};

}  // namespace detail

/// A C++ scalar: any arithmetic type, float16, bfloat16 or std::complex. Weak in promotion.
template <class S>
concept scalar = std::is_arithmetic_v<S> || detail::is_std_complex<S>::value || std::is_same_v<S, float16> ||
    std::is_same_v<S, bfloat16>;

namespace detail {

template <class S>
inline constexpr scalar_kind kind_of = std::is_same_v<S, bool>    ? scalar_kind::boolean
                                       : std::is_integral_v<S>    ? scalar_kind::integer
                                       : is_std_complex<S>::value ? scalar_kind::complex
                                                                  : scalar_kind::floating;

template <class A, class B>
using promote_t = type_of<promote(dtype_of<A>, dtype_of<B>)>;
template <class A, class S>
using promote_weak_t = type_of<promote_weak(dtype_of<A>, kind_of<S>)>;

}  // namespace detail

/// NumPy's name of a dtype: "float32", "bool", …
[[nodiscard]] GPU_API const char* dtype_name(dtype d) noexcept;

/// The dtype that NumPy 2 gives for two array dtypes.
[[nodiscard]] constexpr dtype promote_types(dtype a, dtype b) noexcept { return detail::promote(a, b); }

/// The dtype that NumPy 2 gives for arrays of these dtypes together.
template <class... D>
  requires(std::is_same_v<D, dtype>&&...)
[[nodiscard]] constexpr dtype result_type(dtype first, D... rest) noexcept {
  dtype result = first;
  ((result = detail::promote(result, rest)), ...);
  return result;
}

GPU_END_NAMESPACE

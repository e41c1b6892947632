// Sums, products, quotients, signs. Needs base.hpp, math.hpp; for complex operands complex.hpp.
// Signed integers are computed in unsigned ones, so that overflow wraps. bool: addition is or, multiplication is and.
#pragma once

#include "ops/complex.hpp"

namespace gpu {
namespace GPU_OPS_NAMESPACE {

struct add {
  template <class T>
  static GPU_FN T f(T x, T y) {
    if constexpr (same<T, bool>)
      return x | y;
    else if constexpr (is_int<T>)
      return static_cast<T>(static_cast<wide<T>>(x) + static_cast<wide<T>>(y));
    else
      return x + y;
  }
};

struct subtract {
  template <class T>
  static GPU_FN T f(T x, T y) {
    if constexpr (is_int<T>)
      return static_cast<T>(static_cast<wide<T>>(x) - static_cast<wide<T>>(y));
    else
      return x - y;
  }
};

struct multiply {
  template <class T>
  static GPU_FN T f(T x, T y) {
    if constexpr (same<T, bool>)
      return x & y;
    else if constexpr (is_int<T>)
      return static_cast<T>(static_cast<wide<T>>(x) * static_cast<wide<T>>(y));
    else
      return x * y;
  }
};

struct divide {
  template <class T>
  static GPU_FN T f(T x, T y) {
    return x / y;
  }
};

/// x·y + z; floats round once.
struct fma {
  template <class T>
  static GPU_FN T f(T x, T y, T z) {
    if constexpr (is_float<T>)
      return math::fma(x, y, z);
    else
      return add::f(multiply::f(x, y), z);
  }
};

struct square {
  template <class T>
  static GPU_FN T f(T x) {
    return multiply::f(x, x);
  }
};

/// 1 / x; an integer's is 0 except for 1 and -1 (and 0 for 0, as division by zero gives).
struct reciprocal {
  template <class T>
  static GPU_FN T f(T x) {
    if constexpr (is_complex<T>)
      return math::reciprocal(x);
    else if constexpr (is_signed<T>)
      return ((x == 1) | (x == -1)) ? x : T{0};
    else if constexpr (is_unsigned<T>)
      return x == 1 ? T{1} : T{0};
    else
      return T{1} / x;
  }
};

struct positive {
  static constexpr bool by_bits = true;
  template <class T>
  static GPU_FN T f(T x) {
    return x;
  }
};

struct negative {
  static constexpr bool by_bits = true;
  template <class T>
  static GPU_FN T f(T x) {
    if constexpr (is_int<T>)
      return static_cast<T>(wide<T>{0} - static_cast<wide<T>>(x));
    else if constexpr (is_16bit_float<T>)
      return T{static_cast<u16>(x.bits ^ sign_bit<T>)};
    else
      return -x;
  }
};

/// |x|; of a complex number its modulus, a real. The most negative integer stays as it is.
struct absolute {
  static constexpr bool by_bits = true;
  template <class T>
  static GPU_FN auto f(T x) {
    if constexpr (is_complex<T>) {
      return math::hypot(x.re, x.im);
    } else if constexpr (is_signed<T>) {
      const wide<T> negative_mask = x < 0 ? ~wide<T>{0} : wide<T>{0};
      return static_cast<T>((static_cast<wide<T>>(x) ^ negative_mask) - negative_mask);
    } else if constexpr (is_float<T>) {
      return math::fabs(x);
    } else if constexpr (is_16bit_float<T>) {
      return T{static_cast<u16>(x.bits & ~sign_bit<T>)};
    } else {
      return x;
    }
  }
};

struct fabs {
  static constexpr bool by_bits = true;
  template <class T>
  static GPU_FN T f(T x) {
    return absolute::f(x);
  }
};

/// -1, 0 or 1; NaN for NaN; of a complex number z / |z|.
struct sign {
  template <class T>
  static GPU_FN T f(T x) {
    if constexpr (is_complex<T>)
      return math::sign(x);
    else if constexpr (is_int<T>)
      return static_cast<T>(static_cast<int>(x > 0) - static_cast<int>(below_zero(x)));
    else
      return x > 0 ? T{1} : (x < 0 ? T{-1} : (x == 0 ? T{0} : x));
  }
};

/// 0 below zero, 1 above, `at_zero` at zero; NaN for NaN.
struct heaviside {
  template <class T>
  static GPU_FN T f(T x, T at_zero) {
    return x > 0 ? T{1} : (x < 0 ? T{0} : (x == 0 ? at_zero : x));
  }
};

struct real {
  static constexpr bool by_bits = true;
  template <class T>
  static GPU_FN auto f(T z) {
    if constexpr (is_complex<T>)
      return z.re;
    else
      return z;
  }
};

struct imag {
  static constexpr bool by_bits = true;
  template <class T>
  static GPU_FN auto f(T z) {
    if constexpr (is_complex<T>)
      return z.im;
    else
      return T{};
  }
};

struct conjugate {
  static constexpr bool by_bits = true;
  template <class T>
  static GPU_FN T f(T z) {
    if constexpr (is_complex<T>)
      return T{z.re, -z.im};
    else
      return z;
  }
};

/// The argument in (-π, π]; of a real number 0 or π.
struct angle {
  template <class T>
  static GPU_FN auto f(T z) {
    if constexpr (is_complex<T>)
      return math::atan2(z.im, z.re);
    else
      return math::atan2(T{0}, z);
  }
};

}  // namespace GPU_OPS_NAMESPACE
}  // namespace gpu

// Floor division and remainders, integer powers, common divisors, shifts, bits. Needs base.hpp, math.hpp; power of
// complex operands: complex.hpp and complex_functions.hpp. Dividing an integer by zero gives 0, the most negative one
// by -1 itself (remainder 0), as in NumPy.
#pragma once

#include "ops/complex_functions.hpp"

namespace gpu {
namespace GPU_OPS_NAMESPACE {
namespace math {

/// a / b truncated, for b that is neither 0 nor (where T is signed) -1. On the CPU operands of up to 32 bits go
/// through a float that holds them: quotients become vector code, and truncation is exact because a fractional
/// quotient is at least 1/|b| away from an integer.
template <class T>
GPU_FN T quotient(T a, T b) {
#ifndef __CUDA_ARCH__
  if constexpr (sizeof(T) <= 2)
    return static_cast<T>(static_cast<i32>(static_cast<f32>(a) / static_cast<f32>(b)));
  else if constexpr (same<T, i32>)
    return static_cast<T>(static_cast<f64>(a) / static_cast<f64>(b));
#endif
  return static_cast<T>(a / b);
}

/// a / b truncated for any b, in the wrapping sense above.
template <class T>
GPU_FN T safe_quotient(T a, T b) {
  bool plain = b != 0;
  if constexpr (is_signed<T>) plain = plain & (b != -1);
  const T q = quotient(a, plain ? b : T{1});
  const T special = b == 0 ? T{0} : static_cast<T>(wide<T>{0} - static_cast<wide<T>>(a));
  return plain ? q : special;
}

/// a - q·b, 0 where b is 0.
template <class T>
GPU_FN T rest(T a, T q, T b) {
  const T r = static_cast<T>(static_cast<wide<T>>(a) - static_cast<wide<T>>(q) * static_cast<wide<T>>(b));
  return b == 0 ? T{0} : r;
}

/// Python's remainder of floats: has the divisor's sign; b is not 0.
template <class T>
GPU_FN T float_remainder(T a, T b) {
  const T r = math::fmod(a, b);
  if (r == 0) return math::copysign(T{0}, b);
  return (b < 0) != (r < 0) ? r + b : r;
}

/// Python's floor division of floats, from the remainder so that q·b + r is close to a; b is not 0.
template <class T>
GPU_FN T float_floor_divide(T a, T b) {
  const T r = math::fmod(a, b);
  T q = (a - r) / b;
  if ((r != 0) & ((b < 0) != (r < 0))) q -= T{1};
  if (q == 0) return math::copysign(T{0}, a / b);
  const T whole = math::floor(q);
  return q - whole > T{0.5} ? whole + T{1} : whole;
}

}  // namespace math

struct floor_divide {
  template <class T>
  static GPU_FN T f(T x, T y) {
    if constexpr (is_int<T>) {
      const T q = math::safe_quotient(x, y);
      const bool differ_in_sign = below_zero(x) != below_zero(y);
      const bool inexact = math::rest(x, q, y) != 0;
      return static_cast<T>(static_cast<wide<T>>(q) - static_cast<wide<T>>(inexact & differ_in_sign));
    } else {
      return y == 0 ? x / y : math::float_floor_divide(x, y);
    }
  }
};

/// x - floor_divide(x, y)·y: has the sign of y.
struct remainder {
  template <class T>
  static GPU_FN T f(T x, T y) {
    if constexpr (is_int<T>)
      return math::rest(x, floor_divide::f(x, y), y);
    else
      return y == 0 ? math::fmod(x, y) : math::float_remainder(x, y);
  }
};

/// C's remainder: has the sign of x.
struct fmod {
  template <class T>
  static GPU_FN T f(T x, T y) {
    if constexpr (is_int<T>)
      return math::rest(x, math::safe_quotient(x, y), y);
    else
      return math::fmod(x, y);
  }
};

/// x to the power y. Integers wrap; a negative exponent gives the truncated quotient 1 / x^|y|.
struct power {
  template <class T>
  static GPU_FN T f(T x, T y) {
    if constexpr (is_int<T>) {
      if (below_zero(y)) return reciprocal_power(x, y);
      wide<T> result = 1;
      wide<T> base = static_cast<wide<T>>(x);
      for (bits_of<T> left = static_cast<bits_of<T>>(y); left != 0; left = static_cast<bits_of<T>>(left >> 1)) {
        if ((left & 1U) != 0) result *= base;
        base *= base;
      }
      return static_cast<T>(result);
    } else {
      return math::pow(x, y);
    }
  }

 private:
  template <class T>
  static GPU_FN T reciprocal_power(T x, T y) {
    if (x == 1) return 1;
    const bool odd = (y & 1) != 0;
    return static_cast<T>(x == static_cast<T>(-1) ? (odd ? -1 : 1) : 0);
  }
};

struct float_power {
  template <class T>
  static GPU_FN T f(T x, T y) {
    return math::pow(x, y);
  }
};

/// The greatest common divisor, not negative; Euclid.
struct gcd {
  template <class T>
  static GPU_FN T f(T x, T y) {
    return static_cast<T>(of_magnitudes(magnitude(x), magnitude(y)));
  }

  template <class T>
  static GPU_FN wide<T> magnitude(T x) {
    return below_zero(x) ? wide<T>{0} - static_cast<wide<T>>(x) : static_cast<wide<T>>(x);
  }
  template <class U>
  static GPU_FN U of_magnitudes(U a, U b) {
    while (b != 0) {
      const U r = a % b;
      a = b;
      b = r;
    }
    return a;
  }
};

/// The least common multiple, not negative; 0 if an operand is 0.
struct lcm {
  template <class T>
  static GPU_FN T f(T x, T y) {
    const wide<T> a = gcd::magnitude(x);
    const wide<T> b = gcd::magnitude(y);
    const wide<T> divisor = gcd::of_magnitudes(a, b);
    return divisor == 0 ? T{0} : static_cast<T>(a / divisor * b);
  }
};

struct bitwise_and {
  template <class T>
  static GPU_FN T f(T x, T y) {
    return static_cast<T>(x & y);
  }
};

struct bitwise_or {
  template <class T>
  static GPU_FN T f(T x, T y) {
    return static_cast<T>(x | y);
  }
};

struct bitwise_xor {
  template <class T>
  static GPU_FN T f(T x, T y) {
    return static_cast<T>(x ^ y);
  }
};

struct invert {
  template <class T>
  static GPU_FN T f(T x) {
    if constexpr (same<T, bool>)
      return !x;
    else
      return static_cast<T>(~x);
  }
};

/// x·2^y; a count outside [0, width) gives 0.
struct left_shift {
  template <class T>
  static GPU_FN T f(T x, T y) {
    const bool fits = static_cast<bits_of<T>>(y) < 8 * sizeof(T);
    const wide<T> shifted = static_cast<wide<T>>(x) << (fits ? static_cast<wide<T>>(y) : wide<T>{0});
    return fits ? static_cast<T>(shifted) : T{0};
  }
};

/// x / 2^y rounded down; a count outside [0, width) gives 0, or -1 for negative x.
struct right_shift {
  template <class T>
  static GPU_FN T f(T x, T y) {
    const bool fits = static_cast<bits_of<T>>(y) < 8 * sizeof(T);
    if constexpr (is_signed<T>) {  // a sign bit is what is left of any number shifted by width - 1
      return static_cast<T>(x >> (fits ? y : static_cast<T>(8 * sizeof(T) - 1)));
    } else {
      const T shifted = static_cast<T>(x >> (fits ? y : T{0}));
      return fits ? shifted : T{0};
    }
  }
};

/// How many bits are set in |x|.
struct bitwise_count {
  template <class T>
  static GPU_FN u8 f(T x) {
    const u64 magnitude = gcd::magnitude(x);
#ifdef __CUDA_ARCH__
    return static_cast<u8>(__popcll(magnitude));
#else
    return static_cast<u8>(__builtin_popcountl(magnitude));
#endif
  }
};

}  // namespace GPU_OPS_NAMESPACE
}  // namespace gpu

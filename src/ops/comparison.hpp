// Comparisons, logic, tests, extrema, selection. Needs base.hpp; for complex operands complex.hpp.
// Written without branches where operands are real (| instead of ||): loops of these become vector code.
#pragma once

#include "ops/complex.hpp"

namespace gpu {
namespace GPU_OPS_NAMESPACE {

// int64 with uint64 has no common integer type: these compare the values exactly.

struct equal {
  template <class T>
  static GPU_FN bool f(T x, T y) {
    if constexpr (is_complex<T>)
      return (x.re == y.re) & (x.im == y.im);
    else
      return x == y;
  }
  static GPU_FN bool f(i64 x, u64 y) { return (x >= 0) & (static_cast<u64>(x) == y); }
  static GPU_FN bool f(u64 x, i64 y) { return f(y, x); }
};

struct not_equal {
  template <class T, class U>
  static GPU_FN bool f(T x, U y) {
    return !equal::f(x, y);
  }
};

struct less {
  template <class T>
  static GPU_FN bool f(T x, T y) {
    if constexpr (is_complex<T>)
      return math::before(x, y);
    else
      return x < y;
  }
  static GPU_FN bool f(i64 x, u64 y) { return (x < 0) | (static_cast<u64>(x) < y); }
  static GPU_FN bool f(u64 x, i64 y) { return (y >= 0) & (x < static_cast<u64>(y)); }
};

struct less_equal {
  template <class T>
  static GPU_FN bool f(T x, T y) {
    if constexpr (is_complex<T>)
      return math::not_after(x, y);
    else
      return x <= y;
  }
  static GPU_FN bool f(i64 x, u64 y) { return (x < 0) | (static_cast<u64>(x) <= y); }
  static GPU_FN bool f(u64 x, i64 y) { return (y >= 0) & (x <= static_cast<u64>(y)); }
};

struct greater {
  template <class T, class U>
  static GPU_FN bool f(T x, U y) {
    return less::f(y, x);
  }
};

struct greater_equal {
  template <class T, class U>
  static GPU_FN bool f(T x, U y) {
    return less_equal::f(y, x);
  }
};

struct logical_and {
  static GPU_FN bool f(bool x, bool y) { return x & y; }
};

struct logical_or {
  static GPU_FN bool f(bool x, bool y) { return x | y; }
};

struct logical_xor {
  static GPU_FN bool f(bool x, bool y) { return x != y; }
};

struct logical_not {
  static GPU_FN bool f(bool x) { return !x; }
};

struct isnan {
  template <class T>
  static GPU_FN bool f(T x) {
    if constexpr (is_complex<T>)
      return math::has_nan(x);
    else
      return x != x;
  }
};

struct isinf {
  template <class T>
  static GPU_FN bool f(T x) {
    if constexpr (is_complex<T>)
      return math::is_inf(x.re) || math::is_inf(x.im);
    else if constexpr (is_float<T>)
      return math::is_inf(x);
    else
      return false;
  }
};

struct isfinite {
  template <class T>
  static GPU_FN bool f(T x) {
    if constexpr (is_complex<T>)
      return math::is_finite(x.re) && math::is_finite(x.im);
    else if constexpr (is_float<T>)
      return math::is_finite(x);
    else
      return true;
  }
};

/// The larger; NaN if an operand is NaN (the first such operand); +0 above -0.
struct maximum {
  template <class T>
  static GPU_FN T f(T x, T y) {
    if constexpr (is_complex<T>) {
      return math::not_after(y, x) || math::has_nan(x) ? x : y;
    } else if constexpr (is_float<T>) {
      const T larger = ((x > y) | (x != x)) ? x : y;
      const T equals = from_bits<T>(to_bits(x) & to_bits(y));  // differ in the sign of zero only
      return x == y ? equals : larger;
    } else {
      return x > y ? x : y;
    }
  }
};

/// The smaller; NaN if an operand is NaN (the first such operand); -0 below +0.
struct minimum {
  template <class T>
  static GPU_FN T f(T x, T y) {
    if constexpr (is_complex<T>) {
      return math::not_after(x, y) || math::has_nan(x) ? x : y;
    } else if constexpr (is_float<T>) {
      const T smaller = ((x < y) | (x != x)) ? x : y;
      const T equals = from_bits<T>(to_bits(x) | to_bits(y));
      return x == y ? equals : smaller;
    } else {
      return x < y ? x : y;
    }
  }
};

/// The larger; an operand that is NaN counts only if both are.
struct fmax {
  template <class T>
  static GPU_FN T f(T x, T y) {
    return isnan::f(y) ? x : (isnan::f(x) ? y : maximum::f(x, y));
  }
};

/// The smaller; an operand that is NaN counts only if both are.
struct fmin {
  template <class T>
  static GPU_FN T f(T x, T y) {
    return isnan::f(y) ? x : (isnan::f(x) ? y : minimum::f(x, y));
  }
};

/// `x` where the condition holds, else `y`; by a mask, because compilers leave a choice by a bool of another size as
/// a branch.
struct where {
  static constexpr bool by_bits = true;
  template <class T>
  static GPU_FN T f(bool condition, T x, T y) {
    if constexpr (is_complex<T>) {
      return T{f(condition, x.re, y.re), f(condition, x.im, y.im)};
    } else {
      const bits_of<T> mask = static_cast<bits_of<T>>(bits_of<T>{0} - static_cast<bits_of<T>>(condition));
      return from_bits<T>(static_cast<bits_of<T>>((to_bits(x) & mask) | (to_bits(y) & static_cast<bits_of<T>>(~mask))));
    }
  }
};

struct clip {
  template <class T>
  static GPU_FN T f(T x, T low, T high) {
    return minimum::f(maximum::f(x, low), high);
  }
};

}  // namespace GPU_OPS_NAMESPACE
}  // namespace gpu

// Rounding and the form of floating-point numbers. Needs base.hpp, convert.hpp, math.hpp; rint of complex operands:
// complex.hpp.
#pragma once

#include "ops/complex.hpp"
#include "ops/convert.hpp"

namespace gpu {
namespace GPU_OPS_NAMESPACE {

struct floor {
  template <class T>
  static GPU_FN T f(T x) {
    if constexpr (is_float<T>)
      return math::floor(x);
    else
      return x;
  }
};

struct ceil {
  template <class T>
  static GPU_FN T f(T x) {
    if constexpr (is_float<T>)
      return math::ceil(x);
    else
      return x;
  }
};

struct trunc {
  template <class T>
  static GPU_FN T f(T x) {
    if constexpr (is_float<T>)
      return math::trunc(x);
    else
      return x;
  }
};

/// The nearest integer, of two the even one.
struct rint {
  template <class T>
  static GPU_FN T f(T x) {
    return math::rint(x);
  }
};

/// x with the sign of y.
struct copysign {
  static constexpr bool by_bits = true;
  template <class T>
  static GPU_FN T f(T x, T y) {
    if constexpr (is_float<T>) {
      return math::copysign(x, y);
    } else {
      const u32 magnitude = x.bits & static_cast<u32>(~sign_bit<T>);
      return T{static_cast<u16>(magnitude | (y.bits & static_cast<u32>(sign_bit<T>)))};
    }
  }
};

struct signbit {
  static constexpr bool by_bits = true;
  template <class T>
  static GPU_FN bool f(T x) {
    return (to_bits(x) & sign_bit<T>) != 0;
  }
};

/// The number after x on the way to y; x where they are equal. (Floats take C's function, which gives y there: zeros
/// may differ in sign.)
struct nextafter {
  static constexpr bool by_bits = true;
  template <class T>
  static GPU_FN T f(T x, T y) {
    if constexpr (is_float<T>) {
      return math::nextafter(x, y);
    } else {
      const i32 magnitude = x.bits & 0x7fff;
      const i32 target = y.bits & 0x7fff;
      const i32 inf = infinity<T>().bits;
      if (magnitude > inf || target > inf) return quiet_nan<T>();
      const i32 from = x.bits > 0x7fff ? -magnitude : magnitude;  // sign and magnitude to a number line
      const i32 to = y.bits > 0x7fff ? -target : target;
      if (from == to) return x;
      if (magnitude == 0) return T{static_cast<u16>((y.bits & 0x8000) | 1)};
      return T{static_cast<u16>((from < to) == (from > 0) ? x.bits + 1 : x.bits - 1)};
    }
  }
};

/// The distance from x to the next number away from zero, with the sign of x. float16 as NumPy has it: to the next
/// number upwards, and positive. NaN for infinities.
struct spacing {
  static constexpr bool by_bits = true;
  template <class T>
  static GPU_FN T f(T x) {
    constexpr bits_of<T> magnitude_mask = static_cast<bits_of<T>>(~sign_bit<T>);
    const bits_of<T> magnitude = static_cast<bits_of<T>>(to_bits(x) & magnitude_mask);
    if (magnitude >= to_bits(infinity<T>())) return quiet_nan<T>();
    if (magnitude == 0) return from_bits<T>(1);
    if constexpr (is_float<T>) {
      return from_bits<T>(to_bits(x) + 1) - x;
    } else {
      const bool upwards = same<T, bf16> || !signbit::f(x);
      const T next{static_cast<u16>(upwards ? x.bits + 1 : x.bits - 1)};
      return narrow<T>(widen(next) - widen(x));
    }
  }
};

}  // namespace GPU_OPS_NAMESPACE
}  // namespace gpu

// Complex exponentials, logarithms, powers, trigonometric and hyperbolic functions; special values as in Annex G of
// the C standard, which NumPy follows: signed zeros choose the side of a branch cut. Needs base.hpp, math.hpp,
// complex.hpp.
#pragma once

#include "ops/complex.hpp"

namespace gpu {
namespace GPU_OPS_NAMESPACE {
namespace math {

template <class T>
GPU_FN cplx<T> swapped(cplx<T> z) {
  return {z.im, z.re};
}

/// The logarithm of the largest number, rounded down: exp of it is finite.
template <class T>
inline constexpr T exp_limit = same<T, f32> ? T{88} : T{709};

/// exp(x)·scale·y where exp(x) alone may overflow: in three factors, each within range. Beyond three limits any y but
/// 0 gives infinity.
template <class T>
GPU_FN T scaled_exp(T x, T scale, T y) {
  constexpr T limit = exp_limit<T>;
  if (!(x > limit)) return math::exp(x) * scale * y;
  const T second = x - limit < limit ? x - limit : limit;
  const T rest = x - limit - second;
  return math::exp(rest < limit ? rest : limit) * (math::exp(second) * (math::exp(limit) * scale * y));
}

template <class T>
GPU_FN cplx<T> exp(cplx<T> z) {
  if (z.im == 0) return {math::exp(z.re), z.im};
  if (!is_finite(z.im)) {
    if (z.re == -infinity<T>()) return {T{0}, math::copysign(T{0}, z.im)};
    return {z.re == infinity<T>() ? z.re : quiet_nan<T>(), quiet_nan<T>()};
  }
  if (is_inf(z.re)) {
    const T modulus = z.re < 0 ? T{0} : z.re;
    return {modulus * math::cos(z.im), modulus * math::sin(z.im)};
  }
  return {scaled_exp(z.re, T{1}, math::cos(z.im)), scaled_exp(z.re, T{1}, math::sin(z.im))};
}

template <class T>
GPU_FN cplx<T> exp2(cplx<T> z) {
  return exp(cplx<T>{z.re * ln2<T>, z.im * ln2<T>});
}

/// exp(z) - 1: expm1(x)·cos(y) - 2·sin²(y/2) does not cancel near 0.
template <class T>
GPU_FN cplx<T> expm1(cplx<T> z) {
  const T half_sine = math::sin(z.im / 2);
  return {math::expm1(z.re) * math::cos(z.im) - 2 * half_sine * half_sine, math::exp(z.re) * math::sin(z.im)};
}

/// log|z|: near the unit circle from |z|² - 1 = (x-1)(x+1) + y², with the rounding errors of the squares (by fma)
/// added back.
template <class T>
GPU_FN T log_modulus(cplx<T> z) {
  const T x = math::fabs(z.re);
  const T y = math::fabs(z.im);
  const T large = x > y ? x : y;
  const T small = x > y ? y : x;
  if (large > T{0.5} && large < T{1.5} && small < T{1.5}) {
    const T factor = large + T{1};
    const T product = (large - T{1}) * factor;
    const T product_error = math::fma(large - T{1}, factor, -product) + (large - T{1}) * (large - (factor - T{1}));
    const T square = small * small;
    const T square_error = math::fma(small, small, -square);
    const T sum = product + square;
    if (sum > T{-0.5} && sum < T{1}) {
      const T part = sum - product;
      const T sum_error = (product - (sum - part)) + (square - part);
      return T{0.5} * math::log1p(sum + (sum_error + product_error + square_error));
    }
  }
  constexpr T tiny = same<T, f32> ? T{1e-37F} : static_cast<T>(1e-307);
  constexpr T huge = same<T, f32> ? T{1e38F} : static_cast<T>(1e308);
  if (large > huge) return math::log(math::hypot(x / 2, y / 2)) + ln2<T>;
  if (large < tiny)
    return math::log(math::hypot(x * T{0x1p60F}, y * T{0x1p60F})) - 60 * ln2<T>;  // denormals have few digits
  return math::log(math::hypot(x, y));
}

template <class T>
GPU_FN cplx<T> log(cplx<T> z) {
  return {log_modulus(z), math::atan2(z.im, z.re)};
}

template <class T>
GPU_FN cplx<T> log2(cplx<T> z) {
  const cplx<T> l = log(z);
  constexpr T per_ln2 = static_cast<T>(1.442695040888963407);
  return {l.re * per_ln2, l.im * per_ln2};
}

template <class T>
GPU_FN cplx<T> log10(cplx<T> z) {
  const cplx<T> l = log(z);
  constexpr T per_ln10 = static_cast<T>(0.434294481903251828);
  return {l.re * per_ln10, l.im * per_ln10};
}

/// log(1 + z): near 0 from |1 + z|² - 1 = x(x+2) + y², which keeps the digits of small z.
template <class T>
GPU_FN cplx<T> log1p(cplx<T> z) {
  const bool near_zero = math::fabs(z.re) < T{0.5} && math::fabs(z.im) < T{0.5};
  const T re =
      near_zero ? T{0.5} * math::log1p(z.re * (z.re + T{2}) + z.im * z.im) : math::log(math::hypot(z.re + T{1}, z.im));
  return {re, math::atan2(z.im, z.re + T{1})};
}

/// The root in the right half plane. Scaled by powers of four where |z| would overflow or lose digits to denormals.
template <class T>
GPU_FN cplx<T> sqrt(cplx<T> z) {
  if (z.re == 0 && z.im == 0) return {T{0}, z.im};
  if (is_inf(z.im)) return {infinity<T>(), z.im};
  if (is_nan(z.re)) return {z.re, quiet_nan<T>()};
  if (is_inf(z.re)) {
    const T other = is_nan(z.im) ? z.im : T{0};
    if (z.re > 0) return {z.re, math::copysign(other, z.im)};
    return {math::fabs(other), math::copysign(z.re, z.im)};
  }
  const T x = math::fabs(z.re);
  const T y = math::fabs(z.im);
  const T large = x > y ? x : y;
  const T huge = same<T, f32> ? T{1e37F} : static_cast<T>(1e307);
  const T tiny = same<T, f32> ? T{1e-36F} : static_cast<T>(1e-290);
  const T up = large > huge ? T{0.0625} : (large < tiny ? static_cast<T>(0x1p60) : T{1});
  const T down = large > huge ? T{4} : (large < tiny ? static_cast<T>(0x1p-30) : T{1});
  const T root = math::sqrt((x * up + math::hypot(x * up, y * up)) * T{0.5});
  const T other = y * up / (2 * root) * down;
  if (z.re >= 0) return {root * down, math::copysign(other, z.im)};
  return {other, math::copysign(root * down, z.im)};
}

/// NumPy's power: exact cases first, small integer exponents by squaring, else exp(b·log a), in double because
/// rounding errors of the logarithm are multiplied by b.
template <class T>
GPU_FN cplx<T> pow(cplx<T> a, cplx<T> b) {
  if (b.re == 0 && b.im == 0) return {T{1}, T{0}};
  if (a.re == 0 && a.im == 0) {
    if (b.re > 0) return {T{0}, T{0}};
    return {quiet_nan<T>(), quiet_nan<T>()};
  }
  if (b.im == 0 && math::fabs(b.re) < 100 && math::trunc(b.re) == b.re) {
    const i32 n = static_cast<i32>(b.re);
    if (n == 1) return a;
    if (n == 2) return a * a;
    if (n == 3) return a * (a * a);
    cplx<T> result{T{1}, T{0}};
    cplx<T> base = a;
    for (u32 left = static_cast<u32>(n < 0 ? -n : n);;) {
      if ((left & 1U) != 0) result = result * base;
      left >>= 1;
      if (left == 0) break;
      base = base * base;
    }
    return n < 0 ? cplx<T>{T{1}, T{0}} / result : result;
  }
  const c128 w = exp(c128{b.re, b.im} * log(c128{a.re, a.im}));
  return {static_cast<T>(w.re), static_cast<T>(w.im)};
}

/// sinh x·cos y + i·cosh x·sin y.
template <class T>
GPU_FN cplx<T> sinh(cplx<T> z) {
  if (z.im == 0) return {math::sinh(z.re), z.im};
  if (z.re == 0) return {is_finite(z.im) ? math::copysign(T{0}, z.re * math::cos(z.im)) : z.re, math::sin(z.im)};
  if (!is_finite(z.im)) return {is_inf(z.re) ? infinity<T>() : quiet_nan<T>(), quiet_nan<T>()};
  const T c = math::cos(z.im);
  const T s = math::sin(z.im);
  const T x = math::fabs(z.re);
  if (x < 40 || !is_finite(x)) return {math::sinh(z.re) * c, math::cosh(z.re) * s};
  return {scaled_exp(x, math::copysign(T{0.5}, z.re), c), scaled_exp(x, T{0.5}, s)};
}

/// cosh x·cos y + i·sinh x·sin y.
template <class T>
GPU_FN cplx<T> cosh(cplx<T> z) {
  if (z.im == 0) return {math::cosh(z.re), is_nan(z.re) ? z.im : math::copysign(T{0}, z.re) * z.im};
  if (z.re == 0) {
    if (!is_finite(z.im)) return {quiet_nan<T>(), T{0}};
    return {math::cos(z.im), z.re * math::sin(z.im)};
  }
  if (!is_finite(z.im)) return {is_inf(z.re) ? infinity<T>() : quiet_nan<T>(), quiet_nan<T>()};
  const T c = math::cos(z.im);
  const T s = math::sin(z.im);
  const T x = math::fabs(z.re);
  if (x < 40 || !is_finite(x)) return {math::cosh(z.re) * c, math::sinh(z.re) * s};
  return {scaled_exp(x, T{0.5}, c), scaled_exp(x, math::copysign(T{0.5}, z.re), s)};
}

/// Kahan's formula ("Branch cuts for complex elementary functions", 1987): with t = tan y, s = sinh x no term
/// overflows or cancels.
template <class T>
GPU_FN cplx<T> tanh(cplx<T> z) {
  if (is_nan(z.re)) return {z.re, z.im == 0 ? z.im : quiet_nan<T>()};
  if (is_inf(z.re)) {
    const T side = is_finite(z.im) ? math::sin(z.im) * math::cos(z.im) : z.im;
    return {math::copysign(T{1}, z.re), math::copysign(T{0}, side)};
  }
  if (!is_finite(z.im)) return {z.re == 0 ? z.re : quiet_nan<T>(), quiet_nan<T>()};
  const T x = math::fabs(z.re);
  if (x > 22) {  // tanh x is 1; the imaginary part is sin 2y / cosh² x / 2
    const T e = math::exp(-x);
    return {math::copysign(T{1}, z.re), 4 * math::sin(z.im) * math::cos(z.im) * e * e};
  }
  const T t = math::tan(z.im);
  const T beta = T{1} + t * t;
  const T s = math::sinh(z.re);
  const T rho = math::sqrt(T{1} + s * s);
  const T denominator = T{1} + beta * s * s;
  return {beta * rho * s / denominator, t / denominator};
}

// The circular functions are the hyperbolic ones turned by i.

template <class T>
GPU_FN cplx<T> sin(cplx<T> z) {
  return swapped(sinh(swapped(z)));
}
template <class T>
GPU_FN cplx<T> cos(cplx<T> z) {
  return cosh(cplx<T>{-z.im, z.re});
}
template <class T>
GPU_FN cplx<T> tan(cplx<T> z) {
  return swapped(tanh(swapped(z)));
}

}  // namespace math
}  // namespace GPU_OPS_NAMESPACE
}  // namespace gpu

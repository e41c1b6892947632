// Complex inverse trigonometric and hyperbolic functions, after Hull, Fairgrieve and Tang, "Implementing the complex
// arcsine and arccosine functions using exception handling" (ACM TOMS 23, 1997). complex64 goes through double, whose
// range leaves no case to special care. Needs base.hpp, math.hpp, complex.hpp, complex_functions.hpp.
#pragma once

#include "ops/complex_functions.hpp"

namespace gpu {
namespace GPU_OPS_NAMESPACE {
namespace math {

inline constexpr f64 epsilon = 0x1p-52;
inline constexpr f64 beyond = 0x1p52;      // 1 / epsilon: there sqrt(z² ± 1) is z
inline constexpr f64 negligible = 1.2e-8;  // below, z³/6 does not show beside z (sqrt(6·epsilon) / 4 is 9e-9)

/// What the arcsine of x + iy (y, x ≥ 0 swapped for asinh) is made of: log_part its imaginary part; the real part is
/// the angle whose sine is `sine`, or whose tangent is y / cosine_part where the sine is too near 1.
struct arc_parts {
  f64 log_part;
  f64 sine;
  bool sine_is_good;
  f64 cosine_part;
  f64 y;
};

/// (hypot(a, b) - b) / 2 without cancellation.
GPU_FN f64 half_excess(f64 a, f64 b, f64 hypotenuse) {
  if (b < 0) return (hypotenuse - b) / 2;
  if (b == 0) return a / 2;
  return a * a / (hypotenuse + b) / 2;
}

/// The heart of the algorithm, for x, y ≥ 0: r and s are the distances to the branch points ±i, a = (r + s) / 2.
GPU_FN arc_parts arc_of(f64 x, f64 y) {
  const f64 r = math::hypot(x, y + 1);
  const f64 s = math::hypot(x, y - 1);
  const f64 mean = (r + s) / 2;
  const f64 a = mean < 1 ? 1 : mean;
  arc_parts out{0, y / a, true, 0, y};

  if (a >= 10) {
    out.log_part = math::log(a + math::sqrt(a * a - 1));
  } else if (y == 1 && x < epsilon * epsilon / 128) {
    out.log_part = math::sqrt(x);
  } else if (x >= epsilon * math::fabs(y - 1)) {
    const f64 a_minus_1 = half_excess(x, 1 + y, r) + half_excess(x, 1 - y, s);
    out.log_part = math::log1p(a_minus_1 + math::sqrt(a_minus_1 * (a + 1)));
  } else if (y < 1) {
    out.log_part = x / math::sqrt((1 - y) * (1 + y));
  } else {
    out.log_part = math::log1p((y - 1) + math::sqrt((y - 1) * (y + 1)));
  }

  if (y < 0x1p-509) {  // sqrt(a² - y²) is a; both scaled so that y / a keeps its digits
    out.sine_is_good = false;
    out.cosine_part = a * (2 / epsilon);
    out.y = y * (2 / epsilon);
  } else if (out.sine > 0.6417) {
    out.sine_is_good = false;
    if (y == 1 && x < epsilon / 128) {
      out.cosine_part = math::sqrt(x) * math::sqrt((a + y) / 2);
    } else if (x >= epsilon * math::fabs(y - 1)) {
      const f64 a_minus_y = half_excess(x, y + 1, r) + half_excess(x, y - 1, s);
      out.cosine_part = math::sqrt(a_minus_y * (a + y));
    } else if (y > 1) {
      const f64 scale = 4 / epsilon / epsilon;
      out.cosine_part = x * scale * y / math::sqrt((y + 1) * (y - 1));
      out.y = y * scale;
    } else {
      out.cosine_part = math::sqrt((1 - y) * (1 + y));
    }
  }
  return out;
}

GPU_FN c128 asinh(c128 z) {
  const f64 x = math::fabs(z.re);
  const f64 y = math::fabs(z.im);
  if (has_nan(z)) {
    if (is_inf(z.re)) return {z.re, quiet_nan<f64>()};
    if (is_inf(z.im)) return {infinity<f64>(), quiet_nan<f64>()};
    return {quiet_nan<f64>(), z.im == 0 ? z.im : quiet_nan<f64>()};
  }
  if (x > beyond || y > beyond) {
    return {math::copysign(log_modulus(z) + ln2<f64>, z.re), math::copysign(math::atan2(y, x), z.im)};
  }
  if (x < negligible && y < negligible) return z;
  const arc_parts p = arc_of(x, y);
  const f64 im = p.sine_is_good ? math::asin(p.sine) : math::atan2(p.y, p.cosine_part);
  return {math::copysign(p.log_part, z.re), math::copysign(im, z.im)};
}

GPU_FN c128 asin(c128 z) { return swapped(asinh(swapped(z))); }

GPU_FN c128 acos(c128 z) {
  const f64 x = math::fabs(z.re);
  const f64 y = math::fabs(z.im);
  if (has_nan(z)) {
    if (is_inf(z.re)) return {quiet_nan<f64>(), -infinity<f64>()};
    if (is_inf(z.im)) return {quiet_nan<f64>(), -z.im};
    return {z.re == 0 ? pi<f64> / 2 : quiet_nan<f64>(), quiet_nan<f64>()};
  }
  if (x > beyond || y > beyond) return {math::atan2(y, z.re), math::copysign(log_modulus(z) + ln2<f64>, -z.im)};
  if (z.re == 1 && z.im == 0) return {0, -z.im};
  if (x < negligible && y < negligible) return {pi<f64> / 2 - z.re, -z.im};
  const arc_parts p = arc_of(y, x);
  const f64 re =
      p.sine_is_good ? math::acos(math::copysign(p.sine, z.re)) : math::atan2(p.cosine_part, math::copysign(p.y, z.re));
  return {re, math::copysign(p.log_part, -z.im)};
}

GPU_FN c128 acosh(c128 z) {
  const c128 w = acos(z);
  if (is_nan(w.re)) return {is_nan(w.im) ? w.im : math::fabs(w.im), w.re};
  if (is_nan(w.im)) return {w.im, z.re == 0 ? w.re : w.im};
  return {math::fabs(w.im), math::copysign(w.re, z.im)};
}

/// x / (x² + y²) for large operands: scaled by the larger.
GPU_FN f64 real_of_reciprocal(f64 x, f64 y) {
  if (is_inf(x) || is_inf(y)) return math::copysign(0.0, x);
  const f64 large = math::fabs(x) > math::fabs(y) ? math::fabs(x) : math::fabs(y);
  const f64 u = x / large;
  const f64 v = y / large;
  return u / (u * u + v * v) / large;
}

GPU_FN c128 atanh(c128 z) {
  const f64 x = math::fabs(z.re);
  const f64 y = math::fabs(z.im);
  if (y == 0 && x <= 1) return {math::atanh(z.re), z.im};
  if (x == 0) return {z.re, math::atan(z.im)};
  if (has_nan(z)) {
    if (is_inf(z.re)) return {math::copysign(0.0, z.re), quiet_nan<f64>()};
    if (is_inf(z.im)) return {math::copysign(0.0, z.re), math::copysign(pi<f64> / 2, z.im)};
    return {quiet_nan<f64>(), quiet_nan<f64>()};
  }
  if (x > beyond || y > beyond) return {real_of_reciprocal(z.re, z.im), math::copysign(pi<f64> / 2, z.im)};
  if (x < negligible && y < negligible) return z;
  const f64 from_one = x - 1;
  const f64 re =
      x == 1 && y < epsilon ? (ln2<f64> - math::log(y)) / 2 : math::log1p(4 * x / (from_one * from_one + y * y)) / 4;
  const f64 rest = (1 - x) * (1 + x) - y * y;
  const f64 im = x == 1 ? math::atan2(2.0, -y) / 2 : math::atan2(2 * y, rest) / 2;
  return {math::copysign(re, z.re), math::copysign(im, z.im)};
}

GPU_FN c128 atan(c128 z) { return swapped(atanh(swapped(z))); }

#define GPU_THROUGH_DOUBLE(function)                         \
  GPU_FN c64 function(c64 z) {                               \
    const c128 w = function(c128{z.re, z.im});               \
    return {static_cast<f32>(w.re), static_cast<f32>(w.im)}; \
  }
GPU_THROUGH_DOUBLE(asin)
GPU_THROUGH_DOUBLE(acos)
GPU_THROUGH_DOUBLE(atan)
GPU_THROUGH_DOUBLE(asinh)
GPU_THROUGH_DOUBLE(acosh)
GPU_THROUGH_DOUBLE(atanh)
#undef GPU_THROUGH_DOUBLE

}  // namespace math
}  // namespace GPU_OPS_NAMESPACE
}  // namespace gpu

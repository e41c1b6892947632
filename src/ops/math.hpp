// The C math library by one name for float and double. Needs base.hpp; on the CPU the includer has <math.h>, on the
// device these are built in.
#pragma once

#include "ops/base.hpp"

namespace gpu {
namespace GPU_OPS_NAMESPACE {
namespace math {

#define GPU_MATH_1(name)                          \
  GPU_FN f32 name(f32 x) { return ::name##f(x); } \
  GPU_FN f64 name(f64 x) { return ::name(x); }
#define GPU_MATH_2(name)                                    \
  GPU_FN f32 name(f32 x, f32 y) { return ::name##f(x, y); } \
  GPU_FN f64 name(f64 x, f64 y) { return ::name(x, y); }

GPU_MATH_1(fabs)
GPU_MATH_1(floor)
GPU_MATH_1(ceil)
GPU_MATH_1(trunc)
GPU_MATH_1(rint)
GPU_MATH_1(sqrt)
GPU_MATH_1(cbrt)
GPU_MATH_1(exp)
GPU_MATH_1(exp2)
GPU_MATH_1(expm1)
GPU_MATH_1(log)
GPU_MATH_1(log2)
GPU_MATH_1(log10)
GPU_MATH_1(log1p)
GPU_MATH_1(sin)
GPU_MATH_1(cos)
GPU_MATH_1(tan)
GPU_MATH_1(asin)
GPU_MATH_1(acos)
GPU_MATH_1(atan)
GPU_MATH_1(sinh)
GPU_MATH_1(cosh)
GPU_MATH_1(tanh)
GPU_MATH_1(asinh)
GPU_MATH_1(acosh)
GPU_MATH_1(atanh)
GPU_MATH_1(erf)
GPU_MATH_1(erfc)
GPU_MATH_2(atan2)
GPU_MATH_2(hypot)
GPU_MATH_2(pow)
GPU_MATH_2(fmod)
GPU_MATH_2(copysign)
GPU_MATH_2(nextafter)

#undef GPU_MATH_1
#undef GPU_MATH_2

GPU_FN f32 fma(f32 x, f32 y, f32 z) { return ::fmaf(x, y, z); }
GPU_FN f64 fma(f64 x, f64 y, f64 z) { return ::fma(x, y, z); }
GPU_FN f32 ldexp(f32 x, i32 n) { return ::ldexpf(x, n); }
GPU_FN f64 ldexp(f64 x, i32 n) { return ::ldexp(x, n); }

}  // namespace math
}  // namespace GPU_OPS_NAMESPACE
}  // namespace gpu

// Trigonometric and hyperbolic functions; angles in radians. Needs base.hpp, math.hpp; for complex operands
// complex_functions.hpp and complex_inverse.hpp.
#pragma once

#include "ops/complex_inverse.hpp"

namespace gpu {
namespace GPU_OPS_NAMESPACE {

#define GPU_OP_OF_MATH(op, function) \
  struct op {                        \
    template <class T>               \
    static GPU_FN T f(T x) {         \
      return math::function(x);      \
    }                                \
  };
GPU_OP_OF_MATH(sin, sin)
GPU_OP_OF_MATH(cos, cos)
GPU_OP_OF_MATH(tan, tan)
GPU_OP_OF_MATH(arcsin, asin)
GPU_OP_OF_MATH(arccos, acos)
GPU_OP_OF_MATH(arctan, atan)
GPU_OP_OF_MATH(sinh, sinh)
GPU_OP_OF_MATH(cosh, cosh)
GPU_OP_OF_MATH(tanh, tanh)
GPU_OP_OF_MATH(arcsinh, asinh)
GPU_OP_OF_MATH(arccosh, acosh)
GPU_OP_OF_MATH(arctanh, atanh)
#undef GPU_OP_OF_MATH

struct arctan2 {
  template <class T>
  static GPU_FN T f(T y, T x) {
    return math::atan2(y, x);
  }
};

struct hypot {
  template <class T>
  static GPU_FN T f(T x, T y) {
    return math::hypot(x, y);
  }
};

struct degrees {
  template <class T>
  static GPU_FN T f(T x) {
    return x * (T{180} / pi<T>);
  }
};

struct radians {
  template <class T>
  static GPU_FN T f(T x) {
    return x * (pi<T> / T{180});
  }
};

}  // namespace GPU_OPS_NAMESPACE
}  // namespace gpu

// Error functions and the logistic function. Needs base.hpp, math.hpp.
#pragma once

#include "ops/math.hpp"

namespace gpu {
namespace GPU_OPS_NAMESPACE {

struct erf {
  template <class T>
  static GPU_FN T f(T x) {
    return math::erf(x);
  }
};

struct erfc {
  template <class T>
  static GPU_FN T f(T x) {
    return math::erfc(x);
  }
};

/// 1 / (1 + exp(-x)), by an exponential that can't overflow.
struct expit {
  template <class T>
  static GPU_FN T f(T x) {
    const T e = math::exp(-math::fabs(x));
    return (x < 0 ? e : T{1}) / (T{1} + e);
  }
};

}  // namespace GPU_OPS_NAMESPACE
}  // namespace gpu

// Roots, exponentials, logarithms. Needs base.hpp, math.hpp; for complex operands complex_functions.hpp.
#pragma once

#include "ops/complex_functions.hpp"

namespace gpu {
namespace GPU_OPS_NAMESPACE {

#define GPU_OP_OF_MATH(op)   \
  struct op {                \
    template <class T>       \
    static GPU_FN T f(T x) { \
      return math::op(x);    \
    }                        \
  };
GPU_OP_OF_MATH(sqrt)
GPU_OP_OF_MATH(cbrt)
GPU_OP_OF_MATH(exp)
GPU_OP_OF_MATH(exp2)
GPU_OP_OF_MATH(expm1)
GPU_OP_OF_MATH(log)
GPU_OP_OF_MATH(log2)
GPU_OP_OF_MATH(log10)
GPU_OP_OF_MATH(log1p)
#undef GPU_OP_OF_MATH

struct rsqrt {
  template <class T>
  static GPU_FN T f(T x) {
    return T{1} / math::sqrt(x);
  }
};

/// log(exp(x) + exp(y)) without overflow; equal operands first, so that infinities give themselves.
struct logaddexp {
  template <class T>
  static GPU_FN T f(T x, T y) {
    if (x == y) return x + ln2<T>;
    const T difference = x - y;
    if (difference > 0) return x + math::log1p(math::exp(-difference));
    if (difference <= 0) return y + math::log1p(math::exp(difference));
    return difference;  // NaN
  }
};

/// log2(2^x + 2^y) without overflow.
struct logaddexp2 {
  template <class T>
  static GPU_FN T f(T x, T y) {
    if (x == y) return x + T{1};
    const T difference = x - y;
    if (difference > 0) return x + log2_1p(math::exp2(-difference));
    if (difference <= 0) return y + log2_1p(math::exp2(difference));
    return difference;  // NaN
  }

 private:
  template <class T>
  static GPU_FN T log2_1p(T x) {
    return static_cast<T>(1.442695040888963407) * math::log1p(x);  // 1 / ln 2
  }
};

/// x·2^n.
struct ldexp {
  template <class T>
  static GPU_FN T f(T x, i32 n) {
    return math::ldexp(x, n);
  }
};

}  // namespace GPU_OPS_NAMESPACE
}  // namespace gpu

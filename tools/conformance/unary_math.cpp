// Element-wise functions of one array.
#include "dispatch.hpp"

namespace conformance {
namespace {

outcome round(const arguments& a) {
  const int decimals = static_cast<int>(a.integer("decimals", 0));
  return with_array(a[0], [&](const auto& x) { return to_outcome(gpu::round(x, decimals)); });
}

}  // namespace

void add_unary_math(registry& r) {
  r.add("negative", unary(GPU_CALL(gpu::negative)));
  r.add("positive", unary(GPU_CALL(gpu::positive)));
  r.add("absolute", unary(GPU_CALL(gpu::absolute)));
  r.add("fabs", unary(GPU_CALL(gpu::fabs)));
  r.add("sign", unary(GPU_CALL(gpu::sign)));
  r.add("reciprocal", unary(GPU_CALL(gpu::reciprocal)));
  r.add("square", unary(GPU_CALL(gpu::square)));
  r.add("sqrt", unary(GPU_CALL(gpu::sqrt)));
  r.add("rsqrt", unary(GPU_CALL(gpu::rsqrt)));
  r.add("cbrt", unary(GPU_CALL(gpu::cbrt)));
  r.add("exp", unary(GPU_CALL(gpu::exp)));
  r.add("exp2", unary(GPU_CALL(gpu::exp2)));
  r.add("expm1", unary(GPU_CALL(gpu::expm1)));
  r.add("log", unary(GPU_CALL(gpu::log)));
  r.add("log2", unary(GPU_CALL(gpu::log2)));
  r.add("log10", unary(GPU_CALL(gpu::log10)));
  r.add("log1p", unary(GPU_CALL(gpu::log1p)));
  r.add("sin", unary(GPU_CALL(gpu::sin)));
  r.add("cos", unary(GPU_CALL(gpu::cos)));
  r.add("tan", unary(GPU_CALL(gpu::tan)));
  r.add("arcsin", unary(GPU_CALL(gpu::arcsin)));
  r.add("arccos", unary(GPU_CALL(gpu::arccos)));
  r.add("arctan", unary(GPU_CALL(gpu::arctan)));
  r.add("sinh", unary(GPU_CALL(gpu::sinh)));
  r.add("cosh", unary(GPU_CALL(gpu::cosh)));
  r.add("tanh", unary(GPU_CALL(gpu::tanh)));
  r.add("arcsinh", unary(GPU_CALL(gpu::arcsinh)));
  r.add("arccosh", unary(GPU_CALL(gpu::arccosh)));
  r.add("arctanh", unary(GPU_CALL(gpu::arctanh)));
  r.add("degrees", unary(GPU_CALL(gpu::degrees)));
  r.add("radians", unary(GPU_CALL(gpu::radians)));
  r.add("floor", unary(GPU_CALL(gpu::floor)));
  r.add("ceil", unary(GPU_CALL(gpu::ceil)));
  r.add("trunc", unary(GPU_CALL(gpu::trunc)));
  r.add("rint", unary(GPU_CALL(gpu::rint)));
  r.add("round", round);
  r.add("spacing", unary(GPU_CALL(gpu::spacing)));
  r.add("signbit", unary(GPU_CALL(gpu::signbit)));
  r.add("erf", unary(GPU_CALL(gpu::erf)));
  r.add("erfc", unary(GPU_CALL(gpu::erfc)));
  r.add("expit", unary(GPU_CALL(gpu::expit)));
  r.add("real", unary(GPU_CALL(gpu::real)));
  r.add("imag", unary(GPU_CALL(gpu::imag)));
  r.add("conjugate", unary(GPU_CALL(gpu::conjugate)));
  r.add("angle", unary(GPU_CALL(gpu::angle)));
  r.add("logical_not", unary(GPU_CALL(gpu::logical_not)));
  r.add("isnan", unary(GPU_CALL(gpu::isnan)));
  r.add("isinf", unary(GPU_CALL(gpu::isinf)));
  r.add("isfinite", unary(GPU_CALL(gpu::isfinite)));
}

}  // namespace conformance

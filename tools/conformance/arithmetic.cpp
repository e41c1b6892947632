// Arithmetic of two operands.
#include "dispatch.hpp"

namespace conformance {

void add_arithmetic(registry& r) {
  r.add("add", binary(GPU_CALL(gpu::add)));
  r.add("subtract", binary(GPU_CALL(gpu::subtract)));
  r.add("multiply", binary(GPU_CALL(gpu::multiply)));
  r.add("divide", binary(GPU_CALL(gpu::divide)));
  r.add("floor_divide", binary(GPU_CALL(gpu::floor_divide)));
  r.add("remainder", binary(GPU_CALL(gpu::remainder)));
  r.add("fmod", binary(GPU_CALL(gpu::fmod)));
  r.add("power", binary(GPU_CALL(gpu::power)));
  r.add("float_power", binary(GPU_CALL(gpu::float_power)));
  r.add("maximum", binary(GPU_CALL(gpu::maximum)));
  r.add("minimum", binary(GPU_CALL(gpu::minimum)));
  r.add("fmax", binary(GPU_CALL(gpu::fmax)));
  r.add("fmin", binary(GPU_CALL(gpu::fmin)));
}

}  // namespace conformance

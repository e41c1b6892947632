// Mathematical functions of two operands.
#include "dispatch.hpp"

namespace conformance {

void add_binary_math(registry& r) {
  r.add("heaviside", binary(GPU_CALL(gpu::heaviside)));
  r.add("logaddexp", binary(GPU_CALL(gpu::logaddexp)));
  r.add("logaddexp2", binary(GPU_CALL(gpu::logaddexp2)));
  r.add("ldexp", binary(GPU_CALL(gpu::ldexp)));
  r.add("arctan2", binary(GPU_CALL(gpu::arctan2)));
  r.add("hypot", binary(GPU_CALL(gpu::hypot)));
  r.add("copysign", binary(GPU_CALL(gpu::copysign)));
  r.add("nextafter", binary(GPU_CALL(gpu::nextafter)));
}

}  // namespace conformance

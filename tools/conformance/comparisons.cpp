// Comparisons and logic of two operands.
#include "dispatch.hpp"

namespace conformance {

void add_comparisons(registry& r) {
  r.add("equal", binary(GPU_CALL(gpu::equal)));
  r.add("not_equal", binary(GPU_CALL(gpu::not_equal)));
  r.add("less", binary(GPU_CALL(gpu::less)));
  r.add("less_equal", binary(GPU_CALL(gpu::less_equal)));
  r.add("greater", binary(GPU_CALL(gpu::greater)));
  r.add("greater_equal", binary(GPU_CALL(gpu::greater_equal)));
  r.add("logical_and", binary(GPU_CALL(gpu::logical_and)));
  r.add("logical_or", binary(GPU_CALL(gpu::logical_or)));
  r.add("logical_xor", binary(GPU_CALL(gpu::logical_xor)));
}

}  // namespace conformance

// Products of vectors and matrices.
#include "dispatch.hpp"

namespace conformance {

void add_linear_algebra(registry& r) {
  r.add("matmul", binary(GPU_CALL(gpu::matmul)));
  r.add("dot", binary(GPU_CALL(gpu::dot)));
}

}  // namespace conformance

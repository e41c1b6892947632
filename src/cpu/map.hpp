// Kernels without a reduction.
#pragma once

#include "plan/kernel.hpp"

namespace gpu::cpu_backend {

/// Computes and stores every point of a map.
void run_map(const plan::kernel& k);

/// Evaluates the indices of every indexed operand of `k` and throws index_error for the first one out of bounds; writes nothing.
void check_indices(const plan::kernel& k);

}  // namespace gpu::cpu_backend

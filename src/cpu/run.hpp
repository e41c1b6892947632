// The CPU back end: runs a kernel description on host memory.
#pragma once

#include "plan/kernel.hpp"

namespace gpu::cpu_backend {

/// Runs `k`, whose operands all lie in host memory, and returns when it is done. Large work is shared among threads.
/// Throws index_error for an index out of bounds, before anything is written; out_of_memory where scratch cannot be had.
void run(const plan::kernel& k);

}  // namespace gpu::cpu_backend

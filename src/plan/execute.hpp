// Hands a kernel description to the back end of its device.
#pragma once

#include <gpu/device.hpp>

#include "plan/kernel.hpp"

namespace gpu::plan {

/// Runs `k`, whose operands all lie on `where`. On a CUDA device it is queued; on the CPU it is done on return. The dry device
/// generates and compiles the CUDA kernel, then computes on the CPU. With GPU_SYNC=1 in the environment it waits, and throws what
/// the device reported. Throws what the back end throws.
void execute(const kernel& k, gpu::device where);

}  // namespace gpu::plan

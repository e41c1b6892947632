// The CUDA back end: runs a kernel description on a CUDA device.
#pragma once

#include <gpu/device.hpp>

#include "plan/kernel.hpp"

namespace gpu::cuda_backend {

/// Queues `k`, whose operands all lie on CUDA device `where`, on the current stream. Does not wait. Throws jit_error,
/// cuda_error, out_of_memory.
void run(const plan::kernel& k, gpu::device where);

/// The same through the generated kernel even where a library's algorithm would serve; does not wait whatever GPU_SYNC says.
void run_generated(const plan::kernel& k, gpu::device where);

/// Plans, generates and compiles `k` as run() would and counts the launch; needs no driver. For the dry device.
void compile_only(const plan::kernel& k);

}  // namespace gpu::cuda_backend

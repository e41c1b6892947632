// What the CUDA back end would do with a kernel description, without doing it.
#pragma once

#include "cuda/launch_plan.hpp"
#include "cuda/layout.hpp"
#include "cuda/program.hpp"
#include "plan/kernel.hpp"

namespace gpu::cuda_backend {

struct inspection {
  bool by_library = false;  // CUB computes it
  layout threads;
  launch_plan launch;
  program_state program = program_state::to_compile;
};

/// `k` as it would be launched on a CUDA device or the dry one; for the CPU, as the dry device would take it.
[[nodiscard]] inspection inspect(const plan::kernel& k, gpu::device where);

/// Multiprocessors of a device: for the dry one, an H100's or H200's.
[[nodiscard]] int multiprocessors_of(gpu::device where);

}  // namespace gpu::cuda_backend

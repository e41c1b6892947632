// Hands a kernel description to the back end of its device.
#pragma once

#include <gpu/device.hpp>

#include "plan/kernel.hpp"

namespace gpu::plan {

/// Runs `k`, whose operands all lie on `where`. On a CUDA device it is queued; on the CPU it is done on return. The dry device
/// generates and compiles the CUDA kernel, then computes on the CPU. With GPU_SYNC=1 in the environment it waits, and throws what
/// the device reported. Throws what the back end throws.
void execute(const kernel& k, gpu::device where);

/// For tests and tools: what gets a kernel instead of the back ends.
using executor = void (*)(const kernel& k, gpu::device where);

/// Lets `instead` run all kernels while it lives, in every thread. Not nested.
class executor_guard {
 public:
  [[nodiscard]] explicit executor_guard(executor instead) noexcept;
  ~executor_guard();
  executor_guard(const executor_guard&) = delete;
  executor_guard& operator=(const executor_guard&) = delete;
};

}  // namespace gpu::plan

// Runs generated CUDA kernels: on a CUDA device where that is the default device; where that is the CPU, on it: the host's
// compiler builds the generated source under cuda_shim.hpp. The dry device compiles with the run-time compiler only and
// computes with the CPU back end, as it does for users.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "plan/kernel.hpp"

/// How many multiprocessors run_generated splits reductions for unless told otherwise.
inline constexpr int shim_multiprocessors = 4;

/// Runs `k`, whose operands lie in host memory, through the CUDA back end's generator and waits. Under the shim each different
/// source is compiled once a process, and reductions are split as for `multiprocessors`. Returns what an index error would
/// say, or nothing.
std::string run_generated(const gpu::plan::kernel& k, int multiprocessors = shim_multiprocessors);

/// Compiles what the shim will need for these kernels, many in one run of the compiler and as many runs at a time as there are
/// processors; does nothing on other devices. run_generated compiles what is missing, one kernel at a time.
void prepare_generated(std::span<const gpu::plan::kernel* const> kernels);

/// Compiles, for the shim whatever the default device, a text that `alter` makes of the one generated for `k`; the result runs it.
/// To see that faults are found.
[[nodiscard]] std::function<void()> altered(const gpu::plan::kernel& k,
                                            const std::function<std::string(std::string)>& alter);

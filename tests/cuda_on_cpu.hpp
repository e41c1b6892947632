// Runs generated CUDA kernels: on a CUDA device where that is the default device, else on the CPU, where the host's compiler
// builds the generated source under cuda_shim.hpp.
#pragma once

#include <string>

#include "plan/kernel.hpp"

/// Runs `k`, whose operands lie in host memory, through the CUDA back end's generator and waits. Under the shim each different
/// source is compiled once a process, and reductions are split as for `multiprocessors`. Returns what an index error would
/// say, or nothing.
std::string run_generated(const gpu::plan::kernel& k, int multiprocessors = 4);

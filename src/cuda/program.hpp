// Compiled kernels in memory: found by the full structure of what they compute.
#pragma once

#include <cstdint>
#include <string>

#include <cuda.h>

#include "cuda/layout.hpp"
#include "cuda/loaded_module.hpp"
#include "cuda/params.hpp"
#include "plan/kernel.hpp"

namespace gpu::cuda_backend {

/// A kernel ready to be launched on one device, or, for the dry device, compiled only.
struct program {
  param_map params;
  loaded_module code;
  CUfunction main = nullptr;
  CUfunction check = nullptr;
};

/// The program of `k` under `l`: from memory, else from the disk cache, else compiled. Threads that want the same missing program
/// wait for the one that makes it; others do not. Where making it fails, nothing is kept, and the next call tries again. Programs
/// live as long as the process.
[[nodiscard]] const program& program_for(const plan::kernel& k, const layout& l, gpu::device where);

/// For tests, which want kernels made anew: drops all programs from memory. No other thread may use one, no device run one.
void forget_programs();

/// What program_for() would have to do. Makes nothing.
enum class program_state : std::uint8_t { in_memory, on_disk, to_compile };
[[nodiscard]] program_state state_of(const plan::kernel& k, const layout& l, gpu::device where);

/// The cubin or PTX of a source, from the disk cache or the compiler.
struct image {
  std::string bytes;
  bool from_disk = false;
};
[[nodiscard]] image image_for(const std::string& source, int architecture);

/// The architecture that kernels for `where` are compiled for: the device's, or GPU_DRY_ARCH (such as sm_90).
[[nodiscard]] int architecture_of(gpu::device where);

}  // namespace gpu::cuda_backend

// The end of a kernel's source compiled for the CPU: runs a whole grid, block after block, the last one first, so
// that what relies on the order of blocks fails.
#pragma once

namespace shim {

inline const gpu::ops::params* arguments = nullptr;

inline void run_grid(const void* words, unsigned blocks_x, unsigned blocks_y, void (*body)()) {
  arguments = static_cast<const gpu::ops::params*>(words);
  gridDim = {blocks_x, blocks_y, 1};
  for (unsigned y = blocks_y; y-- > 0;)
    for (unsigned x = blocks_x; x-- > 0;) {
      blockIdx = {x, y, 0};
      run_block(body);
    }
}

}  // namespace shim

extern "C" __attribute__((visibility("default"))) void shim_launch(const void* words, unsigned blocks_x,
                                                                   unsigned blocks_y) {
  shim::run_grid(words, blocks_x, blocks_y, [] { gpu::ops::gpu_kernel(*shim::arguments); });
}
#ifdef SHIM_HAS_CHECK
extern "C" __attribute__((visibility("default"))) void shim_check(const void* words, unsigned blocks_x,
                                                                  unsigned blocks_y) {
  shim::run_grid(words, blocks_x, blocks_y, [] { gpu::ops::gpu_check(*shim::arguments); });
}
#endif

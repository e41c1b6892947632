// After the texts of kernels compiled for the CPU: runs whole grids, block after block, the last one first, so that what
// relies on the order of blocks fails.
#pragma once

namespace shim {

inline void run_grid(const void* words, unsigned blocks_x, unsigned blocks_y, void (*body)(const void*)) {
  the_block().words = words;
  the_block().body = body;
  gridDim = {blocks_x, blocks_y, 1};
  for (unsigned y = blocks_y; y-- > 0;)
    for (unsigned x = blocks_x; x-- > 0;) {
      blockIdx = {x, y, 0};
      run_block();
    }
}

}  // namespace shim

/// Exports shim_<kernel>, which runs a kernel of namespace gpu::ops::<place>.
#define SHIM_EXPORT(place, kernel)                                                                                   \
  extern "C" __attribute__((visibility("default"))) void shim_##kernel(const void* words, unsigned blocks_x,         \
                                                                       unsigned blocks_y) {                          \
    shim::run_grid(words, blocks_x, blocks_y,                                                                        \
                   [](const void* w) { gpu::ops::place::kernel(*static_cast<const gpu::ops::place::params*>(w)); }); \
  }

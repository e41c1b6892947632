// Reductions that CUB computes instead of a generated kernel.
#pragma once

#include <cstdint>

#include "cuda/cub/reduce.hpp"
#include "plan/kernel.hpp"

namespace gpu::cuda_backend {

/// The largest number of floats that CUB sums. Each of its threads adds its elements of a tile, then the tiles, one after the
/// other: with n elements on 132 multiprocessors about n / 2^24 + 60 roundings in a row. Up to 2^31 this is well within the
/// promised 4 eps log2(n); beyond, the generated reduction keeps to it.
inline constexpr std::int64_t longest_float_sum = std::int64_t{1} << 31;

/// CUB's function for a kernel that reduces all elements of one contiguous input as they are, or widened; null for any other.
[[nodiscard]] cub::reduce_function library_reduction_for(const plan::kernel& k);

/// Queues it on the current stream.
void run_library_reduction(cub::reduce_function reduce, const plan::kernel& k, gpu::device where);

/// Writes the C-order positions of the true elements among n bools on the device, in order.
void write_true_positions(const bool* mask, std::int64_t n, std::int64_t* positions, gpu::device where);

}  // namespace gpu::cuda_backend

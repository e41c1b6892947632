// Positions of true elements by CUB's DeviceSelect, compiled ahead of time. Includes no CUDA header.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gpu::cuda_backend::cub {

/// Writes the positions of the true elements among n bools at `mask` to `positions`, in order, and how many to `count`, on a
/// stream. Where `scratch` is null, only says in `scratch_bytes` how much memory a call needs. The code is a cudaError_t.
[[nodiscard]] int select_positions(void* scratch, std::size_t& scratch_bytes, const bool* mask, std::int64_t n,
                                   std::int64_t* positions, std::int64_t* count, void* stream);

}  // namespace gpu::cuda_backend::cub

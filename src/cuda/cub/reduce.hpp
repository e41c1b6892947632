// Full reductions of contiguous elements by CUB's DeviceReduce, compiled ahead of time. Includes no CUDA header.
#pragma once

#include <cstddef>
#include <cstdint>

#include <gpu/dtype.hpp>

#include "plan/kernel.hpp"

namespace gpu::cuda_backend::cub {

/// Reduces n > 0 elements at `in` to the one at `out`, on a stream. Where `scratch` is null, only says in `scratch_bytes` how
/// much memory a call needs. The code is a cudaError_t.
using reduce_function = int (*)(void* scratch, std::size_t& scratch_bytes, const void* in, void* out, std::int64_t n,
                                void* stream);

/// The function that combines elements of `from` in `accumulate`, which is also the result's dtype; null where none was
/// compiled.
[[nodiscard]] reduce_function reduction_of(plan::reducer combine, dtype from, dtype accumulate) noexcept;

/// The runtime's words for a code.
[[nodiscard]] const char* error_text(int code) noexcept;
/// Makes the runtime forget this thread's last error, which the next call would report again.
void forget_error() noexcept;

}  // namespace gpu::cuda_backend::cub

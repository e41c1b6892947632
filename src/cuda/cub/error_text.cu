#include <cuda_runtime_api.h>

#include "cuda/cub/reduce.hpp"

namespace gpu::cuda_backend::cub {

const char* error_text(int code) noexcept { return cudaGetErrorString(static_cast<cudaError_t>(code)); }

void forget_error() noexcept { static_cast<void>(cudaGetLastError()); }

}  // namespace gpu::cuda_backend::cub

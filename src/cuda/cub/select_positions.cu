// A program that uses CUB itself must not meet ours.
#define THRUST_CUB_WRAPPED_NAMESPACE gpu_wrapped

#include <thrust/iterator/counting_iterator.h>
#include <cub/device/device_select.cuh>

#include "cuda/cub/select.hpp"

namespace gpu::cuda_backend::cub {

int select_positions(void* scratch, std::size_t& scratch_bytes, const bool* mask, std::int64_t n,
                     std::int64_t* positions, std::int64_t* count, void* stream) {
  const ::gpu_wrapped::thrust::counting_iterator<std::int64_t> all(0);
  return static_cast<int>(::gpu_wrapped::cub::DeviceSelect::Flagged(scratch, scratch_bytes, all, mask, positions, count,
                                                                    n, static_cast<cudaStream_t>(stream)));
}

}  // namespace gpu::cuda_backend::cub

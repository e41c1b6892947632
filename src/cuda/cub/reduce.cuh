// DeviceReduce over our own combinations, so that NaN and signed zeros are treated as everywhere else.
// Read by the translation units reduce_<dtype>.cu only.
#pragma once

// A program that uses CUB itself must not meet ours.
#define THRUST_CUB_WRAPPED_NAMESPACE gpu_wrapped

#include <cub/device/device_reduce.cuh>

#include <cstddef>
#include <cstdint>

#include "ops/base.hpp"
#include "ops/reducers.hpp"

namespace gpu::cuda_backend::cub {

template <class R, class T>
struct combination {
  __host__ __device__ __forceinline__ T operator()(T a, T b) const { return R::combine(a, b); }
};

/// See reduce_function.
template <class R, class From, class T>
int reduce(void* scratch, std::size_t& scratch_bytes, const void* in, void* out, std::int64_t n, void* stream) {
  return static_cast<int>(::gpu_wrapped::cub::DeviceReduce::Reduce(
      scratch, scratch_bytes, static_cast<const From*>(in), static_cast<T*>(out), n, combination<R, T>{},
      R::template identity<T>(), static_cast<cudaStream_t>(stream)));
}

}  // namespace gpu::cuda_backend::cub

#include "by_hand/algorithms.hpp"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include "by_hand/cuda_check.hpp"

namespace by_hand {
namespace {

/// Calls a CUB algorithm twice, as CUB wants it: for the size of its scratch memory, then to work.
template <class F>
void with_scratch(scratch& memory, const char* name, const F& algorithm) {
  std::size_t bytes = 0;
  check(algorithm(nullptr, bytes), name);
  check(algorithm(memory.of_size(bytes), bytes), name);
}

struct above {
  float threshold;
  __host__ __device__ bool operator()(float x) const { return x > threshold; }
};

__global__ void iota_kernel(std::int64_t* x, std::int64_t n) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}

}  // namespace

scratch::~scratch() { cudaFree(data_); }

void* scratch::of_size(std::size_t bytes) {
  if (bytes > bytes_) {
    check(cudaFree(data_), "cudaFree");
    check(cudaMalloc(&data_, bytes), "cudaMalloc");
    bytes_ = bytes;
  }
  return data_;
}

void sum(scratch& memory, const float* x, float* result, std::int64_t n) {
  with_scratch(memory, "cub::DeviceReduce::Sum",
               [=](void* at, std::size_t& bytes) { return cub::DeviceReduce::Sum(at, bytes, x, result, n); });
}

void argmax(scratch& memory, const float* x, float* value, std::int64_t* index, std::int64_t n) {
  with_scratch(memory, "cub::DeviceReduce::ArgMax",
               [=](void* at, std::size_t& bytes) { return cub::DeviceReduce::ArgMax(at, bytes, x, value, index, n); });
}

void cumsum(scratch& memory, const float* x, float* result, std::int64_t n) {
  with_scratch(memory, "cub::DeviceScan::InclusiveSum",
               [=](void* at, std::size_t& bytes) { return cub::DeviceScan::InclusiveSum(at, bytes, x, result, n); });
}

void sort(scratch& memory, const float* x, float* result, std::int64_t n) {
  with_scratch(memory, "cub::DeviceRadixSort::SortKeys",
               [=](void* at, std::size_t& bytes) { return cub::DeviceRadixSort::SortKeys(at, bytes, x, result, n); });
}

void argsort(scratch& memory, const float* x, float* keys, const std::int64_t* order, std::int64_t* result,
             std::int64_t n) {
  with_scratch(memory, "cub::DeviceRadixSort::SortPairs", [=](void* at, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(at, bytes, x, keys, order, result, n);
  });
}

void iota(std::int64_t* x, std::int64_t n) { iota_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(x, n); }

std::int64_t select_above(scratch& memory, const float* x, float threshold, float* result, std::int64_t* count,
                          std::int64_t n) {
  with_scratch(memory, "cub::DeviceSelect::If", [=](void* at, std::size_t& bytes) {
    return cub::DeviceSelect::If(at, bytes, x, result, count, n, above{threshold});
  });
  std::int64_t chosen = 0;
  check(cudaMemcpy(&chosen, count, sizeof chosen, cudaMemcpyDeviceToHost), "cudaMemcpy");
  return chosen;
}

}  // namespace by_hand

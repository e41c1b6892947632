#include "by_hand/kernels.hpp"

#include "by_hand/cuda_check.hpp"

namespace by_hand {
namespace {

constexpr int block = 256;

unsigned blocks_for(std::int64_t threads) { return static_cast<unsigned>((threads + block - 1) / block); }

__global__ void add_kernel(const float4* a, const float4* b, float4* r, std::int64_t n) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * block + threadIdx.x;
  if (i >= n) return;
  const float4 x = a[i], y = b[i];
  r[i] = {x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w};
}

__global__ void add_small_kernel(const float* a, const float* b, float* r, int n) {
  const int i = static_cast<int>(blockIdx.x) * block + static_cast<int>(threadIdx.x);
  if (i < n) r[i] = a[i] + b[i];
}

// SplitMix64's output function, of an index and a seed.
__device__ std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

__global__ void fill_kernel(float* x, std::int64_t n, std::uint64_t seed) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * block + threadIdx.x;
  if (i < n)
    x[i] =
        static_cast<float>(mixed((seed + 1) * 0x9e3779b97f4a7c15ULL + static_cast<std::uint64_t>(i)) >> 40) * 0x1p-24F;
}

}  // namespace

void add(const float* a, const float* b, float* r, std::int64_t n) {
  add_kernel<<<blocks_for(n / 4), block>>>(reinterpret_cast<const float4*>(a), reinterpret_cast<const float4*>(b),
                                           reinterpret_cast<float4*>(r), n / 4);
}

void add_small(const float* a, const float* b, float* r, int n) {
  add_small_kernel<<<blocks_for(n), block>>>(a, b, r, n);
}

void fill_uniform(float* x, std::int64_t n, std::uint64_t seed) { fill_kernel<<<blocks_for(n), block>>>(x, n, seed); }

captured_adds::captured_adds(const float* a, const float* b, float* r, int n, int count) {
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture");
  for (int i = 0; i < count; ++i) add_small_kernel<<<blocks_for(n), block, 0, stream>>>(a, b, r, n);
  check(cudaStreamEndCapture(stream, &graph), "cudaStreamEndCapture");
  check(cudaGraphInstantiate(reinterpret_cast<cudaGraphExec_t*>(&graph_), graph, 0), "cudaGraphInstantiate");
  check(cudaGraphDestroy(graph), "cudaGraphDestroy");
  check(cudaStreamDestroy(stream), "cudaStreamDestroy");
}

captured_adds::~captured_adds() { cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(graph_)); }

void captured_adds::replay() const {
  check(cudaGraphLaunch(static_cast<cudaGraphExec_t>(graph_), cudaStreamLegacy), "cudaGraphLaunch");
}

}  // namespace by_hand

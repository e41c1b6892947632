// CUDA kernels as one writes them by hand. All work is queued on the legacy default stream; nothing waits.
#pragma once

#include <cstdint>

namespace by_hand {

/// r = a + b for n a multiple of 4: one float4 a thread.
void add(const float* a, const float* b, float* r, std::int64_t n);
/// r = a + b, one element a thread: what the host pays for a launch.
void add_small(const float* a, const float* b, float* r, int n);
/// x = uniform numbers in [0, 1): a hash of the element's index and the seed.
void fill_uniform(float* x, std::int64_t n, std::uint64_t seed);

/// `count` launches of add_small, captured and then replayed as a whole.
class captured_adds {
 public:
  captured_adds(const float* a, const float* b, float* r, int n, int count);
  ~captured_adds();
  captured_adds(const captured_adds&) = delete;
  captured_adds& operator=(const captured_adds&) = delete;
  void replay() const;

 private:
  void* graph_ = nullptr;  // cudaGraphExec_t
};

}  // namespace by_hand

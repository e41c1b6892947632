// cuRAND, opened when first needed: a table of its functions, checked calls, and generators that are lent to one call at a
// time.
#pragma once

#include <curand.h>

#include "runtime/call_seam.hpp"

// Every cuRAND function that the library calls.
#define GPU_CURAND_FUNCTIONS(X) \
  X(curandCreateGenerator)      \
  X(curandDestroyGenerator)     \
  X(curandSetGeneratorOrdering) \
  X(curandSetPseudoRandomGeneratorSeed) X(curandSetGeneratorOffset) X(curandSetStream) X(curandGenerate)

namespace gpu::cuda_backend {

struct curand_table {
#define GPU_CURAND_MEMBER(name) decltype(&::name) name = nullptr;
  GPU_CURAND_FUNCTIONS(GPU_CURAND_MEMBER)
#undef GPU_CURAND_MEMBER
};

/// Whether cuRAND is there, with every function of the table.
[[nodiscard]] bool curand_found();

/// cuRAND's functions. Throws device_error where cuRAND is not there.
[[nodiscard]] const curand_table& curand();

/// Throws what a failed call means: out_of_memory, else cuda_error with the call and cuRAND's status.
void check_curand(curandStatus_t code, const char* call);

/// A Philox4x32-10 generator of one device, on the current stream, in the order of words that no release of cuRAND changes,
/// for as long as this lives; then the next caller's. Its seed and offset are whatever the last caller left.
class curand_generator {
 public:
  explicit curand_generator(int device_index);
  curand_generator(const curand_generator&) = delete;
  curand_generator& operator=(const curand_generator&) = delete;
  ~curand_generator();

  [[nodiscard]] curandGenerator_t get() const noexcept { return generator_; }

 private:
  int device_index_;
  curandGenerator_t generator_;
};

}  // namespace gpu::cuda_backend

/// Calls cuRAND function `name` and throws if it fails; one that a test wants to fail is not called.
#define GPU_CURAND(name, ...)                                                                              \
  ::gpu::cuda_backend::check_curand(::gpu::runtime::seam::enter(::gpu::runtime::seam::kind::curand, #name) \
                                        ? ::gpu::cuda_backend::curand().name(__VA_ARGS__)                  \
                                        : CURAND_STATUS_INTERNAL_ERROR,                                    \
                                    #name)

// cuBLAS, opened when first needed: a table of its functions, checked calls, and handles that are lent to one call at a time.
#pragma once

#include <cublas_v2.h>

#include "runtime/call_seam.hpp"

// Every cuBLAS function that the library calls. cublas_v2.h renames some (cublasCreate is cublasCreate_v2): names pass
// through its macros before they are looked up.
#define GPU_CUBLAS_FUNCTIONS(X) \
  X(cublasGetStatusString)      \
  X(cublasCreate)               \
  X(cublasDestroy) X(cublasSetStream) X(cublasSetMathMode) X(cublasGemmEx_64) X(cublasGemmStridedBatchedEx_64)

namespace gpu::cuda_backend {

struct cublas_table {
#define GPU_CUBLAS_MEMBER(name) decltype(&::name) name = nullptr;
  GPU_CUBLAS_FUNCTIONS(GPU_CUBLAS_MEMBER)
#undef GPU_CUBLAS_MEMBER
};

/// cuBLAS's functions. Throws device_error where cuBLAS is not there.
[[nodiscard]] const cublas_table& cublas();

/// Throws what a failed call means: out_of_memory, else cuda_error with the call and cuBLAS's text.
void check_cublas(cublasStatus_t code, const char* call);

/// A cuBLAS handle of one device, on the current stream, for as long as this lives; then the next caller's. Handles are made
/// as many as are used at the same time and never destroyed: destroying one waits for the device.
class cublas_handle {
 public:
  explicit cublas_handle(int device_index);
  cublas_handle(const cublas_handle&) = delete;
  cublas_handle& operator=(const cublas_handle&) = delete;
  ~cublas_handle();

  [[nodiscard]] cublasHandle_t get() const noexcept { return handle_; }

 private:
  int device_index_;
  cublasHandle_t handle_;
};

}  // namespace gpu::cuda_backend

/// Calls cuBLAS function `name` and throws if it fails; one that a test wants to fail is not called.
#define GPU_CUBLAS(name, ...)                                                                              \
  ::gpu::cuda_backend::check_cublas(::gpu::runtime::seam::enter(::gpu::runtime::seam::kind::cublas, #name) \
                                        ? ::gpu::cuda_backend::cublas().name(__VA_ARGS__)                  \
                                        : CUBLAS_STATUS_INTERNAL_ERROR,                                    \
                                    #name)

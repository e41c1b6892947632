#include "cuda/cublas.hpp"

#include <string>

#include <gpu/error.hpp>

#include "cuda/idle_handles.hpp"
#include "runtime/cuda_driver.hpp"
#include "runtime/dynamic_library.hpp"
#include "runtime/immortal.hpp"

#define GPU_STRINGIZE(x) #x
#define GPU_EXPANDED_NAME(x) GPU_STRINGIZE(x)

namespace gpu::cuda_backend {
namespace {

struct opened_cublas {
  cublas_table table;
  std::string problem;

  opened_cublas() { problem = load(); }

 private:
  std::string load() {
    const runtime::dynamic_library library{"libcublas.so.13", "libcublas.so.12"};
    if (!library.found()) return "cuBLAS cannot be opened (" + library.reason() + ")";
#define GPU_CUBLAS_LOAD(name)                                                                \
  table.name = reinterpret_cast<decltype(&::name)>(library.symbol(GPU_EXPANDED_NAME(name))); \
  if (table.name == nullptr) return "cuBLAS is too old: it has no " GPU_EXPANDED_NAME(name);
    GPU_CUBLAS_FUNCTIONS(GPU_CUBLAS_LOAD)
#undef GPU_CUBLAS_LOAD
    return {};
  }
};

idle_handles<cublasHandle_t>& idle() {
  static runtime::immortal<idle_handles<cublasHandle_t>> handles;
  return *handles;
}

/// float32 stays float32 (no TF32), and sums of 16-bit floats stay float32 to the end.
cublasHandle_t make_handle() {
  cublasHandle_t handle = nullptr;
  GPU_CUBLAS(cublasCreate, &handle);
  try {
    constexpr int mode =
        static_cast<int>(CUBLAS_DEFAULT_MATH) | static_cast<int>(CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION);
    GPU_CUBLAS(cublasSetMathMode, handle, static_cast<cublasMath_t>(mode));
  } catch (...) {
    runtime::seam::announce(runtime::seam::kind::cublas, "cublasDestroy");
    cublas().cublasDestroy(handle);
    throw;
  }
  return handle;
}

}  // namespace

const cublas_table& cublas() {
  static runtime::immortal<opened_cublas> opened;
  if (!opened->problem.empty()) throw device_error(opened->problem);
  return opened->table;
}

void check_cublas(cublasStatus_t code, const char* call) {
  if (code == CUBLAS_STATUS_SUCCESS) return;
  const std::string message = std::string(call) + " failed: " + cublas().cublasGetStatusString(code);
  if (code == CUBLAS_STATUS_ALLOC_FAILED) throw out_of_memory(message);
  throw cuda_error(message);
}

cublas_handle::cublas_handle(int device_index) : device_index_(device_index) {
  runtime::make_current(device_index);
  handle_ = idle().take(device_index);
  if (handle_ == nullptr) handle_ = make_handle();
  try {
    GPU_CUBLAS(cublasSetStream, handle_, runtime::current_stream());
  } catch (...) {
    idle().give_back(device_index_, handle_);
    throw;
  }
}

cublas_handle::~cublas_handle() { idle().give_back(device_index_, handle_); }

}  // namespace gpu::cuda_backend

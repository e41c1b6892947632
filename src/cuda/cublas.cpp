#include "cuda/cublas.hpp"

#include <array>
#include <mutex>
#include <string>
#include <vector>

#include <gpu/error.hpp>

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

/// The handles of one device that no call uses at the moment.
struct idle_handles {
  std::mutex mutex;
  std::vector<cublasHandle_t> list;
};

idle_handles& idle_of(int device_index) {
  static runtime::immortal<std::array<idle_handles, 64>> all;
  return (*all)[static_cast<std::size_t>(device_index)];
}

cublasHandle_t take_idle(idle_handles& idle) {
  const std::lock_guard lock(idle.mutex);
  if (idle.list.empty()) return nullptr;
  const cublasHandle_t handle = idle.list.back();
  idle.list.pop_back();
  return handle;
}

void give_back(int device_index, cublasHandle_t handle) noexcept {
  idle_handles& idle = idle_of(device_index);
  const std::lock_guard lock(idle.mutex);
  try {
    idle.list.push_back(handle);
  } catch (...) {
    // No memory for the list: the handle is not used again.
  }
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
  handle_ = take_idle(idle_of(device_index));
  if (handle_ == nullptr) handle_ = make_handle();
  try {
    GPU_CUBLAS(cublasSetStream, handle_, runtime::current_stream());
  } catch (...) {
    give_back(device_index_, handle_);
    throw;
  }
}

cublas_handle::~cublas_handle() { give_back(device_index_, handle_); }

}  // namespace gpu::cuda_backend

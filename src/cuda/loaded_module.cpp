#include "cuda/loaded_module.hpp"

#include "runtime/counters.hpp"
#include "runtime/cuda_driver.hpp"

namespace gpu::cuda_backend {

loaded_module::loaded_module(const std::string& image, int device_index) : device_index_(device_index) {
  runtime::make_current(device_index);
  GPU_DRIVER(cuModuleLoadData, &module_, image.data());
  runtime::counters().modules_loaded.add();
}

loaded_module::~loaded_module() {
  if (module_ == nullptr) return;
  runtime::counters().modules_unloaded.add();
  try {
    runtime::make_current(device_index_);
    GPU_DRIVER_RELEASE(cuModuleUnload, module_);
  } catch (...) {  // a context that is gone took its modules along
  }
}

CUfunction loaded_module::function(const char* name) const {
  CUfunction found = nullptr;
  GPU_DRIVER(cuModuleGetFunction, &found, module_, name);
  return found;
}

}  // namespace gpu::cuda_backend

// A kernel image that a device has loaded.
#pragma once

#include <string>
#include <utility>

#include <cuda.h>

namespace gpu::cuda_backend {

/// Unloaded when this goes: nothing may be running or start its functions then.
class loaded_module {
 public:
  loaded_module() noexcept = default;
  /// Loads a cubin or PTX. Throws cuda_error, out_of_memory.
  loaded_module(const std::string& image, int device_index);
  loaded_module(loaded_module&& other) noexcept
      : module_(std::exchange(other.module_, nullptr)), device_index_(other.device_index_) {}
  loaded_module(const loaded_module&) = delete;
  loaded_module& operator=(loaded_module other) noexcept {
    std::swap(module_, other.module_);
    std::swap(device_index_, other.device_index_);
    return *this;
  }
  ~loaded_module();

  /// The entry point of that name. Throws cuda_error.
  [[nodiscard]] CUfunction function(const char* name) const;

 private:
  CUmodule module_ = nullptr;
  int device_index_ = 0;
};

}  // namespace gpu::cuda_backend

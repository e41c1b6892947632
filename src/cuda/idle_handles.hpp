// Handles of a CUDA library that are lent to one call at a time: as many as are used at once, by device, and never destroyed,
// because destroying one waits for the device.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <vector>

namespace gpu::cuda_backend {

/// The handles that no call uses at the moment. `Handle` is a pointer.
template <class Handle>
class idle_handles {
 public:
  /// One of the device's, now the caller's, or null.
  [[nodiscard]] Handle take(int device_index) {
    of_device& idle = devices_[static_cast<std::size_t>(device_index)];
    const std::lock_guard lock(idle.mutex);
    if (idle.list.empty()) return nullptr;
    const Handle handle = idle.list.back();
    idle.list.pop_back();
    return handle;
  }

  void give_back(int device_index, Handle handle) noexcept {
    of_device& idle = devices_[static_cast<std::size_t>(device_index)];
    const std::lock_guard lock(idle.mutex);
    try {
      idle.list.push_back(handle);
    } catch (...) {
      // No memory for the list: the handle is not used again.
    }
  }

 private:
  struct of_device {
    std::mutex mutex;
    std::vector<Handle> list;
  };
  std::array<of_device, 64> devices_;
};

}  // namespace gpu::cuda_backend

// Scratch memory of a thread, kept from kernel to kernel.
#pragma once

#include <cstddef>

namespace gpu::cpu_backend {

/// A lease of `bytes` bytes, aligned to 64, uninitialised. The thread's own buffer where that is free, else fresh memory.
class scratch {
 public:
  explicit scratch(std::size_t bytes);
  ~scratch();
  scratch(const scratch&) = delete;
  scratch& operator=(const scratch&) = delete;

  [[nodiscard]] std::byte* data() const noexcept { return data_; }

 private:
  std::byte* data_ = nullptr;
  bool from_thread_ = false;
};

}  // namespace gpu::cpu_backend

// A block of memory on one device, shared by the arrays and views that look into it.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <utility>

#include <gpu/device.hpp>

namespace gpu::runtime {

class allocator;

/// One block. Made by `allocate` or `adopt`, freed with the last `storage_ref`.
struct storage {
  std::atomic<long> refs{0};
  void* data = nullptr;
  std::size_t bytes = 0;
  gpu::device where;
  allocator* from = nullptr;           // of our own memory: where it goes back to
  std::function<void(void*)> deleter;  // adopted memory only
};

/// Gives the block back. Cannot fail: a deleter must not throw.
void destroy(storage* s) noexcept;

/// Shared ownership of a storage.
class storage_ref {
 public:
  storage_ref() noexcept = default;
  explicit storage_ref(storage* s) noexcept : s_(s) { retain(); }
  storage_ref(const storage_ref& o) noexcept : s_(o.s_) { retain(); }
  storage_ref(storage_ref&& o) noexcept : s_(std::exchange(o.s_, nullptr)) {}
  storage_ref& operator=(storage_ref o) noexcept {
    std::swap(s_, o.s_);
    return *this;
  }
  ~storage_ref() {
    if (s_ != nullptr && s_->refs.fetch_sub(1, std::memory_order_acq_rel) == 1) destroy(s_);
  }

  [[nodiscard]] storage* get() const noexcept { return s_; }
  storage* operator->() const noexcept { return s_; }
  explicit operator bool() const noexcept { return s_ != nullptr; }
  /// Whether this is the only reference.
  [[nodiscard]] bool unique() const noexcept { return s_ != nullptr && s_->refs.load(std::memory_order_acquire) == 1; }
  friend bool operator==(const storage_ref& a, const storage_ref& b) noexcept { return a.s_ == b.s_; }

 private:
  void retain() const noexcept {
    if (s_ != nullptr) s_->refs.fetch_add(1, std::memory_order_relaxed);
  }
  storage* s_ = nullptr;
};

/// A new block of `bytes` bytes (0 gives a storage with a null pointer), uninitialised, aligned to 256 bytes.
/// Throws out_of_memory; device_error if the device is not there.
[[nodiscard]] storage_ref allocate(std::size_t bytes, gpu::device where);

/// Foreign memory; `deleter(data)` runs with the last reference.
[[nodiscard]] storage_ref adopt(void* data, std::size_t bytes, gpu::device where, std::function<void(void*)> deleter);

/// Copies `bytes` bytes between any two devices, ordered after the work queued before. Waits when the host is an end.
void copy(void* to, gpu::device to_device, const void* from, gpu::device from_device, std::size_t bytes);

}  // namespace gpu::runtime

// A process-wide object that is made on first use and never destroyed, so that code running at exit may still use it.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace gpu::runtime {

template <class T>
class immortal {
 public:
  template <class... Args>
  explicit immortal(Args&&... args) {
    object_ = std::construct_at(reinterpret_cast<T*>(bytes_), std::forward<Args>(args)...);
  }
  immortal(const immortal&) = delete;
  immortal& operator=(const immortal&) = delete;
  ~immortal() = default;

  T& operator*() noexcept { return *object_; }
  T* operator->() noexcept { return object_; }

 private:
  alignas(T) std::byte bytes_[sizeof(T)];
  T* object_ = nullptr;
};

}  // namespace gpu::runtime

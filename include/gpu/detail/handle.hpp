// A counted reference to a node of the expression graph. Everything behind it is in the compiled library.
#pragma once

#include <utility>

#include <gpu/detail/config.hpp>

GPU_BEGIN_NAMESPACE
namespace detail {

struct node;

GPU_API void retain(node* n) noexcept;   // null is fine
GPU_API void release(node* n) noexcept;  // null is fine

/// Shares ownership of a node.
class handle {
 public:
  handle() noexcept = default;
  /// Takes over one reference.
  explicit handle(node* n) noexcept : node_(n) {}
  handle(const handle& other) noexcept : node_(other.node_) { retain(node_); }
  handle(handle&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
  handle& operator=(handle other) noexcept {
    std::swap(node_, other.node_);
    return *this;
  }
  ~handle() { release(node_); }

  [[nodiscard]] node* get() const noexcept { return node_; }
  [[nodiscard]] explicit operator bool() const noexcept { return node_ != nullptr; }

 private:
  node* node_ = nullptr;
};

}  // namespace detail
GPU_END_NAMESPACE

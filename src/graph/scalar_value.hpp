// A scalar of a known dtype, held in 16 bytes as the kernels read it.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>

#include <gpu/dtype.hpp>

namespace gpu::graph {

/// The bytes of one element of `type`, in the first item_size(type) bytes.
struct scalar_value {
  dtype type = dtype::bool_;
  alignas(16) std::array<std::byte, 16> bytes{};

  template <element E>
  static scalar_value of(E value) noexcept {
    scalar_value s;
    s.type = dtype_of<E>;
    std::memcpy(s.bytes.data(), &value, sizeof(E));
    return s;
  }
  template <element E>
  [[nodiscard]] E as() const noexcept {
    E value;
    std::memcpy(&value, bytes.data(), sizeof(E));
    return value;
  }
};

}  // namespace gpu::graph

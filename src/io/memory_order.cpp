#include "io/memory_order.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace gpu::io {
namespace {

shape reversed(const shape& s) {
  shape result = s;
  for (int i = 0; i < s.ndim(); ++i) result[i] = s[s.ndim() - 1 - i];
  return result;
}

// Strides of consecutive elements in C order.
shape c_strides(const shape& dims) {
  shape strides = dims;
  std::int64_t step = 1;
  for (int i = dims.ndim() - 1; i >= 0; --i) {
    strides[i] = step;
    step *= dims[i];
  }
  return strides;
}

// Gathers elements of `Bytes` bytes at `strides` into C order.
template <std::size_t Bytes>
void gather(std::byte*& to, const std::byte* from, const shape& dims, const shape& strides, int axis) {
  const auto step = strides[axis] * static_cast<std::int64_t>(Bytes);
  if (axis + 1 < dims.ndim()) {
    for (std::int64_t i = 0; i < dims[axis]; ++i) gather<Bytes>(to, from + i * step, dims, strides, axis + 1);
    return;
  }
  for (std::int64_t i = 0; i < dims[axis]; ++i, to += Bytes) std::memcpy(to, from + i * step, Bytes);
}

void gather(void* to, const void* from, const shape& dims, const shape& strides, std::size_t bytes) {
  auto* out = static_cast<std::byte*>(to);
  const auto* in = static_cast<const std::byte*>(from);
  if (dims.count() == 0) return;
  if (dims.ndim() == 0) {
    std::memcpy(out, in, bytes);
    return;
  }
  switch (bytes) {
    case 1: return gather<1>(out, in, dims, strides, 0);
    case 2: return gather<2>(out, in, dims, strides, 0);
    case 4: return gather<4>(out, in, dims, strides, 0);
    case 8: return gather<8>(out, in, dims, strides, 0);
    default: return gather<16>(out, in, dims, strides, 0);
  }
}

template <std::size_t Bytes>
void reverse_each(std::byte* data, std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) std::reverse(data + i * Bytes, data + (i + 1) * Bytes);
}

}  // namespace

void fortran_to_c(void* to, const void* from, const shape& dims, std::size_t bytes) {
  gather(to, from, dims, reversed(c_strides(reversed(dims))), bytes);
}

void c_to_fortran(void* to, const void* from, const shape& dims, std::size_t bytes) {
  gather(to, from, reversed(dims), reversed(c_strides(dims)), bytes);
}

void swap_bytes(void* data, std::size_t count, dtype type) noexcept {
  auto* bytes = static_cast<std::byte*>(data);
  if (detail::is_complex(type)) count *= 2;
  switch (detail::item_size(detail::real_of(type))) {
    case 2: return reverse_each<2>(bytes, count);
    case 4: return reverse_each<4>(bytes, count);
    case 8: return reverse_each<8>(bytes, count);
    default: return;
  }
}

}  // namespace gpu::io

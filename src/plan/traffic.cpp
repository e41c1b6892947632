#include "plan/traffic.hpp"

namespace gpu::plan {

std::int64_t elements_of(const operand& o, const shape& extent) noexcept {
  std::int64_t n = 1;
  for (int axis = 0; axis < extent.ndim(); ++axis) {
    const bool stands_still = axis >= o.strides.ndim() || o.strides[axis] == 0;
    if (extent[axis] == 0 || !stands_still || !o.indexed.empty()) n *= extent[axis];
  }
  return n;
}

std::int64_t bytes_of(const operand& o, const shape& extent) noexcept {
  return elements_of(o, extent) * static_cast<std::int64_t>(detail::item_size(o.type));
}

shape stored_extent(const kernel& k) noexcept {
  shape extent = k.extent;
  while (extent.ndim() > k.extent.ndim() - k.reduced_axes) extent.erase(extent.ndim() - 1);
  return extent;
}

traffic traffic_of(const kernel& k) noexcept {
  traffic t;
  for (const operand& in : k.inputs) t.read += bytes_of(in, k.extent);
  const shape stored = stored_extent(k);
  for (const output& out : k.outputs) t.written += bytes_of(out.to, stored);
  return t;
}

}  // namespace gpu::plan

#include "plan/overlap.hpp"

namespace gpu::plan {
namespace {

/// Element offsets reached: [low, high], in bytes.
struct byte_range {
  std::int64_t low = 0, high = 0;
};

template <class Indexed>
byte_range reached(const shape& extent, const shape& strides, std::int64_t offset, const Indexed& indexed, dtype type) {
  std::int64_t low = offset, high = offset;
  const auto widen = [&](std::int64_t length, std::int64_t stride) {
    const std::int64_t span = (length - 1) * stride;
    (span < 0 ? low : high) += span;
  };
  for (int k = 0; k < extent.ndim(); ++k) widen(extent[k], strides[k]);
  for (const auto& axis : indexed) widen(axis.length, axis.stride);
  const auto size = static_cast<std::int64_t>(detail::item_size(type));
  return {low * size, (high + 1) * size};
}

bool walks_alike(const shape& extent, const shape& a, const shape& b) {
  for (int k = 0; k < extent.ndim(); ++k)
    if (extent[k] != 1 && a[k] != b[k]) return false;
  return true;
}

}  // namespace

bool reads_what_it_writes(const kernel& k, const destination& to) {
  if (to.dims.count() == 0) return false;
  const byte_range written = reached(to.dims, to.strides, to.offset, to.indexed, to.type);
  for (const operand& in : k.inputs) {
    if (!(in.data == to.data)) continue;
    const byte_range read = reached(k.extent, in.strides, in.offset, in.indexed, in.type);
    if (read.high <= written.low || written.high <= read.low) continue;
    const bool same_elements = in.indexed.empty() && to.indexed.empty() && in.type == to.type &&
                               in.offset == to.offset && walks_alike(k.extent, in.strides, to.strides);
    if (!same_elements) return true;
  }
  return false;
}

}  // namespace gpu::plan

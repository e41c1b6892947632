#include "cuda/layout.hpp"

#include <algorithm>
#include <bit>

#include "plan/passes.hpp"

namespace gpu::cuda_backend {
namespace {

constexpr std::int64_t index_limit = (std::int64_t{1} << 31) - (std::int64_t{1} << 20);  // room for a block's overhang

std::int64_t magnitude(std::int64_t x) noexcept { return x < 0 ? -x : x; }

access access_of(const plan::operand& o, const shape& extent, const layout& l) noexcept {
  const std::int64_t stride = stride_of(o, l.lane_axis);
  if (stride == 0 || extent[l.lane_axis] == 1) return access::broadcast;
  if (stride != 1) return access::strided;
  if (l.lanes == 1) return access::contiguous;
  return phase_of(o, extent, l.lane_axis, l.lanes) == l.shift ? access::vector : access::contiguous;
}

bool in_parts(const plan::operand& o) noexcept {
  return detail::is_complex(o.type) && address_of(o) % detail::item_size(o.type) != 0;
}

bool is_written(const plan::kernel& k, const plan::operand& input) noexcept {
  return std::any_of(k.outputs.begin(), k.outputs.end(),
                     [&](const plan::output& out) { return out.to.data == input.data; });
}

/// The operands whose alignment decides the number of lanes: a map's outputs, a reduction's contiguous inputs.
std::vector<const plan::operand*> deciding_operands(const plan::kernel& k, int lane_axis) {
  std::vector<const plan::operand*> chosen;
  if (k.kind == plan::kernel_kind::map) {
    for (const plan::output& out : k.outputs)
      if (out.to.indexed.empty()) chosen.push_back(&out.to);
    if (!chosen.empty()) return chosen;
  }
  for (const plan::operand& in : k.inputs)
    if (in.indexed.empty() && stride_of(in, lane_axis) == 1) chosen.push_back(&in);
  return chosen;
}

int widest_item(const plan::kernel& k) noexcept {
  std::size_t widest = 1;
  for (const plan::operand& in : k.inputs) widest = std::max(widest, detail::item_size(in.type));
  for (const plan::output& out : k.outputs)
    if (k.kind == plan::kernel_kind::map) widest = std::max(widest, detail::item_size(out.to.type));
  return static_cast<int>(widest);
}

/// Registers bound the lanes of a reduction whose states are large.
int lane_limit(const plan::kernel& k, std::int64_t length) noexcept {
  std::int64_t limit = std::min(max_lanes, std::max(1, vector_bytes / widest_item(k)));
  if (k.kind == plan::kernel_kind::reduce) {
    const bool positions = k.combine == plan::reducer::argmin || k.combine == plan::reducer::argmax;
    const std::int64_t state = static_cast<std::int64_t>(detail::item_size(k.accumulate)) + (positions ? 8 : 0);
    limit = std::min(limit, std::max<std::int64_t>(1, 64 / state));
  }
  while (limit > 1 && limit > length) limit /= 2;
  return static_cast<int>(std::bit_floor(static_cast<std::uint64_t>(std::max<std::int64_t>(limit, 1))));
}

/// The most lanes for which every deciding operand has the same phase; with it, the shift.
void choose_lanes(const plan::kernel& k, const shape& extent, layout& l) {
  const auto deciding = deciding_operands(k, l.lane_axis);
  const bool rows_must_fit = l.how == strategy::reduce_inner && k.reduced_axes > 1;
  const std::int64_t length = extent[l.lane_axis];
  l.lanes = 1;
  l.shift = 0;
  if (deciding.empty() || !plan::enabled(plan::pass::vector_lanes)) return;
  for (int lanes = lane_limit(k, length); lanes > 1; lanes /= 2) {
    const std::int64_t phase = phase_of(*deciding.front(), extent, l.lane_axis, lanes);
    const bool agreed = phase >= 0 && std::all_of(deciding.begin(), deciding.end(), [&](const plan::operand* o) {
                          return phase_of(*o, extent, l.lane_axis, lanes) == phase;
                        });
    if (!agreed || (rows_must_fit && (phase != 0 || length % lanes != 0))) continue;
    l.lanes = lanes;
    l.shift = phase;
    return;
  }
}

/// Whether a thread's lanes begin at a multiple of four of the draw's numbers and follow each other.
bool draws_by_four(const plan::draw& d, const shape& extent, const layout& l) noexcept {
  const auto stride = [&](int axis) { return axis < d.strides.ndim() ? d.strides[axis] : 0; };
  if (l.how == strategy::reduce_outer || l.lanes % 4 != 0 || l.shift % 4 != 0 || stride(l.lane_axis) != 1 ||
      d.offset % 4 != 0)
    return false;
  for (int axis = 0; axis < extent.ndim(); ++axis)
    if (axis != l.lane_axis && extent[axis] > 1 && stride(axis) % 4 != 0) return false;
  return true;
}

/// Lanes that fill less than a wide access are made up for by more of them.
int repeat_for(const plan::kernel& k, const layout& l) noexcept {
  if (l.how != strategy::map || l.lanes > 1) return 1;
  return std::clamp(vector_bytes / widest_item(k), 1, 4);
}

std::int64_t product(const shape& extent, int begin, int end) noexcept {
  std::int64_t n = 1;
  for (int axis = begin; axis < end; ++axis) n *= extent[axis];
  return n;
}

}  // namespace

shape walked_extent(const plan::kernel& k) { return k.extent.empty() ? shape{1} : k.extent; }

std::int64_t stride_of(const plan::operand& o, int axis) noexcept {
  return axis < o.strides.ndim() ? o.strides[axis] : 0;
}

std::uint64_t address_of(const plan::operand& o) noexcept {
  const auto base = std::bit_cast<std::uint64_t>(o.data ? o.data->data : nullptr);
  return base + static_cast<std::uint64_t>(o.offset) * detail::item_size(o.type);
}

std::int64_t phase_of(const plan::operand& o, const shape& extent, int lane_axis, int lanes) noexcept {
  if (!o.indexed.empty() || stride_of(o, lane_axis) != 1) return -1;
  const std::uint64_t item = detail::item_size(o.type);
  if (item * static_cast<std::uint64_t>(lanes) > vector_bytes || address_of(o) % item != 0) return -1;
  for (int axis = 0; axis < extent.ndim(); ++axis)
    if (axis != lane_axis && extent[axis] > 1 && stride_of(o, axis) % lanes != 0) return -1;
  return static_cast<std::int64_t>(address_of(o) / item % static_cast<std::uint64_t>(lanes));
}

bool fits_32_bits(const plan::kernel& k, const shape& extent) noexcept {
  // counted in double: a product of lengths may exceed 64 bits where one of them is 0
  double points = 1;
  for (const std::int64_t n : extent) points *= static_cast<double>(n);
  const auto fits = [&](const plan::operand& o) {
    double reach = 0;
    for (int axis = 0; axis < extent.ndim(); ++axis)
      reach += static_cast<double>(magnitude(stride_of(o, axis))) * static_cast<double>(extent[axis] + max_lanes);
    return reach < static_cast<double>(index_limit);
  };
  return points < static_cast<double>(index_limit) && std::all_of(k.inputs.begin(), k.inputs.end(), fits) &&
         std::all_of(k.outputs.begin(), k.outputs.end(), [&](const plan::output& out) { return fits(out.to); });
}

bool prefers_outer(const plan::kernel& k) noexcept {
  const int kept = k.extent.ndim() - k.reduced_axes;
  if (kept == 0 || k.reduced_axes == 0) return false;
  std::size_t inner = 0;
  std::size_t outer = 0;
  for (const plan::operand& in : k.inputs) {
    const std::size_t item = detail::item_size(in.type);
    if (magnitude(stride_of(in, k.extent.ndim() - 1)) == 1) inner += item;
    if (magnitude(stride_of(in, kept - 1)) == 1) outer += item;
  }
  return outer > inner;
}

int group_for(std::int64_t chunks, std::int64_t outputs) noexcept {
  constexpr std::int64_t many_outputs = 1 << 15;  // enough groups of a warp to fill a device
  if (chunks >= 2048 || (chunks >= 512 && outputs < many_outputs)) return block_threads;
  if (chunks >= 32) return 32;
  return chunks >= 4 ? 4 : 1;
}

layout layout_of(const plan::kernel& k) {
  layout l;
  const shape extent = walked_extent(k);
  l.rank = extent.ndim();
  const bool reduction = k.kind == plan::kernel_kind::reduce;
  const int kept = l.rank - k.reduced_axes;
  if (reduction) l.how = prefers_outer(k) ? strategy::reduce_outer : strategy::reduce_inner;
  l.lane_axis = l.how == strategy::reduce_outer ? kept - 1 : l.rank - 1;
  l.wide = !plan::enabled(plan::pass::narrow_indices) || !fits_32_bits(k, extent);
  choose_lanes(k, extent, l);
  const std::int64_t length = extent[l.lane_axis];
  l.exact = l.lanes == 1 || (l.shift == 0 && length % l.lanes == 0);
  l.repeat = repeat_for(k, l);
  for (const plan::draw& d : k.draws) l.draws_by_four.push_back(draws_by_four(d, extent, l));
  if (l.how == strategy::reduce_inner) {
    const std::int64_t chunks = product(extent, kept, l.rank - 1) * ((length + l.shift + l.lanes - 1) / l.lanes);
    l.group = group_for(chunks, product(extent, 0, kept));
  }
  for (const plan::operand& in : k.inputs)
    l.inputs.push_back({access_of(in, extent, l), !is_written(k, in), in_parts(in)});
  for (const plan::output& out : k.outputs) {
    const bool lanes_reach_it = l.how != strategy::reduce_inner;
    l.outputs.push_back({lanes_reach_it ? access_of(out.to, extent, l) : access::strided, false, in_parts(out.to)});
  }
  return l;
}

}  // namespace gpu::cuda_backend

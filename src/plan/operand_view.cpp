#include "plan/operand_view.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "plan/program_text.hpp"
#include "plan/traffic.hpp"

namespace gpu::plan {
namespace {

using cuda_backend::access;

/// Where axis `axis` of the expression lies among the kernel's.
int axis_in_kernel(int axis, std::uint32_t reduced, int rank) noexcept {
  const std::uint32_t below = (1U << axis) - 1;
  const int reduced_before = std::popcount(reduced & below);
  const bool is_reduced = (reduced >> axis & 1U) != 0;
  return is_reduced ? rank - std::popcount(reduced) + reduced_before : axis - reduced_before;
}

/// Whether neighbours in memory lie along an axis other than the one that a thread's elements lie along.
bool is_transposed(const kernel& k, const operand& o, int lane_axis) noexcept {
  for (int axis = 0; axis < std::min(k.extent.ndim(), o.strides.ndim()); ++axis)
    if (axis != lane_axis && k.extent[axis] > 1 && std::abs(o.strides[axis]) == 1) return true;
  return false;
}

std::string access_text(const kernel& k, const operand& o, access lanes, const cuda_backend::layout& l) {
  if (!o.indexed.empty()) return "at computed places";
  switch (lanes) {
    case access::vector:
      return "contiguous, vectors of " + std::to_string(static_cast<std::size_t>(l.lanes) * detail::item_size(o.type)) +
             " bytes";
    case access::contiguous: return "contiguous, element by element";
    case access::broadcast: return "one element for all of a thread";
    case access::strided: break;
  }
  return is_transposed(k, o, l.lane_axis) ? "transposed" : "stepped";
}

/// Results that groups of threads give lie one after the other, or apart.
std::string result_text(const kernel& k, const operand& o) {
  const int last = k.extent.ndim() - k.reduced_axes - 1;
  return last < 0 || o.strides[last] == 1 ? "contiguous" : "stepped";
}

std::string broadcast_text(const shape& extent, const shape& strides) {
  std::uint32_t axes = 0;
  for (int axis = 0; axis < extent.ndim(); ++axis)
    if (strides[axis] == 0 && extent[axis] > 1) axes |= 1U << axis;
  if (axes == 0) return {};
  const std::string text = axes_text(axes, extent.ndim());
  return ", broadcast along " + (text.empty() ? "all axes" : "axis " + text);
}

window own_window(const operand& o, const shape& extent, const shape& strides) {
  window w;
  w.offset = o.offset;
  for (int axis = 0; axis < extent.ndim(); ++axis) {
    const std::int64_t length = strides[axis] == 0 && o.indexed.empty() ? 1 : extent[axis];
    if (length == 1 && w.dims.empty()) continue;
    w.dims.push_back(length);
    w.strides.push_back(length == 1 ? 0 : strides[axis]);
  }
  return w;
}

}  // namespace

shape by_own_axes(const shape& of_kernel, std::uint32_t reduced) {
  shape own;
  for (int axis = 0; axis < of_kernel.ndim(); ++axis)
    own.push_back(of_kernel[axis_in_kernel(axis, reduced, of_kernel.ndim())]);
  return own;
}

operand_view input_view(const recorded_kernel& r, std::size_t slot, const cuda_backend::layout& l) {
  const operand& given = r.as_given.inputs[slot];
  const shape extent = by_own_axes(r.as_given.extent, r.reduced);
  const shape strides = by_own_axes(given.strides, r.reduced);
  operand_view v;
  v.data = given.data;
  v.type = given.type;
  v.part = own_window(given, extent, strides);
  v.look = access_text(r.as_run, r.as_run.inputs[slot], l.inputs[slot].lanes, l);
  if (given.indexed.empty()) v.look += broadcast_text(extent, strides);
  v.bytes = bytes_of(given, r.as_given.extent);
  return v;
}

operand_view output_view(const recorded_kernel& r, std::size_t slot, const cuda_backend::layout& l) {
  const operand& given = r.as_given.outputs[slot].to;
  const operand& run = r.as_run.outputs[slot].to;
  const bool by_groups = l.how == cuda_backend::strategy::reduce_inner;
  operand_view v;
  v.data = given.data;
  v.type = given.type;
  v.part.offset = given.offset;
  v.part.dims = stored_extent(r.as_given);
  for (int axis = 0; axis < v.part.dims.ndim(); ++axis) v.part.strides.push_back(given.strides[axis]);
  v.look = by_groups ? result_text(r.as_run, run) : access_text(r.as_run, run, l.outputs[slot].lanes, l);
  v.bytes = bytes_of(given, v.part.dims);
  return v;
}

}  // namespace gpu::plan

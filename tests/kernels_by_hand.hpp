// Small kernel descriptions made by hand, for tests of a back end alone.
#pragma once

#include <cstdint>
#include <vector>

#include "exact_memory.hpp"
#include "plan/kernel.hpp"
#include "runtime/storage.hpp"

namespace by_hand {

using gpu::dtype;
using gpu::shape;
namespace plan = gpu::plan;

/// Row-major strides.
inline shape c_strides(const shape& extent) {
  shape strides = extent;
  std::int64_t step = 1;
  for (int axis = extent.ndim() - 1; axis >= 0; --axis) {
    strides[axis] = step;
    step *= extent[axis];
  }
  return strides;
}

/// An operand in memory of its own that holds every element its strides reach, plus `offset` before them. Uninitialised.
inline plan::operand make_operand(dtype type, const shape& extent, const shape& strides, std::int64_t offset,
                                  gpu::device where) {
  std::int64_t low = 0;
  std::int64_t high = 0;
  for (int axis = 0; axis < strides.ndim(); ++axis) {
    const std::int64_t reach = strides[axis] * (extent[axis] - 1);
    (reach < 0 ? low : high) += reach;
  }
  plan::operand o;
  o.type = type;
  o.strides = strides;
  o.offset = offset - low;
  const auto bytes = static_cast<std::size_t>(offset - low + high + 1) * gpu::detail::item_size(type);
  o.data = where == gpu::cpu() ? exact_storage(bytes) : gpu::runtime::allocate(bytes, where);
  return o;
}

inline plan::value load(dtype type, int slot) {
  plan::value v;
  v.kind = plan::value_kind::load;
  v.type = type;
  v.slot = static_cast<std::uint16_t>(slot);
  return v;
}
inline plan::value scalar(dtype type, int slot) {
  plan::value v = load(type, slot);
  v.kind = plan::value_kind::scalar;
  return v;
}
inline plan::value cast(dtype type, int from) {
  plan::value v;
  v.kind = plan::value_kind::cast;
  v.type = type;
  v.nargs = 1;
  v.args[0] = static_cast<std::uint16_t>(from);
  return v;
}
inline plan::value apply(plan::op_id op, dtype type, std::vector<int> args) {
  plan::value v;
  v.kind = plan::value_kind::op;
  v.op = op;
  v.type = type;
  v.nargs = static_cast<std::uint8_t>(args.size());
  for (std::size_t i = 0; i < args.size(); ++i) v.args[i] = static_cast<std::uint16_t>(args[i]);
  return v;
}
inline plan::output store(plan::operand to, int value) {
  plan::output out;
  out.to = std::move(to);
  out.value = static_cast<std::uint16_t>(value);
  return out;
}

/// How an operand lies in memory.
enum class arrangement {
  c_order,
  offset_by_one,
  stepped,
  reversed,
  broadcast_rows,
  broadcast_lanes,
  transposed,
  padded
};
inline constexpr arrangement arrangements[] = {
    arrangement::c_order,        arrangement::offset_by_one,   arrangement::stepped,    arrangement::reversed,
    arrangement::broadcast_rows, arrangement::broadcast_lanes, arrangement::transposed, arrangement::padded};

/// The strides of an operand of this arrangement; its elements may be misaligned besides (offset_by_one).
inline shape strides_of(arrangement how, const shape& extent) {
  shape strides = c_strides(extent);
  const int last = extent.ndim() - 1;
  switch (how) {
    case arrangement::c_order:
    case arrangement::offset_by_one: break;
    case arrangement::stepped:
      for (int axis = 0; axis <= last; ++axis) strides[axis] *= 2;
      break;
    case arrangement::reversed:
      for (int axis = 0; axis <= last; ++axis) strides[axis] = -strides[axis];
      break;
    case arrangement::broadcast_rows:
      for (int axis = 0; axis < last; ++axis) strides[axis] = 0;
      break;
    case arrangement::broadcast_lanes:
      if (last >= 0) strides[last] = 0;
      break;
    case arrangement::transposed: {
      std::int64_t step = 1;
      for (int axis = 0; axis <= last; ++axis) {
        strides[axis] = step;
        step *= extent[axis];
      }
      break;
    }
    case arrangement::padded:  // rows of one element more than used
      if (last > 0) {
        for (int axis = 0; axis < last; ++axis) strides[axis] = strides[axis] / extent[last] * (extent[last] + 1);
      }
      break;
  }
  return strides;
}

inline plan::operand arranged(arrangement how, dtype type, const shape& extent, gpu::device where) {
  return make_operand(type, extent, strides_of(how, extent), how == arrangement::offset_by_one ? 1 : 0, where);
}

/// out = a + b.
inline plan::kernel sum_of_two(dtype type, const shape& extent, plan::operand a, plan::operand b, plan::operand out) {
  plan::kernel k;
  k.name = "add";
  k.extent = extent;
  k.inputs = {std::move(a), std::move(b)};
  k.values = {load(type, 0), load(type, 1), apply(plan::op_id::add, type, {0, 1})};
  k.outputs = {store(std::move(out), 2)};
  return k;
}

/// Reduces the last `reduced_axes` axes of `in`, cast to `accumulate`.
inline plan::kernel reduction(plan::reducer combine, const shape& extent, int reduced_axes, plan::operand in,
                              dtype accumulate, dtype result, gpu::device where) {
  plan::kernel k;
  k.kind = plan::kernel_kind::reduce;
  k.name = "reduce";
  k.extent = extent;
  k.reduced_axes = reduced_axes;
  k.combine = combine;
  k.accumulate = accumulate;
  k.values = {load(in.type, 0), cast(accumulate, 0)};
  k.inputs = {std::move(in)};
  shape kept;
  for (int axis = 0; axis < extent.ndim() - reduced_axes; ++axis) kept.push_back(extent[axis]);
  k.outputs = {store(make_operand(result, kept, c_strides(kept), 0, where), 1)};
  return k;
}

}  // namespace by_hand

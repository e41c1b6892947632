#include "program.hpp"

#include <algorithm>
#include <cstdlib>

namespace fuzz {

bool is_writable(const array_spec& a) {
  return std::none_of(a.axes.begin(), a.axes.end(), [](const axis_layout& x) { return x.broadcast; });
}

bool is_plain(const array_spec& a) {
  for (std::size_t k = 0; k < a.axes.size(); ++k) {
    const axis_layout& x = a.axes[k];
    if (x.broadcast || x.start != 0 || x.step != 1 || x.pad != 0 || a.order[k] != static_cast<int>(k)) return false;
  }
  return !a.to_parts;
}

namespace {

std::int64_t length_of(const program& p, const axis_layout& x) {
  return x.symbol < 0 ? 1 : p.lengths[static_cast<std::size_t>(x.symbol)];
}

/// Elements of the base along the axis.
std::int64_t base_length(const program& p, const axis_layout& x) {
  if (x.broadcast) return x.start + 1 + x.pad;
  const std::int64_t n = length_of(p, x);
  return n == 0 ? x.start + x.pad : x.start + (n - 1) * std::abs(x.step) + 1 + x.pad;
}

}  // namespace

shape window_dims(const program& p, const array_spec& a) {
  shape dims;
  for (const axis_layout& x : a.axes) dims.push_back(length_of(p, x));
  return dims;
}

shape base_dims(const program& p, const array_spec& a) {
  shape dims = shape::filled(static_cast<int>(a.axes.size()), 0);
  for (std::size_t k = 0; k < a.axes.size(); ++k) dims[a.order[k]] = base_length(p, a.axes[k]);
  return dims;
}

std::vector<gpu::slice_item> window_slices(const program& p, const array_spec& a) {
  std::vector<gpu::slice_item> items(a.axes.size(), gpu::all());
  for (std::size_t k = 0; k < a.axes.size(); ++k) {
    const axis_layout& x = a.axes[k];
    const std::int64_t n = x.broadcast ? 1 : length_of(p, x);
    const std::int64_t last = x.start + (n > 0 ? n - 1 : 0) * std::abs(x.step);
    gpu::slice_item& item = items[static_cast<std::size_t>(a.order[k])];
    if (n == 0)
      item = gpu::range(x.start, x.start);
    else if (x.step > 0)
      item = gpu::range(x.start, last + 1, x.step);
    else if (x.start == 0)
      item = gpu::range(last, gpu::placeholders::_, x.step);
    else
      item = gpu::range(last, x.start - 1, x.step);
  }
  return items;
}

weak_scalar scalar_of(const program& p, const operand& o) {
  return o.length_of < 0 ? o.scalar : weak_scalar::of(p.lengths[static_cast<std::size_t>(o.length_of)]);
}

shape dims_of(const program& p, const std::vector<int>& symbols) {
  shape dims;
  for (const int s : symbols) dims.push_back(s < 0 ? 1 : p.lengths[static_cast<std::size_t>(s)]);
  return dims;
}

const char* name_of(op_id op) {
  constexpr const char* names[] = {
#define GPU_OP(name, arity, rule) #name,
#include <gpu/detail/op_table.def>
#undef GPU_OP
  };
  return names[static_cast<int>(op)];
}

const char* name_of(reduction_id r) {
  constexpr const char* names[] = {"sum", "prod", "mean", "var",    "stddev", "min",          "max",
                                   "ptp", "all",  "any",  "argmin", "argmax", "count_nonzero"};
  return names[static_cast<int>(r)];
}

}  // namespace fuzz

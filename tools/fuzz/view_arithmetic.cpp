#include "view_arithmetic.hpp"

#include <algorithm>
#include <cstring>

namespace fuzz {
namespace {

using gpu::detail::slice_kind;

/// Indices that a Python slice start:stop:step names on an axis of n elements.
std::vector<std::int64_t> slice_indices(const gpu::slice_item& s, std::int64_t n) {
  std::vector<std::int64_t> list;
  const auto bound = [&](const gpu::detail::bound& b, std::int64_t omitted) {
    if (!b.given) return omitted;
    const std::int64_t v = b.value < 0 ? b.value + n : b.value;
    return s.step > 0 ? std::min(std::max<std::int64_t>(v, 0), n) : std::min(std::max<std::int64_t>(v, -1), n - 1);
  };
  const std::int64_t start = bound(s.start, s.step > 0 ? 0 : n - 1);
  const std::int64_t stop = bound(s.stop, s.step > 0 ? n : -1);
  for (std::int64_t i = start; s.step > 0 ? i < stop : i > stop; i += s.step) list.push_back(i);
  return list;
}

std::int64_t single_index(const gpu::slice_item& s, std::int64_t n) {
  const std::int64_t i = s.start.value < 0 ? s.start.value + n : s.start.value;
  if (i < 0 || i >= n) throw invalid_program("index out of range");
  return i;
}

std::vector<std::int64_t> c_strides(const shape& dims) {
  std::vector<std::int64_t> strides(dims.size());
  std::int64_t stride = 1;
  for (int k = dims.ndim() - 1; k >= 0; --k) {
    strides[static_cast<std::size_t>(k)] = stride;
    stride *= dims[k];
  }
  return strides;
}

/// The outer sum: for each axis of the result a list of offsets.
positions summed(const std::vector<std::vector<std::int64_t>>& offsets, std::int64_t origin) {
  positions result;
  for (const auto& list : offsets) result.dims.push_back(static_cast<std::int64_t>(list.size()));
  require_moderate(result.dims);
  result.at.reserve(static_cast<std::size_t>(result.dims.count()));
  for_each_point(result.dims, [&](std::int64_t, const shape& point) {
    std::int64_t at = origin;
    for (std::size_t k = 0; k < offsets.size(); ++k)
      at += offsets[k][static_cast<std::size_t>(point[static_cast<int>(k)])];
    result.at.push_back(at);
  });
  return result;
}

std::vector<std::int64_t> scaled(std::vector<std::int64_t> list, std::int64_t by) {
  for (std::int64_t& i : list) i *= by;
  return list;
}

std::vector<std::int64_t> counting(std::int64_t n, std::int64_t stride) {
  std::vector<std::int64_t> list;
  for (std::int64_t i = 0; i < n; ++i) list.push_back(i * stride);
  return list;
}

positions sliced(const shape& dims, const std::vector<gpu::slice_item>& items) {
  const auto strides = c_strides(dims);
  std::vector<std::vector<std::int64_t>> offsets;
  std::int64_t origin = 0;
  int axis = 0;
  for (const gpu::slice_item& s : items) {
    if (s.kind == slice_kind::newaxis) {
      offsets.push_back({0});
      continue;
    }
    if (axis >= dims.ndim()) throw invalid_program("too many indices");
    const std::int64_t stride = strides[static_cast<std::size_t>(axis)];
    if (s.kind == slice_kind::index)
      origin += single_index(s, dims[axis]) * stride;
    else
      offsets.push_back(scaled(slice_indices(s, dims[axis]), stride));
    ++axis;
  }
  for (; axis < dims.ndim(); ++axis) offsets.push_back(counting(dims[axis], strides[static_cast<std::size_t>(axis)]));
  return summed(offsets, origin);
}

positions transposed(const shape& dims, const std::vector<int>& order) {
  if (order.size() != dims.size()) throw invalid_program("the order does not fit the axes");
  const auto strides = c_strides(dims);
  std::vector<std::vector<std::int64_t>> offsets;
  offsets.reserve(order.size());
  for (const int axis : order) offsets.push_back(counting(dims[axis], strides[static_cast<std::size_t>(axis)]));
  return summed(offsets, 0);
}

shape regrouped(const shape& dims, const view_step& view) {
  shape to;
  if (view.kind == view_kind::ravel) return shape{dims.count()};
  const bool expands = view.kind == view_kind::expand;
  if (view.axis + (view.kind == view_kind::merge ? 1 : 0) >= dims.ndim() + (expands ? 1 : 0))
    throw invalid_program("no such axis");
  for (int k = 0; k < dims.ndim() + (expands ? 1 : 0); ++k) {
    if (k == view.axis && expands) to.push_back(1);
    if (k == dims.ndim()) break;
    if (k == view.axis && view.kind == view_kind::merge) {
      to.push_back(dims[k] * dims[k + 1]);
      ++k;
    } else if (k == view.axis && view.kind == view_kind::split) {
      if (dims[k] % 2 != 0) throw invalid_program("an odd axis cannot be halved");
      to.push_back(dims[k] / 2);
      to.push_back(2);
    } else {
      to.push_back(dims[k]);
    }
  }
  return to;
}

}  // namespace

positions whole(const shape& dims) { return {dims, counting(dims.count(), 1)}; }

positions view_of(const program& p, const shape& dims, const view_step& view) {
  switch (view.kind) {
    case view_kind::slice: return sliced(dims, view.items);
    case view_kind::transpose: return transposed(dims, view.order);
    case view_kind::ravel:
    case view_kind::merge:
    case view_kind::split:
    case view_kind::expand: return {regrouped(dims, view), counting(dims.count(), 1)};
    case view_kind::broadcast: break;
  }
  shape to{p.lengths[static_cast<std::size_t>(view.symbol)]};
  for (const std::int64_t d : dims) to.push_back(d);
  return broadcast_to(dims, to);
}

positions chained(const positions& first, const positions& then) {
  positions result{then.dims, {}};
  result.at.reserve(then.at.size());
  for (const std::int64_t i : then.at) result.at.push_back(first.at[static_cast<std::size_t>(i)]);
  return result;
}

positions window_of(const program& p, const array_spec& a) {
  positions window = sliced(base_dims(p, a), window_slices(p, a));
  window = chained(window, transposed(window.dims, a.order));
  return chained(window, broadcast_to(window.dims, window_dims(p, a)));
}

shape broadcast_dims(const shape& a, const shape& b) {
  const int rank = std::max(a.ndim(), b.ndim());
  shape dims;
  for (int k = 0; k < rank; ++k) {
    const int ka = k - (rank - a.ndim()), kb = k - (rank - b.ndim());
    const std::int64_t x = ka < 0 ? 1 : a[ka], y = kb < 0 ? 1 : b[kb];
    if (x != y && x != 1 && y != 1) throw invalid_program("the shapes do not broadcast");
    dims.push_back(x == 1 ? y : x);
  }
  return dims;
}

positions broadcast_to(const shape& dims, const shape& to) {
  const int extra = to.ndim() - dims.ndim();
  if (extra < 0) throw invalid_program("too many axes to broadcast");
  if (dims == to) return whole(to);
  const auto strides = c_strides(dims);
  std::vector<std::vector<std::int64_t>> offsets;
  for (int k = 0; k < to.ndim(); ++k) {
    const bool repeats = k < extra || (dims[k - extra] == 1 && to[k] != 1);
    if (!repeats && dims[k - extra] != to[k]) throw invalid_program("the shapes do not broadcast");
    offsets.push_back(counting(to[k], repeats ? 0 : strides[static_cast<std::size_t>(k - extra)]));
  }
  return summed(offsets, 0);
}

namespace {

/// An axis of the source after masks became index arrays: indexed by int64 values, or sliced.
struct indexed_axis {
  bool indexed = false;
  bool consumes = true;  // newaxis does not
  value index;
  gpu::slice_item slice = gpu::all();
};

void add_mask(const value& mask, const shape& dims, int axis, std::vector<indexed_axis>& list) {
  for (int k = 0; k < mask.dims.ndim(); ++k)
    if (axis + k >= dims.ndim() || mask.dims[k] != dims[axis + k]) throw invalid_program("the mask does not fit");
  std::vector<std::vector<std::int64_t>> coordinates(mask.dims.size());
  for_each_point(mask.dims, [&](std::int64_t flat, const shape& point) {
    if (mask.data[static_cast<std::size_t>(flat)] == std::byte{0}) return;
    for (int k = 0; k < mask.dims.ndim(); ++k) coordinates[static_cast<std::size_t>(k)].push_back(point[k]);
  });
  for (const auto& along : coordinates) {
    indexed_axis a;
    a.indexed = true;
    a.index = value(dtype::int64, shape{static_cast<std::int64_t>(along.size())});
    if (!along.empty()) std::memcpy(a.index.data.data(), along.data(), a.index.data.size());
    list.push_back(std::move(a));
  }
}

std::vector<indexed_axis> expanded(const shape& dims, const std::vector<selector>& items) {
  std::vector<indexed_axis> list;
  int axis = 0;
  for (const selector& s : items) {
    if (s.index != nullptr && s.index->type == dtype::bool_) {
      if (s.index->dims.ndim() == 0) throw invalid_program("a 0-d mask");
      add_mask(*s.index, dims, axis, list);
      axis += s.index->dims.ndim();
      continue;
    }
    indexed_axis a;
    a.slice = s.slice;
    a.indexed = s.index != nullptr || s.slice.kind == slice_kind::index;
    a.consumes = s.index != nullptr || s.slice.kind != slice_kind::newaxis;
    if (s.index != nullptr) a.index = *s.index;
    if (a.indexed && s.index == nullptr) {  // an integer beside index arrays is one itself
      a.index = value(dtype::int64, shape{});
      std::memcpy(a.index.data.data(), &s.slice.start.value, sizeof(std::int64_t));
    }
    if (a.consumes && axis >= dims.ndim()) throw invalid_program("too many indices");
    axis += a.consumes ? 1 : 0;
    list.push_back(std::move(a));
  }
  for (; axis < dims.ndim(); ++axis) list.emplace_back();
  return list;
}

/// Where the index arrays' axes come in the result: at the first of them if they stand side by side, else first.
std::size_t common_place(const std::vector<indexed_axis>& list) {
  std::size_t first = list.size(), last = 0, count = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!list[i].indexed) continue;
    first = std::min(first, i);
    last = i;
    ++count;
  }
  return last - first + 1 == count ? first : 0;
}

std::int64_t index_at(const value& index, std::int64_t flat, std::int64_t length) {
  std::int64_t i = 0;
  std::memcpy(&i, index.at(flat), sizeof i);
  if (i < -length || i >= length) throw invalid_program("index out of range");
  return i < 0 ? i + length : i;
}

}  // namespace

positions selection_of(const shape& dims, const std::vector<selector>& items) {
  const std::vector<indexed_axis> list = expanded(dims, items);
  const auto strides = c_strides(dims);
  shape common;
  for (const indexed_axis& a : list)
    if (a.indexed) common = broadcast_dims(common, a.index.dims);
  std::vector<std::int64_t> found(static_cast<std::size_t>(common.count()), 0);
  std::vector<std::vector<std::int64_t>> before, after;
  const std::size_t place = common_place(list);
  std::size_t axis = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const indexed_axis& a = list[i];
    if (a.indexed) {
      const positions spread = broadcast_to(a.index.dims, common);
      for (std::size_t n = 0; n < found.size(); ++n)
        found[n] += index_at(a.index, spread.at[n], dims[static_cast<int>(axis)]) * strides[axis];
    } else {
      auto& side = i < place ? before : after;
      side.push_back(a.consumes ? scaled(slice_indices(a.slice, dims[static_cast<int>(axis)]), strides[axis])
                                : std::vector<std::int64_t>{0});
    }
    axis += a.consumes ? 1 : 0;
  }
  std::vector<std::vector<std::int64_t>> offsets = before;
  offsets.push_back(found);
  offsets.insert(offsets.end(), after.begin(), after.end());
  positions result = summed(offsets, 0);
  result.dims = shape();
  for (const auto& list_before : before) result.dims.push_back(static_cast<std::int64_t>(list_before.size()));
  for (const std::int64_t d : common) result.dims.push_back(d);
  for (const auto& list_after : after) result.dims.push_back(static_cast<std::int64_t>(list_after.size()));
  return result;
}

}  // namespace fuzz

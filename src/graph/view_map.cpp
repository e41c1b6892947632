#include "graph/view_map.hpp"

#include <algorithm>
#include <string>

#include <gpu/error.hpp>

namespace gpu::graph {

int normalize_axis(std::int64_t axis, int rank) {
  if (axis < -rank || axis >= rank)
    throw axis_error("axis " + std::to_string(axis) + " is out of bounds for array of dimension " +
                     std::to_string(rank));
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

view_map identity_map(const shape& dims) {
  view_map m;
  m.result = dims;
  m.rank = dims.ndim();
  for (int k = 0; k < m.rank; ++k) m.axes[static_cast<std::size_t>(k)].result_axis = k;
  return m;
}

view_map permuting_map(const shape& dims, std::span<const int> order) {
  view_map m;
  m.rank = dims.ndim();
  for (int k = 0; k < m.rank; ++k) {
    const int source = order[static_cast<std::size_t>(k)];
    m.result.push_back(dims[source]);
    m.axes[static_cast<std::size_t>(source)].result_axis = k;
  }
  return m;
}

namespace {

std::int64_t checked_index(std::int64_t index, std::int64_t length, int axis) {
  if (index < -length || index >= length)
    throw index_error("index " + std::to_string(index) + " is out of bounds for axis " + std::to_string(axis) +
                      " with size " + std::to_string(length));
  return index < 0 ? index + length : index;
}

/// Python's slice.indices: the first index and how many elements follow with `step`.
struct resolved_range {
  std::int64_t start, count;
};
resolved_range resolve(const slice_item& item, std::int64_t length) {
  const std::int64_t step = item.step;
  if (step == 0) throw value_error("slice step cannot be zero");
  const std::int64_t lowest = step > 0 ? 0 : -1;
  const std::int64_t highest = step > 0 ? length : length - 1;
  const auto clip = [&](const detail::bound& b, std::int64_t omitted) {
    if (!b.given) return omitted;
    const std::int64_t v = b.value < 0 ? b.value + length : b.value;
    return std::clamp(v, lowest, highest);
  };
  const std::int64_t start = clip(item.start, step > 0 ? lowest : highest);
  const std::int64_t stop = clip(item.stop, step > 0 ? highest : lowest);
  const std::int64_t distance = step > 0 ? stop - start : start - stop;
  if (distance <= 0) return {start, 0};
  // |step| as unsigned: the most negative step has no positive counterpart
  const std::uint64_t stride = step > 0 ? static_cast<std::uint64_t>(step) : 0 - static_cast<std::uint64_t>(step);
  return {start, static_cast<std::int64_t>((static_cast<std::uint64_t>(distance) - 1) / stride) + 1};
}

int indexed_axes(std::span<const slice_item> items) {
  return static_cast<int>(std::count_if(items.begin(), items.end(), [](const slice_item& i) {
    return i.kind == detail::slice_kind::index || i.kind == detail::slice_kind::range;
  }));
}

}  // namespace

view_map slicing_map(const shape& dims, std::span<const slice_item> items) {
  const int rank = dims.ndim();
  const int indexed = indexed_axes(items);
  if (indexed > rank)
    throw index_error("too many indices for array: array is " + std::to_string(rank) + "-dimensional, but " +
                      std::to_string(indexed) + " were indexed");
  view_map m;
  m.rank = rank;
  int axis = 0;
  bool seen_ellipsis = false;
  const auto whole_axes = [&](int count) {
    for (int k = 0; k < count; ++k, ++axis) {
      m.axes[static_cast<std::size_t>(axis)] = {0, 1, m.result.ndim()};
      m.result.push_back(dims[axis]);
    }
  };
  for (const slice_item& item : items) {
    switch (item.kind) {
      case detail::slice_kind::newaxis: m.result.push_back(1); break;
      case detail::slice_kind::ellipsis:
        if (seen_ellipsis) throw index_error("an index can only have a single ellipsis ('...')");
        seen_ellipsis = true;
        whole_axes(rank - indexed);
        break;
      case detail::slice_kind::index:
        m.axes[static_cast<std::size_t>(axis)] = {checked_index(item.start.value, dims[axis], axis), 0, -1};
        ++axis;
        break;
      case detail::slice_kind::range: {
        const resolved_range r = resolve(item, dims[axis]);
        const std::int64_t step =
            r.count > 1 ? item.step : 1;  // the step of one element is never taken, and may be huge
        m.axes[static_cast<std::size_t>(axis)] = {r.count > 0 ? r.start : 0, step, m.result.ndim()};
        m.result.push_back(r.count);
        ++axis;
        break;
      }
    }
  }
  whole_axes(rank - axis);
  return m;
}

bool broadcasts_to(const shape& from, const shape& to) {
  const int extra = to.ndim() - from.ndim();
  if (extra < 0) return false;
  for (int k = 0; k < from.ndim(); ++k)
    if (from[k] != 1 && from[k] != to[k + extra]) return false;
  return true;
}

view_map broadcasting_map(const shape& dims, const shape& to) {
  for (const std::int64_t d : to)
    if (d < 0) throw value_error("all elements of broadcast shape must be non-negative, got " + to_string(to));
  if (!broadcasts_to(dims, to))
    throw shape_error("could not broadcast input array from shape " + to_string(dims) + " into shape " + to_string(to));
  view_map m;
  m.result = to;
  m.rank = dims.ndim();
  const int extra = to.ndim() - dims.ndim();
  for (int k = 0; k < m.rank; ++k) {
    const bool spread = dims[k] == 1 && to[k + extra] != 1;
    m.axes[static_cast<std::size_t>(k)] = spread ? source_axis{0, 0, -1} : source_axis{0, 1, k + extra};
  }
  return m;
}

view_map squeezing_map(const shape& dims, std::span<const bool> dropped) {
  view_map m;
  m.rank = dims.ndim();
  for (int k = 0; k < m.rank; ++k) {
    if (dropped[static_cast<std::size_t>(k)]) {
      m.axes[static_cast<std::size_t>(k)] = {0, 0, -1};
      continue;
    }
    m.axes[static_cast<std::size_t>(k)] = {0, 1, m.result.ndim()};
    m.result.push_back(dims[k]);
  }
  return m;
}

view_map expanding_map(const shape& dims, std::span<const bool> inserted, int rank) {
  view_map m;
  m.rank = dims.ndim();
  int source = 0;
  for (int k = 0; k < rank; ++k) {
    if (inserted[static_cast<std::size_t>(k)]) {
      m.result.push_back(1);
      continue;
    }
    m.axes[static_cast<std::size_t>(source)] = {0, 1, k};
    m.result.push_back(dims[source++]);
  }
  return m;
}

shape broadcast(const shape& a, const shape& b) {
  const shape& longer = a.ndim() >= b.ndim() ? a : b;
  const shape& shorter = a.ndim() >= b.ndim() ? b : a;
  shape result = longer;
  const int extra = longer.ndim() - shorter.ndim();
  for (int k = 0; k < shorter.ndim(); ++k) {
    std::int64_t& r = result[k + extra];
    if (shorter[k] == r || shorter[k] == 1) continue;
    if (r != 1)
      throw shape_error("operands could not be broadcast together with shapes " + to_string(a) + " " + to_string(b));
    r = shorter[k];
  }
  return result;
}

}  // namespace gpu::graph

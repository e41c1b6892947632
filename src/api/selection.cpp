// Selections: masks and index arrays, mixed with slices as in NumPy.
#include <algorithm>
#include <mutex>
#include <vector>

#include <gpu/error.hpp>

#include "api/readable.hpp"
#include "graph/build.hpp"
#include "graph/view_map.hpp"
#include "plan/planner.hpp"

namespace gpu::api {
namespace {

using detail::gather_spec;
using detail::index_item;
using detail::node_kind;
using detail::op_id;
using detail::slice_kind;
using detail::weak_scalar;

/// One entry of an index after masks became index arrays and the ellipsis whole axes.
struct entry {
  slice_item slice = all();
  handle index;  // int64, where this entry is an index array or an integer beside one
  bool is_index = false;
  bool consumes = true;    // an axis of the base; newaxis does not
  bool separator = false;  // an ellipsis for no axes: it still keeps index arrays apart, as in NumPy
};

bool is_mask(const index_item& i) { return i.array != nullptr && i.array->type == dtype::bool_; }

int consumed(const index_item& i) {
  if (is_mask(i)) return i.array->dims.ndim();
  if (i.array != nullptr) return 1;
  return i.slice.kind == slice_kind::index || i.slice.kind == slice_kind::range ? 1 : 0;
}

void check_mask(const shape& mask, const shape& dims, int first) {
  for (int k = 0; k < mask.ndim(); ++k)
    if (mask[k] != dims[first + k])
      throw index_error("boolean index did not match indexed array along axis " + std::to_string(first + k) +
                        "; size of axis is " + std::to_string(dims[first + k]) +
                        " but size of corresponding boolean axis is " + std::to_string(mask[k]));
}

/// Coordinates along each axis of the mask's true elements.
std::vector<handle> mask_indices(const node& mask) {
  const handle flat = true_positions(mask);
  const int rank = mask.dims.ndim();
  if (rank == 1) return {flat};
  std::vector<handle> list(static_cast<std::size_t>(rank));
  std::int64_t below = 1;
  for (int k = rank - 1; k >= 0; --k) {
    const handle above = below == 1 ? flat : graph::make_map(op_id::floor_divide, flat, weak_scalar::of(below));
    list[static_cast<std::size_t>(k)] =
        k == 0 ? above : graph::make_map(op_id::remainder, above, weak_scalar::of(mask.dims[k]));
    below *= std::max<std::int64_t>(mask.dims[k], 1);
  }
  return list;
}

class selection_builder {
 public:
  selection_builder(const node& base, std::span<const index_item> items) : base_(base) {
    expand(items);
    find_common_shape();
  }

  void fill(node& selection) {
    gather_spec& g = *selection.gather;
    g.offset = base_.offset;
    g.strides = shape();
    g.axes.clear();
    shape dims;
    const bool in_front = !adjacent();
    if (in_front) add_common(dims, g);
    bool placed = in_front;
    int axis = 0;
    for (const entry& e : entries_) {
      if (e.is_index && !placed) {
        add_common(dims, g);
        placed = true;
      }
      add_entry(e, axis, dims, g);
      axis += e.consumes ? 1 : 0;
    }
    spread_indices(dims, g);
    selection.dims = dims;
  }

 private:
  void expand(std::span<const index_item> items) {
    int taken = 0;
    for (const index_item& i : items) taken += consumed(i);
    const int rank = base_.dims.ndim();
    if (taken > rank)
      throw index_error("too many indices for array: array is " + std::to_string(rank) + "-dimensional, but " +
                        std::to_string(taken) + " were indexed");
    int axis = 0;
    bool seen_ellipsis = false;
    for (const index_item& i : items) {
      if (i.array == nullptr && i.slice.kind == slice_kind::ellipsis) {
        if (seen_ellipsis) throw index_error("an index can only have a single ellipsis ('...')");
        seen_ellipsis = true;
        for (int k = taken; k < rank; ++k, ++axis) entries_.push_back({});
        if (taken == rank) entries_.push_back({all(), {}, false, false, true});
        continue;
      }
      add_item(i, axis);
      axis += consumed(i);
    }
    for (; axis < rank; ++axis) entries_.push_back({});
  }

  void add_item(const index_item& i, int axis) {
    if (is_mask(i)) {
      check_mask(i.array->dims, base_.dims, axis);
      if (i.array->dims.ndim() == 0)
        throw index_error("a 0-d mask selects nothing of its own: use where, or a mask with axes");
      for (handle& h : mask_indices(*i.array)) entries_.push_back({all(), std::move(h), true, true});
      return;
    }
    if (i.array != nullptr) {
      entries_.push_back({all(), graph::make_cast(graph::share(i.array), dtype::int64), true, true});
      return;
    }
    entry e;
    e.slice = i.slice;
    e.is_index = i.slice.kind == slice_kind::index;
    e.consumes = i.slice.kind != slice_kind::newaxis;
    entries_.push_back(std::move(e));
  }

  void find_common_shape() {
    for (const entry& e : entries_) {
      if (!e.index) continue;
      if (e.index.get()->has_device && e.index.get()->where != base_.where && e.index.get()->dims.ndim() > 0)
        throw device_error("index array on " + e.index.get()->where.name() + " for an array on " + base_.where.name());
      try {
        common_ = graph::broadcast(common_, e.index.get()->dims);
      } catch (const shape_error&) {
        throw index_error("shape mismatch: indexing arrays could not be broadcast together with shapes " +
                          to_string(common_) + " " + to_string(e.index.get()->dims));
      }
    }
  }

  /// Whether all index entries stand side by side; then their axes take the place of the first.
  bool adjacent() const {
    const auto is_index = [](const entry& e) { return e.is_index; };
    const auto first = std::find_if(entries_.begin(), entries_.end(), is_index);
    const auto end = std::find_if_not(first, entries_.end(), is_index);
    return std::none_of(end, entries_.end(), is_index);
  }

  void add_common(shape& dims, gather_spec& g) {
    common_at_ = dims.ndim();
    for (const std::int64_t d : common_) {
      dims.push_back(d);
      g.strides.push_back(0);
    }
  }

  void add_entry(const entry& e, int axis, shape& dims, gather_spec& g) const {
    if (e.index) {
      g.axes.push_back({e.index, base_.dims[axis], base_.strides[axis], axis});
      return;
    }
    if (e.separator) return;
    if (!e.consumes) {
      dims.push_back(1);
      g.strides.push_back(0);
      return;
    }
    const graph::view_map m = graph::slicing_map(shape{base_.dims[axis]}, std::span<const slice_item>(&e.slice, 1));
    const graph::source_axis& s = m.axes[0];
    g.offset += s.start * base_.strides[axis];
    if (s.result_axis < 0) return;
    dims.push_back(m.result[0]);
    g.strides.push_back(s.step * base_.strides[axis]);
  }

  /// Gives the index operands trailing axes of length 1, so that they line up with the result's axes.
  void spread_indices(const shape& dims, gather_spec& g) const {
    const int trailing = dims.ndim() - common_at_ - common_.ndim();
    for (auto& axis : g.axes) {
      handle whole = graph::apply_view(*axis.index.get(), graph::broadcasting_map(axis.index.get()->dims, common_));
      if (trailing > 0) {
        const int rank = common_.ndim() + trailing;
        std::array<bool, max_rank> inserted{};
        for (int k = common_.ndim(); k < rank; ++k) inserted[static_cast<std::size_t>(k)] = true;
        whole = graph::apply_view(*whole.get(), graph::expanding_map(common_, inserted, rank));
      }
      axis.index = whole;
    }
  }

  const node& base_;
  std::vector<entry> entries_;
  shape common_;
  int common_at_ = 0;
};

/// The mask as an operand of the base's shape, for selections that are one mask over the leading axes.
handle whole_mask(const node& base, std::span<const index_item> items) {
  if (items.size() != 1 || !is_mask(items[0]) || items[0].array->dims.ndim() == 0) return {};
  const shape& mask = items[0].array->dims;
  if (mask.ndim() > base.dims.ndim()) return {};
  check_mask(mask, base.dims, 0);
  std::array<bool, max_rank> inserted{};
  for (int k = mask.ndim(); k < base.dims.ndim(); ++k) inserted[static_cast<std::size_t>(k)] = true;
  return graph::apply_view(*items[0].array, graph::expanding_map(mask, inserted, base.dims.ndim()));
}

std::mutex& resolve_mutex() {
  static std::mutex& m = *new std::mutex;  // never destroyed
  return m;
}

}  // namespace

void resolve(const node& selection) {
  gather_spec& g = *selection.gather;
  const std::lock_guard lock(resolve_mutex());
  if (g.resolved) return;
  const handle mask = graph::share(g.mask_given.get());
  const index_item item(mask);
  selection_builder b(*g.base.get(), std::span<const index_item>(&item, 1));
  b.fill(const_cast<node&>(selection));
  g.resolved = true;
}

handle gather_of(const node& selection) {
  resolve(selection);
  node* n = graph::new_node(node_kind::gather, selection.type, selection.dims);
  handle h(n);
  n->where = selection.where;
  n->has_device = true;
  n->gather = std::make_unique<gather_spec>(*selection.gather);
  n->gather->mask = handle();
  n->gather->mask_given = handle();
  return h;
}

}  // namespace gpu::api

GPU_BEGIN_NAMESPACE
namespace detail {

handle select(const handle& a, std::span<const index_item> items) {
  std::vector<handle> owners;
  std::vector<index_item> readable_items(items.begin(), items.end());
  for (index_item& i : readable_items) {
    if (i.is_slice) continue;
    owners.push_back(api::readable(i.array));
    i.array = owners.back().get();
  }
  node* n = graph::new_node(node_kind::selection, dtype::bool_, {});
  handle h(n);
  n->gather = std::make_unique<gather_spec>();
  n->gather->base = api::as_array(a);
  const node& base = *n->gather->base.get();
  n->type = base.type;
  n->where = base.where;
  n->has_device = true;
  n->gather->mask = api::whole_mask(base, readable_items);
  if (n->gather->mask) {
    n->gather->mask_given = owners.front();
    return h;
  }
  api::selection_builder(base, readable_items).fill(*n);
  n->gather->resolved = true;
  return h;
}

handle read_selection(const handle& selection) { return api::readable(selection); }

handle as_expression(const handle& a) { return a ? api::readable(a) : a; }

}  // namespace detail
GPU_END_NAMESPACE

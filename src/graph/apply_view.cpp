// Applying a view map to a node: to an array's layout at once, to an expression by rebuilding it over views of its leaves.
#include <algorithm>
#include <bit>
#include <deque>
#include <functional>
#include <unordered_map>
#include <vector>

#include <gpu/error.hpp>

#include "graph/view_map.hpp"

namespace gpu::graph {
namespace {

/// Offset and strides, by axis of the result, of something with `strides` by axis of the source.
struct layout {
  std::int64_t offset = 0;
  shape strides;
};
layout through(const view_map& m, const shape& strides, std::int64_t offset) {
  layout l{offset, shape::filled(m.result.ndim(), 0)};
  for (int k = 0; k < m.rank; ++k) {
    const source_axis& a = m.axes[static_cast<std::size_t>(k)];
    l.offset += a.start * strides[k];
    if (a.result_axis >= 0) l.strides[a.result_axis] += a.step * strides[k];
  }
  return l;
}

bool overlaps_itself(const shape& dims, const shape& strides) {
  for (int k = 0; k < dims.ndim(); ++k)
    if (strides[k] == 0 && dims[k] > 1) return true;
  return false;
}

/// The map of an operand of shape `dims` that broadcasts to the source of `m`, whose shape is `whole`. The result's axes along
/// which the operand repeats have length 1: nothing below is computed for each of its repetitions.
view_map operand_map(const view_map& m, const shape& whole, const shape& dims) {
  view_map o;
  o.result = shape::filled(m.result.ndim(), 1);
  o.rank = dims.ndim();
  const int extra = whole.ndim() - dims.ndim();
  for (int k = 0; k < o.rank; ++k) {
    const bool spread = dims[k] == 1 && whole[k + extra] != 1;
    const source_axis a =
        spread ? source_axis{0, 0, -1} : m.axes[static_cast<std::size_t>(k) + static_cast<std::size_t>(extra)];
    if (a.result_axis >= 0) o.result[a.result_axis] = m.result[a.result_axis];
    o.axes[static_cast<std::size_t>(k)] = a;
  }
  return o;
}

/// The map of a reduction's operand: its kept axes as the result's, its reduced axes whole and last. Axes of length 1 are
/// left out: the reduction's own shape has them.
view_map reduced_operand_map(const view_map& m, const node& reduction, const shape& dims) {
  view_map o;
  o.rank = dims.ndim();
  std::array<int, max_rank> place{};
  for (int r = 0; r < m.result.ndim(); ++r) {
    place[static_cast<std::size_t>(r)] = m.result[r] == 1 ? -1 : o.result.ndim();
    if (m.result[r] != 1) o.result.push_back(m.result[r]);
  }
  int next = 0;  // axis of the reduction's result
  for (int k = 0; k < o.rank; ++k) {
    if (is_reduced(reduction, k)) continue;
    o.axes[static_cast<std::size_t>(k)] = {0, 0, -1};
    if (dims[k] == 1) continue;
    while (reduction.dims[next] == 1) ++next;
    const source_axis& a = m.axes[static_cast<std::size_t>(next++)];
    const int axis = a.result_axis < 0 ? -1 : place[static_cast<std::size_t>(a.result_axis)];
    o.axes[static_cast<std::size_t>(k)] = {a.start, a.step, axis};
  }
  for (int k = 0; k < o.rank; ++k) {
    if (!is_reduced(reduction, k)) continue;
    o.axes[static_cast<std::size_t>(k)] = {0, 1, o.result.ndim()};
    o.result.push_back(dims[k]);
  }
  return o;
}

/// Whether the map only inserts and drops axes of length 1.
bool changes_unit_axes_only(const view_map& m, const shape& dims) {
  int next = 0;
  for (int k = 0; k < m.rank; ++k) {
    if (dims[k] == 1) continue;
    while (next < m.result.ndim() && m.result[next] == 1) ++next;
    const source_axis& a = m.axes[static_cast<std::size_t>(k)];
    if (next == m.result.ndim() || a.result_axis != next || a.start != 0 || a.step != 1 || m.result[next] != dims[k])
      return false;
    ++next;
  }
  while (next < m.result.ndim() && m.result[next] == 1) ++next;
  return next == m.result.ndim();
}

bool same_map(const view_map& a, const view_map& b) {
  if (a.rank != b.rank || a.result != b.result) return false;
  return std::equal(a.axes.begin(), a.axes.begin() + a.rank, b.axes.begin(),
                    [](const source_axis& x, const source_axis& y) {
                      return x.start == y.start && x.step == y.step && x.result_axis == y.result_axis;
                    });
}

handle view_of_leaf(const node& n, const view_map& m) {
  switch (n.kind) {
    case node_kind::array: {
      const layout l = through(m, n.strides, n.offset);
      handle h = window(n, m.result, l.strides, l.offset);
      if (overlaps_itself(m.result, l.strides)) bound(h).writable = false;
      return h;
    }
    case node_kind::scalar: {
      node* s = new_node(node_kind::scalar, n.type, m.result);
      s->scalar = n.scalar;
      s->where = n.where;
      s->has_device = n.has_device;
      return handle(s);
    }
    case node_kind::iota: {
      const layout l = through(m, n.strides, n.offset);
      node* i = new_node(node_kind::iota, n.type, m.result);
      i->offset = l.offset;
      i->strides = l.strides;
      return handle(i);
    }
    case node_kind::draw: {
      node* d = new_node(node_kind::draw, n.type, m.result);
      handle h(d);
      d->draw = std::make_unique<plan::draw>(*n.draw);
      const layout l = through(m, n.draw->strides, n.draw->offset);
      d->draw->offset = l.offset;
      d->draw->strides = l.strides;
      d->where = n.where;
      d->has_device = n.has_device;
      return h;
    }
    case node_kind::gather: {
      node* g = new_node(node_kind::gather, n.type, m.result);
      handle h(g);
      g->where = n.where;
      g->has_device = n.has_device;
      g->gather = std::make_unique<gather_spec>(*n.gather);
      const layout l = through(m, n.gather->strides, n.gather->offset);
      g->gather->offset = l.offset;
      g->gather->strides = l.strides;
      for (auto& i : g->gather->axes) i.index = apply_view(bound(i.index), operand_map(m, n.dims, bound(i.index).dims));
      return h;
    }
    default: break;
  }
  throw error("internal: a node of this kind has no view");
}

handle rebuilt(const node& n, const shape& dims, const std::vector<handle>& operands) {
  node* c = new_node(n.kind, n.type, dims);
  handle h(c);
  c->op = n.op;
  c->user = n.user;
  c->combine = n.combine;
  c->reduced = n.reduced;
  c->where = n.where;
  c->has_device = n.has_device;
  for (const handle& o : operands) {
    detail::retain(o.get());
    c->args[c->nargs++] = o.get();
  }
  return h;
}

/// Pushes a map down an expression. Each node is rebuilt once for each map that reaches it, operands first, without
/// recursion; what a map does not change is shared.
class view_pusher {
 public:
  handle push(const node& root, const view_map& map) {
    std::vector<item> stack{{&root, number_of(map)}};
    while (!stack.empty()) {
      const item i = stack.back();
      if (done_.count(i) == 0 && !visit(i, stack)) continue;
      stack.pop_back();
    }
    return done_.at({&root, number_of(map)});
  }

 private:
  /// A node and the number of the map it is seen through.
  struct item {
    const node* n;
    std::size_t map;
    bool operator==(const item&) const = default;
  };
  struct item_hash {
    std::size_t operator()(const item& i) const noexcept { return std::hash<const node*>()(i.n) + 31 * i.map; }
  };

  std::size_t number_of(const view_map& m) {
    for (std::size_t i = 0; i < maps_.size(); ++i)
      if (same_map(maps_[i], m)) return i;
    maps_.push_back(m);
    return maps_.size() - 1;
  }

  /// Whether the item is done; else its operands were put on the stack.
  bool visit(const item& i, std::vector<item>& stack) {
    const node& n = *i.n;
    const view_map& map = maps_[i.map];
    const bool kept = n.nargs > 0 && changes_unit_axes_only(map, n.dims);
    if (kept && map.result == n.dims)
      done_.emplace(i, share(&n));
    else if (kept && n.kind == node_kind::reduce)
      done_.emplace(i, rebuilt(n, map.result, {share(n.args[0])}));
    else if (n.nargs == 0)
      done_.emplace(i, view_of_leaf(n, map));
    else
      return rebuild(i, stack);
    return true;
  }

  bool rebuild(const item& i, std::vector<item>& stack) {
    const node& n = *i.n;
    std::vector<handle> operands;
    bool ready = true;
    for (std::size_t k = 0; k < n.nargs; ++k) {
      const item below{n.args[k], map_below(i, *n.args[k])};
      const auto found = done_.find(below);
      if (found != done_.end()) {
        operands.push_back(found->second);
      } else {
        stack.push_back(below);
        ready = false;
      }
    }
    if (!ready) return false;
    const handle h = rebuilt(n, maps_[i.map].result, operands);
    if (n.kind == node_kind::reduce) reduce_last_axes(*h.get(), std::popcount(n.reduced));
    done_.emplace(i, h);
    return true;
  }

  std::size_t map_below(const item& i, const node& operand) {
    const node& n = *i.n;
    if (n.kind == node_kind::reduce) return number_of(reduced_operand_map(maps_[i.map], n, operand.dims));
    return operand.dims == n.dims ? i.map : number_of(operand_map(maps_[i.map], n.dims, operand.dims));
  }

  static void reduce_last_axes(node& reduction, int count) {
    const int rank = reduction.args[0]->dims.ndim();
    reduction.reduced = 0;
    for (int k = rank - count; k < rank; ++k) reduction.reduced |= 1U << k;
  }

  std::deque<view_map> maps_;  // few: most nodes of an expression have one shape
  std::unordered_map<item, handle, item_hash> done_;
};

}  // namespace

handle apply_view(const node& root, const view_map& map) {
  if (root.nargs == 0) return view_of_leaf(root, map);
  return view_pusher().push(root, map);
}

}  // namespace gpu::graph

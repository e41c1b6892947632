// Applying a view map to a node: to an array's layout at once, to an expression by rebuilding it over views of its leaves.
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

/// The map of an operand of shape `dims` that broadcasts to the source of `m`, whose shape is `whole`.
view_map operand_map(const view_map& m, const shape& whole, const shape& dims) {
  view_map o;
  o.result = m.result;
  o.rank = dims.ndim();
  const int extra = whole.ndim() - dims.ndim();
  for (int k = 0; k < o.rank; ++k) {
    const bool spread = dims[k] == 1 && whole[k + extra] != 1;
    o.axes[static_cast<std::size_t>(k)] = spread ? source_axis{0, 0, -1} : m.axes[static_cast<std::size_t>(k + extra)];
  }
  return o;
}

/// The map of a reduction's operand: its kept axes as the result's, its reduced axes whole.
view_map reduced_operand_map(const view_map& m, const shape& dims, int reduced) {
  view_map o = m;
  o.rank = dims.ndim();
  for (int k = dims.ndim() - reduced; k < dims.ndim(); ++k) {
    o.axes[static_cast<std::size_t>(k)] = {0, 1, o.result.ndim()};
    o.result.push_back(dims[k]);
  }
  return o;
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
  c->combine = n.combine;
  c->reduced_axes = n.reduced_axes;
  c->where = n.where;
  c->has_device = n.has_device;
  for (const handle& o : operands) {
    detail::retain(o.get());
    c->args[c->nargs++] = o.get();
  }
  return h;
}

}  // namespace

handle apply_view(const node& root, const view_map& map) {
  if (root.nargs == 0) return view_of_leaf(root, map);
  // Post-order over the map nodes below, each rebuilt once. Alignment is to the right, so a node's map follows from its
  // shape and the root's map, whichever path leads to it.
  std::unordered_map<const node*, handle> done;
  std::vector<const node*> stack{&root};
  while (!stack.empty()) {
    const node* n = stack.back();
    if (done.count(n) != 0) {
      stack.pop_back();
      continue;
    }
    const view_map own = operand_map(map, root.dims, n->dims);
    if (n->nargs == 0) {
      done.emplace(n, view_of_leaf(*n, own));
      stack.pop_back();
      continue;
    }
    if (n->kind == node_kind::reduce) {
      const node& operand = *n->args[0];
      const view_map inner = reduced_operand_map(own, operand.dims, n->reduced_axes);
      done.emplace(n, rebuilt(*n, own.result, {apply_view(operand, inner)}));
      stack.pop_back();
      continue;
    }
    bool ready = true;
    for (int i = 0; i < n->nargs; ++i) {
      const node* a = n->args[static_cast<std::size_t>(i)];
      if (done.count(a) == 0) {
        stack.push_back(a);
        ready = false;
      }
    }
    if (!ready) continue;
    std::vector<handle> operands;
    for (int i = 0; i < n->nargs; ++i) operands.push_back(done.at(n->args[static_cast<std::size_t>(i)]));
    done.emplace(n, rebuilt(*n, own.result, operands));
    stack.pop_back();
  }
  return done.at(&root);
}

}  // namespace gpu::graph

#include "plan/kernel_builder.hpp"

#include <cstring>

#include <gpu/error.hpp>

namespace gpu::plan {

using detail::node_kind;

kernel_builder::kernel_builder(const shape& space, gpu::device where, const materialised& temporaries)
    : space_(space), where_(where), temporaries_(temporaries) {
  kernel_.extent = space;
}

const node& kernel_builder::resolved(const node& n) const {
  const handle* found = temporaries_.find(&n);
  return found == nullptr ? n : *found->get();
}

shape kernel_builder::spread(const shape& dims, const shape& strides) const {
  shape s = shape::filled(space_.ndim(), 0);
  const int extra = space_.ndim() - dims.ndim();
  for (int k = 0; k < dims.ndim(); ++k)
    if (dims[k] != 1) s[k + extra] = strides[k];
  return s;
}

std::uint16_t kernel_builder::value_of(const node& root) {
  std::vector<const node*> stack{&root};
  while (!stack.empty()) {
    const node* n = stack.back();
    if (numbers_.contains(n)) {
      stack.pop_back();
      continue;
    }
    bool ready = true;
    if (!temporaries_.contains(n))
      for_each_operand(*n, [&](const node& operand) {
        if (numbers_.contains(&operand)) return;
        stack.push_back(&operand);
        ready = false;
      });
    if (!ready) continue;
    numbers_.set(n, emit(resolved(*n)));
    stack.pop_back();
  }
  return numbers_.at(&root);
}

std::uint16_t kernel_builder::append(const value& v) {
  kernel_.values.push_back(v);
  return static_cast<std::uint16_t>(kernel_.values.size() - 1);
}

std::uint16_t kernel_builder::emit(const node& n) {
  switch (n.kind) {
    case node_kind::array: return emit_load(n);
    case node_kind::scalar: return emit_scalar(n.scalar);
    case node_kind::draw: return emit_draw(n);
    case node_kind::gather: return emit_gather(n);
    case node_kind::iota: return emit_index(n);
    case node_kind::map:
    case node_kind::user:
    case node_kind::cast: return emit_computed(n);
    case node_kind::reduce:
    case node_kind::selection: break;
  }
  throw error("internal: a node of this kind cannot be computed inside a kernel");
}

std::uint16_t kernel_builder::emit_computed(const node& n) {
  value v;
  v.kind = n.kind == node_kind::cast ? value_kind::cast : value_kind::op;
  v.op = n.op;
  v.type = n.type;
  v.nargs = n.nargs;
  for (std::size_t i = 0; i < n.nargs; ++i) v.args[i] = numbers_.at(n.args[i]);
  if (n.kind == node_kind::user) {
    kernel_.users.push_back(n.user);
    v.kind = value_kind::user;
    v.slot = static_cast<std::uint16_t>(kernel_.users.size() - 1);
  }
  return append(v);
}

std::uint16_t kernel_builder::emit_load(const node& n) {
  const bool travels =
      n.has_device && n.where != where_;  // a 0-d CPU operand of another device's kernel: its value is a parameter
  if (travels) {
    graph::scalar_value s;
    s.type = n.type;
    const std::size_t size = detail::item_size(n.type);
    if (n.data->data != nullptr)  // an explanation's arrays have no memory
      std::memcpy(s.bytes.data(),
                  static_cast<const std::byte*>(n.data->data) + n.offset * static_cast<std::int64_t>(size), size);
    return emit_scalar(s);
  }
  operand o;
  o.data = n.data;
  o.type = n.type;
  o.offset = n.offset;
  o.strides = spread(n.dims, n.strides);
  for (std::size_t v = 0; v < kernel_.values.size(); ++v) {  // one load however often an array is named
    if (kernel_.values[v].kind != value_kind::load) continue;
    const operand& other = kernel_.inputs[kernel_.values[v].slot];
    if (other.indexed.empty() && other.data == o.data && other.type == o.type && other.offset == o.offset &&
        other.strides == o.strides)
      return static_cast<std::uint16_t>(v);
  }
  kernel_.inputs.push_back(std::move(o));
  value v;
  v.kind = value_kind::load;
  v.type = n.type;
  v.slot = static_cast<std::uint16_t>(kernel_.inputs.size() - 1);
  return append(v);
}

std::uint16_t kernel_builder::emit_scalar(const graph::scalar_value& s) {
  kernel_.scalars.push_back(s);
  value v;
  v.kind = value_kind::scalar;
  v.type = s.type;
  v.slot = static_cast<std::uint16_t>(kernel_.scalars.size() - 1);
  return append(v);
}

std::uint16_t kernel_builder::emit_index(const node& n) {
  kernel_.positions.push_back({n.offset, spread(n.dims, n.strides)});
  value v;
  v.kind = value_kind::index;
  v.type = dtype::int64;
  v.slot = static_cast<std::uint16_t>(kernel_.positions.size() - 1);
  return append(v);
}

std::uint16_t kernel_builder::emit_draw(const node& n) {
  draw d = *n.draw;
  d.strides = spread(n.dims, n.draw->strides);
  kernel_.draws.push_back(d);
  value v;
  v.kind = value_kind::draw;
  v.type = n.type;
  v.slot = static_cast<std::uint16_t>(kernel_.draws.size() - 1);
  return append(v);
}

std::uint16_t kernel_builder::emit_gather(const node& n) {
  const detail::gather_spec& g = *n.gather;
  const node& base = *g.base.get();
  operand o;
  o.data = base.data;
  o.type = base.type;
  o.offset = g.offset;
  o.strides = spread(n.dims, g.strides);
  for (const auto& axis : g.axes)
    o.indexed.push_back({numbers_.at(axis.index.get()), axis.length, axis.stride, axis.axis});
  kernel_.inputs.push_back(std::move(o));
  value v;
  v.kind = value_kind::load;
  v.type = n.type;
  v.slot = static_cast<std::uint16_t>(kernel_.inputs.size() - 1);
  return append(v);
}

}  // namespace gpu::plan

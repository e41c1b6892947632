// Evaluating expressions and assigning them to arrays, views and selections.
#include <gpu/error.hpp>

#include "api/readable.hpp"
#include "graph/build.hpp"
#include "graph/scalars.hpp"
#include "graph/view_map.hpp"
#include "plan/planner.hpp"

namespace gpu::api {

using detail::node_kind;

namespace {

/// Without leading axes of length 1 beyond `rank`, which NumPy's assignment ignores.
handle without_leading_ones(const handle& value, int rank) {
  const shape& dims = value.get()->dims;
  int extra = 0;
  while (dims.ndim() - extra > rank && dims[extra] == 1) ++extra;
  if (extra == 0) return value;
  std::array<bool, max_rank> dropped{};
  for (int k = 0; k < extra; ++k) dropped[static_cast<std::size_t>(k)] = true;
  return graph::apply_view(*value.get(), graph::squeezing_map(dims, dropped));
}

void require_device(const node& value, gpu::device where) {
  if (!value.has_device || value.where == where || (value.dims.ndim() == 0 && value.where == cpu())) return;
  throw device_error("cannot assign a value on " + value.where.name() + " to an array on " + where.name() +
                     "; move it with .to(device)");
}

/// Where assigning to `target` writes: an array's window, or what a selection names.
plan::destination destination_for(const node& target, bool one_value) {
  if (target.kind == node_kind::array) {
    if (!target.writable) throw value_error("assignment destination is read-only: its axes overlap themselves");
    return plan::destination_of(target);
  }
  const node& base = *target.gather->base.get();
  if (!base.writable) throw value_error("assignment destination is read-only: its axes overlap themselves");
  plan::destination d = plan::destination_of(base);
  if (target.gather->mask && one_value) {
    d.mask = target.gather->mask;
    return d;
  }
  resolve(target);
  d.dims = target.dims;
  d.offset = target.gather->offset;
  d.strides = target.gather->strides;
  d.indexed = target.gather->axes;
  return d;
}

}  // namespace

assignment assignment_of(const node& target, const handle& value) {
  assignment a{destination_for(target, value.get()->dims.ndim() == 0), {}};
  a.value = graph::make_cast(without_leading_ones(value, a.to.dims.ndim()), a.to.type);
  if (!graph::broadcasts_to(a.value.get()->dims, a.to.dims))
    throw shape_error("could not broadcast input array from shape " + to_string(value.get()->dims) + " into shape " +
                      to_string(a.to.dims));
  if (a.to.dims.count() != 0) require_device(*a.value.get(), a.to.where);
  return a;
}

void store_value(const node& target, const handle& value) {
  const assignment a = assignment_of(target, value);
  if (a.to.dims.count() != 0) plan::store(*a.value.get(), a.to);
}

}  // namespace gpu::api

GPU_BEGIN_NAMESPACE
namespace detail {

handle evaluate(const handle& a, dtype type) {
  const handle x = api::readable_now(a);
  // a selection is read in C order
  const bool gathers = x.get()->kind == node_kind::gather;
  return plan::evaluate(*graph::make_cast(x, type).get(), gathers ? plan::memory_order::c : plan::memory_order::keep);
}

handle as_array(const handle& a) { return api::as_array(a); }

void assign(handle& name, const handle& value, dtype type) {
  const handle v = graph::make_cast(api::readable_now(value), type);
  const node* old = name.get();
  const bool reusable = old != nullptr && old->refs.load(std::memory_order_acquire) == 1 && old->data.unique() &&
                        old->writable && !old->data->deleter && old->dims == v.get()->dims &&
                        graph::is_dense(old->dims, old->strides) &&
                        (!v.get()->has_device || v.get()->where == old->where) && old->offset == 0 && v.get() != old;
  if (!reusable) {
    name = evaluate(value, type);
    return;
  }
  plan::store(*v.get(), plan::destination_of(*old));
}

void store(const handle& target, const handle& value) {
  api::store_value(graph::bound(target), api::readable_now(value));
}

void store(const handle& target, const weak_scalar& value) {
  const node& t = graph::bound(target);
  api::store_value(t, graph::scalar_node(graph::convert(value, t.type)));
}

void update(op_id op, const handle& target, const arg& value) {
  const node& t = graph::bound(target);
  const handle current = t.kind == node_kind::selection ? api::gather_of(t) : graph::share(&t);
  const handle operand = value.is_scalar ? handle() : api::readable(value.array);
  const handle result = graph::make_map(op, arg(current), value.is_scalar ? value : arg(operand));
  if (result.get()->dims != current.get()->dims)
    throw shape_error("non-broadcastable output operand with shape " + to_string(current.get()->dims) +
                      " doesn't match the broadcast shape " + to_string(result.get()->dims));
  api::store_value(t, result);
}

}  // namespace detail
GPU_END_NAMESPACE

#include "graph/node.hpp"

#include <gpu/error.hpp>

GPU_BEGIN_NAMESPACE
namespace detail {

void retain(node* n) noexcept {
  if (n != nullptr) n->refs.fetch_add(1, std::memory_order_relaxed);
}

namespace {

/// Whether the caller dropped the last reference.
bool dropped_last(node* n) noexcept { return n->refs.fetch_sub(1, std::memory_order_acq_rel) == 1; }

}  // namespace

void release(node* n) noexcept {
  if (n == nullptr || !dropped_last(n)) return;
  // A chain of any length is destroyed without recursion: nodes to destroy form a list, linked through the reference count,
  // which nobody else reads any more.
  node* open = n;
  n->refs.store(0, std::memory_order_relaxed);
  while (open != nullptr) {
    node* x = open;
    open = reinterpret_cast<node*>(x->refs.load(std::memory_order_relaxed));
    for (std::uint8_t i = 0; i < x->nargs; ++i) {
      node* a = x->args[i];
      if (!dropped_last(a)) continue;
      a->refs.store(reinterpret_cast<long>(open), std::memory_order_relaxed);
      open = a;
    }
    delete x;
  }
}

}  // namespace detail
GPU_END_NAMESPACE

namespace gpu::graph {

node* new_node(node_kind kind, dtype type, const shape& dims) {
  node* n = new node;
  n->kind = kind;
  n->type = type;
  n->dims = dims;
  return n;
}

const node& bound(const node* n) {
  if (n == nullptr)
    throw value_error("an unbound view (default-made or moved from) was used; bind it by assigning a view to it");
  return *n;
}

node& bound(const handle& h) { return const_cast<node&>(bound(h.get())); }

handle share(const node* n) {
  node* shared = const_cast<node*>(n);
  detail::retain(shared);
  return handle(shared);
}

shape dense_strides(const shape& dims) {
  shape strides = shape::filled(dims.ndim(), 1);
  for (int i = dims.ndim() - 2; i >= 0; --i) strides[i] = strides[i + 1] * (dims[i + 1] > 0 ? dims[i + 1] : 1);
  return strides;
}

bool is_dense(const shape& dims, const shape& strides, bool fortran) {
  if (dims.count() <= 1) return true;
  std::int64_t expected = 1;
  for (int k = 0; k < dims.ndim(); ++k) {
    const int i = fortran ? k : dims.ndim() - 1 - k;
    if (dims[i] == 1) continue;
    if (strides[i] != expected) return false;
    expected *= dims[i];
  }
  return true;
}

namespace {

/// Elements of an array of this shape. Throws value_error for a negative length, out_of_memory where the bytes overflow.
std::size_t checked_bytes(const shape& dims, dtype type) {
  std::int64_t count = 1;
  bool empty = false;
  for (const std::int64_t d : dims) {
    if (d < 0) throw value_error("negative dimensions are not allowed: " + to_string(dims));
    empty = empty || d == 0;
  }
  if (empty) return 0;
  for (const std::int64_t d : dims)
    if (__builtin_mul_overflow(count, d, &count))
      throw out_of_memory("array of shape " + to_string(dims) + " is too big");
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(count, static_cast<std::int64_t>(detail::item_size(type)), &bytes))
    throw out_of_memory("array of shape " + to_string(dims) + " is too big");
  return static_cast<std::size_t>(bytes);
}

/// A dense array in C order that fills `data`.
handle array_in(runtime::storage_ref data, const shape& dims, dtype type, gpu::device where) {
  node* n = new_node(node_kind::array, type, dims);
  n->data = std::move(data);
  n->strides = dense_strides(dims);
  n->where = where;
  n->has_device = true;
  return handle(n);
}

/// The strides of dense elements with axes ordered as `order`, outermost first.
shape ordered_strides(const shape& dims, const shape& order) {
  shape strides = dims;
  std::int64_t stride = 1;
  for (int k = order.ndim() - 1; k >= 0; --k) {
    const auto i = order[k];
    strides[i] = stride;
    stride *= dims[i] > 0 ? dims[i] : 1;
  }
  return strides;
}

}  // namespace

handle new_array(const shape& dims, dtype type, gpu::device where) {
  return array_in(runtime::allocate(checked_bytes(dims, type), where), dims, type, where);
}

handle new_array(const shape& dims, dtype type, gpu::device where, const shape& order) {
  handle h = new_array(dims, type, where);
  bound(h).strides = ordered_strides(dims, order);
  return h;
}

handle planned_array(const shape& dims, dtype type, gpu::device where, const shape& order) {
  handle h = array_in(runtime::adopt(nullptr, checked_bytes(dims, type), where, {}), dims, type, where);
  bound(h).strides = ordered_strides(dims, order);
  return h;
}

handle window(const node& base, const shape& dims, const shape& strides, std::int64_t offset) {
  node* n = new_node(node_kind::array, base.type, dims);
  n->data = base.data;
  n->offset = offset;
  n->strides = strides;
  n->where = base.where;
  n->has_device = true;
  n->writable = base.writable;
  return handle(n);
}

handle scalar_node(const scalar_value& value) {
  node* n = new_node(node_kind::scalar, value.type, {});
  n->scalar = value;
  return handle(n);
}

}  // namespace gpu::graph

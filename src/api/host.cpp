// Elements to and from host memory. All of these wait.
#include <cstring>

#include <gpu/error.hpp>

#include "api/readable.hpp"
#include "graph/build.hpp"
#include "plan/planner.hpp"
#include "runtime/deferred_error.hpp"

GPU_BEGIN_NAMESPACE
namespace detail {
namespace {

std::size_t bytes_of(const node& n) { return static_cast<std::size_t>(n.dims.count()) * item_size(n.type); }

/// Copies a dense array's elements to the host.
void fetch(const handle& dense, void* out) {
  runtime::throw_deferred_error();
  runtime::copy(out, cpu(), data_of(dense), dense.get()->where, bytes_of(*dense.get()));
}

}  // namespace

void read_item(const handle& a, dtype type, void* out) {
  const handle x = graph::make_cast(api::readable(a), type);
  const node& n = *x.get();
  if (n.dims.count() != 1) throw_not_one_element(n.dims, is_bool(type));
  if (n.kind == node_kind::scalar) {
    std::memcpy(out, n.scalar.bytes.data(), item_size(type));
    return;
  }
  fetch(api::as_array(x), out);
}

void read_all(const handle& a, dtype type, void* out) {
  fetch(api::as_dense(graph::make_cast(api::readable(a), type)), out);
}

handle host_copy(const handle& a) {
  const handle dense = api::as_dense(a);
  handle host = graph::new_array(dense.get()->dims, dense.get()->type, cpu());
  fetch(dense, host.get()->data->data);
  return host;
}

void write_all(const handle& target, const void* c_order_data) {
  const node& t = graph::bound(target);
  if (t.kind == node_kind::array && graph::is_dense(t.dims, t.strides)) {
    runtime::copy(data_of(target), t.where, c_order_data, cpu(), bytes_of(t));
    return;
  }
  const handle staged = graph::new_array(t.dims, t.type, t.where);
  runtime::copy(staged.get()->data->data, t.where, c_order_data, cpu(), bytes_of(t));
  api::store_value(t, staged);
}

void write_back(const handle& target, const void* c_order_data) noexcept {
  try {
    write_all(target, c_order_data);
  } catch (const std::exception& e) {
    runtime::defer_error(e.what());
  }
}

std::int64_t flat_index(const handle& a, const std::int64_t* index, std::size_t count) {
  const shape& dims = a.get()->dims;
  if (static_cast<int>(count) != dims.ndim())
    throw index_error("an element of a " + std::to_string(dims.ndim()) +
                      "-dimensional array has as many indices, got " + std::to_string(count));
  std::int64_t flat = 0;
  for (int k = 0; k < dims.ndim(); ++k) {
    const std::int64_t i = index[k] < 0 ? index[k] + dims[k] : index[k];
    if (i < 0 || i >= dims[k])
      throw index_error("index " + std::to_string(index[k]) + " is out of bounds for axis " + std::to_string(k) +
                        " with size " + std::to_string(dims[k]));
    flat = flat * dims[k] + i;
  }
  return flat;
}

}  // namespace detail
GPU_END_NAMESPACE

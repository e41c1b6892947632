// Making arrays.
#include <array>
#include <cmath>

#include <gpu/error.hpp>

#include "api/readable.hpp"
#include "graph/build.hpp"
#include "graph/int128.hpp"
#include "graph/scalars.hpp"
#include "plan/planner.hpp"

GPU_BEGIN_NAMESPACE
namespace detail {
namespace {

double as_double(const weak_scalar& s) {
  if (s.kind == scalar_kind::floating || s.kind == scalar_kind::complex) return s.re;
  return s.is_unsigned ? static_cast<double>(static_cast<std::uint64_t>(s.bits)) : static_cast<double>(s.bits);
}

bool is_whole(const weak_scalar& s) { return s.kind == scalar_kind::integer || s.kind == scalar_kind::boolean; }

/// start + i * step for i in [0, count), computed in `compute`, as dtype `type`.
handle ramp(dtype type, dtype compute, const weak_scalar& start, const weak_scalar& step, std::int64_t count) {
  node* i = graph::new_node(node_kind::iota, dtype::int64, shape{count});
  const handle index(i);
  i->strides = shape{1};
  const handle scaled = graph::make_map(op_id::multiply, graph::make_cast(index, compute),
                                        graph::scalar_node(graph::convert(step, compute)));
  const handle value = graph::make_map(op_id::add, scaled, graph::scalar_node(graph::convert(start, compute)));
  return plan::evaluate(*graph::make_cast(value, type).get());
}

std::int64_t whole_count(const weak_scalar& start, const weak_scalar& stop, const weak_scalar& step) {
  const graph::int128 distance = static_cast<graph::int128>(stop.bits) - start.bits;
  const graph::int128 by = step.bits;
  const graph::int128 n = by > 0 ? (distance + by - 1) / by : (distance + by + 1) / by;
  return n > 0 ? static_cast<std::int64_t>(n) : 0;
}

void store_element(const handle& array, std::int64_t index, const graph::scalar_value& value) {
  const slice_item item(index);
  const handle at = slice(array, std::span<const slice_item>(&item, 1));
  api::store_value(*at.get(), graph::scalar_node(value));
}

}  // namespace

handle empty(const shape& dims, dtype type, bool fortran) {
  if (!fortran) return graph::new_array(dims, type, default_device());
  shape order;
  for (int k = dims.ndim() - 1; k >= 0; --k) order.push_back(k);
  return graph::new_array(dims, type, default_device(), order);
}

handle no_elements(dtype type) noexcept {
  static const auto& nodes = *[] {                     // never destroyed
    auto* list = new std::array<handle, dtype_count>;  // NOLINT(bugprone-unhandled-exception-at-new): ends the program
    for (std::size_t d = 0; d < list->size(); ++d) {
      node* n = graph::new_node(node_kind::array, static_cast<dtype>(d), shape{0});
      n->strides = shape{1};
      (*list)[d] = handle(n);
    }
    return list;
  }();
  return nodes[static_cast<std::size_t>(type)];
}

handle full(const shape& dims, dtype type, const weak_scalar& value) {
  const graph::scalar_value v = graph::convert(value, type);
  handle h = graph::new_array(dims, type, default_device());
  plan::store(*graph::scalar_node(v).get(), plan::destination_of(*h.get()));
  return h;
}

handle arange(dtype type, const weak_scalar& start, const weak_scalar& stop, const weak_scalar& step) {
  if (as_double(step) == 0) throw value_error("arange: the step must not be zero");
  if (is_whole(start) && is_whole(stop) && is_whole(step)) {
    const dtype compute = is_integer(type) || is_bool(type) ? dtype::int64 : dtype::float64;
    return ramp(type, compute, start, step, whole_count(start, stop, step));
  }
  const double n = std::ceil((as_double(stop) - as_double(start)) / as_double(step));
  if (!(n < 0x1p62)) throw value_error("arange: the number of elements cannot be computed");
  // NumPy's elements are start + i * (second - start), the difference rounded as the first two elements are
  const double second = as_double(start) + as_double(step);
  return ramp(type, dtype::float64, weak_scalar::of(as_double(start)), weak_scalar::of(second - as_double(start)),
              n > 0 ? static_cast<std::int64_t>(n) : 0);
}

handle linspace(dtype type, const weak_scalar& start, const weak_scalar& stop, std::int64_t num, bool endpoint) {
  if (num < 0) throw value_error("linspace: number of samples, " + std::to_string(num) + ", must be non-negative");
  const double first = as_double(start), last = as_double(stop);
  const std::int64_t intervals = endpoint ? num - 1 : num;
  const double step = intervals > 0 ? (last - first) / static_cast<double>(intervals) : 0;
  const bool integral = is_integer(type);
  handle result =
      ramp(integral ? dtype::float64 : type, dtype::float64, weak_scalar::of(first), weak_scalar::of(step), num);
  if (endpoint && num > 1) store_element(result, num - 1, graph::convert(weak_scalar::of(last), result.get()->type));
  if (!integral) return result;
  return plan::evaluate(*graph::make_cast(graph::make_map(op_id::floor, result), type).get());
}

handle eye(dtype type, std::int64_t rows, std::int64_t columns, std::int64_t k) {
  if (columns < 0) columns = rows;
  const auto index = [](const shape& dims, const shape& strides) {
    node* i = graph::new_node(node_kind::iota, dtype::int64, dims);
    i->strides = strides;
    return handle(i);
  };
  const handle row = index({rows, 1}, {1, 0}), column = index({columns}, {1});
  const handle diagonal = graph::make_map(op_id::equal, graph::make_map(op_id::add, row, weak_scalar::of(k)), column);
  return plan::evaluate(*graph::make_cast(diagonal, type).get());
}

handle from_host(const shape& dims, dtype type, const void* c_order_data) {
  handle h = graph::new_array(dims, type, default_device());
  const auto bytes = static_cast<std::size_t>(dims.count()) * item_size(type);
  runtime::copy(h.get()->data->data, h.get()->where, c_order_data, cpu(), bytes);
  return h;
}

handle adopt(const shape& dims, dtype type, void* data, device where, void (*deleter)(void*, void*), void* context) {
  std::function<void(void*)> free_it;
  if (deleter != nullptr)
    free_it = [deleter, context](void* p) { deleter(p, context); };
  else
    free_it = [](void*) {};
  node* n = graph::new_node(node_kind::array, type, dims);
  handle h(n);
  n->strides = graph::dense_strides(dims);
  n->where = where;
  n->has_device = true;
  n->data = runtime::adopt(data, static_cast<std::size_t>(dims.count()) * item_size(type), where, std::move(free_it));
  return h;
}

handle copy(const handle& a) { return plan::evaluate(*api::readable(a).get(), plan::memory_order::c); }

handle to_device(const handle& a, device d) {
  const handle x = api::as_dense(a);
  if (x.get()->has_device && x.get()->where == d) return copy(x);
  handle h = graph::new_array(x.get()->dims, x.get()->type, d);
  runtime::copy(h.get()->data->data, d, data_of(x), x.get()->where,
                static_cast<std::size_t>(x.get()->dims.count()) * item_size(x.get()->type));
  return h;
}

}  // namespace detail
GPU_END_NAMESPACE

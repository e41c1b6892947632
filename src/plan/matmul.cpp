#include "plan/matmul.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "graph/build.hpp"
#include "graph/view_map.hpp"
#include "plan/gemm.hpp"
#include "plan/library.hpp"
#include "plan/planner.hpp"
#include "runtime/counters.hpp"

namespace gpu::plan {
namespace {

using detail::node_kind;

std::int64_t length_from_end(const node& x, int back) { return x.dims[x.dims.ndim() - back]; }

/// The value as an array on `where`: itself, or computed in C order.
handle as_array(const handle& x, gpu::device where) {
  if (x.get()->kind == node_kind::array) return x;
  const device_guard on(where);  // random draws and scalars alone have no device
  return evaluate(*x.get(), memory_order::c);
}

/// The array with axes that only repeat it cut to length 1, so that a copy holds every element once.
handle without_repeats(const handle& x) {
  const node& n = *x.get();
  shape dims = n.dims;
  for (int axis = 0; axis + 2 < dims.ndim(); ++axis)
    if (n.strides[axis] == 0) dims[axis] = 1;
  return dims == n.dims ? x : graph::window(n, dims, n.strides, n.offset);
}

bool blas_reads(const node& x) {
  const int last = x.dims.ndim() - 1;
  return blas_layout_of(x.dims[last - 1], x.dims[last], x.strides[last - 1], x.strides[last]).has_value();
}

/// The array as BLAS reads it: itself where it can, else a dense copy.
handle readable_by_blas(const handle& array) {
  handle distinct = without_repeats(array);
  if (blas_reads(*distinct.get())) return distinct;
  runtime::counters().operand_copies.add();
  return evaluate(*distinct.get(), memory_order::c);
}

matrix matrix_of(const node& x, const shape& batch) {
  matrix m;
  m.data = x.data;
  m.offset = x.offset;
  const int rank = x.dims.ndim();
  m.row_stride = x.strides[rank - 2];
  m.column_stride = x.strides[rank - 1];
  const int missing = batch.ndim() - (rank - 2);
  for (int axis = 0; axis < batch.ndim(); ++axis) {
    const int own = axis - missing;
    m.batch_strides.push_back(own < 0 || x.dims[own] == 1 ? 0 : x.strides[own]);
  }
  return m;
}

void by_gemm(const handle& a, const handle& b, const node& c, detail::precision_id precision) {
  gemm g;
  g.type = c.type;
  g.precision = precision;
  g.m = length_from_end(*a.get(), 2);
  g.k = length_from_end(*a.get(), 1);
  g.n = length_from_end(*b.get(), 1);
  for (int axis = 0; axis + 2 < c.dims.ndim(); ++axis) g.batch.push_back(c.dims[axis]);
  g.a = matrix_of(*a.get(), g.batch);
  g.b = matrix_of(*b.get(), g.batch);
  g.c = matrix_of(c, g.batch);
  merge_batch_axes(g);
  run(g, c.where);
}

/// The 16-bit floats where no library multiplies them: in float32, rounded once.
void through_float32(const handle& a, const handle& b, const node& c) {
  const auto widened = [&](const handle& x) {
    return as_array(graph::make_cast(without_repeats(x), dtype::float32), c.where);
  };
  const handle product = graph::new_array(c.dims, dtype::float32, c.where);
  by_gemm(readable_by_blas(widened(a)), readable_by_blas(widened(b)), *product.get(), detail::precision_id::highest);
  store(*graph::make_cast(product, c.type).get(), destination_of(c));
}

/// Puts a new axis of length 1 at `position`, counted from the end of the result.
handle with_new_axis(const handle& x, int position) {
  const int rank = x.get()->dims.ndim() + 1;
  std::array<bool, max_rank> inserted{};
  inserted[static_cast<std::size_t>(rank - position)] = true;
  return graph::apply_view(*x.get(), graph::expanding_map(x.get()->dims, inserted, rank));
}

handle with_last_axes_swapped(const handle& x) {
  std::array<int, max_rank> order{};
  const auto rank = static_cast<std::size_t>(x.get()->dims.ndim());
  for (std::size_t axis = 0; axis < rank; ++axis) order[axis] = static_cast<int>(axis);
  std::swap(order[rank - 2], order[rank - 1]);
  return graph::apply_view(*x.get(), graph::permuting_map(x.get()->dims, std::span<const int>(order.data(), rank)));
}

/// Matrices number i along the first axis of c, where x has that axis.
handle part_of(const handle& x, const node& c, std::int64_t i) {
  const shape& dims = x.get()->dims;
  if (dims.ndim() < c.dims.ndim()) return x;
  const slice_item index(dims[0] == 1 ? 0 : i);
  return graph::apply_view(*x.get(), graph::slicing_map(dims, std::span<const slice_item>(&index, 1)));
}

/// Products that no library computes: a reduction over the last axis of a[…, m, 1, k] * b[…, 1, n, k].
void by_reduction(const handle& a, const handle& b, const node& c) {
  if (c.dims.ndim() == max_rank) {  // no room for one more axis
    for (std::int64_t i = 0; i < c.dims[0]; ++i)
      by_reduction(part_of(a, c, i), part_of(b, c, i), *part_of(graph::share(&c), c, i).get());
    return;
  }
  const dtype accumulate = detail::is_16bit_float(c.type) ? dtype::float32 : c.type;
  const handle rows = with_new_axis(graph::make_cast(a, accumulate), 2);
  const handle columns = with_new_axis(with_last_axes_swapped(graph::make_cast(b, accumulate)), 3);
  const handle products = graph::make_map(op_id::multiply, rows, columns);
  const reducer combine = detail::is_bool(c.type) ? reducer::any : reducer::sum;
  store(*graph::make_cast(graph::make_reduce(combine, products, 1, accumulate), c.type).get(), destination_of(c));
}

void fill_zero(const node& c) { store(*graph::make_constant(0, c.type).get(), destination_of(c)); }

}  // namespace

void multiply(const handle& a, const handle& b, const node& c, detail::precision_id precision) {
  if (c.dims.count() == 0) return;
  if (length_from_end(*a.get(), 1) == 0) return fill_zero(c);
  if (c.dims.count() == 1)
    return by_reduction(a, b, c);  // an inner product reads everything once: its operands may stay lazy
  const handle left = as_array(graph::make_cast(a, c.type), c.where);
  const handle right = as_array(graph::make_cast(b, c.type), c.where);
  const bool on_cpu = c.where.type() == device_type::cpu;
  if (c.type < dtype::float16) return on_cpu ? by_gemm(left, right, c, precision) : by_reduction(left, right, c);
  if (detail::is_16bit_float(c.type) && c.where.type() != device_type::cuda) return through_float32(left, right, c);
  by_gemm(readable_by_blas(left), readable_by_blas(right), c, precision);
}

}  // namespace gpu::plan

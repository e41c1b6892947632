// matmul and dot: NumPy's rules of shapes.
#include <array>
#include <string>
#include <vector>

#include <gpu/error.hpp>

#include "api/readable.hpp"
#include "graph/build.hpp"
#include "graph/view_map.hpp"
#include "plan/matmul.hpp"
#include "plan/planner.hpp"

GPU_BEGIN_NAMESPACE
namespace detail {
namespace {

/// The device of both; that of the other where one has none.
device common_device(const node& a, const node& b) {
  if (a.has_device && b.has_device && a.where != b.where)
    throw device_error("operands are on different devices: " + a.where.name() + " and " + b.where.name() +
                       "; move one with .to(device)");
  if (a.has_device) return a.where;
  return b.has_device ? b.where : default_device();
}

handle with_axis_at(const handle& x, int position) {
  std::array<bool, max_rank> inserted{};
  inserted[static_cast<std::size_t>(position)] = true;
  const shape& dims = x.get()->dims;
  return graph::apply_view(*x.get(), graph::expanding_map(dims, inserted, dims.ndim() + 1));
}

shape without_last(const shape& dims, int count) {
  shape s;
  for (int axis = 0; axis < dims.ndim() - count; ++axis) s.push_back(dims[axis]);
  return s;
}

/// Throws shape_error unless the last axis of a is as long as axis `b_axis` of b.
void require_same_inner(const char* name, const shape& a, const shape& b, int b_axis) {
  const int a_axis = a.ndim() - 1;
  if (a[a_axis] == b[b_axis]) return;
  throw shape_error(std::string(name) + ": shapes " + to_string(a) + " and " + to_string(b) +
                    " not aligned: " + std::to_string(a[a_axis]) + " (dim " + std::to_string(a_axis) +
                    ") != " + std::to_string(b[b_axis]) + " (dim " + std::to_string(b_axis) + ")");
}

int inner_axis_of_second(const shape& b) { return b.ndim() == 1 ? 0 : b.ndim() - 2; }

shape broadcast_batch(const shape& a, const shape& b) {
  try {
    return graph::broadcast(without_last(a, 2), without_last(b, 2));
  } catch (const shape_error&) {
    throw shape_error("matmul: leading axes of shapes " + to_string(a) + " and " + to_string(b) +
                      " could not be broadcast together");
  }
}

/// `c` under the shape `dims`, which differs by axes of length 1 only: both are dense.
handle dense_view(const handle& c, const shape& dims) {
  return graph::window(*c.get(), dims, graph::dense_strides(dims), 0);
}

}  // namespace

handle matmul(const handle& a, const handle& b, dtype type, precision_id precision) {
  const handle x = api::readable(a), y = api::readable(b);
  const shape xs = x.get()->dims, ys = y.get()->dims;
  if (xs.ndim() == 0 || ys.ndim() == 0)
    throw value_error("matmul: operands must have at least one axis, got shapes " + to_string(xs) + " and " +
                      to_string(ys));
  require_same_inner("matmul", xs, ys, inner_axis_of_second(ys));
  const handle left = xs.ndim() == 1 ? with_axis_at(x, 0) : x;
  const handle right = ys.ndim() == 1 ? with_axis_at(y, 1) : y;
  const shape& l = left.get()->dims;
  const shape& r = right.get()->dims;
  shape dims = broadcast_batch(l, r);
  shape matrices = dims;
  matrices.push_back(l[l.ndim() - 2]);
  matrices.push_back(r[r.ndim() - 1]);
  if (xs.ndim() > 1) dims.push_back(l[l.ndim() - 2]);
  if (ys.ndim() > 1) dims.push_back(r[r.ndim() - 1]);
  handle result = graph::new_array(dims, type, common_device(*x.get(), *y.get()));
  plan::multiply(left, right, *dense_view(result, matrices).get(), precision);
  return result;
}

namespace {

/// a (…, i, k) and b (…, k, n) to every pair of their matrices: a gets axes of length 1 where b's leading ones go.
handle dot_of_stacks(const handle& x, const handle& y, dtype type) {
  const shape& xs = x.get()->dims;
  const shape& ys = y.get()->dims;
  shape dims = without_last(xs, 1);
  for (int axis = 0; axis < ys.ndim(); ++axis)
    if (axis != ys.ndim() - 2) dims.push_back(ys[axis]);
  handle left = xs.ndim() == 1 ? with_axis_at(x, 0) : x;
  const int stacked = ys.ndim() - 2;
  for (int i = 0; i < stacked; ++i) left = with_axis_at(left, left.get()->dims.ndim() - 2);
  handle result = graph::new_array(dims, type, common_device(*x.get(), *y.get()));
  // The result as (a's leading axes, b's leading axes, i, n): axis i lies before b's.
  const int leading = xs.ndim() == 1 ? 0 : xs.ndim() - 2;
  handle c = xs.ndim() == 1 ? with_axis_at(result, 0) : result;
  std::vector<int> order;
  order.reserve(max_rank);
  for (int axis = 0; axis < leading; ++axis) order.push_back(axis);
  for (int axis = 0; axis < stacked; ++axis) order.push_back(leading + 1 + axis);
  order.push_back(leading);
  order.push_back(leading + 1 + stacked);
  c = graph::apply_view(*c.get(), graph::permuting_map(c.get()->dims, order));
  plan::multiply(left, y, *c.get(), precision_id::highest);
  return result;
}

}  // namespace

handle dot(const handle& a, const handle& b, dtype type) {
  const handle x = api::readable(a), y = api::readable(b);
  const shape& xs = x.get()->dims;
  const shape& ys = y.get()->dims;
  if (xs.ndim() == 0 || ys.ndim() == 0)
    return plan::evaluate(*graph::make_cast(graph::make_map(op_id::multiply, x, y), type).get());
  require_same_inner("dot", xs, ys, inner_axis_of_second(ys));
  return ys.ndim() <= 2 ? matmul(x, y, type, precision_id::highest) : dot_of_stacks(x, y, type);
}

}  // namespace detail
GPU_END_NAMESPACE

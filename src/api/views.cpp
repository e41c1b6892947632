// Views under NumPy's names.
#include <algorithm>
#include <numeric>
#include <vector>

#include <gpu/error.hpp>

#include "api/readable.hpp"
#include "graph/reshape.hpp"
#include "graph/view_map.hpp"
#include "plan/planner.hpp"

GPU_BEGIN_NAMESPACE
namespace detail {
namespace {

handle permuted(const handle& x, const std::vector<int>& order) {
  return graph::apply_view(*x.get(), graph::permuting_map(x.get()->dims, order));
}

/// Axis numbers in [0, rank), each at most once.
std::vector<int> distinct_axes(std::span<const axis> axes, int rank) {
  std::vector<int> list;
  for (const axis a : axes) {
    const int k = graph::normalize_axis(a, rank);
    if (std::count(list.begin(), list.end(), k) != 0) throw axis_error("repeated axis " + std::to_string(k));
    list.push_back(k);
  }
  return list;
}

}  // namespace

handle slice(const handle& a, std::span<const slice_item> items) {
  const handle x = api::readable(a);
  return graph::apply_view(*x.get(), graph::slicing_map(x.get()->dims, items));
}

handle transpose(const handle& a) {
  const handle x = api::readable(a);
  std::vector<int> order;
  for (int k = x.get()->dims.ndim() - 1; k >= 0; --k) order.push_back(k);
  return permuted(x, order);
}

handle transpose(const handle& a, std::span<const axis> axes) {
  const handle x = api::readable(a);
  const int rank = x.get()->dims.ndim();
  if (static_cast<int>(axes.size()) != rank)
    throw value_error("axes don't match array: " + std::to_string(axes.size()) + " given for " + std::to_string(rank));
  return permuted(x, distinct_axes(axes, rank));
}

handle swapaxes(const handle& a, std::int64_t first, std::int64_t second) {
  const handle x = api::readable(a);
  const int rank = x.get()->dims.ndim();
  std::vector<int> order(static_cast<std::size_t>(rank));
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[static_cast<std::size_t>(graph::normalize_axis(first, rank))],
            order[static_cast<std::size_t>(graph::normalize_axis(second, rank))]);
  return permuted(x, order);
}

handle moveaxis(const handle& a, std::span<const axis> from, std::span<const axis> to) {
  const handle x = api::readable(a);
  const int rank = x.get()->dims.ndim();
  const std::vector<int> source = distinct_axes(from, rank), target = distinct_axes(to, rank);
  if (source.size() != target.size()) throw value_error("source and destination must have the same number of axes");
  std::vector<int> rest;
  for (int k = 0; k < rank; ++k)
    if (std::count(source.begin(), source.end(), k) == 0) rest.push_back(k);
  std::vector<int> order;
  std::size_t next = 0;
  for (int k = 0; k < rank; ++k) {
    const auto found = std::find(target.begin(), target.end(), k);
    order.push_back(found == target.end() ? rest[next++] : source[static_cast<std::size_t>(found - target.begin())]);
  }
  return permuted(x, order);
}

handle reshape(const handle& a, const shape& to) {
  const handle x = api::readable(a);
  const shape dims = graph::resolve_reshape(x.get()->dims, to);
  if (handle shared = graph::reshaped(*x.get(), dims)) return shared;
  const handle dense = plan::evaluate(*x.get(), plan::memory_order::c);
  return graph::reshaped(*dense.get(), dims);
}

handle squeeze(const handle& a, const axes_arg& axes) {
  const handle x = api::readable(a);
  const shape& dims = x.get()->dims;
  std::array<bool, max_rank> dropped{};
  for (int k = 0; k < dims.ndim(); ++k) dropped[static_cast<std::size_t>(k)] = axes.all && dims[k] == 1;
  if (!axes.all)
    for (const int k : distinct_axes({axes.first, axes.count}, dims.ndim())) {
      if (dims[k] != 1)
        throw value_error("cannot select an axis to squeeze out which has size not equal to one: axis " +
                          std::to_string(k) + " of shape " + to_string(dims));
      dropped[static_cast<std::size_t>(k)] = true;
    }
  return graph::apply_view(*x.get(), graph::squeezing_map(dims, dropped));
}

handle expand_dims(const handle& a, std::span<const axis> axes) {
  const handle x = api::readable(a);
  const int rank = x.get()->dims.ndim() + static_cast<int>(axes.size());
  std::array<bool, max_rank> inserted{};
  if (rank > max_rank) throw_rank_too_large(rank);
  for (const int k : distinct_axes(axes, rank)) inserted[static_cast<std::size_t>(k)] = true;
  return graph::apply_view(*x.get(), graph::expanding_map(x.get()->dims, inserted, rank));
}

handle broadcast_to(const handle& a, const shape& to) {
  const handle x = api::readable(a);
  return graph::apply_view(*x.get(), graph::broadcasting_map(x.get()->dims, to));
}

}  // namespace detail
GPU_END_NAMESPACE

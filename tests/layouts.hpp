// Every memory layout that an operand can have, from one generator: C and F order, stepped, reversed, offset (a misaligned
// start), broadcast, 0-d and empty, with sizes around warp, block and vector widths.
#pragma once

#include <complex>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <gpu/gpu.hpp>

#include "reference.hpp"

namespace layouts {

/// A small value that every dtype holds exactly, different from its neighbours'; never zero, so that division is defined.
template <class E>
E value_at(std::int64_t i) {
  const auto small = static_cast<int>(i % 11 + 1);  // 1 … 11
  if constexpr (std::is_same_v<E, bool>) {
    return small % 3 != 0;
  } else if constexpr (gpu::detail::is_std_complex<E>::value) {
    using P = typename E::value_type;
    return E(static_cast<P>(small), static_cast<P>(static_cast<int>(i % 7) - 3));
  } else if constexpr (std::is_unsigned_v<E>) {
    return static_cast<E>(small);
  } else {
    return E(static_cast<std::int8_t>(i % 2 == 0 ? small : -small));
  }
}

/// A window of some layout, and its elements in C order as plain loops find them.
template <class E>
struct sample {
  std::string name;
  gpu::ndview<const E> view;
  reference::array<E> host;
};

namespace detail {

/// Entry k of the window walks axis axes[k] of a C-order base: from start[k] by step[k].
struct recipe {
  gpu::shape base;
  gpu::shape start, step, axes;
  gpu::shape dims;
};

template <class E>
reference::array<E> picked(const recipe& r) {
  gpu::shape strides = gpu::shape::filled(r.base.ndim(), 1);
  for (int k = r.base.ndim() - 2; k >= 0; --k) strides[k] = strides[k + 1] * r.base[k + 1];
  reference::array<E> result{r.dims, {}};
  for (std::int64_t flat = 0; flat < r.dims.count(); ++flat) {
    std::int64_t rest = flat, at = 0;
    for (int k = r.dims.ndim() - 1; k >= 0; --k) {
      at += (r.start[k] + rest % r.dims[k] * r.step[k]) * strides[r.axes[k]];
      rest /= r.dims[k];
    }
    result.values.push_back(value_at<E>(at));
  }
  return result;
}

template <class E>
gpu::ndarray<E> base_array(const gpu::shape& dims) {
  std::vector<E> values;
  for (std::int64_t i = 0; i < dims.count(); ++i) values.push_back(value_at<E>(i));
  gpu::ndarray<E> flat(values);
  return gpu::ndarray<E>(flat.reshape(dims));
}

/// The window that a recipe describes, made by slicing and transposing.
template <class E>
sample<E> made(const std::string& name, const recipe& r) {
  gpu::ndarray<E> base = base_array<E>(r.base);
  std::vector<gpu::slice_item> items(static_cast<std::size_t>(r.base.ndim()), gpu::all());
  std::vector<gpu::axis> order;
  for (int k = 0; k < r.dims.ndim(); ++k) {
    const std::int64_t first = r.start[k], step = r.step[k], stop = first + step * r.dims[k];
    using gpu::placeholders::_;
    items[static_cast<std::size_t>(r.axes[k])] = stop < 0 ? gpu::range(first, _, step) : gpu::range(first, stop, step);
    order.emplace_back(r.axes[k]);
  }
  gpu::ndview<E> window = base(std::span<const gpu::slice_item>(items));
  return {name + " " + gpu::to_string(r.dims), gpu::transpose(window, std::span<const gpu::axis>(order)), picked<E>(r)};
}

inline gpu::shape counting(int rank, bool backwards) {
  gpu::shape s;
  for (int k = 0; k < rank; ++k) s.push_back(backwards ? rank - 1 - k : k);
  return s;
}

/// The recipe of a window of shape `dims` with these starts and steps, its axes in C or F order of the base.
inline recipe stepping(const gpu::shape& dims, std::int64_t start, std::int64_t step, bool fortran) {
  recipe r;
  const int rank = dims.ndim();
  r.dims = dims;
  r.axes = counting(rank, fortran);
  r.base = dims;
  for (int k = 0; k < rank; ++k) {
    const std::int64_t reach = dims[k] > 0 ? (dims[k] - 1) * (step < 0 ? -step : step) : 0;
    r.start.push_back(start + (step < 0 ? reach : 0));
    r.step.push_back(step);
    r.base[r.axes[k]] = start + reach + (dims[k] > 0 ? 1 : 0);
  }
  return r;
}

}  // namespace detail

/// Shapes worth trying: sizes around 32, 256 and 1024, and a few of more axes.
inline std::vector<gpu::shape> shapes() {
  return {{},     {0},    {1},    {31},     {32},     {33},     {255},     {256},     {257},       {1023},
          {1024}, {1025}, {3, 5}, {33, 32}, {1, 257}, {257, 1}, {2, 0, 3}, {2, 3, 4}, {5, 1, 7, 2}};
}

/// A window of shape `dims` in each layout.
template <class E>
std::vector<sample<E>> of_shape(const gpu::shape& dims) {
  using detail::made, detail::stepping;
  std::vector<sample<E>> list;
  list.push_back(made<E>("C order", stepping(dims, 0, 1, false)));
  list.push_back(made<E>("F order", stepping(dims, 0, 1, true)));
  list.push_back(made<E>("stepped", stepping(dims, 1, 2, false)));
  list.push_back(made<E>("reversed", stepping(dims, 0, -1, false)));
  list.push_back(made<E>("reversed F order, stepped", stepping(dims, 1, -3, true)));
  list.push_back(made<E>("offset", stepping(dims, 1, 1, false)));
  list.push_back(made<E>("offset 3", stepping(dims, 3, 1, true)));
  return list;
}

/// A read-only window of shape `dims` whose elements repeat along axis `over`.
template <class E>
sample<E> broadcast(const gpu::shape& dims, int over) {
  gpu::shape narrow = dims;
  narrow[over] = 1;
  sample<E> source = detail::made<E>("broadcast", detail::stepping(narrow, 0, 1, false));
  reference::array<E> host{dims, {}};
  for (std::int64_t i = 0; i < dims.count(); ++i)
    host.values.push_back(source.host.values[static_cast<std::size_t>(reference::broadcast_index(i, dims, narrow))]);
  return {"broadcast " + gpu::to_string(dims), gpu::broadcast_to(source.view, dims), host};
}

/// All shapes in all layouts.
template <class E>
std::vector<sample<E>> all() {
  std::vector<sample<E>> list;
  for (const gpu::shape& dims : shapes()) {
    for (sample<E>& s : of_shape<E>(dims)) list.push_back(std::move(s));
    for (int k = 0; k < dims.ndim(); ++k)
      if (dims.count() > 0) list.push_back(broadcast<E>(dims, k));
  }
  return list;
}

}  // namespace layouts

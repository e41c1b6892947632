// Plain C++ loops that the library's results are compared with.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <vector>

#include <gpu/gpu.hpp>

namespace reference {

/// Elements in C order with a shape.
template <class E>
struct array {
  gpu::shape dims;
  std::vector<E> values;
};

/// The flat C-order index, in something of shape `dims` that broadcasts to `whole`, of element `flat` of `whole`.
inline std::int64_t broadcast_index(std::int64_t flat, const gpu::shape& whole, const gpu::shape& dims) {
  std::int64_t index = 0, stride = 1;
  for (int k = whole.ndim() - 1, d = dims.ndim() - 1; d >= 0; --k, --d) {
    const std::int64_t coordinate = flat % whole[k];
    flat /= whole[k];
    if (dims[d] != 1) index += coordinate * stride;
    stride *= dims[d];
  }
  return index;
}

/// f(a, b) element by element; `dims` is the shape that both broadcast to.
template <class R, class A, class B, class F>
array<R> map(const gpu::shape& dims, const array<A>& a, const array<B>& b, F&& f) {
  array<R> result{dims, {}};
  for (std::int64_t i = 0; i < dims.count(); ++i)
    result.values.push_back(f(static_cast<A>(a.values[static_cast<std::size_t>(broadcast_index(i, dims, a.dims))]),
                              static_cast<B>(b.values[static_cast<std::size_t>(broadcast_index(i, dims, b.dims))])));
  return result;
}

/// f(accumulated, x) over one axis, from `start`.
template <class R, class A, class F>
array<R> fold(const array<A>& a, int axis, R start, F&& f) {
  array<R> result{a.dims, {}};
  result.dims.erase(axis);
  std::int64_t inner = 1;
  for (int k = axis + 1; k < a.dims.ndim(); ++k) inner *= a.dims[k];
  const std::int64_t length = a.dims[axis], count = result.dims.count();
  for (std::int64_t i = 0; i < count; ++i) {
    R sum = start;
    for (std::int64_t j = 0; j < length; ++j)
      sum = f(sum, static_cast<A>(a.values[static_cast<std::size_t>((i / inner * length + j) * inner + i % inner)]));
    result.values.push_back(sum);
  }
  return result;
}

template <class E>
bool same_value(E a, E b) {
  if constexpr (gpu::detail::is_std_complex<E>::value)
    return same_value(a.real(), b.real()) && same_value(a.imag(), b.imag());
  else if constexpr (gpu::detail::is_floating(gpu::dtype_of<E>))
    return (static_cast<double>(a) != static_cast<double>(a) && static_cast<double>(b) != static_cast<double>(b)) ||
           static_cast<double>(a) == static_cast<double>(b);
  else
    return a == b;
}

/// Whether an operand has exactly these elements and this shape; nan equals nan.
template <class E>
bool equal(const gpu::operand<E>& got, const array<E>& want) {
  if (got.shape() != want.dims) return false;
  const auto values = got.to_vector();
  if (values.size() != want.values.size()) return false;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!same_value<E>(values[i], want.values[i])) return false;
  return true;
}

}  // namespace reference

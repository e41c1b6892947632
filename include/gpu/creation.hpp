// Making arrays. Eager: each returns an ndarray on the default device.
#pragma once

#include <gpu/ndarray.hpp>

GPU_BEGIN_NAMESPACE

enum class layout : std::uint8_t { c, f };

/// An array whose elements are not initialised.
template <element E, std::same_as<shape> S = shape>
[[nodiscard]] ndarray<E> empty(const S& dims, layout order = layout::c) {
  return detail::access::make<ndarray<E>>(detail::empty(dims, dtype_of<E>, order == layout::f));
}
/// Zeros.
template <element E, std::same_as<shape> S = shape>
[[nodiscard]] ndarray<E> zeros(const S& dims) {
  return detail::access::make<ndarray<E>>(detail::full(dims, dtype_of<E>, detail::weak_scalar::of(0)));
}
/// Ones.
template <element E, std::same_as<shape> S = shape>
[[nodiscard]] ndarray<E> ones(const S& dims) {
  return detail::access::make<ndarray<E>>(detail::full(dims, dtype_of<E>, detail::weak_scalar::of(1)));
}
/// One value everywhere. Throws value_error where an integer does not fit E.
template <element E, std::same_as<shape> S = shape, scalar V>
[[nodiscard]] ndarray<E> full(const S& dims, V value) {
  return detail::access::make<ndarray<E>>(detail::full(dims, dtype_of<E>, detail::weak_scalar::of(value)));
}
template <class E>
[[nodiscard]] ndarray<E> empty_like(const operand<E>& x) {
  return gpu::empty<E>(x.shape());
}
template <class E>
[[nodiscard]] ndarray<E> zeros_like(const operand<E>& x) {
  return gpu::zeros<E>(x.shape());
}
template <class E>
[[nodiscard]] ndarray<E> ones_like(const operand<E>& x) {
  return gpu::ones<E>(x.shape());
}
template <class E, scalar V>
[[nodiscard]] ndarray<E> full_like(const operand<E>& x, V value) {
  return gpu::full<E>(x.shape(), value);
}

/// start, start + step, … before stop: ceil((stop - start) / step) elements. Throws value_error for a step of 0.
template <element E, scalar A, scalar B, scalar C = int>
[[nodiscard]] ndarray<E> arange(A start, B stop, C step = 1) {
  return detail::access::make<ndarray<E>>(detail::arange(dtype_of<E>, detail::weak_scalar::of(start),
                                                         detail::weak_scalar::of(stop), detail::weak_scalar::of(step)));
}
/// 0, 1, … before stop.
template <element E, scalar B>
[[nodiscard]] ndarray<E> arange(B stop) {
  return gpu::arange<E>(0, stop, 1);
}
/// `num` evenly spaced numbers from start to stop, stop included unless `endpoint` is false.
template <element E = double, scalar A, scalar B>
[[nodiscard]] ndarray<E> linspace(A start, B stop, dim num = 50, bool endpoint = true) {
  return detail::access::make<ndarray<E>>(
      detail::linspace(dtype_of<E>, detail::weak_scalar::of(start), detail::weak_scalar::of(stop), num, endpoint));
}
/// Ones on the k-th diagonal, zeros elsewhere; square unless `columns` is given.
template <element E = double>
[[nodiscard]] ndarray<E> eye(dim rows, dim columns = -1, dim k = 0) {
  return detail::access::make<ndarray<E>>(detail::eye(dtype_of<E>, rows, columns, k));
}
template <element E = double>
[[nodiscard]] ndarray<E> identity(dim n) {
  return gpu::eye<E>(n);
}
/// The value of anything readable, as an array of its own.
template <class E>
[[nodiscard]] ndarray<E> copy(const operand<E>& x) {
  return ndarray<E>(x);
}
template <class E>
[[nodiscard]] ndarray<E> asarray(const operand<E>& x) {
  return ndarray<E>(x);
}

/// An array over foreign memory on device `where`, in C order; `deleter(data, context)` runs when the last array or view of
/// it goes, or never if null.
template <element E>
[[nodiscard]] ndarray<E> adopt(E* data, const shape& dims, gpu::device where, void (*deleter)(void*, void*) = nullptr,
                               void* context = nullptr) {
  return detail::access::make<ndarray<E>>(detail::adopt(dims, dtype_of<E>, data, where, deleter, context));
}

GPU_END_NAMESPACE

// Views under NumPy's names. Of an array or view they are windows that share its storage; of an expression, expressions.
#pragma once

#include <initializer_list>

#include <gpu/ndarray.hpp>

GPU_BEGIN_NAMESPACE
namespace detail {

/// What a view of X is: ndview<E> of a writable array or view, ndview<const E> of a const one, expr<E> of an expression.
template <class X>
struct view_of {
 private:
  template <class E>
  static ndview<E> probe(ndarray<E>*);
  template <class E>
  static ndview<const E> probe(const ndarray<E>*);
  template <class E>
  static ndview<E> probe(const ndview<E>*);
  template <class E>
  static expr<E> probe(const expr<E>*);

 public:
  using type = decltype(probe(static_cast<std::remove_reference_t<X>*>(nullptr)));
};
/// The view type of a forwarded argument; not defined for what is no array, view or expression.
template <class X>
using view_t = typename view_of<X>::type;

template <class X>
view_t<X> as_view(handle h) {
  return access::make<view_t<X>>(std::move(h));
}
inline std::span<const axis> span_of(const std::initializer_list<axis>& list) { return {list.begin(), list.size()}; }

}  // namespace detail

/// Axes reversed, or in the given order. Throws axis_error unless the order names each axis once.
template <class X>
[[nodiscard]] detail::view_t<X> transpose(X&& x) {
  return detail::as_view<X>(detail::transpose(detail::access::get(x)));
}
template <class X>
[[nodiscard]] detail::view_t<X> transpose(X&& x, std::initializer_list<axis> order) {
  return detail::as_view<X>(detail::transpose(detail::access::get(x), detail::span_of(order)));
}
template <class X>
[[nodiscard]] detail::view_t<X> transpose(X&& x, std::span<const axis> order) {
  return detail::as_view<X>(detail::transpose(detail::access::get(x), order));
}
template <class X>
[[nodiscard]] detail::view_t<X> permute_dims(X&& x, std::initializer_list<axis> order) {
  return gpu::transpose(x, order);
}
/// Two axes exchanged.
template <class X>
[[nodiscard]] detail::view_t<X> swapaxes(X&& x, axis first, axis second) {
  return detail::as_view<X>(detail::swapaxes(detail::access::get(x), first, second));
}
/// Axes moved to new positions; the others keep their order.
template <class X>
[[nodiscard]] detail::view_t<X> moveaxis(X&& x, axis from, axis to) {
  return detail::as_view<X>(
      detail::moveaxis(detail::access::get(x), std::span<const axis>(&from, 1), std::span<const axis>(&to, 1)));
}
template <class X>
[[nodiscard]] detail::view_t<X> moveaxis(X&& x, std::initializer_list<axis> from, std::initializer_list<axis> to) {
  return detail::as_view<X>(detail::moveaxis(detail::access::get(x), detail::span_of(from), detail::span_of(to)));
}
/// The same elements in C order under another shape; one length may be -1. Shares the storage where the layout allows, else
/// copies. Throws shape_error where the number of elements differs.
template <class X>
[[nodiscard]] detail::view_t<X> reshape(X&& x, const shape& to) {
  return detail::as_view<X>(detail::reshape(detail::access::get(x), to));
}
/// One axis, in C order.
template <class X>
[[nodiscard]] detail::view_t<X> ravel(X&& x) {
  return detail::as_view<X>(detail::reshape(detail::access::get(x), {-1}));
}
/// Without the axes of length 1, or without those named. Throws value_error where a named one is longer.
template <class X>
[[nodiscard]] detail::view_t<X> squeeze(X&& x) {
  return detail::as_view<X>(detail::squeeze(detail::access::get(x), {}));
}
template <class X>
[[nodiscard]] detail::view_t<X> squeeze(X&& x, axis over) {
  return detail::as_view<X>(detail::squeeze(detail::access::get(x), detail::axes_arg(std::span<const axis>(&over, 1))));
}
template <class X>
[[nodiscard]] detail::view_t<X> squeeze(X&& x, std::initializer_list<axis> over) {
  return detail::as_view<X>(detail::squeeze(detail::access::get(x), detail::axes_arg(detail::span_of(over))));
}
/// With new axes of length 1 at these positions of the result.
template <class X>
[[nodiscard]] detail::view_t<X> expand_dims(X&& x, axis at) {
  return detail::as_view<X>(detail::expand_dims(detail::access::get(x), std::span<const axis>(&at, 1)));
}
template <class X>
[[nodiscard]] detail::view_t<X> expand_dims(X&& x, std::initializer_list<axis> at) {
  return detail::as_view<X>(detail::expand_dims(detail::access::get(x), detail::span_of(at)));
}
/// x as a read-only window of a larger shape, without copying. Throws shape_error where x does not broadcast to it.
template <class E>
[[nodiscard]] ndview<const E> broadcast_to(const operand<E>& x, const shape& to) {
  return detail::access::make<ndview<const E>>(detail::broadcast_to(detail::as_array(detail::access::get(x)), to));
}

GPU_END_NAMESPACE

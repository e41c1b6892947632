// expr<E>: a lazy expression. One type whatever it computes: a handle to a node of a small graph.
#pragma once

#include <gpu/operand.hpp>

GPU_BEGIN_NAMESPACE

/// An expression whose elements are E. Nothing is computed until it is assigned, passed to something eager, or its value is
/// asked for; then its operands are read as they are at that moment. Copying is cheap. Operands of the same element type
/// convert to it; it keeps their storage alive.
template <class E>
class expr : public operand<E> {
 public:
  expr() = default;
  expr(const expr&) = default;
  expr(expr&&) noexcept = default;
  expr& operator=(const expr&) = default;
  expr& operator=(expr&&) noexcept = default;
  ~expr() = default;
  /// An array, view or selection as an expression (a selection is read now).
  expr(const operand<E>& x) : operand<E>(detail::as_expression(detail::access::get(x))) {}
  expr(detail::access::adopt_tag, detail::handle h) noexcept : operand<E>(std::move(h)) {}

  /// A part of the expression, by integers, ranges, newaxis() and ellipsis(): moves to its leaves.
  template <detail::basic_index... I>
  [[nodiscard]] expr operator()(const I&... items) const {
    return detail::access::make<expr>(detail::slice_by(this->handle_, items...));
  }
  /// By masks and index arrays: computes, then gathers.
  template <class... I>
    requires detail::selecting_index<I...>
  [[nodiscard]] ndarray<E> operator()(const I&... items) const {
    return detail::access::make<ndarray<E>>(detail::read_selection(detail::select_by(this->handle_, items...)));
  }
  /// By text: "1:5, ::-1, ...".
  [[nodiscard]] expr operator()(const char* text) const {
    return detail::access::make<expr>(detail::slice_text(this->handle_, text));
  }
  [[nodiscard]] expr operator()(std::span<const slice_item> items) const {
    return detail::access::make<expr>(detail::slice(this->handle_, items));
  }
  /// Axes reversed.
  [[nodiscard]] expr T() const { return detail::access::make<expr>(detail::transpose(this->handle_)); }
};

GPU_END_NAMESPACE

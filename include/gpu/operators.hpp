// The operators of operands. What NumPy forbids is deleted, never missing: the implicit conversion of one-element operands
// to their value would otherwise let a built-in operator in (`int_array + "x"` is pointer arithmetic).
#pragma once

#include <gpu/logic.hpp>

GPU_BEGIN_NAMESPACE

#define GPU_OPERATOR(symbol, op)                                                                                 \
  GPU_BINARY_AS(operator symbol, op)                                                                             \
  template <class A, class B>                                                                                    \
    requires(!detail::binary_typing<detail::op_id::op, A, B>.valid)                                              \
  void operator symbol(const operand<A>&, const operand<B>&) = delete; /* not defined for these element types */ \
  template <class A, scalar S>                                                                                   \
    requires(!detail::weak_typing<detail::op_id::op, A, S>.valid)                                                \
  void operator symbol(const operand<A>&, S) = delete; /* not defined for these element types */                 \
  template <scalar S, class B>                                                                                   \
    requires(!detail::weak_typing<detail::op_id::op, B, S>.valid)                                                \
  void operator symbol(S, const operand<B>&) = delete; /* not defined for these element types */

/// Anything that is neither an operand nor a scalar.
template <class X>
concept foreign_operand =
    !scalar<std::remove_cvref_t<X>> && std::is_void_v<typename detail::operand_element<std::remove_cvref_t<X>>::type>;

#define GPU_OPERATOR_CATCH_ALL(symbol)                                                                          \
  template <class A, foreign_operand X>                                                                         \
  void operator symbol(const operand<A>&, const X&) = delete; /* the other side must be an array or a number */ \
  template <foreign_operand X, class B>                                                                         \
  void operator symbol(const X&, const operand<B>&) = delete; /* the other side must be an array or a number */

GPU_OPERATOR(+, add)
GPU_OPERATOR(-, subtract)
GPU_OPERATOR(*, multiply)
GPU_OPERATOR(/, divide)
GPU_OPERATOR(%, remainder)
GPU_OPERATOR(&, bitwise_and)
GPU_OPERATOR(|, bitwise_or)
GPU_OPERATOR(^, bitwise_xor)
GPU_OPERATOR(<<, left_shift)
GPU_OPERATOR(>>, right_shift)
GPU_OPERATOR_CATCH_ALL(+)
GPU_OPERATOR_CATCH_ALL(-)
GPU_OPERATOR_CATCH_ALL(*)
GPU_OPERATOR_CATCH_ALL(/)
GPU_OPERATOR_CATCH_ALL(%)

GPU_BINARY_AS(operator==, equal)
GPU_BINARY_AS(operator!=, not_equal)
GPU_BINARY_AS(operator<, less)
GPU_BINARY_AS(operator<=, less_equal)
GPU_BINARY_AS(operator>, greater)
GPU_BINARY_AS(operator>=, greater_equal)

GPU_UNARY_AS(operator-, negative)
GPU_UNARY_AS(operator+, positive)
GPU_UNARY_AS(operator~, invert)
GPU_UNARY_AS(operator!, logical_not)
template <class A>
  requires(!detail::unary_typing<detail::op_id::negative, A>.valid)
void operator-(const operand<A>&) = delete;  // bool has no negative: use ! or logical_not
template <class A>
  requires(!detail::unary_typing<detail::op_id::invert, A>.valid)
void operator~(const operand<A>&) = delete;  // ~ is for integers and bool

/// Logical and, element-wise, where neither side is a plain bool (so that `i < n && a(i) > 0` short-circuits).
template <class A, class B>
[[nodiscard]] expr<bool> operator&&(const operand<A>& x, const operand<B>& y) {
  return gpu::logical_and(x, y);
}
template <class A, class B>
[[nodiscard]] expr<bool> operator||(const operand<A>& x, const operand<B>& y) {
  return gpu::logical_or(x, y);
}

#undef GPU_OPERATOR
#undef GPU_OPERATOR_CATCH_ALL

GPU_END_NAMESPACE

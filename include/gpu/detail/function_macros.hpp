// How an element-wise operation becomes functions: one line each in the public headers. gpu.hpp undefines these macros.
#pragma once

#include <gpu/expr.hpp>

GPU_BEGIN_NAMESPACE
namespace detail {

template <op_id Op, class A>
inline constexpr typing unary_typing = typing_of(Op, dtype_of<A>);
template <op_id Op, class A, class B>
inline constexpr typing binary_typing = typing_of(Op, promote(dtype_of<A>, dtype_of<B>));
template <op_id Op, class A, class S>
inline constexpr typing weak_typing = typing_of(Op, promote_weak(dtype_of<A>, kind_of<S>));

template <op_id Op, class A>
using unary_t = expr<type_of<unary_typing<Op, A>.result>>;
template <op_id Op, class A, class B>
using binary_t = expr<type_of<binary_typing<Op, A, B>.result>>;
template <op_id Op, class A, class S>
using weak_t = expr<type_of<weak_typing<Op, A, S>.result>>;

}  // namespace detail
GPU_END_NAMESPACE

#define GPU_UNARY_AS(function, op)                                                    \
  template <class A>                                                                  \
    requires(detail::unary_typing<detail::op_id::op, A>.valid)                        \
  [[nodiscard]] detail::unary_t<detail::op_id::op, A> function(const operand<A>& x) { \
    return detail::access::make<detail::unary_t<detail::op_id::op, A>>(               \
        detail::map(detail::op_id::op, detail::access::get(x)));                      \
  }
#define GPU_UNARY(op) GPU_UNARY_AS(op, op)

#define GPU_BINARY_AS(function, op)                                                                            \
  template <class A, class B>                                                                                  \
    requires(detail::binary_typing<detail::op_id::op, A, B>.valid)                                             \
  [[nodiscard]] detail::binary_t<detail::op_id::op, A, B> function(const operand<A>& x, const operand<B>& y) { \
    return detail::access::make<detail::binary_t<detail::op_id::op, A, B>>(                                    \
        detail::map(detail::op_id::op, detail::access::get(x), detail::access::get(y)));                       \
  }                                                                                                            \
  template <class A, scalar S>                                                                                 \
    requires(detail::weak_typing<detail::op_id::op, A, S>.valid)                                               \
  [[nodiscard]] detail::weak_t<detail::op_id::op, A, S> function(const operand<A>& x, S y) {                   \
    return detail::access::make<detail::weak_t<detail::op_id::op, A, S>>(                                      \
        detail::map(detail::op_id::op, detail::access::get(x), detail::weak_scalar::of(y)));                   \
  }                                                                                                            \
  template <scalar S, class B>                                                                                 \
    requires(detail::weak_typing<detail::op_id::op, B, S>.valid)                                               \
  [[nodiscard]] detail::weak_t<detail::op_id::op, B, S> function(S x, const operand<B>& y) {                   \
    return detail::access::make<detail::weak_t<detail::op_id::op, B, S>>(                                      \
        detail::map(detail::op_id::op, detail::weak_scalar::of(x), detail::access::get(y)));                   \
  }
#define GPU_BINARY(op) GPU_BINARY_AS(op, op)

// The compound assignments that arrays, views and selections share, as members so that temporaries have them too.
// gpu.hpp undefines the macro at its end.
#pragma once

#include <gpu/detail/entry.hpp>

GPU_BEGIN_NAMESPACE
namespace detail {

/// Whether `target op= other` is legal: NumPy computes in the promoted dtype and casts back by same_kind.
constexpr bool inplace_valid(op_id op, dtype target, dtype promoted) noexcept {
  const typing t = typing_of(op, promoted);
  return t.valid && same_kind(t.result, target);
}

}  // namespace detail
GPU_END_NAMESPACE

#define GPU_INPLACE_OPERATOR(Self, symbol, op)                                                                         \
  template <class U>                                                                                                   \
    requires(detail::inplace_valid(detail::op_id::op, dtype_of<E>, detail::promote(dtype_of<E>, dtype_of<U>)))         \
  Self& operator symbol(const operand<U>& x) {                                                                         \
    detail::update(detail::op_id::op, this->handle_, detail::access::get(x));                                          \
    return *this;                                                                                                      \
  }                                                                                                                    \
  template <scalar S>                                                                                                  \
    requires(                                                                                                          \
        detail::inplace_valid(detail::op_id::op, dtype_of<E>, detail::promote_weak(dtype_of<E>, detail::kind_of<S>)))  \
  Self& operator symbol(S x) {                                                                                         \
    detail::update(detail::op_id::op, this->handle_, detail::weak_scalar::of(x));                                      \
    return *this;                                                                                                      \
  }                                                                                                                    \
  template <class U>                                                                                                   \
    requires(!detail::inplace_valid(detail::op_id::op, dtype_of<E>, detail::promote(dtype_of<E>, dtype_of<U>)))        \
  Self& operator symbol(const operand<U>&) = delete; /* the result does not cast to E by same_kind */                  \
  template <scalar S>                                                                                                  \
    requires(                                                                                                          \
        !detail::inplace_valid(detail::op_id::op, dtype_of<E>, detail::promote_weak(dtype_of<E>, detail::kind_of<S>))) \
  Self& operator symbol(S) = delete; /* the result does not cast to E by same_kind */

#define GPU_INPLACE_OPERATORS(Self)           \
  GPU_INPLACE_OPERATOR(Self, +=, add)         \
  GPU_INPLACE_OPERATOR(Self, -=, subtract)    \
  GPU_INPLACE_OPERATOR(Self, *=, multiply)    \
  GPU_INPLACE_OPERATOR(Self, /=, divide)      \
  GPU_INPLACE_OPERATOR(Self, %=, remainder)   \
  GPU_INPLACE_OPERATOR(Self, &=, bitwise_and) \
  GPU_INPLACE_OPERATOR(Self, |=, bitwise_or)  \
  GPU_INPLACE_OPERATOR(Self, ^=, bitwise_xor) \
  GPU_INPLACE_OPERATOR(Self, <<=, left_shift) \
  GPU_INPLACE_OPERATOR(Self, >>=, right_shift)

// explain(expression): which kernels evaluating it would run, and why these. Runs none of them.
#pragma once

#include <type_traits>

#include <gpu/explanation.hpp>
#include <gpu/view.hpp>

GPU_BEGIN_NAMESPACE

namespace detail {
GPU_API explanation explain(const handle& value);
GPU_API explanation explain_store(const handle& target, const handle& value);
}  // namespace detail

/// What evaluating `x` into a new array would do, on the device where that would happen. Runs no kernel, allocates no array,
/// compiles nothing, waits for nothing. Of a selection by a mask only the first step is known before it is done: counting.
template <class E>
[[nodiscard]] explanation explain(const operand<E>& x) {
  return detail::explain(detail::access::get(x));
}

/// What the assignment `target = x` would do. Throws as the assignment does, but for what only a kernel can see.
template <class E, class U>
  requires(!std::is_const_v<E> && detail::same_kind(dtype_of<U>, dtype_of<E>))
[[nodiscard]] explanation explain(const ndview<E>& target, const operand<U>& x) {
  return detail::explain_store(detail::access::get(target), detail::access::get(x));
}

GPU_END_NAMESPACE

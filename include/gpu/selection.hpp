// selection<E>: what `a(mask)` and `a(index_array)` give. Reading gathers, assigning scatters.
#pragma once

#include <gpu/detail/inplace.hpp>
#include <gpu/detail/nested.hpp>
#include <gpu/operand.hpp>

GPU_BEGIN_NAMESPACE

/// Elements of an array chosen by masks or index arrays. Used as a value it is read (gathered) at that moment; assigning
/// writes the chosen elements, the last one where an index is named twice.
template <class E>
class selection : public operand<E> {
 public:
  selection(const selection&) = default;
  selection(selection&&) noexcept = default;
  ~selection() = default;
  selection(detail::access::adopt_tag, detail::handle h) noexcept : operand<E>(std::move(h)) {}

  selection& operator=(const selection& x) {
    detail::store(this->handle_, detail::access::get(x));
    return *this;
  }
  template <class U>
    requires(detail::same_kind(dtype_of<U>, dtype_of<E>))
  selection& operator=(const operand<U>& x) {
    detail::store(this->handle_, detail::access::get(x));
    return *this;
  }
  template <detail::needs_astype<E> U>
  selection& operator=(const operand<U>& x) = delete;  // this narrowing needs gpu::astype<E>(x)
  template <scalar S>
  selection& operator=(S value) {
    detail::store(this->handle_, detail::weak_scalar::of(value));
    return *this;
  }
  selection& operator=(std::initializer_list<detail::nested<E>> values) {
    detail::store(this->handle_, detail::from_nested<E>(values));
    return *this;
  }

  GPU_INPLACE_OPERATORS(selection)
};

GPU_END_NAMESPACE

// xtensor arrays and expressions to and from ours, for xtensor 0.24 to 0.27. Include it before other xtensor headers: it also
// makes versions before 0.26 right under C++20 (see xtensor_cxx20.hpp).
#pragma once

#include <gpu/interop/xtensor_cxx20.hpp>

#if __has_include(<xtensor/containers/xarray.hpp>)
#include <xtensor/containers/xadapt.hpp>
#include <xtensor/containers/xarray.hpp>
#include <xtensor/containers/xtensor.hpp>
#include <xtensor/core/xnoalias.hpp>
#else
#include <xtensor/xadapt.hpp>
#include <xtensor/xarray.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xtensor.hpp>
#endif

#include <algorithm>
#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/detail/foreign_array.hpp>
#include <gpu/gpu.hpp>

GPU_BEGIN_NAMESPACE
namespace detail {

constexpr dtype integer_dtype(std::size_t bytes, bool has_sign) noexcept {
  if (has_sign) return signed_of_size(bytes);
  return bytes == 1 ? dtype::uint8 : bytes == 2 ? dtype::uint16 : bytes == 4 ? dtype::uint32 : dtype::uint64;
}

/// The element that holds V: V itself, or the fixed-width integer of its size and sign (`long long`, `char`).
template <class V>
struct element_like {
  static_assert(element<V>,
                "gpu arrays hold bool, integers, float16, bfloat16, float, double and std::complex of these two");
  using type = V;
};
template <std::integral V>
  requires(!element<V>)
struct element_like<V> {
  using type = type_of<integer_dtype(sizeof(V), std::is_signed_v<V>)>;
};

template <class X>
using xtensor_value_t = std::remove_cv_t<typename X::value_type>;
template <class X>
using xtensor_element_t = typename element_like<xtensor_value_t<X>>::type;

template <class X>
concept xtensor_expression = std::derived_from<X, xt::xexpression<X>>;

/// A container whose elements are one array of V in memory (not the bits of a std::vector<bool>, not an expression).
template <class X>
concept xtensor_container = std::derived_from<X, xt::xcontainer<X>> && requires(const X& x) {
  { x.data() } -> std::convertible_to<const xtensor_value_t<X>*>;
  { x.layout() } -> std::same_as<xt::layout_type>;
};

template <class E, class T>
concept converts_to = element<T> && same_kind(dtype_of<E>, dtype_of<T>);

template <class Lengths>
shape shape_from(const Lengths& lengths) {
  shape dims;
  for (const auto n : lengths) dims.push_back(static_cast<std::int64_t>(n));
  return dims;
}
inline std::vector<std::size_t> xtensor_shape(const shape& dims) {
  return std::vector<std::size_t>(dims.begin(), dims.end());
}

/// Host memory of `dims` in C order, as an xtensor container to assign to or from.
template <class V>
auto xtensor_over(V* memory, const shape& dims) {
  // xtensor would keep a reference to a named pointer
  return xt::adapt<xt::layout_type::row_major>(static_cast<V*>(memory), static_cast<std::size_t>(dims.count()),
                                               xt::no_ownership(), xtensor_shape(dims));
}

/// The elements in C order, in memory of their own; xtensor walks the expression.
template <class X>
auto dense_copy(const X& x, const shape& dims) {
  using value = xtensor_value_t<X>;
  auto memory = std::make_unique<value[]>(static_cast<std::size_t>(std::max<std::int64_t>(dims.count(), 1)));
  if (dims.count() > 0) {
    auto target = xtensor_over(memory.get(), dims);
    xt::noalias(target) = x;
  }
  return memory;
}

/// Fills an xtensor container, already of the right shape, with an operand's elements converted to its own.
template <class C, class E>
void fill_xtensor(C& target, const operand<E>& x) {
  using value = xtensor_value_t<C>;
  if (x.size() == 0) return;
  if constexpr (xtensor_container<C> && C::static_layout == xt::layout_type::row_major) {
    read_all(access::get(x), dtype_of<value>, target.data());
  } else {
    const shape dims = x.shape();
    const auto memory = std::make_unique<value[]>(static_cast<std::size_t>(dims.count()));
    read_all(access::get(x), dtype_of<value>, memory.get());
    xt::noalias(target) = xtensor_over(memory.get(), dims);
  }
}

[[noreturn]] inline void throw_rank_mismatch(int has, std::size_t wanted) {
  throw shape_error("an array of " + std::to_string(has) + " dimensions cannot become an xt::xtensor of " +
                    std::to_string(wanted));
}

}  // namespace detail

/// The value of an xtensor container, view or expression as an array on the default device, of the same shape and of the
/// element type that holds its value_type. Row-major containers are copied straight to the device; anything else is first
/// computed into C order on the host. Waits where the device is not the CPU.
template <class X>
[[nodiscard]] ndarray<detail::xtensor_element_t<X>> from_xtensor(const xt::xexpression<X>& expression) {
  using result = ndarray<detail::xtensor_element_t<X>>;
  const X& x = expression.derived_cast();
  const shape dims = detail::shape_from(x.shape());
  const auto upload = [&dims](const auto* elements) {
    return detail::access::make<result>(detail::from_host(dims, result::dtype(), elements));
  };
  if constexpr (detail::xtensor_container<X>)
    if (x.layout() == xt::layout_type::row_major) return upload(x.data());
  return upload(detail::dense_copy(x, dims).get());
}

/// An operand's elements as an xt::xarray<T>; T is the operand's own element type where none is given. They convert by
/// same_kind. Waits.
template <class T = void, class E>
  requires(std::is_void_v<T> || detail::converts_to<E, T>)
[[nodiscard]] auto to_xtensor(const operand<E>& x) {
  xt::xarray<std::conditional_t<std::is_void_v<T>, E, T>> result;
  result.resize(detail::xtensor_shape(x.shape()));
  detail::fill_xtensor(result, x);
  return result;
}

/// The same as an xt::xtensor<T, N>. Throws shape_error where the operand has not N dimensions.
template <element T, std::size_t N, class E>
  requires detail::converts_to<E, T>
[[nodiscard]] xt::xtensor<T, N> to_xtensor(const operand<E>& x) {
  if (static_cast<std::size_t>(x.ndim()) != N) detail::throw_rank_mismatch(x.ndim(), N);
  xt::xtensor<T, N> result;
  typename xt::xtensor<T, N>::shape_type dims{};
  std::copy(x.shape().begin(), x.shape().end(), dims.begin());
  result.resize(dims);
  detail::fill_xtensor(result, x);
  return result;
}

/// A row-major container's memory as an array on the CPU, without copying: the array takes the container over. Throws
/// value_error for a container that is not row-major.
template <class X>
  requires(detail::xtensor_container<X> && !std::is_const_v<X> &&
           std::is_same_v<detail::xtensor_element_t<X>, typename X::value_type>)
[[nodiscard]] ndarray<typename X::value_type> adopt_xtensor(X&& container) {
  if (container.layout() != xt::layout_type::row_major) throw value_error("adopt_xtensor takes row-major containers");
  auto owner = std::make_unique<X>(std::forward<X>(container));
  const shape dims = detail::shape_from(owner->shape());
  auto array = gpu::adopt(
      owner->data(), dims, cpu(), [](void*, void* context) { delete static_cast<X*>(context); }, owner.get());
  static_cast<void>(owner.release());  // the array's now
  return array;
}

/// An array's memory as an xtensor container, without copying; for as long as the array keeps its storage. Throws device_error
/// for an array that is not on the CPU, value_error for one that is not dense in C order.
template <class E>
[[nodiscard]] auto adapt_to_xtensor(ndarray<E>& array) {
  if (array.device() != cpu())
    throw device_error("adapt_to_xtensor takes arrays on the CPU, got one on " + array.device().name());
  if (!array.is_contiguous()) throw value_error("adapt_to_xtensor takes arrays that are dense in C order");
  return detail::xtensor_over(array.data(), array.shape());
}

namespace detail {

/// xtensor operands in checks of <gpu/testing.hpp>.
template <xtensor_expression X>
struct foreign_array<X> {
  static auto read(const X& x) { return gpu::from_xtensor(x); }
};

}  // namespace detail
GPU_END_NAMESPACE

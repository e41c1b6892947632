// From operands of run-time dtype to calls of the typed public API. Each wrapper takes a callable made by GPU_CALL and
// instantiates it for every dtype (or pair of dtypes) that the API accepts.
#pragma once

#include <array>
#include <complex>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "registry.hpp"

/// The public function `f` as a callable that overload resolution can ask about.
#define GPU_CALL(f) \
  [](const auto&... operands_of_call) -> decltype(f(operands_of_call...)) { return f(operands_of_call...); }

namespace conformance {

/// A call that does not compile for these dtypes, where NumPy raises TypeError.
class not_callable : public std::runtime_error {
 public:
  not_callable() : std::runtime_error("the call does not compile for these dtypes") {}
};

// Results of any kind, brought to the host.
template <gpu::element E>
outcome to_outcome(const gpu::operand<E>& x) {
  return fetch(x);
}
template <gpu::scalar S>
outcome to_outcome(S x) {
  host_array one(gpu::dtype_of<S>, gpu::shape{});
  one.values<S>()[0] = x;
  return one;
}
inline outcome to_outcome(std::string text) { return text; }
inline outcome to_outcome(gpu::dtype type) { return std::string(gpu::dtype_name(type)); }
template <class... R>
outcome to_outcome(const std::tuple<R...>& results) {
  return std::apply([](const R&... r) { return outcome(array_list{std::get<host_array>(to_outcome(r))...}); }, results);
}
template <gpu::element E>
outcome to_outcome(const std::vector<gpu::ndarray<E>>& results) {
  array_list list;
  for (const auto& r : results) list.push_back(fetch(r));
  return list;
}

/// `f(x...)` if that compiles.
template <class F, class... X>
outcome call(const F& f, const X&... x) {
  if constexpr (std::is_invocable_v<const F&, const X&...>)
    return to_outcome(f(x...));
  else
    throw not_callable();
}

/// `f(x)` with the array of `v` as operand of its own element type.
template <class F>
outcome with_array(const value& v, F&& f) {
  const device_array& a = v.array();
  return with_element(a.type(), [&]<class E>(std::type_identity<E>) -> outcome { return f(a.as<E>().read()); });
}

/// `f(window)` with the window that the case describes, to write through.
template <class F>
outcome with_window(const value& v, F&& f) {
  const device_array& a = v.array();
  return with_element(a.type(), [&]<class E>(std::type_identity<E>) -> outcome { return f(a.as<E>()); });
}

/// `f(x)` with the array or the scalar that `v` holds.
template <class F>
outcome with_operand(const value& v, F&& f) {
  if (v.is_array()) return with_array(v, f);
  return std::visit([&](const auto& s) -> outcome { return f(s); }, v.number());
}

// Functions of one or two operands are many, and each has 20 or 400 combinations of operand types. A table of function
// pointers has one small function for each combination that compiles and no code for the others, which keeps the
// runner's own compile time in bounds.

/// How many types an operand can have: 15 of arrays, 5 of scalars.
inline constexpr std::size_t operand_types = gpu::dtype_count + std::variant_size_v<scalar>;

template <std::size_t I>
auto operand_type_of() {
  if constexpr (I < gpu::dtype_count)
    return std::type_identity<gpu::operand<gpu::type_of<static_cast<gpu::dtype>(I)>>>{};
  else
    return std::type_identity<std::variant_alternative_t<I - gpu::dtype_count, scalar>>{};
}
/// gpu::operand<E>, or a C++ scalar type.
template <std::size_t I>
using operand_type = typename decltype(operand_type_of<I>())::type;

using unary_cell = outcome (*)(const void* x);
using binary_cell = outcome (*)(const void* x, const void* y);
using unary_table = std::array<unary_cell, gpu::dtype_count>;
using binary_table = std::array<std::array<binary_cell, operand_types>, operand_types>;

/// Calls the cell of the table that the operands' types choose; throws not_callable where there is none.
outcome call_cell(const unary_table& table, const value& x);
outcome call_cell(const binary_table& table, const value& x, const value& y);

template <class F, class X>
constexpr unary_cell make_unary_cell() {
  if constexpr (std::is_invocable_v<F, const X&>)
    return [](const void* x) { return to_outcome(F{}(*static_cast<const X*>(x))); };
  else
    return nullptr;
}

template <class F, class X, class Y>
constexpr binary_cell make_binary_cell() {
  if constexpr (gpu::scalar<X> && gpu::scalar<Y>)
    return nullptr;
  else if constexpr (std::is_invocable_v<F, const X&, const Y&>)
    return [](const void* x, const void* y) {
      return to_outcome(F{}(*static_cast<const X*>(x), *static_cast<const Y*>(y)));
    };
  else
    return nullptr;
}

template <class F, std::size_t... I>
constexpr unary_table make_unary_table(std::index_sequence<I...>) {
  return {make_unary_cell<F, operand_type<I>>()...};
}
template <class F, class X, std::size_t... J>
constexpr std::array<binary_cell, operand_types> make_row(std::index_sequence<J...>) {
  return {make_binary_cell<F, X, operand_type<J>>()...};
}
template <class F, std::size_t... I>
constexpr binary_table make_binary_table(std::index_sequence<I...>) {
  return {make_row<F, operand_type<I>>(std::make_index_sequence<operand_types>())...};
}

/// f(array)
template <class F>
function unary(F /*f*/) {
  static constexpr unary_table table = make_unary_table<F>(std::make_index_sequence<gpu::dtype_count>());
  return [](const arguments& a) { return call_cell(table, a[0]); };
}

/// f(array or scalar, array or scalar)
template <class F>
function binary(F /*f*/) {
  static constexpr binary_table table = make_binary_table<F>(std::make_index_sequence<operand_types>());
  return [](const arguments& a) { return call_cell(table, a[0], a[1]); };
}

}  // namespace conformance

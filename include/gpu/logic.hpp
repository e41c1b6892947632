// Comparisons, logic and choice, under NumPy's names. Lazy, except those that give one bool, which wait.
#pragma once

#include <gpu/math.hpp>

GPU_BEGIN_NAMESPACE

/// Element-wise comparisons, bool results. int64 and uint64 compare exactly; complex numbers lexicographically.
GPU_BINARY(equal)
GPU_BINARY(not_equal)
GPU_BINARY(less)
GPU_BINARY(less_equal)
GPU_BINARY(greater)
GPU_BINARY(greater_equal)

/// Logic on "not zero", bool results.
GPU_BINARY(logical_and)
GPU_BINARY(logical_or)
GPU_BINARY(logical_xor)
GPU_UNARY(logical_not)

/// Whether elements are nan (complex: either part).
GPU_UNARY(isnan)
/// Whether elements are +inf or -inf (complex: either part).
GPU_UNARY(isinf)
/// Whether elements are neither inf nor nan.
GPU_UNARY(isfinite)

/// x where the condition is true, y elsewhere; all three broadcast, x and y promote (scalars are weak). Both scalars: bool,
/// int64, float64 or complex128, as NumPy's.
template <class C, detail::operand_or_scalar X, detail::operand_or_scalar Y>
[[nodiscard]] auto where(const operand<C>& condition, const X& x, const Y& y) {
  using detail::element_or_void;
  using result = expr<type_of<detail::select_dtype<element_or_void<X>, X, element_or_void<Y>, Y>()>>;
  return detail::access::make<result>(detail::cast(
      detail::map(detail::op_id::where, detail::access::get(condition), detail::to_arg(x), detail::to_arg(y)),
      result::dtype()));
}

/// Options of isclose, allclose.
struct close_options {
  named only_by_name = named();
  double rtol = 1e-5;      ///< relative tolerance, of |b|
  double atol = 1e-8;      ///< absolute tolerance
  bool equal_nan = false;  ///< whether nan equals nan
};

/// |a - b| <= atol + rtol * |b|, element-wise; infinities of one sign are close.
template <class A, detail::operand_or_scalar B>
[[nodiscard]] expr<bool> isclose(const operand<A>& a, const B& b, const close_options& o = {}) {
  return detail::access::make<expr<bool>>(
      detail::isclose(detail::access::get(a), detail::to_arg(b), o.rtol, o.atol, o.equal_nan));
}
/// Whether all elements are close; shapes broadcast. Waits.
template <class A, detail::operand_or_scalar B>
[[nodiscard]] bool allclose(const operand<A>& a, const B& b, const close_options& o = {}) {
  return detail::all_true(detail::isclose(detail::access::get(a), detail::to_arg(b), o.rtol, o.atol, o.equal_nan));
}
/// Whether shapes and all elements are equal. Waits.
template <class A, class B>
[[nodiscard]] bool array_equal(const operand<A>& a, const operand<B>& b, bool equal_nan = false) {
  return detail::array_equal(detail::access::get(a), detail::access::get(b), equal_nan);
}

GPU_END_NAMESPACE

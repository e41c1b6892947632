// Element-wise mathematics, under NumPy's names. All of these are lazy and fuse; none waits. Operands broadcast
// (shape_error where they cannot), dtypes promote by NumPy 2's rules, C++ scalars are weak. Functions written "floating" turn
// integers into floats of their size: int8 → float16, int16 → float32, int32 and int64 → float64.
#pragma once

#include <gpu/detail/function_macros.hpp>

GPU_BEGIN_NAMESPACE

// -- arithmetic -------------------------------------------------------------------------------------------------------

/// x + y. Integers wrap around; bool is logical or.
GPU_BINARY(add)
/// x - y. Integers wrap around; two bools do not compile (use logical_xor).
GPU_BINARY(subtract)
/// x * y. Integers wrap around; bool is logical and.
GPU_BINARY(multiply)
/// True division: integers and bool give float64; division by zero gives inf or nan.
GPU_BINARY(divide)
GPU_BINARY_AS(true_divide, divide)
/// The largest integer not above x / y; integers by zero give 0.
GPU_BINARY(floor_divide)
/// x - floor_divide(x, y) * y: has y's sign; integers by zero give 0.
GPU_BINARY(remainder)
GPU_BINARY_AS(mod, remainder)
/// C's remainder: has x's sign.
GPU_BINARY(fmod)
/// x to the power y; integers wrap around, negative integer powers of integers other than ±1 are 0.
GPU_BINARY(power)
GPU_BINARY_AS(pow, power)
/// x to the power y in float64 or complex128.
GPU_BINARY(float_power)
/// -x; unsigned integers wrap around, bool does not compile.
GPU_UNARY(negative)
/// x as it is.
GPU_UNARY(positive)
/// |x|; complex gives the modulus in the real dtype. The most negative integer stays itself.
GPU_UNARY(absolute)
GPU_UNARY_AS(abs, absolute)
/// |x| as floating.
GPU_UNARY(fabs)
/// -1, 0 or 1; nan for nan; complex gives x / |x|.
GPU_UNARY(sign)
/// 0 where x < 0, y where x is 0, 1 where x > 0. Floating.
GPU_BINARY(heaviside)
/// 1 / x in the dtype of x: integers truncate.
GPU_UNARY(reciprocal)
/// x * x.
GPU_UNARY(square)
/// Greatest common divisor of |x| and |y|; integers only.
GPU_BINARY(gcd)
/// Least common multiple of |x| and |y|; integers only.
GPU_BINARY(lcm)

// -- powers, exponentials, logarithms: floating ---------------------------------------------------------------------------

/// Square root; nan for negative reals. Correctly rounded.
GPU_UNARY(sqrt)
/// 1 / sqrt(x).
GPU_UNARY(rsqrt)
/// Cube root.
GPU_UNARY(cbrt)
/// e to the power x.
GPU_UNARY(exp)
/// 2 to the power x.
GPU_UNARY(exp2)
/// exp(x) - 1, accurate near 0.
GPU_UNARY(expm1)
/// Natural logarithm; complex on the principal branch.
GPU_UNARY(log)
/// Logarithm to base 2.
GPU_UNARY(log2)
/// Logarithm to base 10.
GPU_UNARY(log10)
/// log(1 + x), accurate near 0.
GPU_UNARY(log1p)
/// log(exp(x) + exp(y)) without overflow.
GPU_BINARY(logaddexp)
/// log2(2^x + 2^y) without overflow.
GPU_BINARY(logaddexp2)

// -- trigonometry: floating; angles in radians ----------------------------------------------------------------------------

/// Sine.
GPU_UNARY(sin)
/// Cosine.
GPU_UNARY(cos)
/// Tangent.
GPU_UNARY(tan)
/// Inverse sine, in [-π/2, π/2].
GPU_UNARY(arcsin)
GPU_UNARY_AS(asin, arcsin)
/// Inverse cosine, in [0, π].
GPU_UNARY(arccos)
GPU_UNARY_AS(acos, arccos)
/// Inverse tangent, in [-π/2, π/2].
GPU_UNARY(arctan)
GPU_UNARY_AS(atan, arctan)
/// Angle of the point (y = first, x = second), in [-π, π].
GPU_BINARY(arctan2)
GPU_BINARY_AS(atan2, arctan2)
/// sqrt(x² + y²) without overflow.
GPU_BINARY(hypot)
/// Hyperbolic sine.
GPU_UNARY(sinh)
/// Hyperbolic cosine.
GPU_UNARY(cosh)
/// Hyperbolic tangent.
GPU_UNARY(tanh)
/// Inverse hyperbolic sine.
GPU_UNARY(arcsinh)
GPU_UNARY_AS(asinh, arcsinh)
/// Inverse hyperbolic cosine.
GPU_UNARY(arccosh)
GPU_UNARY_AS(acosh, arccosh)
/// Inverse hyperbolic tangent.
GPU_UNARY(arctanh)
GPU_UNARY_AS(atanh, arctanh)
/// Radians to degrees.
GPU_UNARY(degrees)
GPU_UNARY_AS(rad2deg, degrees)
/// Degrees to radians.
GPU_UNARY(radians)
GPU_UNARY_AS(deg2rad, radians)

// -- rounding, extrema, floating-point form -------------------------------------------------------------------------------

/// The largest integer not above x, in the dtype of x.
GPU_UNARY(floor)
/// The smallest integer not below x, in the dtype of x.
GPU_UNARY(ceil)
/// x without its fraction, in the dtype of x.
GPU_UNARY(trunc)
GPU_UNARY_AS(fix, trunc)
/// The nearest integer, halves to even. Floating.
GPU_UNARY(rint)
GPU_UNARY_AS(nearbyint, rint)
/// The larger; nan where either is nan.
GPU_BINARY(maximum)
/// The smaller; nan where either is nan.
GPU_BINARY(minimum)
/// The larger; a nan is ignored where the other is not.
GPU_BINARY(fmax)
/// The smaller; a nan is ignored where the other is not.
GPU_BINARY(fmin)
/// |x| with the sign of y. Floating.
GPU_BINARY(copysign)
/// The next representable value after x towards y. Floating.
GPU_BINARY(nextafter)
/// The distance to the next representable value. Floating.
GPU_UNARY(spacing)
/// Whether the sign bit is set: true for -0.0.
GPU_UNARY(signbit)

// -- special functions: floating ------------------------------------------------------------------------------------------

/// Error function.
GPU_UNARY(erf)
/// 1 - erf(x), accurate for large x.
GPU_UNARY(erfc)
/// 1 / (1 + exp(-x)).
GPU_UNARY(expit)
GPU_UNARY_AS(sigmoid, expit)

// -- complex ---------------------------------------------------------------------------------------------------------------

/// Real part; real operands as they are.
GPU_UNARY(real)
/// Imaginary part; 0 for real operands.
GPU_UNARY(imag)
/// Complex conjugate.
GPU_UNARY(conjugate)
GPU_UNARY_AS(conj, conjugate)
/// Phase in (-π, π]; integers give float64.
GPU_UNARY(angle)
GPU_UNARY_AS(arg, angle)

// -- bits: integers and bool -----------------------------------------------------------------------------------------------

/// Bitwise and; logical for bool.
GPU_BINARY(bitwise_and)
/// Bitwise or; logical for bool.
GPU_BINARY(bitwise_or)
/// Bitwise exclusive or; logical for bool.
GPU_BINARY(bitwise_xor)
/// Bitwise not; logical for bool.
GPU_UNARY(invert)
GPU_UNARY_AS(bitwise_not, invert)
/// x * 2^y; shifts by the width or more give 0.
GPU_BINARY(left_shift)
/// x shifted right by y, keeping the sign; shifts by the width or more give 0, or -1 for negative x.
GPU_BINARY(right_shift)
/// How many bits of |x| are set, as uint8.
GPU_UNARY(bitwise_count)

// -- three operands ----------------------------------------------------------------------------------------------------------

namespace detail {

template <op_id Op, class A>
using float_result = expr<type_of<typing_of(Op, dtype_of<A>).result>>;

/// dtype of an operand, or how a scalar joins it.
template <class E, class X>
constexpr dtype join(dtype d) {
  if constexpr (std::is_void_v<E>)
    return promote_weak(d, kind_of<X>);
  else
    return promote(d, dtype_of<E>);
}
template <class X>
arg to_arg(const X& x) {
  if constexpr (scalar<X>)
    return weak_scalar::of(x);
  else
    return access::get(x);
}
template <class X>
concept operand_or_scalar = scalar<X> || !std::is_void_v<typename operand_element<X>::type>;
template <class X>
using element_or_void = typename operand_element<X>::type;

/// Promoted dtype of an operand of A with two more operands or scalars.
template <class A, class X, class Y>
constexpr dtype join3() {
  return join<element_or_void<Y>, Y>(join<element_or_void<X>, X>(dtype_of<A>));
}

/// dtype of where(…, X, Y): two scalars take NumPy's default dtypes.
constexpr dtype default_dtype(scalar_kind kind) {
  return kind == scalar_kind::boolean    ? dtype::bool_
         : kind == scalar_kind::integer  ? dtype::int64
         : kind == scalar_kind::floating ? dtype::float64
                                         : dtype::complex128;
}
template <class EX, class X, class EY, class Y>
constexpr dtype select_dtype() {
  if constexpr (!std::is_void_v<EX>)
    return join<EY, Y>(dtype_of<EX>);
  else if constexpr (!std::is_void_v<EY>)
    return join<EX, X>(dtype_of<EY>);
  else
    return promote(default_dtype(kind_of<X>), default_dtype(kind_of<Y>));
}

}  // namespace detail

/// x * 2^exponent; the exponent an integer operand or scalar. Floating.
template <class A, detail::operand_or_scalar X>
  requires(!detail::is_complex(dtype_of<A>))
[[nodiscard]] detail::float_result<detail::op_id::ldexp, A> ldexp(const operand<A>& x, const X& exponent) {
  return detail::access::make<detail::float_result<detail::op_id::ldexp, A>>(
      detail::map(detail::op_id::ldexp, detail::access::get(x), detail::to_arg(exponent)));
}

/// minimum(maximum(x, low), high); low and high are operands or scalars.
template <class A, detail::operand_or_scalar L, detail::operand_or_scalar H>
[[nodiscard]] auto clip(const operand<A>& x, const L& low, const H& high) {
  using result = expr<type_of<detail::join3<A, L, H>()>>;
  return detail::access::make<result>(
      detail::map(detail::op_id::clip, detail::access::get(x), detail::to_arg(low), detail::to_arg(high)));
}

/// x * y + z with one rounding (integers as usual); y and z are operands or scalars.
template <class A, detail::operand_or_scalar Y, detail::operand_or_scalar Z>
[[nodiscard]] auto fma(const operand<A>& x, const Y& y, const Z& z) {
  using result = expr<type_of<detail::join3<A, Y, Z>()>>;
  return detail::access::make<result>(
      detail::map(detail::op_id::fma, detail::access::get(x), detail::to_arg(y), detail::to_arg(z)));
}

/// Rounded to `decimals` places (negative: tens, hundreds …), halves to even; integers stay integers.
template <class A>
[[nodiscard]] expr<type_of<detail::is_bool(dtype_of<A>) ? dtype::float16 : dtype_of<A>>> round(const operand<A>& x,
                                                                                               int decimals = 0) {
  using result = expr<type_of<detail::is_bool(dtype_of<A>) ? dtype::float16 : dtype_of<A>>>;
  return detail::access::make<result>(detail::round(detail::access::get(x), decimals));
}
template <class A>
[[nodiscard]] auto around(const operand<A>& x, int decimals = 0) {
  return gpu::round(x, decimals);
}

/// The elements converted to U: float → integer clamps (nan → 0), anything → bool is "not zero", complex → real drops the
/// imaginary part.
template <element U, class A>
[[nodiscard]] expr<U> astype(const operand<A>& x) {
  return detail::access::make<expr<U>>(detail::cast(detail::access::get(x), dtype_of<U>));
}

GPU_END_NAMESPACE

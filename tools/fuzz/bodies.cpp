// The operations on one element.
#include <math.h>    // NOLINT(modernize-deprecated-headers): src/ops reads the functions in the global namespace
#include <stdint.h>  // NOLINT(modernize-deprecated-headers)

#include <cmath>
#include <cstring>
#include <limits>

#include "elements.hpp"
#include "graph/body_type.hpp"
#include "graph/visit_dtype.hpp"
#include "ops/arithmetic.hpp"
#include "ops/comparison.hpp"
#include "ops/convert.hpp"
#include "ops/exponential.hpp"
#include "ops/integer.hpp"
#include "ops/rounding.hpp"
#include "ops/special.hpp"
#include "ops/trigonometry.hpp"

namespace fuzz {
namespace {

namespace ops = gpu::ops;
using gpu::dtype;
using gpu::detail::op_id;
__extension__ using int128 = __int128;
__extension__ using uint128 = unsigned __int128;

template <class T>
T read(const std::byte* from) {
  T x;
  std::memcpy(&x, from, sizeof x);
  return x;
}

template <class T>
inline constexpr dtype dtype_of_body = dtype::bool_;
template <>
inline constexpr dtype dtype_of_body<ops::f16> = dtype::float16;
template <>
inline constexpr dtype dtype_of_body<ops::bf16> = dtype::bfloat16;

/// A real element as the reference computes with it: 16-bit floats as float.
template <class T>
auto number(const std::byte* from) {
  if constexpr (ops::is_16bit_float<T>)
    return static_cast<float>(load_element(dtype_of_body<T>, from).re);
  else
    return read<T>(from);
}

/// The result, an element of T or a bool.
template <class T, class N>
void write(std::byte* out, N x) {
  if constexpr (std::is_same_v<N, bool> && !std::is_same_v<T, bool>) {
    std::memcpy(out, &x, sizeof x);
  } else if constexpr (ops::is_16bit_float<T>) {
    wide_number n;
    n.re = x;
    store_element(dtype_of_body<T>, out, n);
  } else {
    const T e = static_cast<T>(x);
    std::memcpy(out, &e, sizeof e);
  }
}

// -- integers, in 128 bits ----------------------------------------------------------------------------------------------------
int128 floored_quotient(int128 x, int128 y) {
  if (y == 0) return 0;
  const int128 q = x / y;
  return x % y != 0 && (x < 0) != (y < 0) ? q - 1 : q;
}
template <class T>
inline constexpr int bits_in = 8 * static_cast<int>(sizeof(T));
template <class T>
int128 shifted_left(int128 x, int128 by) {
  return by < 0 || by >= bits_in<T> ? 0 : static_cast<int128>(static_cast<uint128>(x) << by);
}
template <class T>
int128 shifted_right(int128 x, int128 by) {
  const bool beyond = by < 0 || by >= bits_in<T>;
  return beyond ? (x < 0 ? -1 : 0) : x >> by;
}

template <op_id Op, class T>
int128 whole_result(int128 x, int128 y, int128 z) {
  (void)z;
  if constexpr (Op == op_id::add) return x + y;
  if constexpr (Op == op_id::subtract) return x - y;
  if constexpr (Op == op_id::multiply) return static_cast<int128>(static_cast<uint128>(x) * static_cast<uint128>(y));
  if constexpr (Op == op_id::floor_divide) return floored_quotient(x, y);
  if constexpr (Op == op_id::remainder) return y == 0 ? 0 : x - floored_quotient(x, y) * y;
  if constexpr (Op == op_id::fmod) return y == 0 ? 0 : x % y;
  if constexpr (Op == op_id::negative) return -x;
  if constexpr (Op == op_id::absolute) return x < 0 ? -x : x;
  if constexpr (Op == op_id::sign) return x > 0 ? 1 : x < 0 ? -1 : 0;
  if constexpr (Op == op_id::square) return static_cast<int128>(static_cast<uint128>(x) * static_cast<uint128>(x));
  if constexpr (Op == op_id::maximum || Op == op_id::fmax) return x > y ? x : y;
  if constexpr (Op == op_id::minimum || Op == op_id::fmin) return x < y ? x : y;
  if constexpr (Op == op_id::clip) {
    const int128 raised = x > y ? x : y;
    return raised < z ? raised : z;
  }
  if constexpr (Op == op_id::bitwise_and) return x & y;
  if constexpr (Op == op_id::bitwise_or) return x | y;
  if constexpr (Op == op_id::bitwise_xor) return x ^ y;
  if constexpr (Op == op_id::invert) return ~x;
  if constexpr (Op == op_id::left_shift) return shifted_left<T>(x, y);
  if constexpr (Op == op_id::right_shift) return shifted_right<T>(x, y);
  return x;  // positive, floor, ceil, trunc, real, conjugate
}

// -- floats -------------------------------------------------------------------------------------------------------------------
/// NaN if an operand is NaN; +0 above -0.
template <class F>
F larger(F x, F y) {
  if (std::isnan(x) || std::isnan(y)) return std::numeric_limits<F>::quiet_NaN();
  if (x == y) return std::signbit(x) ? y : x;
  return x > y ? x : y;
}
template <class F>
F smaller(F x, F y) {
  if (std::isnan(x) || std::isnan(y)) return std::numeric_limits<F>::quiet_NaN();
  if (x == y) return std::signbit(x) ? x : y;
  return x < y ? x : y;
}

template <op_id Op, class F>
F float_result(F x, F y, F z) {
  (void)y;
  (void)z;
  if constexpr (Op == op_id::add) return x + y;
  if constexpr (Op == op_id::subtract) return x - y;
  if constexpr (Op == op_id::multiply) return x * y;
  if constexpr (Op == op_id::divide) return x / y;
  if constexpr (Op == op_id::fmod) return std::fmod(x, y);
  if constexpr (Op == op_id::negative) return -x;
  if constexpr (Op == op_id::absolute || Op == op_id::fabs) return std::fabs(x);
  if constexpr (Op == op_id::sign) return x > 0 ? F(1) : x < 0 ? F(-1) : x == 0 ? F(0) : x;
  if constexpr (Op == op_id::square) return x * x;
  if constexpr (Op == op_id::sqrt) return std::sqrt(x);
  if constexpr (Op == op_id::maximum) return larger(x, y);
  if constexpr (Op == op_id::minimum) return smaller(x, y);
  if constexpr (Op == op_id::fmax) return std::isnan(x) ? y : std::isnan(y) ? x : larger(x, y);
  if constexpr (Op == op_id::fmin) return std::isnan(x) ? y : std::isnan(y) ? x : smaller(x, y);
  if constexpr (Op == op_id::clip) return smaller(larger(x, y), z);
  if constexpr (Op == op_id::floor) return std::floor(x);
  if constexpr (Op == op_id::ceil) return std::ceil(x);
  if constexpr (Op == op_id::trunc) return std::trunc(x);
  if constexpr (Op == op_id::rint) return std::nearbyint(x);
  if constexpr (Op == op_id::copysign) return std::copysign(x, y);
  return x;  // positive, real, conjugate
}

template <op_id Op, class N>
bool comparison(N x, N y) {
  (void)y;
  if constexpr (Op == op_id::equal) return x == y;
  if constexpr (Op == op_id::not_equal) return x != y;
  if constexpr (Op == op_id::less) return x < y;
  if constexpr (Op == op_id::less_equal) return x <= y;
  if constexpr (Op == op_id::greater) return x > y;
  if constexpr (Op == op_id::greater_equal) return x >= y;
  if constexpr (std::is_floating_point_v<N>) {
    if constexpr (Op == op_id::isnan) return std::isnan(x);
    if constexpr (Op == op_id::isinf) return std::isinf(x);
    if constexpr (Op == op_id::isfinite) return std::isfinite(x);
    if constexpr (Op == op_id::signbit) return std::signbit(x);
  }
  return Op == op_id::isfinite;
}

template <op_id Op>
bool logical_result(bool x, bool y, bool z) {
  if constexpr (Op == op_id::add || Op == op_id::logical_or || Op == op_id::bitwise_or || Op == op_id::maximum)
    return x || y;
  if constexpr (Op == op_id::multiply || Op == op_id::logical_and || Op == op_id::bitwise_and || Op == op_id::minimum)
    return x && y;
  if constexpr (Op == op_id::logical_xor || Op == op_id::bitwise_xor) return x != y;
  if constexpr (Op == op_id::logical_not || Op == op_id::invert) return !x;
  if constexpr (Op == op_id::clip) return (x || y) && z;
  return x;
}

constexpr bool one_of(op_id op, std::initializer_list<op_id> list) {
  for (const op_id o : list)
    if (o == op) return true;
  return false;
}
constexpr bool compares(op_id op) {
  return one_of(op, {op_id::equal, op_id::not_equal, op_id::less, op_id::less_equal, op_id::greater,
                     op_id::greater_equal, op_id::isnan, op_id::isinf, op_id::isfinite, op_id::signbit});
}
constexpr bool own_for_integers(op_id op) {
  return one_of(op, {op_id::add,     op_id::subtract,    op_id::multiply,   op_id::floor_divide, op_id::remainder,
                     op_id::fmod,    op_id::negative,    op_id::absolute,   op_id::sign,         op_id::square,
                     op_id::maximum, op_id::fmax,        op_id::minimum,    op_id::fmin,         op_id::clip,
                     op_id::invert,  op_id::bitwise_and, op_id::bitwise_or, op_id::bitwise_xor,  op_id::left_shift,
                     op_id::floor,   op_id::right_shift, op_id::positive,   op_id::ceil,         op_id::trunc});
}
constexpr bool own_for_floats(op_id op) {
  return one_of(op, {op_id::add,     op_id::subtract, op_id::multiply, op_id::divide,  op_id::fmod,  op_id::negative,
                     op_id::fabs,    op_id::absolute, op_id::sign,     op_id::square,  op_id::sqrt,  op_id::maximum,
                     op_id::minimum, op_id::fmax,     op_id::fmin,     op_id::clip,    op_id::floor, op_id::ceil,
                     op_id::trunc,   op_id::rint,     op_id::copysign, op_id::positive});
}
constexpr bool own_for_bool(op_id op) {
  return one_of(op, {op_id::add, op_id::multiply, op_id::logical_or, op_id::logical_and, op_id::logical_xor,
                     op_id::logical_not, op_id::bitwise_or, op_id::bitwise_and, op_id::bitwise_xor, op_id::invert,
                     op_id::maximum, op_id::minimum, op_id::clip});
}

/// where: a copy of one of two elements.
template <class T>
void chosen(const std::byte* const* a, std::byte* out) {
  std::memcpy(out, a[0][0] != std::byte{0} ? a[1] : a[2], sizeof(T));
}

template <op_id Op, class T>
void own_body(const std::byte* const* a, std::byte* out) {
  constexpr int arity = gpu::detail::arity_of(Op);
  const auto x = number<T>(a[0]);
  const auto y = number<T>(a[arity > 1 ? 1 : 0]);
  const auto z = number<T>(a[arity > 2 ? 2 : 0]);
  if constexpr (compares(Op))
    write<T>(out, comparison<Op>(x, y));
  else if constexpr (std::is_same_v<T, bool>)
    write<T>(out, logical_result<Op>(x, y, z));
  else if constexpr (std::is_integral_v<T>)
    write<T>(out, static_cast<std::make_unsigned_t<T>>(whole_result<Op, T>(x, y, z)));
  else
    write<T>(out, float_result<Op>(x, y, z));
}

/// The body that the library has in src/ops, on stored values.
template <class Op, op_id Id, class T>
void shared_body(const std::byte* const* a, std::byte* out) {
  const auto finish = [out](auto result) { std::memcpy(out, &result, sizeof result); };
  if constexpr (Id == op_id::ldexp)
    finish(ops::apply<Op>(read<T>(a[0]), read<ops::i32>(a[1])));
  else if constexpr (gpu::detail::arity_of(Id) == 1)
    finish(ops::apply<Op>(read<T>(a[0])));
  else if constexpr (gpu::detail::arity_of(Id) == 2)
    finish(ops::apply<Op>(read<T>(a[0]), read<T>(a[1])));
  else
    finish(ops::apply<Op>(read<T>(a[0]), read<T>(a[1]), read<T>(a[2])));
}

constexpr bool computes_in(op_id op, dtype d) {
  const auto typing = gpu::detail::typing_of(op, d);
  return typing.valid && typing.compute == d;
}

template <class Op, op_id Id, class E>
element_body body() {
  constexpr dtype d = gpu::dtype_of<E>;
  using T = gpu::graph::body_t<E>;
  if constexpr (!computes_in(Id, d))
    return nullptr;
  else if constexpr (Id == op_id::where)
    return chosen<T>;
  else if constexpr (!gpu::detail::is_complex(d) && compares(Id))
    return own_body<Id, T>;
  else if constexpr (gpu::detail::is_bool(d)      ? own_for_bool(Id)
                     : gpu::detail::is_integer(d) ? own_for_integers(Id)
                                                  : !gpu::detail::is_complex(d) && own_for_floats(Id))
    return own_body<Id, T>;
  else
    return shared_body<Op, Id, T>;
}

template <class E>
element_body body_in(op_id op) {
  switch (op) {
#define GPU_OP(name, arity, rule) \
  case op_id::name:               \
    return body<ops::name, op_id::name, E>();
#include <gpu/detail/op_table.def>
#undef GPU_OP
  }
  return nullptr;
}

}  // namespace

element_body body_of(op_id op, dtype compute) {
  return gpu::graph::visit_dtype(compute, [&](auto tag) { return body_in<typename decltype(tag)::type>(op); });
}

bool is_exact(op_id op, dtype compute) {
  if (compute < dtype::float16) return true;
  if (gpu::detail::is_complex(compute))
    return one_of(
        op, {op_id::add,   op_id::subtract,  op_id::multiply,  op_id::negative,   op_id::positive, op_id::square,
             op_id::fma,   op_id::rint,      op_id::maximum,   op_id::minimum,    op_id::fmax,     op_id::fmin,
             op_id::real,  op_id::imag,      op_id::conjugate, op_id::isnan,      op_id::isinf,    op_id::isfinite,
             op_id::equal, op_id::not_equal, op_id::less,      op_id::less_equal, op_id::greater,  op_id::greater_equal,
             op_id::where, op_id::clip});
  return !one_of(
      op, {op_id::power,  op_id::float_power, op_id::rsqrt,   op_id::cbrt,       op_id::exp,     op_id::exp2,
           op_id::expm1,  op_id::log,         op_id::log2,    op_id::log10,      op_id::log1p,   op_id::logaddexp,
           op_id::sin,    op_id::cos,         op_id::tan,     op_id::logaddexp2, op_id::arcsin,  op_id::arccos,
           op_id::arctan, op_id::arctan2,     op_id::hypot,   op_id::sinh,       op_id::cosh,    op_id::tanh,
           op_id::erf,    op_id::arcsinh,     op_id::arccosh, op_id::arctanh,    op_id::degrees, op_id::radians,
           op_id::erfc,   op_id::expit,       op_id::angle});
}

}  // namespace fuzz

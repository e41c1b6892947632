// Element-wise operations, conversions and draws of the reference.
#include <math.h>    // NOLINT(modernize-deprecated-headers): src/ops reads the functions in the global namespace
#include <stdint.h>  // NOLINT(modernize-deprecated-headers)

#include <array>
#include <cmath>
#include <cstring>

#include "errors.hpp"
#include "graph/body_type.hpp"
#include "graph/visit_dtype.hpp"
#include "ops/philox.hpp"
#include "reference_parts.hpp"
#include "view_arithmetic.hpp"

namespace fuzz {
namespace {

using gpu::detail::scalar_kind;
using gpu::detail::type_rule;
__extension__ using int128 = __int128;

wide_number number_of(const weak_scalar& s) {
  wide_number n;
  n.is_whole = s.kind == scalar_kind::boolean || s.kind == scalar_kind::integer;
  if (n.is_whole)
    n.whole = s.is_unsigned ? static_cast<int128>(static_cast<std::uint64_t>(s.bits)) : static_cast<int128>(s.bits);
  else
    n.re = s.re, n.im = s.im;
  return n;
}

dtype promoted(type_rule rule, const std::vector<argument>& args) {
  const std::size_t first = rule == type_rule::select ? 1 : 0;
  const std::size_t last = rule == type_rule::ldexp ? 1 : args.size();
  bool any = false;
  dtype d = dtype::bool_;
  for (std::size_t i = first; i < last; ++i) {
    if (args[i].array == nullptr) continue;
    d = any ? gpu::detail::promote(d, args[i].array->type) : args[i].array->type;
    any = true;
  }
  if (!any) throw invalid_program("an operation on scalars alone");
  for (std::size_t i = first; i < last; ++i)
    if (args[i].array == nullptr) d = gpu::detail::promote_weak(d, args[i].scalar.kind);
  return d;
}

value scalar_value_of(const weak_scalar& s, dtype to) {
  value v(to, shape{});
  const wide_number n = number_of(s);
  store_element(to, v.at(0), n);
  if (s.kind == scalar_kind::integer && gpu::detail::is_integer(to) && load_element(to, v.at(0)).whole != n.whole)
    throw invalid_program("an integer scalar does not fit its dtype");
  return v;
}

bool is_whole(dtype d) { return d < dtype::float16; }

/// Comparisons of integers: of their values, whatever their dtypes.
value compared_whole(op_id op, const std::vector<argument>& args, const shape& dims) {
  value result(dtype::bool_, dims);
  const auto numbers = [&](const argument& a) {
    std::vector<int128> list;
    if (a.array == nullptr) {
      list.assign(static_cast<std::size_t>(dims.count()), number_of(a.scalar).whole);
      return list;
    }
    for (const std::int64_t at : broadcast_to(a.array->dims, dims).at)
      list.push_back(load_element(a.array->type, a.array->at(at)).whole);
    return list;
  };
  const auto x = numbers(args[0]), y = numbers(args[1]);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool less = x[i] < y[i], equal = x[i] == y[i];
    bool r = false;
    switch (op) {
      case op_id::equal: r = equal; break;
      case op_id::not_equal: r = !equal; break;
      case op_id::less: r = less; break;
      case op_id::less_equal: r = less || equal; break;
      case op_id::greater: r = !less && !equal; break;
      default: r = !less; break;
    }
    result.data[i] = static_cast<std::byte>(r);
  }
  return result;
}

bool compares_whole(type_rule rule, const std::vector<argument>& args) {
  if (rule != type_rule::compare) return false;
  for (const argument& a : args)
    if (a.array != nullptr ? !is_whole(a.array->type) : a.scalar.kind > scalar_kind::integer) return false;
  return true;
}

shape common_dims(const std::vector<argument>& args) {
  shape dims;
  for (const argument& a : args)
    if (a.array != nullptr) dims = broadcast_dims(dims, a.array->dims);
  return dims;
}

/// The operands in the operation's dtype, spread over the result's shape.
std::vector<value> spread_operands(type_rule rule, const std::vector<argument>& args, dtype compute,
                                   const shape& dims) {
  std::vector<value> list;
  for (std::size_t i = 0; i < args.size(); ++i) {
    dtype to = compute;
    if (rule == type_rule::select && i == 0) to = dtype::bool_;
    if (rule == type_rule::ldexp && i == 1) to = dtype::int32;
    value v = args[i].array == nullptr ? scalar_value_of(args[i].scalar, to) : converted(*args[i].array, to);
    list.push_back(v.dims == dims ? std::move(v) : picked(v, dims, broadcast_to(v.dims, dims).at));
  }
  return list;
}

/// A NaN's sign is nobody's promise: what reads it has no determined result.
void refuse_signs_of_nan(op_id op, const std::vector<value>& x) {
  if (op != op_id::signbit && op != op_id::copysign) return;
  const value& carrier = x.back();
  for (std::int64_t i = 0; i < carrier.count(); ++i)
    if (std::isnan(load_element(carrier.type, carrier.at(i)).re)) throw invalid_program("the sign of a NaN");
}

void add_errors(op_id op, dtype compute, const std::vector<value>& x, value& result) {
  bool exact = is_exact(op, compute);
  for (const value& v : x) exact = exact && v.error.empty();
  if (exact) return;
  for (const value& v : x)
    if (!v.error.empty() && !is_smooth(op, compute)) throw invalid_program("an inexact operand of this operation");
  std::array<uncertain, 3> args;
  for (std::int64_t i = 0; i < result.count(); ++i) {
    for (std::size_t k = 0; k < x.size(); ++k) args[k] = uncertain_at(x[k], i);
    result.error.push_back(
        error_of(op, compute, std::span(args.data(), x.size()), uncertain_at(result, i), result.type));
  }
}

}  // namespace

value mapped(op_id op, const std::vector<argument>& args) {
  const type_rule rule = gpu::detail::rule_of(op);
  const shape dims = common_dims(args);
  if (compares_whole(rule, args)) return compared_whole(op, args, dims);
  const auto typing = gpu::detail::typing_of(op, promoted(rule, args));
  if (!typing.valid) throw invalid_program("the operation is not defined for these dtypes");
  const std::vector<value> x = spread_operands(rule, args, typing.compute, dims);
  refuse_signs_of_nan(op, x);
  value result(typing.result, dims);
  const element_body body = body_of(op, typing.compute);
  std::array<const std::byte*, 3> at{};
  for (std::int64_t i = 0; i < result.count(); ++i) {
    for (std::size_t k = 0; k < x.size(); ++k) at[k] = x[k].at(i);
    body(at.data(), result.at(i));
  }
  add_errors(op, typing.compute, x, result);
  return result;
}

value converted(const value& from, dtype to) {
  if (from.type == to) return from;
  value result(to, from.dims);
  for (std::int64_t i = 0; i < result.count(); ++i)
    store_element(to, result.at(i), load_element(from.type, from.at(i)));
  if (from.error.empty()) return result;
  if (is_whole(to)) throw invalid_program("an inexact number as an integer");
  for (std::int64_t i = 0; i < result.count(); ++i)
    result.error.push_back(error_of_cast(uncertain_at(from, i), uncertain_at(result, i), to));
  return result;
}

value drawn(const node_spec& n, const shape& dims) {
  value result(n.type, dims);
  gpu::graph::visit_dtype(n.type, [&](auto tag) {
    using E = typename decltype(tag)::type;
    using T = gpu::graph::body_t<E>;
    for (std::int64_t i = 0; i < result.count(); ++i) {
      const auto position = static_cast<std::uint64_t>(n.far ? i * far_step : i);
      if constexpr (gpu::detail::is_floating(gpu::dtype_of<E>)) {
        const T x = n.draw == draw_kind::normal ? gpu::ops::draw_normal<T>(n.seed, 0, position)
                                                : gpu::ops::draw_random<T>(n.seed, 0, position);
        std::memcpy(result.at(i), &x, sizeof x);
      } else {
        wide_number x;
        x.is_whole = true;
        x.whole = gpu::ops::draw_integers(n.seed, 0, position, 0, 100);
        store_element(n.type, result.at(i), x);
      }
    }
  });
  return result;
}

}  // namespace fuzz

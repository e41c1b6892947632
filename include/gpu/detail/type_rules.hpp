// How operand dtypes give an operation's compute dtype (what its operands are cast to) and its result dtype.
// Used at compile time by the front end, where a forbidden combination is a compile error, and at run time by the graph.
#pragma once

#include <gpu/dtype.hpp>

GPU_BEGIN_NAMESPACE
namespace detail {

/// Element-wise operations; see op_table.def.
enum class op_id : std::uint8_t {
#define GPU_OP(name, arity, rule) name,
#include <gpu/detail/op_table.def>
#undef GPU_OP
};

enum class type_rule : std::uint8_t {
  arithmetic,      // the promoted dtype, bool included
  numeric,         // the promoted dtype; bool alone is forbidden (NumPy raises TypeError)
  integral,        // the promoted dtype; bool becomes int8
  integral_real,   // the same, complex forbidden
  integer,         // integers only (gcd, lcm)
  divide,          // true division: integers and bool become float64
  float_power,     // float64 or complex128
  magnitude,       // own dtype; complex gives its real dtype
  inexact,         // floats of the operand's size: int8 → float16, int16 → float32, int32 → float64
  inexact_real,    // the same, complex forbidden
  ldexp,           // first operand's floating dtype; the second, an integer, is computed as int32
  rounding,        // integers and bool unchanged, floats as they are, complex forbidden
  real_part,       // complex gives its real dtype, others their own
  angle,           // floating result: complex → real dtype, integers → float64
  bitwise,         // integers and bool
  shift,           // integers; bool becomes int8
  popcount,        // integers (by magnitude) → uint8
  compare,         // promoted compute dtype, bool result
  logical,         // bool compute dtype (non-zero), bool result
  predicate,       // own compute dtype, bool result
  real_predicate,  // floating compute dtype, complex forbidden, bool result
  select,          // first operand bool, the others promoted
};

/// What a rule gives: valid is false for a combination that NumPy refuses with TypeError.
struct typing {
  dtype compute = dtype::bool_;
  dtype result = dtype::bool_;
  bool valid = true;
};

constexpr type_rule rule_of(op_id op) noexcept {
  constexpr type_rule rules[] = {
#define GPU_OP(name, arity, rule) type_rule::rule,
#include <gpu/detail/op_table.def>
#undef GPU_OP
  };
  return rules[static_cast<int>(op)];
}

constexpr int arity_of(op_id op) noexcept {
  constexpr std::uint8_t arities[] = {
#define GPU_OP(name, arity, rule) arity,
#include <gpu/detail/op_table.def>
#undef GPU_OP
  };
  return arities[static_cast<int>(op)];
}

/// The typing of an operation under `rule` whose operands promote to `d`. (For select and ldexp: see the front end, which
/// passes the promoted dtype of the value operands and the dtype of the first operand.)
constexpr typing apply_rule(type_rule rule, dtype d) noexcept {
  const dtype int8_for_bool = is_bool(d) ? dtype::int8 : d;
  switch (rule) {
    case type_rule::arithmetic:
    case type_rule::select: return {d, d, true};
    case type_rule::numeric: return {d, d, !is_bool(d)};
    case type_rule::integral: return {int8_for_bool, int8_for_bool, true};
    case type_rule::integral_real: return {int8_for_bool, int8_for_bool, !is_complex(d)};
    case type_rule::integer: return {d, d, is_integer(d)};
    case type_rule::divide: {
      const dtype f = d < dtype::float16 ? dtype::float64 : d;
      return {f, f, true};
    }
    case type_rule::float_power: {
      const dtype f = is_complex(d) ? dtype::complex128 : dtype::float64;
      return {f, f, true};
    }
    case type_rule::magnitude:
    case type_rule::real_part: return {d, real_of(d), true};
    case type_rule::inexact: return {inexact_of(d), inexact_of(d), true};
    case type_rule::inexact_real:
    case type_rule::ldexp: return {inexact_of(d), inexact_of(d), !is_complex(d)};
    case type_rule::rounding: return {d, d, !is_complex(d)};
    case type_rule::angle: {
      const dtype f = d < dtype::float16 ? dtype::float64 : d;
      return {f, real_of(f), true};
    }
    case type_rule::bitwise: return {d, d, is_bool(d) || is_integer(d)};
    case type_rule::shift: return {int8_for_bool, int8_for_bool, is_bool(d) || is_integer(d)};
    case type_rule::popcount: return {int8_for_bool, dtype::uint8, is_bool(d) || is_integer(d)};
    case type_rule::compare: return {d, dtype::bool_, true};
    case type_rule::logical: return {dtype::bool_, dtype::bool_, true};
    case type_rule::predicate: return {d, dtype::bool_, true};
    case type_rule::real_predicate: return {inexact_of(d), dtype::bool_, !is_complex(d)};
  }
  return {};
}

constexpr typing typing_of(op_id op, dtype promoted) noexcept { return apply_rule(rule_of(op), promoted); }

}  // namespace detail
GPU_END_NAMESPACE

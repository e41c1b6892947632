#include "graph/build.hpp"

#include <string>

#include <gpu/error.hpp>

#include "graph/op_name.hpp"
#include "graph/scalars.hpp"
#include "graph/view_map.hpp"

namespace gpu::graph {

using detail::arg;
using detail::type_rule;
using detail::typing;

namespace {

/// Joins an operand's device; a 0-d operand on the CPU goes anywhere.
void join_device(node& n, const node& operand) {
  if (!operand.has_device) return;
  const bool portable = operand.dims.ndim() == 0 && operand.where == cpu();
  if (!n.has_device) {
    n.where = operand.where;
    n.has_device = true;
    return;
  }
  if (n.where == operand.where || portable) return;
  bool all_portable = n.where == cpu();
  for (int i = 0; i < n.nargs; ++i) {
    const node& a = *n.args[static_cast<std::size_t>(i)];
    all_portable = all_portable && (!a.has_device || a.dims.ndim() == 0);
  }
  if (all_portable) {
    n.where = operand.where;
    return;
  }
  throw device_error("operands are on different devices: " + n.where.name() + " and " + operand.where.name() +
                     "; move one with .to(device)");
}

void add_operand(node& n, const handle& operand) {
  join_device(n, *operand.get());
  detail::retain(operand.get());
  n.args[n.nargs++] = operand.get();
}

/// A node of these operands, its shape theirs together.
handle node_of(node_kind kind, dtype result, std::span<const handle> operands) {
  shape dims = operands[0].get()->dims;
  for (std::size_t i = 1; i < operands.size(); ++i) dims = broadcast(dims, operands[i].get()->dims);
  node* n = new_node(kind, result, dims);
  handle h(n);
  for (const handle& o : operands) add_operand(*n, o);
  return h;
}

/// dtype that decides an operation's typing: the promoted dtype of its value operands.
dtype promoted_dtype(op_id op, std::span<const arg> operands) {
  const type_rule rule = detail::rule_of(op);
  const std::size_t first = rule == type_rule::select ? 1 : 0;
  const std::size_t last = rule == type_rule::ldexp ? 1 : operands.size();
  bool any = false;
  dtype d = dtype::bool_;
  for (std::size_t i = first; i < last; ++i) {
    if (operands[i].array == nullptr) continue;
    d = any ? detail::promote(d, operands[i].array->type) : operands[i].array->type;
    any = true;
  }
  for (std::size_t i = first; i < last; ++i) {
    if (operands[i].array != nullptr) continue;
    const auto kind = operands[i].scalar.kind;
    if (any) {
      d = detail::promote_weak(d, kind);
      continue;
    }
    constexpr dtype defaults[] = {dtype::bool_, dtype::int64, dtype::float64, dtype::complex128};
    d = detail::promote(d, defaults[static_cast<int>(kind)]);
  }
  return d;
}

/// dtype in which operand i is computed.
dtype operand_dtype(type_rule rule, std::size_t i, dtype compute) {
  if (rule == type_rule::select && i == 0) return dtype::bool_;
  if (rule == type_rule::ldexp && i == 1) return dtype::int32;
  return compute;
}

handle operand_node(const arg& a, dtype to) {
  if (a.array != nullptr) return make_cast(share(&bound(a.array)), to);
  return scalar_node(convert(a.scalar, to));
}

/// A bool of the shape and on the device of `like`.
handle bool_constant(bool value, const node& like) {
  node* n = new_node(node_kind::scalar, dtype::bool_, like.dims);
  n->scalar = scalar_value::of(value);
  n->where = like.where;
  n->has_device = like.has_device;
  return handle(n);
}

/// What comparing any element of an integer array with an integer beyond its dtype's range gives.
bool beyond_result(op_id op, bool scalar_first, bool scalar_is_large) {
  const bool array_is_less = scalar_is_large;
  const bool first_is_less = scalar_first ? !array_is_less : array_is_less;
  switch (op) {
    case op_id::equal: return false;
    case op_id::not_equal: return true;
    case op_id::less:
    case op_id::less_equal: return first_is_less;
    default: return !first_is_less;
  }
}

/// Comparisons of an integer array with an integer scalar outside its range: the answer is known. Null otherwise.
handle compare_beyond_range(op_id op, std::span<const arg> operands, dtype compute) {
  if (detail::rule_of(op) != type_rule::compare) return {};
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (operands[i].array != nullptr || !out_of_range(operands[i].scalar, compute)) continue;
    const auto& s = operands[i].scalar;
    const bool large = s.is_unsigned || s.bits > 0;
    return bool_constant(beyond_result(op, i == 0, large), *operands[1 - i].array);
  }
  return {};
}

/// int64 against uint64, compared exactly: a negative number is below every unsigned one, the others compare as uint64.
handle compare_mixed_64(op_id op, const handle& a, const handle& b) {
  const bool signed_first = a.get()->type == dtype::int64;
  const handle& s = signed_first ? a : b;
  const handle negative = make_map(op_id::less, s, detail::weak_scalar::of(0));
  const handle as_unsigned = make_cast(s, dtype::uint64);
  const handle same = signed_first ? make_map(op, as_unsigned, b) : make_map(op, a, as_unsigned);
  const bool when_negative = beyond_result(op, signed_first, false);
  if (when_negative) return make_map(op_id::logical_or, negative, same);
  return make_map(op_id::logical_and, make_map(op_id::logical_not, negative), same);
}

/// NumPy refuses a negative exponent of integers; one that is known here is refused here.
void refuse_negative_power(op_id op, std::span<const arg> operands, dtype compute) {
  if (op != op_id::power || !detail::is_integer(compute) || operands[1].array != nullptr) return;
  if (!operands[1].scalar.is_unsigned && operands[1].scalar.bits < 0)
    throw value_error("integers to negative integer powers are not allowed: use float_power, or astype<double>()");
}

bool is_mixed_64(std::span<const arg> operands) {
  if (operands.size() != 2 || operands[0].array == nullptr || operands[1].array == nullptr) return false;
  const dtype a = operands[0].array->type, b = operands[1].array->type;
  return (detail::is_signed_integer(a) && b == dtype::uint64) || (detail::is_signed_integer(b) && a == dtype::uint64);
}

}  // namespace

handle make_map(op_id op, std::span<const arg> operands) {
  const type_rule rule = detail::rule_of(op);
  if (rule == type_rule::compare && is_mixed_64(operands)) {
    const auto widened = [](const arg& a) {
      const handle h = share(a.array);
      return make_cast(h, detail::is_signed_integer(h.get()->type) ? dtype::int64 : dtype::uint64);
    };
    return compare_mixed_64(op, widened(operands[0]), widened(operands[1]));
  }
  const dtype promoted = promoted_dtype(op, operands);
  const typing t = detail::typing_of(op, promoted);
  if (!t.valid) throw value_error(std::string(op_name(op)) + " is not defined for " + dtype_name(promoted));
  refuse_negative_power(op, operands, t.compute);
  if (handle known = compare_beyond_range(op, operands, t.compute)) return known;
  std::array<handle, 3> nodes;
  for (std::size_t i = 0; i < operands.size(); ++i)
    nodes[i] = operand_node(operands[i], operand_dtype(rule, i, t.compute));
  handle h = node_of(node_kind::map, t.result, std::span<const handle>(nodes.data(), operands.size()));
  bound(h).op = op;
  return h;
}

handle make_map(op_id op, std::span<const handle> operands) {
  std::array<arg, 3> list{arg(operands[0]), arg(operands[0]), arg(operands[0])};
  for (std::size_t i = 1; i < operands.size(); ++i) list[i] = arg(operands[i]);
  return make_map(op, std::span<const arg>(list.data(), operands.size()));
}

handle make_user(const detail::user_function& f, std::span<const arg> operands) {
  std::array<handle, detail::max_user_parameters> nodes;
  for (std::size_t i = 0; i < operands.size(); ++i) nodes[i] = operand_node(operands[i], f.parameters[i]);
  handle h = node_of(node_kind::user, f.result, std::span<const handle>(nodes.data(), operands.size()));
  bound(h).user = &f;
  return h;
}

handle make_cast(const handle& a, dtype to) {
  const node& n = bound(a);
  if (n.type == to) return a;
  if (n.kind == node_kind::scalar) {
    node* s = new_node(node_kind::scalar, to, n.dims);
    handle h(s);
    s->scalar = convert(n.scalar, to);
    s->where = n.where;
    s->has_device = n.has_device;
    return h;
  }
  node* c = new_node(node_kind::cast, to, n.dims);
  handle h(c);
  add_operand(*c, a);
  return h;
}

handle make_reduce(plan::reducer combine, const handle& operand, axis_mask reduced, dtype result) {
  const node& x = bound(operand);
  shape dims;
  for (int k = 0; k < x.dims.ndim(); ++k)
    if ((reduced.bits >> k & 1U) == 0) dims.push_back(x.dims[k]);
  node* n = new_node(node_kind::reduce, result, dims);
  handle h(n);
  n->combine = combine;
  n->reduced = reduced.bits;
  add_operand(*n, operand);
  return h;
}

handle make_reduce(plan::reducer combine, const handle& operand, int count, dtype result) {
  axis_mask reduced;
  const int rank = bound(operand).dims.ndim();
  for (int k = rank - count; k < rank; ++k) reduced.bits |= 1U << k;
  return make_reduce(combine, operand, reduced, result);
}

handle make_constant(double value, dtype to) { return scalar_node(constant(value, to)); }

}  // namespace gpu::graph

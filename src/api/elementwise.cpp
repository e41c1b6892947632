// Element-wise operations on what the front end passes.
#include <cmath>

#include <gpu/error.hpp>

#include "api/readable.hpp"
#include "graph/build.hpp"
#include "graph/scalars.hpp"

GPU_BEGIN_NAMESPACE
namespace detail {
namespace {

/// Operands as expressions; keeps alive what a selection was read into.
template <std::size_t N>
struct operand_list {
  std::array<handle, N> owners;
  std::array<arg, N> args;

  explicit operand_list(const std::array<const arg*, N>& given) : args(make(given, std::make_index_sequence<N>())) {}
  handle apply(op_id op) const { return graph::make_map(op, std::span<const arg>(args.data(), N)); }

 private:
  template <std::size_t... I>
  std::array<arg, N> make(const std::array<const arg*, N>& given, std::index_sequence<I...>) {
    return {one(*given[I], owners[I])...};
  }
  static arg one(const arg& a, handle& owner) {
    if (a.is_scalar) return a;
    owner = api::readable(a.array);
    return arg(owner);
  }
};

/// A weak scalar as it joins an operand of dtype d.
handle weak_as(const weak_scalar& s, dtype d) { return graph::scalar_node(graph::convert(s, promote_weak(d, s.kind))); }

}  // namespace

handle map(op_id op, const arg& a) { return operand_list<1>({&a}).apply(op); }
handle map(op_id op, const arg& a, const arg& b) { return operand_list<2>({&a, &b}).apply(op); }
handle map(op_id op, const arg& a, const arg& b, const arg& c) { return operand_list<3>({&a, &b, &c}).apply(op); }

handle cast(const handle& a, dtype to) { return graph::make_cast(api::readable(a), to); }

handle round(const handle& a, int decimals) {
  const handle x = api::readable(a);
  const dtype d = x.get()->type;
  if (is_bool(d)) return graph::make_map(op_id::rint, x);
  if (is_integer(d) && decimals >= 0) return graph::make_map(op_id::positive, x);
  if (decimals == 0) return graph::make_map(op_id::rint, x);
  const double factor = std::pow(10.0, std::abs(decimals));
  const op_id there = decimals > 0 ? op_id::multiply : op_id::divide;
  const op_id back = decimals > 0 ? op_id::divide : op_id::multiply;
  const auto scale = weak_scalar::of(factor);
  return graph::make_cast(graph::make_map(back, graph::make_map(op_id::rint, graph::make_map(there, x, scale)), scale),
                          d);
}

handle isclose(const arg& a, const arg& b, double rtol, double atol, bool equal_nan) {
  // NumPy: |a - b| <= atol + rtol |b| where b is finite, else a == b. Integers are compared as float64.
  const handle x = api::readable(a.array);
  const handle y_owner = b.is_scalar ? handle() : api::readable(b.array);
  const auto inexact = [](const handle& h) {
    return h.get()->type < dtype::float16 ? graph::make_cast(h, dtype::float64) : h;
  };
  const handle y = b.is_scalar ? weak_as(b.scalar, inexact(x).get()->type) : inexact(y_owner);
  const handle difference = graph::make_map(op_id::absolute, graph::make_map(op_id::subtract, inexact(x), y));
  const handle size = graph::make_map(op_id::multiply, graph::make_map(op_id::absolute, y), weak_scalar::of(rtol));
  const handle near =
      graph::make_map(op_id::less_equal, difference, graph::make_map(op_id::add, size, weak_scalar::of(atol)));
  const handle finite = graph::make_map(op_id::logical_and, near, graph::make_map(op_id::isfinite, y));
  handle close = graph::make_map(op_id::logical_or, finite, graph::make_map(op_id::equal, inexact(x), y));
  if (!equal_nan) return close;
  const handle both_nan =
      graph::make_map(op_id::logical_and, graph::make_map(op_id::isnan, inexact(x)), graph::make_map(op_id::isnan, y));
  return graph::make_map(op_id::logical_or, close, both_nan);
}

}  // namespace detail
GPU_END_NAMESPACE

// Building expressions: typing, casts, broadcasting and devices of element-wise operations and reductions.
#pragma once

#include <span>

#include <gpu/detail/entry.hpp>

#include "graph/node.hpp"

namespace gpu::graph {

/// An element-wise operation on operands whose dtypes, shapes and devices may differ.
[[nodiscard]] handle make_map(op_id op, std::span<const handle> operands);
/// The same with scalars among them, which are weak.
[[nodiscard]] handle make_map(op_id op, std::span<const detail::arg> operands);
template <class... A>
[[nodiscard]] handle make_map(op_id op, const A&... operands) {
  const detail::arg list[] = {detail::arg(operands)...};
  return make_map(op, std::span<const detail::arg>(list, sizeof...(A)));
}
/// A user function of as many operands and scalars as it has parameters; they are converted to its parameters' dtypes.
[[nodiscard]] handle make_user(const detail::user_function& f, std::span<const detail::arg> operands);
/// Elements converted to `to`; the node itself where it has that dtype.
[[nodiscard]] handle make_cast(const handle& a, dtype to);
/// Axes of an operand, one bit each.
struct axis_mask {
  std::uint32_t bits = 0;
};
/// A reduction of these axes: combines in the operand's dtype, the result has dtype `result`.
[[nodiscard]] handle make_reduce(plan::reducer combine, const handle& operand, axis_mask reduced, dtype result);
/// A reduction of the last `count` axes.
[[nodiscard]] handle make_reduce(plan::reducer combine, const handle& operand, int count, dtype result);
/// A scalar node of dtype `to`.
[[nodiscard]] handle make_constant(double value, dtype to);

}  // namespace gpu::graph

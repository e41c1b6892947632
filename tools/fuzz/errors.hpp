// How far a result may be off: what the library promises, carried along from operand to result.
//
// Operations with the same bits on every device are compared as bits. The others, and sums, have an error bound; what is
// computed from them has the bound that follows. Where nothing can be said (an overflow that one rounding decides), the bound is
// infinite, and any result is accepted.
#pragma once

#include <span>

#include "elements.hpp"
#include "value.hpp"

namespace fuzz {

/// An element and its bound, as numbers.
struct uncertain {
  long double re = 0, im = 0;
  double error = 0;
};
[[nodiscard]] uncertain uncertain_at(const value& v, std::int64_t i);

/// Whether the operation may be given inexact operands: a small error stays a small one.
[[nodiscard]] bool is_smooth(gpu::detail::op_id op, gpu::dtype compute);

/// The bound of op(args …) = result, computed in `compute`. `selected`: of where, whether the first of the two was taken.
[[nodiscard]] double error_of(gpu::detail::op_id op, gpu::dtype compute, std::span<const uncertain> args,
                              const uncertain& result, gpu::dtype type);
/// The bound of a conversion.
[[nodiscard]] double error_of_cast(const uncertain& from, const uncertain& result, gpu::dtype type);

/// A bound as it is for a number of that dtype: infinite where the number may have overflowed.
[[nodiscard]] double settled(double bound, const uncertain& result, gpu::dtype type);

}  // namespace fuzz

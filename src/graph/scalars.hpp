// Weak scalars becoming scalars of a concrete dtype.
#pragma once

#include <gpu/detail/entry.hpp>

#include "graph/scalar_value.hpp"

namespace gpu::graph {

/// Whether an integer scalar lies outside the range of integer dtype `to`.
[[nodiscard]] bool out_of_range(const detail::weak_scalar& s, dtype to);
/// The scalar in dtype `to`. Throws value_error where an integer does not fit an integer dtype.
[[nodiscard]] scalar_value convert(const detail::weak_scalar& s, dtype to);
/// A scalar of one dtype in another, by the casting rules of arrays.
[[nodiscard]] scalar_value convert(const scalar_value& s, dtype to);
/// A small constant in dtype `to`.
[[nodiscard]] scalar_value constant(double value, dtype to);

}  // namespace gpu::graph

// Random programs.
#pragma once

#include <optional>

#include "reference.hpp"

namespace fuzz {

/// Programs whose seeds divided by this are equal share a skeleton: statements, operations and dtypes. They differ in lengths,
/// layouts, values and scalars, so their kernels are largely the same ones.
inline constexpr std::uint64_t programs_a_skeleton = 16;

/// The program of a seed; the same one always, and valid: the reference has run it. Nothing where a skeleton has no valid
/// program in a few attempts.
[[nodiscard]] std::optional<prepared> generate(std::uint64_t seed);

}  // namespace fuzz

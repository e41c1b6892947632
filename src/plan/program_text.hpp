// A kernel's program as a formula for people: "c = sin(a * b + 1)".
#pragma once

#include <string>
#include <vector>

#include "plan/kernel.hpp"

namespace gpu::plan {

/// What the formula calls a kernel's operands.
struct operand_names {
  std::vector<std::string> inputs;  // by slot
  std::vector<std::string> outputs;
};

/// Values that are used twice are written first, as x1 = …; x2 = …; then come the outputs. `reduced`: a reduction's axes of its
/// operand, one bit each of `rank`. Formulas longer than `longest_formula` end in "…".
[[nodiscard]] std::string formula_of(const kernel& k, const operand_names& names, std::uint32_t reduced, int rank);
inline constexpr std::size_t longest_formula = 400;

/// Slots of the inputs in the order in which the formula names them.
[[nodiscard]] std::vector<std::size_t> reading_order(const kernel& k);

/// Axes as a call has them: "", "1" or "{0, 2}"; nothing where all of `rank` axes are meant.
[[nodiscard]] std::string axes_text(std::uint32_t axes, int rank);

}  // namespace gpu::plan

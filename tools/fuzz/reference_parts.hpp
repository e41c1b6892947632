// The reference's operations on whole arrays.
#pragma once

#include "program.hpp"
#include "value.hpp"

namespace fuzz {

/// An operand of an operation: an array, or a weak scalar where `array` is null.
struct argument {
  const value* array = nullptr;
  weak_scalar scalar{};
};

/// op of broadcast operands, typed as NumPy 2 types it. Throws invalid_program.
[[nodiscard]] value mapped(op_id op, const std::vector<argument>& args);
[[nodiscard]] value converted(const value& from, dtype to);
/// A reduction over the axes whose flag is set.
[[nodiscard]] value reduced(reduction_id id, const value& x, const std::vector<bool>& over, bool keepdims);
[[nodiscard]] value drawn(const node_spec& n, const shape& dims);

}  // namespace fuzz

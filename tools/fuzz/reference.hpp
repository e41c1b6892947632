// The oracle: a program by plain loops, element by element, every node's value complete before the next.
#pragma once

#include <vector>

#include "program.hpp"
#include "value.hpp"

namespace fuzz {

/// What a program leaves behind: its arrays' bases, and the new arrays, in the order of their statements.
struct outcome {
  std::vector<value> bases;
  std::vector<value> made;
};

/// The elements that an array's base begins with.
[[nodiscard]] value initial_base(const program& p, const array_spec& a);

/// Runs the program. Throws invalid_program where NumPy refuses it, or where its result is not determined.
[[nodiscard]] outcome run_reference(const program& p);

/// A program with what it starts from and what the reference makes of it.
struct prepared {
  program given;
  std::vector<value> initial;
  outcome want;
  explicit prepared(program p);
};

/// The value of every node of a statement, given the bases as they are before it.
[[nodiscard]] std::vector<value> node_values(const program& p, const statement& s, const std::vector<value>& bases);

}  // namespace fuzz

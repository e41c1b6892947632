// Figures against those of the file.
#pragma once

#include <string>
#include <vector>

#include "figures.hpp"

namespace golden {

struct change {
  std::string statement;
  std::string figure;
  golden::figure before;
  golden::figure now;
  bool worse = false;
};

struct comparison {
  std::vector<change> changes;
  std::vector<std::string> not_in_file;  // statements that have no row yet
  std::vector<std::string> only_in_file;
  bool code_compared = false;  // instructions, registers and local bytes: where both compilers are the same

  /// Nothing is worse, and each statement has a row.
  [[nodiscard]] bool passed() const;
};

[[nodiscard]] comparison compare(const table& file, const table& now);

/// Kernels have no lasting names, so the largest are compared with the largest. More kernels are worse, and so is a larger number
/// for one of as many; where there are fewer, the sums decide.
[[nodiscard]] bool is_worse(figure before, figure now);

/// For people: a line for each change, old → new, and what to do.
[[nodiscard]] std::string report_of(const comparison& c, const table& file, const table& now);

}  // namespace golden

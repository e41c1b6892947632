// The figures of a statement, on the dry device, in a process of its own: nothing that another statement compiled is there.
#pragma once

#include <string>
#include <vector>

#include "figures.hpp"

namespace golden {

struct measured {
  row figures;
  std::string compiler;                   // of the kernels made; empty where none was
  std::vector<std::string> kernel_names;  // in the order of the figures of kernels
};

/// Starts this program again for the statement of that name. Throws std::runtime_error where that ends badly.
[[nodiscard]] measured measure(const std::string& statement);

/// What that process does: prints counts on stdout. Its environment says which folder gets the kernels.
int measure_here(const std::string& statement);

}  // namespace golden

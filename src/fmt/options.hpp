// How arrays are printed: NumPy's print options with NumPy's defaults.
#pragma once

#include <cstdint>

namespace gpu::fmt {

/// NumPy's `set_printoptions`; defaults are NumPy's.
struct print_options {
  int precision = 8;              ///< most digits after the decimal point, 0 or more
  std::int64_t threshold = 1000;  ///< arrays of more elements are summarised with "..."
  int edgeitems = 3;              ///< elements shown at both ends of a summarised axis, 1 or more
  int linewidth = 75;             ///< characters per line, after which rows wrap
  bool suppress = false;          ///< whether small numbers stay positional instead of switching to an exponent
};

}  // namespace gpu::fmt

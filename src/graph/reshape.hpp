// Reshaping without copying, where the layout allows it.
#pragma once

#include "graph/node.hpp"

namespace gpu::graph {

/// `to` with a length of -1 worked out. Throws shape_error where the number of elements differs, value_error for two -1.
[[nodiscard]] shape resolve_reshape(const shape& from, const shape& to);

/// The node under another shape of as many elements, in C order; null where that needs a copy. An expression
/// needs its value first: null.
[[nodiscard]] handle reshaped(const node& n, const shape& to);

}  // namespace gpu::graph

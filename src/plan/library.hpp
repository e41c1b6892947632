// Library calls: work that no generated kernel does, by device.
#pragma once

#include "graph/node.hpp"

namespace gpu::plan {

/// C-order positions of the true elements of a dense bool array, as a 1-D int64 array on the same device; waits.
[[nodiscard]] graph::handle true_positions(const graph::handle& mask);

}  // namespace gpu::plan

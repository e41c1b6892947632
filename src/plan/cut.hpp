// How large a part of the graph may be to become one kernel.
#pragma once

#include "plan/kernel_builder.hpp"

namespace gpu::plan {

inline constexpr int largest_node_count = 128;
inline constexpr int largest_leaf_count = 24;
inline constexpr int largest_parameter_bytes = 3500;  // of the 4 KB that a kernel launch carries

/// Distinct nodes and distinct leaves below (and with) a node, temporaries counting as leaves. Counting stops beyond the
/// limits.
struct part_size {
  int nodes = 0;
  int leaves = 0;
};
[[nodiscard]] part_size measure(const node& n, const materialised& temporaries);

/// Whether a part of that size fits one kernel over a space of `rank` axes.
[[nodiscard]] constexpr bool fits(part_size s, int rank) noexcept {
  const int bytes = s.leaves * (16 + 8 * rank) + 24 * rank;
  return s.nodes <= largest_node_count && s.leaves <= largest_leaf_count && bytes <= largest_parameter_bytes;
}

}  // namespace gpu::plan

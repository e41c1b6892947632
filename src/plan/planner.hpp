// The planner: turns a graph into kernels and runs them.
//
// The fallback, right for everything: each reduction becomes a kernel with the maps that feed it fused in, its result a
// temporary; what is left of the graph is one map kernel. A graph too large for one kernel is cut at its largest part. What
// goes beyond one kernel for each operation are passes, which can be switched off (plan/passes.hpp).
#pragma once

#include <vector>

#include "graph/node.hpp"

namespace gpu::plan {

using graph::handle;
using graph::node;

/// Where a map writes: elements of a storage by axis of `dims`, perhaps found through index operands, perhaps masked.
struct destination {
  runtime::storage_ref data;
  dtype type = dtype::bool_;
  gpu::device where;
  shape dims;
  std::int64_t offset = 0;
  shape strides;
  handle mask;  // bool, broadcasts to dims
  std::vector<graph::gather_spec::indexed> indexed;
};

/// The value in a new dense array of the node's dtype. The memory order of the axes follows the operands' (NumPy's K order)
/// or is C order.
enum class memory_order : std::uint8_t { keep, c };
[[nodiscard]] handle evaluate(const node& value, memory_order order = memory_order::keep);

/// Writes the value (of `to`'s dtype and device, broadcast to its shape) into the destination, as if the value were complete
/// first.
void store(const node& value, const destination& to);

class recorder;
/// Records the kernels that evaluate() or store() would run. Runs nothing, allocates no arrays, waits for nothing.
void record_evaluation(const node& value, recorder& into);
void record_store(const node& value, const destination& to, recorder& into);

/// The destination that an array node is.
[[nodiscard]] destination destination_of(const node& array);

}  // namespace gpu::plan

// NumPy's reductions as compositions of element-wise operations and plain reductions.
#pragma once

#include <gpu/detail/entry.hpp>

#include "graph/node.hpp"

namespace gpu::graph {

/// The node of a reduction over `axes`. Throws axis_error, value_error (nothing to reduce and no identity).
[[nodiscard]] handle build_reduction(detail::reduction_id id, const handle& a, const detail::axes_arg& axes,
                                     const detail::reduce_args& args);

}  // namespace gpu::graph

// The reference's own view arithmetic: which element of the source each element of a view, of a broadcast operand or of a
// selection is. It shares nothing with src/graph.
#pragma once

#include "program.hpp"
#include "value.hpp"

namespace fuzz {

/// A view as positions in its source's C order.
struct positions {
  shape dims;
  std::vector<std::int64_t> at;
};

/// Every element of the shape, in order.
[[nodiscard]] positions whole(const shape& dims);
/// `view` of something of shape `dims`. Throws invalid_program where NumPy refuses.
[[nodiscard]] positions view_of(const program& p, const shape& dims, const view_step& view);
/// A view of a view.
[[nodiscard]] positions chained(const positions& first, const positions& then);
/// A window of a base, as the array's layout says.
[[nodiscard]] positions window_of(const program& p, const array_spec& a);

/// The shape that both broadcast to. Throws invalid_program.
[[nodiscard]] shape broadcast_dims(const shape& a, const shape& b);
/// Something of shape `dims` as part of the larger shape `to`. Throws invalid_program.
[[nodiscard]] positions broadcast_to(const shape& dims, const shape& to);

/// An index array (int64) or mask of a selection, or a slice where `index` is null.
struct selector {
  const value* index = nullptr;
  gpu::slice_item slice = gpu::all();
};
/// The elements of something of shape `dims` that the index names. Throws invalid_program.
[[nodiscard]] positions selection_of(const shape& dims, const std::vector<selector>& items);

}  // namespace fuzz

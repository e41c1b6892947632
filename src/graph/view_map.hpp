// View maps: how each axis of an array is walked by a view of it. Slicing, transposing, newaxis and broadcasting are all
// such maps, so one function applies any of them to an array or pushes it through an expression to its leaves.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <gpu/slice.hpp>

#include "graph/node.hpp"

namespace gpu::graph {

/// Index of a source axis = start + step * (coordinate along result_axis), or just start where result_axis is -1.
struct source_axis {
  std::int64_t start = 0;
  std::int64_t step = 1;
  int result_axis = -1;
};

struct view_map {
  shape result;
  int rank = 0;  // of the source
  std::array<source_axis, max_rank> axes;
};

/// Every axis as it is.
[[nodiscard]] view_map identity_map(const shape& dims);
/// Axis k of the result is axis order[k] of the source.
[[nodiscard]] view_map permuting_map(const shape& dims, std::span<const int> order);
/// Basic indexing. Throws index_error (out of range, too many), value_error (step 0).
[[nodiscard]] view_map slicing_map(const shape& dims, std::span<const slice_item> items);
/// Right-aligned broadcasting to `to`. Throws shape_error.
[[nodiscard]] view_map broadcasting_map(const shape& dims, const shape& to);
/// Which axes of the source go (all of length 1), which are kept in order; `inserted` marks the result's new axes.
[[nodiscard]] view_map squeezing_map(const shape& dims, std::span<const bool> dropped);
[[nodiscard]] view_map expanding_map(const shape& dims, std::span<const bool> inserted, int rank);

/// The node seen through the map: a window of an array, an expression of windows for an expression.
[[nodiscard]] handle apply_view(const node& n, const view_map& map);

/// The shape that both broadcast to. Throws shape_error naming both.
[[nodiscard]] shape broadcast(const shape& a, const shape& b);
/// Whether `from` broadcasts to `to`.
[[nodiscard]] bool broadcasts_to(const shape& from, const shape& to);

/// An axis number in [0, rank). Throws axis_error.
[[nodiscard]] int normalize_axis(std::int64_t axis, int rank);

}  // namespace gpu::graph

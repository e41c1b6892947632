// How an iteration space is cut into boxes that stay in the cache, and how an operand is walked inside one.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <gpu/shape.hpp>

namespace gpu::cpu_backend {

/// A grid of equal boxes over an iteration space; the last box of an axis may be shorter.
struct box_grid {
  shape extent;
  shape lens;    // of a full box
  shape counts;  // boxes along each axis
  std::int64_t boxes = 0;
  std::int64_t capacity = 0;  // elements of a full box
};

/// One box: its elements are numbered in C order.
struct box {
  int ndim = 0;
  std::int64_t size = 0;
  std::array<std::int64_t, max_rank> start;  // the first ndim entries are set
  std::array<std::int64_t, max_rank> lens;
};

/// Two axes that are cut into square tiles; -1: none.
struct tile_axes {
  int outer = -1;
  int inner = -1;
};

/// Elements of a block whose widest value has `widest` bytes: 8 KiB, so that a few values fit in the first-level cache.
[[nodiscard]] std::int64_t block_elements(std::size_t widest) noexcept;

/// Boxes of about `target` elements: whole trailing axes, a part of the axis before them, one step of the others. The long
/// last axis of an array thus gives pieces of a row, short ones several whole rows.
[[nodiscard]] box_grid cut_into_rows(const shape& extent, std::int64_t target);

/// Boxes that are tiles of two axes, for operands of which some walk the last axis in large steps.
[[nodiscard]] box_grid cut_into_tiles(const shape& extent, tile_axes axes, std::int64_t target);

/// The axes to tile when an operand runs fastest along another axis than the last: a row of a box would then touch one cache
/// line an element. `strides` are the operands', in elements.
[[nodiscard]] tile_axes axes_to_tile(const shape& extent, std::span<const shape* const> strides) noexcept;

/// Box number `index` of the grid, in C order.
void place_box(const box_grid& grid, std::int64_t index, box& out) noexcept;

/// An operand inside a box: nested loops, innermost first, neighbours merged and lengths of 1 left out.
struct walk {
  int ndim = 0;
  std::array<std::int64_t, max_rank> lens;
  std::array<std::int64_t, max_rank> strides;  // in elements

  /// Whether the elements follow one another in memory.
  [[nodiscard]] bool contiguous() const noexcept { return ndim == 0 || (ndim == 1 && strides[0] == 1); }
};

[[nodiscard]] walk walk_of(const box& b, const std::int64_t* strides) noexcept;

/// The element offset of the box's first point.
[[nodiscard]] std::int64_t start_offset(const box& b, const std::int64_t* strides) noexcept;

}  // namespace gpu::cpu_backend

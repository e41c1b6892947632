#include "cpu/boxes.hpp"

#include <algorithm>
#include <cstdlib>

namespace gpu::cpu_backend {
namespace {

constexpr std::int64_t block_bytes = 8192;
constexpr std::int64_t tile_side = 32;  // elements: 32 rows of a cache line each fit in any first-level cache

box_grid grid_of(const shape& extent, const shape& lens) {
  box_grid grid{extent, lens, shape::filled(extent.ndim(), 1), 1, 1};
  for (int k = 0; k < extent.ndim(); ++k) {
    grid.counts[k] = (extent[k] + lens[k] - 1) / lens[k];
    grid.boxes *= grid.counts[k];
    grid.capacity *= lens[k];
  }
  return grid;
}

// Cuts `length` into the fewest pieces of at most `most`, as even as whole multiples of 16 allow.
std::int64_t even_piece(std::int64_t length, std::int64_t most) noexcept {
  if (length <= most) return length;
  const std::int64_t pieces = (length + most - 1) / most;
  const std::int64_t even = (length + pieces - 1) / pieces;
  return std::min(most, (even + 15) / 16 * 16);
}

}  // namespace

std::int64_t block_elements(std::size_t widest) noexcept {
  return block_bytes / static_cast<std::int64_t>(std::max<std::size_t>(widest, 1));
}

box_grid cut_into_rows(const shape& extent, std::int64_t target) {
  shape lens = shape::filled(extent.ndim(), 1);
  std::int64_t room = target;
  for (int k = extent.ndim() - 1; k >= 0 && room > 1; --k) {
    lens[k] = std::max<std::int64_t>(1, even_piece(extent[k], room));
    if (lens[k] < extent[k]) break;
    room /= std::max<std::int64_t>(1, extent[k]);
  }
  return grid_of(extent, lens);
}

box_grid cut_into_tiles(const shape& extent, tile_axes axes, std::int64_t target) {
  shape lens = shape::filled(extent.ndim(), 1);
  lens[axes.outer] = std::min(extent[axes.outer], tile_side);
  lens[axes.inner] = std::min(extent[axes.inner], std::max<std::int64_t>(1, target / lens[axes.outer]));
  return grid_of(extent, lens);
}

tile_axes axes_to_tile(const shape& extent, std::span<const shape* const> strides) noexcept {
  constexpr std::int64_t large_step = 16;  // elements; below it neighbours share cache lines
  constexpr std::int64_t worth_tiling = 16;
  const int last = extent.ndim() - 1;
  if (last < 1 || extent[last] < worth_tiling) return {};
  for (const shape* s : strides) {
    if (std::abs((*s)[last]) < large_step) continue;
    for (int k = last - 1; k >= 0; --k) {
      const std::int64_t step = std::abs((*s)[k]);
      if (extent[k] >= worth_tiling && step != 0 && step < large_step && step < std::abs((*s)[last])) return {k, last};
    }
  }
  return {};
}

void place_box(const box_grid& grid, std::int64_t index, box& out) noexcept {
  out.ndim = grid.extent.ndim();
  out.size = 1;
  for (int k = out.ndim - 1; k >= 0; --k) {
    const auto axis = static_cast<std::size_t>(k);
    std::int64_t at = 0;
    if (grid.counts[k] != 1) {
      at = index % grid.counts[k];
      index /= grid.counts[k];
    }
    out.start[axis] = at * grid.lens[k];
    out.lens[axis] = std::min(grid.lens[k], grid.extent[k] - out.start[axis]);
    out.size *= out.lens[axis];
  }
}

walk walk_of(const box& b, const std::int64_t* strides) noexcept {
  walk w;
  for (int k = b.ndim - 1; k >= 0; --k) {
    const std::int64_t length = b.lens[static_cast<std::size_t>(k)];
    if (length == 1) continue;
    const auto top = static_cast<std::size_t>(w.ndim);
    if (w.ndim > 0 && strides[k] == w.strides[top - 1] * w.lens[top - 1]) {
      w.lens[top - 1] *= length;
      continue;
    }
    w.lens[top] = length;
    w.strides[top] = strides[k];
    ++w.ndim;
  }
  return w;
}

std::int64_t start_offset(const box& b, const std::int64_t* strides) noexcept {
  std::int64_t offset = 0;
  for (int k = 0; k < b.ndim; ++k) offset += b.start[static_cast<std::size_t>(k)] * strides[k];
  return offset;
}

}  // namespace gpu::cpu_backend

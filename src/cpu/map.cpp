#include "cpu/map.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>

#include "cpu/block_runner.hpp"
#include "cpu/share_tasks.hpp"
#include "cpu/thread_pool.hpp"

namespace gpu::cpu_backend {
namespace {

using plan::kernel;
using plan::value_kind;

std::array<int, max_rank> axes_as_given() noexcept {
  std::array<int, max_rank> axes;
  std::iota(axes.begin(), axes.end(), 0);
  return axes;
}

// The values that a map's outputs read: what is stored, masks and indices.
void add_roots_of_outputs(const kernel& k, small_vector<std::uint16_t, few>& roots) {
  for (const plan::output& out : k.outputs) {
    roots.push_back(out.value);
    if (out.masked) roots.push_back(out.mask);
    for (const plan::indexed_axis& axis : out.to.indexed) roots.push_back(axis.value);
  }
}

box_grid cut(const kernel& k, std::size_t widest) {
  const std::int64_t target = block_elements(widest);
  if (k.extent.ndim() > 1) {
    std::vector<const shape*> strides;
    strides.reserve(k.inputs.size() + k.outputs.size());
    for (const plan::operand& in : k.inputs) strides.push_back(&in.strides);
    for (const plan::output& out : k.outputs) strides.push_back(&out.to.strides);
    if (const tile_axes axes = axes_to_tile(k.extent, strides); axes.outer >= 0)
      return cut_into_tiles(k.extent, axes, target);
  }
  return cut_into_rows(k.extent, target);
}

// Boxes first … last - 1 in order.
template <class Each>
void for_each_box(const box_grid& grid, std::int64_t first, std::int64_t last, Each each) {
  box b;
  for (std::int64_t i = first; i < last; ++i) {
    place_box(grid, i, b);
    each(b);
  }
}

bool scatters(const kernel& k) noexcept {
  return std::any_of(k.outputs.begin(), k.outputs.end(),
                     [](const plan::output& out) { return !out.to.indexed.empty(); });
}

}  // namespace

void run_map(const kernel& k) {
  const auto axes = axes_as_given();
  const std::span<const int> order(axes.data(), k.extent.size());
  small_vector<std::uint16_t, few> roots;
  add_roots_of_outputs(k, roots);
  const program p(k, std::span<const std::uint16_t>(roots.data(), roots.size()), order, true);
  const box_grid grid = cut(k, p.widest());
  const auto run_boxes = [&](block_runner& runner, std::int64_t first, std::int64_t last) {
    for_each_box(grid, first, last, [&](const box& b) { runner.compute_and_store(b); });
  };
  // Of two elements scattered to one place the last must win, so a scatter stays in order.
  const int threads = thread_count();
  if (threads == 1 || k.extent.count() < parallel_threshold || scatters(k)) {
    block_runner runner(p, grid.capacity);
    return run_boxes(runner, 0, grid.boxes);
  }
  const std::int64_t tasks = std::min<std::int64_t>(grid.boxes, 4 * std::int64_t{threads});
  share_tasks(
      tasks, [&] { return std::make_unique<block_runner>(p, grid.capacity); },
      [&](block_runner& runner, std::int64_t task) {
        run_boxes(runner, grid.boxes * task / tasks, grid.boxes * (task + 1) / tasks);
      });
}

void check_indices(const kernel& k) {
  std::vector<const plan::operand*> gathers;
  std::vector<const plan::output*> scattered;
  std::vector<std::uint16_t> roots;
  const auto want = [&](const plan::operand& what) {
    for (const plan::indexed_axis& axis : what.indexed) roots.push_back(axis.value);
    return !what.indexed.empty();
  };
  for (const plan::operand& in : k.inputs)
    if (want(in)) gathers.push_back(&in);
  for (const plan::output& out : k.outputs) {
    if (!want(out.to)) continue;
    scattered.push_back(&out);
    if (out.masked) roots.push_back(out.mask);
  }
  if (roots.empty()) return;

  const auto axes = axes_as_given();
  const program p(k, roots, std::span<const int>(axes.data(), k.extent.size()), false);
  const box_grid grid = cut_into_rows(k.extent, block_elements(p.widest()));
  block_runner runner(p, grid.capacity);
  for_each_box(grid, 0, grid.boxes, [&](const box& b) {
    runner.compute(b);
    for (const plan::operand* from : gathers) runner.offsets(b, *from, p.in_order(from->strides).data(), nullptr);
    for (const plan::output* out : scattered) {
      const bool* mask = out->masked ? static_cast<const bool*>(runner.values(out->mask)) : nullptr;
      runner.offsets(b, out->to, p.in_order(out->to.strides).data(), mask);
    }
  });
}

}  // namespace gpu::cpu_backend

#include "cuda/launch_plan.hpp"

#include <algorithm>
#include <cstring>

#include "cuda/divisor.hpp"

namespace gpu::cuda_backend {
namespace {

std::int64_t ceil_div(std::int64_t a, std::int64_t b) noexcept { return (a + b - 1) / b; }

std::int64_t product(const shape& extent, int begin, int end, int without = -1) noexcept {
  std::int64_t n = 1;
  for (int axis = begin; axis < end; ++axis)
    if (axis != without) n *= extent[axis];
  return n;
}

constexpr std::int64_t blocks_a_multiprocessor = 8;  // of 256 threads: all that are resident at once
constexpr std::int64_t max_splits = 65535;           // the grid's limit along y
// A thread adds in runs of 32, and the runs' sums in one more: 32 of them keep the error bound (DESIGN: sums).
constexpr std::int64_t max_steps = 1024;

/// Shares each output's work among as many blocks as fill the device, each with at least `least` units.
void split(launch_plan& p, std::int64_t groups, std::int64_t least, std::int64_t most, int multiprocessors) {
  const std::int64_t wanted = ceil_div(blocks_a_multiprocessor * multiprocessors, std::max<std::int64_t>(groups, 1));
  const std::int64_t useful = std::max<std::int64_t>(1, p.reduced_units / least);
  std::int64_t splits = std::max(std::min(wanted, useful), ceil_div(p.reduced_units, most));
  splits = groups > ticket_count ? 1 : std::clamp<std::int64_t>(splits, 1, max_splits);
  p.units_a_split = std::max<std::int64_t>(1, ceil_div(p.reduced_units, splits));
  p.splits = std::max<std::int64_t>(1, ceil_div(p.reduced_units, p.units_a_split));
}

void plan_inner(launch_plan& p, const plan::kernel& k, const layout& l, const shape& extent, int multiprocessors) {
  const int kept = l.rank - k.reduced_axes;
  const std::int64_t length = extent[l.lane_axis];
  p.units = product(extent, 0, kept);
  p.reduced_units = product(extent, kept, l.rank - 1) * p.lane_chunks;
  p.interior_begin = l.shift > 0 ? 1 : 0;
  p.interior_end = l.exact ? p.reduced_units : (length + l.shift) / l.lanes;
  p.blocks = ceil_div(p.units, block_threads / l.group);
  p.units_a_split = std::max<std::int64_t>(1, p.reduced_units);
  if (l.group == block_threads) {
    constexpr std::int64_t thread_loads = 4;
    split(p, p.units, block_threads * 2 * thread_loads, block_threads * thread_loads * max_steps, multiprocessors);
    p.partial_bytes = p.splits > 1 ? p.units * p.splits * state_bytes(k) : 0;
  }
}

void plan_outer(launch_plan& p, const plan::kernel& k, const layout& l, const shape& extent, int multiprocessors) {
  const int kept = l.rank - k.reduced_axes;
  constexpr std::int64_t columns = 32;  // threads of a block side by side; the other 8 share the reduced axes
  constexpr std::int64_t walkers = block_threads / columns;
  p.units = product(extent, 0, kept, l.lane_axis) * p.lane_chunks;
  p.reduced_units = product(extent, kept, l.rank);
  p.blocks = ceil_div(p.units, columns);
  split(p, p.blocks, walkers * 16, walkers * 4 * max_steps, multiprocessors);
  p.partial_bytes = p.splits > 1 ? p.blocks * columns * l.lanes * p.splits * state_bytes(k) : 0;
}

void put_divisor(std::uint64_t* two_words, std::int64_t d, bool wide) noexcept {
  const auto number = static_cast<std::uint64_t>(std::max<std::int64_t>(d, 1));
  const divisor found = wide ? divisor_64(number) : divisor_32(number);
  two_words[0] = found.multiplier;
  two_words[1] = found.shift;
}

std::uint64_t bits(std::int64_t n) noexcept { return static_cast<std::uint64_t>(n); }

void put_operand(std::uint64_t* words, const plan::operand& o, const operand_words& at, int rank) noexcept {
  words[at.address] = address_of(o);
  for (int axis = 0; axis < rank; ++axis) words[at.strides + axis] = bits(stride_of(o, axis));
  for (std::size_t i = 0; i < o.indexed.size(); ++i) {
    std::uint64_t* three = words + at.indexed + 3 * i;
    three[0] = bits(o.indexed[i].length);
    three[1] = bits(o.indexed[i].stride);
    three[2] = bits(o.indexed[i].axis);
  }
}

void put_strides(std::uint64_t* words, const shape& strides, int rank) noexcept {
  for (int axis = 0; axis < rank; ++axis) words[axis] = axis < strides.ndim() ? bits(strides[axis]) : 0;
}

void put_draw(std::uint64_t* words, const plan::draw& d, const draw_words& at, int rank) noexcept {
  std::uint64_t* five = words + at.seed;
  five[0] = d.seed;
  five[1] = d.first_word;
  five[2] = bits(d.low);
  five[3] = d.range;
  five[4] = bits(d.offset);
  put_strides(words + at.strides, d.strides, rank);
}

void put_extent(std::uint64_t* words, const shape& extent, const layout& l, const param_map& map,
                const launch_plan& p) noexcept {
  words[map.units] = bits(p.units);
  words[map.shift] = bits(l.shift);
  words[map.lane_chunks] = bits(p.lane_chunks);
  put_divisor(words + map.lane_chunks + 1, p.lane_chunks, l.wide);
  for (int axis = 0; axis < l.rank; ++axis) {
    words[map.axes + 3 * axis] = bits(extent[axis]);
    put_divisor(words + map.axes + 3 * axis + 1, extent[axis], l.wide);
  }
}

}  // namespace

std::int64_t state_bytes(const plan::kernel& k) noexcept {
  const bool positions = k.combine == plan::reducer::argmin || k.combine == plan::reducer::argmax;
  const auto item = static_cast<std::int64_t>(detail::item_size(k.accumulate));
  return positions ? std::max<std::int64_t>(16, item + 16)
                   : item;  // a key, padded to the position's 8 bytes, and the position
}

launch_plan plan_launch(const plan::kernel& k, const layout& l, int multiprocessors) {
  launch_plan p;
  const shape extent = walked_extent(k);
  p.lane_chunks = ceil_div(extent[l.lane_axis] + l.shift, l.lanes);
  if (l.how == strategy::reduce_inner) {
    plan_inner(p, k, l, extent, multiprocessors);
  } else if (l.how == strategy::reduce_outer) {
    plan_outer(p, k, l, extent, multiprocessors);
  } else {
    p.units = extent.count() == 0 ? 0 : product(extent, 0, l.rank, l.lane_axis) * p.lane_chunks;
    p.blocks = ceil_div(p.units, block_threads * l.repeat);
  }
  return p;
}

void fill_words(std::vector<std::uint64_t>& words, const plan::kernel& k, const layout& l, const param_map& map,
                const launch_plan& p, const launch_addresses& addresses) {
  words.assign(static_cast<std::size_t>(map.count), 0);
  std::uint64_t* w = words.data();
  for (std::size_t i = 0; i < k.scalars.size(); ++i)
    std::memcpy(w + map.scalars + 2 * static_cast<int>(i), k.scalars[i].bytes.data(), 16);
  put_extent(w, walked_extent(k), l, map, p);
  std::uint64_t* reduction = w + map.reduction;
  reduction[reduced_units] = bits(p.reduced_units);
  reduction[units_a_split] = bits(p.units_a_split);
  reduction[interior_begin] = bits(p.interior_begin);
  reduction[interior_end] = bits(p.interior_end);
  reduction[partials] = addresses.partials;
  reduction[tickets] = addresses.tickets;
  w[map.slot] = addresses.error_slot;
  w[map.slot + 1] = addresses.operation_name;
  w[map.scatter] = addresses.scatter_number;
  w[map.scatter + 1] = addresses.scatter_flag;
  w[map.scatter + 2] = addresses.owners;
  w[map.scatter + 3] = addresses.storage;
  for (std::size_t i = 0; i < k.inputs.size(); ++i) put_operand(w, k.inputs[i], map.inputs[i], l.rank);
  for (std::size_t i = 0; i < k.outputs.size(); ++i) put_operand(w, k.outputs[i].to, map.outputs[i], l.rank);
  for (std::size_t i = 0; i < k.draws.size(); ++i) put_draw(w, k.draws[i], map.draws[i], l.rank);
  for (std::size_t i = 0; i < k.positions.size(); ++i) {
    w[map.positions[i].offset] = bits(k.positions[i].offset);
    put_strides(w + map.positions[i].strides, k.positions[i].strides, l.rank);
  }
}

}  // namespace gpu::cuda_backend

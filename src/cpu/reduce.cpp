// A reduction walks boxes of kept and reduced axes. The boxes of one group give the same results (kept elements); each box is folded
// into a row of accumulators, and rows are combined pairwise, as a binary counter carries, so that the number of roundings an element
// sees grows with the logarithm of the length. Groups with many boxes are split into parts for the threads; the parts are
// then combined pairwise in their order.
#include "cpu/reduce.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <memory>
#include <vector>

#include "cpu/block_runner.hpp"
#include "cpu/scratch.hpp"
#include "cpu/share_tasks.hpp"
#include "cpu/thread_pool.hpp"
#include "cpu/transfer.hpp"
#include "runtime/host_block.hpp"

namespace gpu::cpu_backend {
namespace {

using plan::kernel;

constexpr std::int64_t boxes_per_part = 32;  // at least: 256 KiB of values
constexpr std::int64_t most_parts = 256;     // of all groups together: bounds the memory for partial results
constexpr std::int64_t chain = 16;  // rows combined one after the other before they count as one in the pairwise order

std::vector<int> axis_order(const kernel& k, bool reduced_first) {
  const int ndim = k.extent.ndim();
  const int kept = ndim - k.reduced_axes;
  std::vector<int> order;
  order.reserve(k.extent.size());
  for (int i = 0; i < ndim; ++i)
    order.push_back(reduced_first ? (i < k.reduced_axes ? kept + i : i - k.reduced_axes) : i);
  return order;
}

// The parts of a reduction that do not change from box to box.
class reduction {
 public:
  explicit reduction(const kernel& k)
      : kernel_(k),
        by_rows_(kept_axes_are_fastest(k)),
        kept_(k.extent.ndim() - k.reduced_axes),
        program_(k, std::span(&k.outputs[0].value, 1), axis_order(k, by_rows_), false),
        loops_(loops().reductions[static_cast<int>(k.combine)][static_cast<int>(k.accumulate)]),
        output_strides_(program_.in_order(k.outputs[0].to.strides)) {
    shape extent = program_.extent();
    for (int axis = 0; axis < extent.ndim(); ++axis) {
      if (is_reduced(axis) && extent[axis] == 0) empty_ = true;
    }
    for (int axis = 0; axis < extent.ndim(); ++axis)
      if (empty_ && is_reduced(axis)) extent[axis] = 1;  // cut as if there were one element; it is never computed
    grid_ = cut_into_rows(extent, block_elements(std::max(program_.widest(), loops_.accumulator_bytes / 2)));
    for (int axis = 0; axis < extent.ndim(); ++axis) {
      (is_reduced(axis) ? boxes_ : groups_) *= grid_.counts[axis];
      (is_reduced(axis) ? rows_ : results_) *= grid_.lens[axis];
    }
    parts_ = reduction_parts(groups_, boxes_);
  }

  void run() {
    runtime::host_block partial;
    if (parts_ > 1)
      partial =
          runtime::allocate_host_block(static_cast<std::size_t>(groups_ * parts_) * row_bytes(), "for partial results");
    const std::int64_t units = groups_ * parts_;
    const auto run_units = [&](worker& w, std::int64_t first, std::int64_t last) {
      for (std::int64_t unit = first; unit < last; ++unit) {
        const std::int64_t group = unit / parts_;
        const std::int64_t part = unit % parts_;
        std::byte* acc = w.combine(group, boxes_ * part / parts_, boxes_ * (part + 1) / parts_);
        if (parts_ == 1) {
          w.store(group, acc);
        } else {
          std::copy_n(acc, row_bytes(), partial.get() + static_cast<std::size_t>(unit) * row_bytes());
        }
      }
    };
    const bool alone = kernel_.extent.count() < parallel_threshold || thread_count() == 1;
    const std::int64_t tasks = alone ? 1 : std::min<std::int64_t>(units, 4 * std::int64_t{thread_count()});
    share_tasks(
        tasks, [this] { return std::make_unique<worker>(*this); },
        [&](worker& w, std::int64_t t) { run_units(w, units * t / tasks, units * (t + 1) / tasks); });
    if (parts_ > 1) combine_parts(partial.get());
  }

 private:
  // One thread's share: computes boxes and combines them.
  class worker {
   public:
    explicit worker(const reduction& r)
        : r_(r),
          runner_(r.program_, r.grid_.capacity),
          stack_(r.row_bytes() * r.stack_rows()),
          results_(r.result_bytes()) {}

    // The accumulators of boxes first … last - 1 of the group.
    std::byte* combine(std::int64_t group, std::int64_t first, std::int64_t last) {
      const std::int64_t per_row = r_.boxes_per_row();
      std::size_t top = 0;
      std::uint64_t pushed = 0;
      do {
        fold_boxes(group, first, std::min(last, first + per_row), row(top++));
        for (std::uint64_t carry = ++pushed; (carry & 1U) == 0; carry >>= 1U) merge_top(top--);
        first += per_row;
      } while (first < last);
      while (top > 1) merge_top(top--);
      return row(0);
    }

    // Converts the group's accumulators to the output's dtype and stores them.
    void store(std::int64_t group, const std::byte* acc) {
      r_.place(group, 0, box_);
      for (int axis = 0; axis < box_.ndim; ++axis)
        if (r_.is_reduced(axis)) box_.lens[static_cast<std::size_t>(axis)] = 1;
      const std::size_t count = r_.results_in(box_);
      const plan::operand& to = r_.kernel_.outputs[0].to;
      std::byte* converted = results_.data() + r_.result_bytes() / 2;
      const void* from = results_.data();
      r_.loops_.finish(acc, results_.data(), count);
      if (const dtype type = r_.result_type(); type != to.type) {
        loops().casts[static_cast<int>(type)][static_cast<int>(to.type)](&from, converted, count);
        from = converted;
      }
      const std::size_t item = detail::item_size(to.type);
      const std::int64_t offset = to.offset + start_offset_of_kept();
      scatter(static_cast<std::byte*>(to.data->data) + offset * static_cast<std::int64_t>(item), from,
              walk_of(box_, r_.output_strides_.data()), item, nullptr);
    }

   private:
    [[nodiscard]] std::byte* row(std::size_t i) noexcept { return stack_.data() + i * r_.row_bytes(); }
    [[nodiscard]] std::int64_t start_offset_of_kept() const noexcept {
      return start_offset(box_, r_.output_strides_.data());
    }

    void merge_top(std::size_t top) {
      r_.loops_.merge(row(top - 2), row(top - 1), static_cast<std::size_t>(r_.results_));
    }

    void fold_boxes(std::int64_t group, std::int64_t first, std::int64_t last, std::byte* acc) {
      r_.loops_.clear(acc, static_cast<std::size_t>(r_.results_));
      if (r_.empty_) return;
      for (std::int64_t i = first; i < last; ++i) {
        r_.place(group, i, box_);
        runner_.compute(box_);
        const std::size_t results = r_.results_in(box_);
        const std::size_t reduced = static_cast<std::size_t>(box_.size) / results;
        const void* x = runner_.values(r_.kernel_.outputs[0].value);
        if (r_.by_rows_) {
          r_.loops_.fold_rows(acc, x, reduced, results, r_.position_of(box_));
        } else {
          r_.loops_.fold_columns(acc, x, results, reduced, r_.position_of(box_));
        }
      }
    }

    const reduction& r_;
    block_runner runner_;
    scratch stack_;
    scratch results_;  // two halves: in the accumulator's dtype, and in the output's
    box box_;
  };

  [[nodiscard]] bool is_reduced(int axis) const noexcept {
    return by_rows_ ? axis < kernel_.reduced_axes : axis >= kept_;
  }

  void place(std::int64_t group, std::int64_t box_of_group, box& b) const noexcept {
    place_box(grid_, by_rows_ ? box_of_group * groups_ + group : group * boxes_ + box_of_group, b);
  }

  [[nodiscard]] std::size_t results_in(const box& b) const noexcept {
    std::int64_t count = 1;
    for (int axis = 0; axis < b.ndim; ++axis)
      if (!is_reduced(axis)) count *= b.lens[static_cast<std::size_t>(axis)];
    return static_cast<std::size_t>(count);
  }

  // The place of the box's first reduced element in the C order of the reduced axes.
  [[nodiscard]] std::int64_t position_of(const box& b) const noexcept {
    std::int64_t position = 0;
    for (int axis = 0; axis < b.ndim; ++axis)
      if (is_reduced(axis)) position = position * program_.extent()[axis] + b.start[static_cast<std::size_t>(axis)];
    return position;
  }

  [[nodiscard]] dtype result_type() const noexcept {
    const bool is_position = kernel_.combine == plan::reducer::argmin || kernel_.combine == plan::reducer::argmax;
    return is_position ? dtype::int64 : kernel_.accumulate;
  }

  [[nodiscard]] std::size_t row_bytes() const noexcept {
    return (static_cast<std::size_t>(results_) * loops_.accumulator_bytes + 63) / 64 * 64;
  }
  [[nodiscard]] std::size_t result_bytes() const noexcept { return 2 * static_cast<std::size_t>(results_) * 16; }
  [[nodiscard]] std::int64_t boxes_per_row() const noexcept {
    return by_rows_ ? std::max<std::int64_t>(1, chain / rows_) : chain;
  }
  [[nodiscard]] std::size_t stack_rows() const noexcept {
    return static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(boxes_ / boxes_per_row() + 1)) + 2);
  }

  void combine_parts(std::byte* partial) {
    worker w(*this);
    for (std::int64_t group = 0; group < groups_; ++group) {
      std::byte* rows = partial + static_cast<std::size_t>(group * parts_) * row_bytes();
      for (std::int64_t step = 1; step < parts_; step *= 2)
        for (std::int64_t i = 0; i + step < parts_; i += 2 * step)
          loops_.merge(rows + static_cast<std::size_t>(i) * row_bytes(),
                       rows + static_cast<std::size_t>(i + step) * row_bytes(), static_cast<std::size_t>(results_));
      w.store(group, rows);
    }
  }

  const kernel& kernel_;
  bool by_rows_;
  int kept_;
  program program_;
  const reduce_loops& loops_;
  shape output_strides_;
  bool empty_ = false;
  box_grid grid_;
  std::int64_t groups_ = 1;   // boxes along the kept axes
  std::int64_t boxes_ = 1;    // boxes along the reduced axes
  std::int64_t results_ = 1;  // kept elements of a box
  std::int64_t rows_ = 1;     // reduced elements of a box
  std::int64_t parts_ = 1;
};

}  // namespace

bool kept_axes_are_fastest(const kernel& k) noexcept {
  const int last_reduced = k.extent.ndim() - 1;
  const int last_kept = last_reduced - k.reduced_axes;
  if (k.reduced_axes == 0 || last_kept < 0) return false;
  double balance = 0;  // elements of operands that are faster along the kept axes, less those of the others
  for (const plan::operand& in : k.inputs) {
    const std::int64_t along_reduced = std::abs(in.strides[last_reduced]);
    const std::int64_t along_kept = std::abs(in.strides[last_kept]);
    double elements = 1;
    for (int axis = 0; axis < k.extent.ndim(); ++axis)
      if (in.strides[axis] != 0) elements *= static_cast<double>(k.extent[axis]);
    const bool kept = along_kept != 0 && (along_reduced == 0 || along_kept < along_reduced);
    balance += kept ? elements : -elements;
  }
  return balance > 0;
}

std::int64_t reduction_parts(std::int64_t groups, std::int64_t boxes) noexcept {
  return std::max<std::int64_t>(1, std::min(boxes / boxes_per_part, most_parts / std::max<std::int64_t>(1, groups)));
}

void run_reduction(const kernel& k) {
  for (int axis = 0; axis < k.extent.ndim() - k.reduced_axes; ++axis)
    if (k.extent[axis] == 0) return;
  reduction(k).run();
}

}  // namespace gpu::cpu_backend

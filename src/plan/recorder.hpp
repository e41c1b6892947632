// What a plan consists of, recorded where it would be run: for explain().
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "plan/kernel.hpp"

namespace gpu::plan {

/// Why a part of an expression has a kernel of its own.
enum class reason : std::uint8_t {
  result,           // it is what was asked for
  read_by_another,  // a reduction whose result another kernel reads
  not_in_place,     // a reduction that cannot be written straight into the destination
  too_large,        // the largest part of an expression that does not fit one kernel
  overlap,          // the destination shares memory with an operand, other than element by element
  other_device,     // a 0-d value that another device computes
  pass_off,         // GPU_PASSES_OFF names the pass that would fuse it
};

struct recorded_kernel {
  kernel as_given;  // over the axes of the expression; a reduction's reduced ones last
  kernel as_run;    // axes sorted and merged
  gpu::device where;
  std::uint32_t reduced = 0;  // a reduction's axes of its operand, one bit each
  reason why = reason::result;
};

/// Kernels in the order in which they would run.
class recorder {
 public:
  /// The kernels until the matching end() are there for this reason.
  void begin(reason why) { reasons_.push_back(why); }
  void end() { reasons_.pop_back(); }

  /// A kernel before the planner works on its axes; as_run() follows.
  void as_given(const kernel& k, std::uint32_t reduced) {
    kernels_.push_back({k, {}, {}, reduced, reasons_.empty() ? reason::result : reasons_.back()});
  }
  void as_run(kernel&& k, gpu::device where) {
    kernels_.back().as_run = std::move(k);
    kernels_.back().where = where;
  }

  [[nodiscard]] const std::vector<recorded_kernel>& kernels() const noexcept { return kernels_; }

 private:
  std::vector<recorded_kernel> kernels_;
  std::vector<reason> reasons_;
};

}  // namespace gpu::plan

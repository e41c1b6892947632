// The axes of a kernel: ordered by stride, merged where every operand walks two of them as one.
#pragma once

#include "plan/kernel.hpp"

namespace gpu::plan {

/// Orders the kernel's axes (outermost first) so that memory is walked in order, turns axes that all operands walk
/// backwards, drops axes of length 1 and merges neighbours. On entry extent and every operand have one entry for each axis
/// of the unmerged space (a reduction's output too, 0 for reduced axes). Kept axes stay before reduced ones.
/// The reduced axes of argmin and argmax keep their order and direction, and so do all axes of a scatter. With
/// pass::merge_axes off, all axes stay as they are.
void simplify_axes(kernel& k);

/// Reorders the axes of a kernel and of all that walks them: axis k becomes what axis order[k] was.
void permute_axes(kernel& k, const shape& order);

/// The order in which simplify_axes would walk the first `count` axes, by the inputs alone: outermost first.
[[nodiscard]] shape natural_order(const kernel& k, int count);

}  // namespace gpu::plan

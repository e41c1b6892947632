// Kernels with a reduction.
#pragma once

#include "plan/kernel.hpp"

namespace gpu::cpu_backend {

/// Whether a reduction of `k` should walk memory along its kept axes, combining rows of accumulators, rather than along the
/// reduced ones, a row to one accumulator: its large operands are fastest there.
[[nodiscard]] bool kept_axes_are_fastest(const plan::kernel& k) noexcept;

/// How many parts the `boxes` boxes of each of `groups` groups of results are split into. Depends on the shape alone, so that a
/// result's bits do not depend on the number of threads.
[[nodiscard]] std::int64_t reduction_parts(std::int64_t groups, std::int64_t boxes) noexcept;

void run_reduction(const plan::kernel& k);

}  // namespace gpu::cpu_backend

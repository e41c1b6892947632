// What a reduction of nothing gives.
#pragma once

#include "plan/kernel.hpp"

namespace gpu::plan {

/// The identity of `combine` in the accumulator's dtype, as a scalar of dtype `result`.
[[nodiscard]] graph::scalar_value identity_of(reducer combine, dtype accumulate, dtype result);

}  // namespace gpu::plan

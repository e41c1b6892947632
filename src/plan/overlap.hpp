// Whether a kernel would read elements after it wrote them.
#pragma once

#include "plan/kernel.hpp"
#include "plan/planner.hpp"

namespace gpu::plan {

/// Whether some input of the kernel shares memory with the destination other than point by point: then the value must be
/// complete before it is written. Judged by address ranges, so a yes may be unneeded, a no never wrong.
[[nodiscard]] bool reads_what_it_writes(const kernel& k, const destination& to);

}  // namespace gpu::plan

// A sample of the kernels that the CUDA back end's generator can write: random descriptions, of which those are kept that
// fall into a class, or bring two classes together, that no kept one does. Always the same ones.
#pragma once

#include <string>
#include <vector>

#include "plan/kernel.hpp"

namespace kernel_sample {

/// The sample of one template (kernel_coverage::templates()). Storages have addresses but no memory: with_memory gives them some.
[[nodiscard]] const std::vector<gpu::plan::kernel>& of_template(const std::string& name);

/// `k` over new, uninitialised memory of the same sizes and phases.
[[nodiscard]] gpu::plan::kernel with_memory(const gpu::plan::kernel& k);

/// What a failed check prints of a kernel.
[[nodiscard]] std::string text_of(const gpu::plan::kernel& k);

}  // namespace kernel_sample

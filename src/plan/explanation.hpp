// From recorded kernels to an explanation.
#pragma once

#include <string>
#include <vector>

#include <gpu/explanation.hpp>

#include "plan/recorder.hpp"

namespace gpu::plan {

/// `title` says what is explained, `note` is put at the end; both may be empty.
[[nodiscard]] explanation explain_kernels(const std::vector<recorded_kernel>& kernels, const std::string& title,
                                          const std::string& note);

}  // namespace gpu::plan

// The op bodies' text that a kernel needs, found by name in the embedded headers of src/ops.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace gpu::cuda_backend {

/// The texts of the headers that define `names` (structs, or functions marked GPU_FN), with the headers those include, each
/// once and before its users; their #include and #pragma once lines are left out. Throws jit_error for an unknown name.
[[nodiscard]] std::string op_source(const std::set<std::string_view>& names);

}  // namespace gpu::cuda_backend

// The texts that kernels are made of: the op bodies that one needs, found by name in the embedded headers of src/ops, and the
// headers of src/cuda/device.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace gpu::cuda_backend {

/// The texts of the headers that define `names` (structs, or functions marked GPU_FN), with the headers those include, each
/// once and before its users; their #include and #pragma once lines are left out. Throws jit_error for an unknown name.
[[nodiscard]] std::string op_source(const std::set<std::string_view>& names);

/// The text of a header of src/cuda/device.
[[nodiscard]] std::string device_text(std::string_view name);

}  // namespace gpu::cuda_backend

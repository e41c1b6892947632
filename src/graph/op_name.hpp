// The name of an element-wise operation: that of its function, and of its body in src/ops.
#pragma once

#include <gpu/detail/type_rules.hpp>

namespace gpu::graph {

[[nodiscard]] const char* op_name(detail::op_id op) noexcept;

}  // namespace gpu::graph

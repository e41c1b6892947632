// Names of kernels and their parts, for messages, traces and explanations.
#pragma once

#include <string>

#include "graph/op_name.hpp"
#include "plan/kernel.hpp"

namespace gpu::plan {

using graph::op_name;
[[nodiscard]] const char* reducer_name(reducer r) noexcept;
[[nodiscard]] const char* distribution_name(distribution d) noexcept;

/// The one word that an error message begins with: what looks at indices, else the operation that gives the result. Lives as
/// long as the process.
[[nodiscard]] const char* short_name(const kernel& k) noexcept;

/// The operations in the order they are computed, such as "multiply_add_sin", with the reduction last; at most
/// `longest_name` characters, the middle of a longer one being a count: "multiply_add_and_14_more_sum".
[[nodiscard]] std::string full_name(const kernel& k);
inline constexpr std::size_t longest_name = 64;

}  // namespace gpu::plan

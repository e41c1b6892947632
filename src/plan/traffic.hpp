// How much memory a kernel has to move.
#pragma once

#include <cstdint>

#include "plan/kernel.hpp"

namespace gpu::plan {

/// Elements of an operand that the walk over `extent` reaches: those along axes where it stands still once. Gathers and
/// scatters: one for each point. Strides may leave out the last axes.
[[nodiscard]] std::int64_t elements_of(const operand& o, const shape& extent) noexcept;
[[nodiscard]] std::int64_t bytes_of(const operand& o, const shape& extent) noexcept;

/// The bytes that a kernel has to read and write, each element of each operand once.
struct traffic {
  std::int64_t read = 0;
  std::int64_t written = 0;
};
[[nodiscard]] traffic traffic_of(const kernel& k) noexcept;

/// The axes' lengths along which the output of `k` is stored: a reduction's kept ones.
[[nodiscard]] shape stored_extent(const kernel& k) noexcept;

}  // namespace gpu::plan

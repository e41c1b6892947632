// The statements whose figures are kept: each a line or two of a user's program.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

namespace golden {

/// `prepare(n)` makes the operands for size n, without a kernel, and gives the statement itself.
struct statement {
  const char* name;
  std::function<void()> (*prepare)(std::int64_t n);
};

[[nodiscard]] std::span<const statement> statements();

}  // namespace golden

// Division by a number known at launch: a multiplication and a shift on the device.
#pragma once

#include <bit>
#include <cstdint>

namespace gpu::cuda_backend {

/// n / d = (high(n * multiplier) + n) >> shift. (Granlund and Montgomery, "Division by invariant integers using
/// multiplication", 1994: the multiplier is 2^width * (2^shift - d) / d + 1, the shift the smallest with 2^shift >= d.)
struct divisor {
  std::uint64_t multiplier = 0;
  std::uint64_t shift = 0;
};

/// For n < 2^31 and 1 <= d < 2^31.
[[nodiscard]] constexpr divisor divisor_32(std::uint64_t d) noexcept {
  const auto shift = static_cast<std::uint64_t>(std::bit_width(d - 1));
  return {((std::uint64_t{1} << 32) * ((std::uint64_t{1} << shift) - d)) / d + 1, shift};
}

/// For n < 2^63 and 1 <= d < 2^63.
[[nodiscard]] constexpr divisor divisor_64(std::uint64_t d) noexcept {
  __extension__ using wide = unsigned __int128;
  const auto shift = static_cast<std::uint64_t>(std::bit_width(d - 1));
  const wide numerator = (wide{1} << 64) * ((wide{1} << shift) - d);
  return {static_cast<std::uint64_t>(numerator / d + 1), shift};
}

}  // namespace gpu::cuda_backend

// A seed for generators made without one. In a file of its own, since <random> is slow to compile.
#pragma once

#include <cstdint>
#include <random>

namespace gpu::rng {

/// 64 bits from the operating system's entropy. Throws what std::random_device throws where there is none.
[[nodiscard]] inline std::uint64_t entropy_seed() {
  std::random_device device;
  static_assert(std::random_device::min() == 0 && std::random_device::max() == 0xffffffffU);
  const std::uint64_t high = device();
  return (high << 32) | device();
}

}  // namespace gpu::rng

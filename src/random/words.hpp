// How much of a Philox stream a draw owns. docs/random.md states the same for users.
#pragma once

#include <cstdint>

#include <gpu/dtype.hpp>

#include "plan/kernel.hpp"

namespace gpu::rng {

/// How many 32-bit words an element of a draw owns. Integers are drawn as 64-bit numbers whatever dtype they are cast to.
[[nodiscard]] constexpr std::uint64_t words_per_element(plan::distribution kind, dtype type) noexcept {
  return kind == plan::distribution::integers || type == dtype::float64 ? 2 : 1;
}

/// How many words a draw of `elements` numbers reserves: a multiple of 4, so that the next draw begins on a Philox block.
[[nodiscard]] constexpr std::uint64_t words_of_draw(plan::distribution kind, dtype type,
                                                    std::uint64_t elements) noexcept {
  return (elements * words_per_element(kind, type) + 3) & ~std::uint64_t{3};
}

}  // namespace gpu::rng

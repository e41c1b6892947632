// What the operands of a kernel are filled with, and how two results are compared.
#pragma once

#include <cstdint>

#include "plan/kernel.hpp"

namespace kernel_data {

/// What numbers an operand gets.
enum class numbers : std::uint8_t {
  any,             // every bit pattern; infinities, NaN, denormals and extremes often
  small_integers,  // -8 … 8, so that sums are exact and equals are many; now and then an infinity or NaN
  signs_and_twos,  // ±1, now and then 2 or 0.5, so that products are exact
  fractions,       // [0, 1)
  near_one,        // [0.99, 1.01)
};

/// Fills every storage of `k`, beside its elements too, with numbers that depend on `seed` only: inputs with `how`, index operands
/// with indices in bounds, outputs with anything. Bool elements are true in half (any), nearly all (small_integers) or hardly ever.
void fill(const gpu::plan::kernel& k, numbers how, std::uint32_t seed);

/// How far two results may differ: |a - b| ≤ absolute + relative * |b|. Zero: the same bits, or both NaN.
struct tolerance {
  double absolute = 0;
  double relative = 0;
  bool nan_as_a_whole = false;  // complex numbers with a NaN part are all one NaN
};

/// How many numbers (parts, where complex) of two outputs' whole storages differ by more.
[[nodiscard]] std::int64_t differing(const gpu::plan::operand& a, const gpu::plan::operand& b,
                                     const tolerance& allowed);

/// The distance from 1 to the next number of a floating dtype (of its parts, if complex).
[[nodiscard]] double epsilon_of(gpu::dtype type);

}  // namespace kernel_data

// Whether a result is what the reference has.
#pragma once

#include <string>

#include "reference.hpp"

namespace fuzz {

/// Empty where all arrays agree: bits where the reference is exact (any NaN equals any NaN), its bound where it is not. Else
/// the first element that differs: which array, its index and both values.
[[nodiscard]] std::string difference(const outcome& got, const outcome& want);

/// An element as text, with all its digits.
[[nodiscard]] std::string element_text(gpu::dtype type, const std::byte* element);

}  // namespace fuzz

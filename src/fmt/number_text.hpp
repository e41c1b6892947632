// Text of one decimal number, positional ("12.5") or scientific ("1.25e+01"), in NumPy's spellings.
#pragma once

#include <string>

#include "fmt/decimal.hpp"

namespace gpu::fmt {

/// What is left of the decimal point where no digit other than zero follows it.
enum class bare_point : unsigned char {
  keep,      ///< "1."
  add_zero,  ///< "1.0"
  drop,      ///< "1"
};

/// The digits before and behind the decimal point, trailing zeros of the fraction dropped.
struct positional_parts {
  std::string whole;
  std::string fraction;
};
[[nodiscard]] positional_parts split_positional(const decimal& d);

/// Digits of a decimal exponent as written: at least two.
[[nodiscard]] int exponent_width(int exponent) noexcept;

/// `sign` (which may be empty), digits without exponent.
[[nodiscard]] std::string positional(const decimal& d, const char* sign, bare_point point);

/// `sign` (which may be empty), mantissa and an exponent of at least `exponent_digits` digits. Trailing zeros of the
/// mantissa stay.
[[nodiscard]] std::string scientific(const decimal& d, const char* sign, bare_point point, int exponent_digits = 2);

}  // namespace gpu::fmt

// Decimal digits of binary floating-point numbers: shortest that read back as the number, or rounded exactly.
#pragma once

#include <string>

namespace gpu::fmt {

/// A non-negative number in decimal: digits[0].digits[1]digits[2]… × 10^exponent. Zero is "0" with exponent 0.
struct decimal {
  std::string digits;
  int exponent = 0;

  /// Digits behind the decimal point when written out without exponent; 0 for whole numbers.
  [[nodiscard]] int places() const noexcept;
  /// Drops trailing zeros (keeping one digit).
  void trim() noexcept;
};

/// Fewest digits that identify `magnitude` among the values of its own type F, nearest to it among those.
/// F: float16, bfloat16, float, double; `magnitude` finite and not negative.
template <class F>
[[nodiscard]] decimal shortest(F magnitude);

/// `magnitude` rounded, half to even on its exact value, to `count` significant digits (at least 1).
[[nodiscard]] decimal round_to_digits(double magnitude, int count);

/// `magnitude` rounded, half to even on its exact value, to `places` digits behind the decimal point.
[[nodiscard]] decimal round_to_places(double magnitude, int places);

/// The shortest digits, cut by exact rounding to at most `max_places` behind the decimal point.
template <class F>
[[nodiscard]] decimal digits_up_to_places(F magnitude, int max_places);

/// The shortest digits, cut to at most `max_count` significant digits and continued to at least `min_count`
/// with the exact value's next digits.
template <class F>
[[nodiscard]] decimal digits_between(F magnitude, int min_count, int max_count);

}  // namespace gpu::fmt

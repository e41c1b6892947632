#include "fmt/number_text.hpp"

#include <algorithm>
#include <cstdlib>

namespace gpu::fmt {
namespace {

std::string join(std::string whole, const std::string& fraction, bare_point point) {
  if (!fraction.empty()) return whole + "." + fraction;
  switch (point) {
    case bare_point::keep: return whole + ".";
    case bare_point::add_zero: return whole + ".0";
    case bare_point::drop: break;
  }
  return whole;
}

}  // namespace

positional_parts split_positional(const decimal& d) {
  decimal digits = d;
  digits.trim();
  positional_parts parts;
  if (digits.exponent < 0) {
    parts.whole = "0";
    if (digits.digits != "0")
      parts.fraction = std::string(static_cast<std::size_t>(-1 - digits.exponent), '0') + digits.digits;
    return parts;
  }
  const std::size_t whole = static_cast<std::size_t>(digits.exponent) + 1;
  parts.whole = digits.digits.substr(0, whole);
  parts.whole.resize(whole, '0');
  if (digits.digits.size() > whole) parts.fraction = digits.digits.substr(whole);
  return parts;
}

int exponent_width(int exponent) noexcept {
  int width = 2;
  for (int rest = std::abs(exponent) / 100; rest != 0; rest /= 10) ++width;
  return width;
}

std::string positional(const decimal& d, const char* sign, bare_point point) {
  const positional_parts parts = split_positional(d);
  return join(sign + parts.whole, parts.fraction, point);
}

std::string scientific(const decimal& d, const char* sign, bare_point point, int exponent_digits) {
  std::string text = join(sign + d.digits.substr(0, 1), d.digits.substr(1), point);
  const std::string exponent = std::to_string(std::abs(d.exponent));
  text += d.exponent < 0 ? "e-" : "e+";
  text.append(static_cast<std::size_t>(std::max(0, exponent_digits - static_cast<int>(exponent.size()))), '0');
  return text + exponent;
}

}  // namespace gpu::fmt

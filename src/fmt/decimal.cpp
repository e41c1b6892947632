#include "fmt/decimal.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

#include <gpu/float16.hpp>

namespace gpu::fmt {
namespace {

// The longest text of a double: 309 digits before the decimal point, "." and up to 1074 behind it.
constexpr std::size_t longest_text = 1500;
// More places than any double has: further digits are zeros.
constexpr int most_places = 1074;

decimal parse_scientific(std::string_view text) {
  const std::size_t e = text.find('e');
  decimal d;
  d.digits.assign(text.substr(0, 1));
  if (e > 2) d.digits.append(text.substr(2, e - 2));
  const std::size_t sign = text[e + 1] == '+' ? 2U : 1U;  // from_chars takes '-' but no '+'
  std::from_chars(text.data() + e + sign, text.data() + text.size(), d.exponent);
  return d;
}

decimal parse_fixed(std::string_view text) {
  const std::size_t point = std::min(text.find('.'), text.size());
  decimal d;
  d.digits.assign(text.substr(0, point));
  if (point < text.size()) d.digits.append(text.substr(point + 1));
  const std::size_t first = d.digits.find_first_not_of('0');
  if (first == std::string::npos) return {"0", 0};
  d.digits.erase(0, first);
  d.exponent = static_cast<int>(point) - 1 - static_cast<int>(first);
  return d;
}

double value_of(const decimal& d) {
  const std::string text = d.digits.substr(0, 1) + "." + d.digits.substr(1) + "e" + std::to_string(d.exponent);
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec == std::errc::result_out_of_range)
    return d.exponent > 0 ? std::numeric_limits<double>::infinity() : 0.0;
  return value;
}

// The decimal one unit in the last digit above.
decimal next_up(decimal d) {
  for (std::size_t i = d.digits.size(); i-- > 0;) {
    if (d.digits[i] != '9') {
      ++d.digits[i];
      return d;
    }
    d.digits[i] = '0';
  }
  d.digits.insert(d.digits.begin(), '1');
  d.digits.pop_back();
  ++d.exponent;
  return d;
}

// Whether decimals are read as a given value of a 16-bit type: those between the midpoints to its neighbours
// (exact in double), the midpoints themselves when its last bit is even.
template <class F>
class reading_interval {
 public:
  explicit reading_interval(F value)
      : even_((value.bits() & 1U) == 0), low_(midpoint(value, -1)), high_(midpoint(value, 1)) {}

  [[nodiscard]] bool contains(const decimal& d) const {
    const double x = value_of(d);
    return even_ ? low_ <= x && x <= high_ : low_ < x && x < high_;
  }

 private:
  static double midpoint(F value, int step) {
    const double own = static_cast<double>(static_cast<float>(value));
    double other =
        static_cast<double>(static_cast<float>(F::from_bits(static_cast<std::uint16_t>(value.bits() + step))));
    if (other == std::numeric_limits<double>::infinity()) {  // above the largest value: the gap below it again
      const F below = F::from_bits(static_cast<std::uint16_t>(value.bits() - 1));
      other = 2 * own - static_cast<double>(static_cast<float>(below));
    }
    return (own + other) / 2;
  }

  bool even_;
  double low_, high_;
};

template <class F>
double widen(F value) {
  return static_cast<double>(static_cast<float>(value));
}
template <>
double widen(double value) {
  return value;
}

// Whether `d` is read as `value`, a 32- or 64-bit float.
template <class F>
bool reads_as(const decimal& d, F value) {
  const std::string text = d.digits.substr(0, 1) + "." + d.digits.substr(1) + "e" + std::to_string(d.exponent);
  F parsed{};
  const auto result = std::from_chars(text.data(), text.data() + text.size(), parsed);
  return result.ec == std::errc{} && parsed == value;
}
template <>
bool reads_as(const decimal& d, float16 value) {
  return reading_interval<float16>(value).contains(d);
}
template <>
bool reads_as(const decimal& d, bfloat16 value) {
  return reading_interval<bfloat16>(value).contains(d);
}

// `count` digits: the nearest, or where that one is read as another value the one above it. (The gap below a
// power of two is half of the gap above, so that the nearest decimal may lie outside the interval.)
template <class F>
decimal readable_digits(F magnitude, int count) {
  decimal nearest = round_to_digits(widen(magnitude), count);
  if (reads_as(nearest, magnitude)) return nearest;
  decimal above = next_up(nearest);
  return reads_as(above, magnitude) ? above : nearest;
}

template <class F>
decimal shortest_of_16_bits(F magnitude) {
  constexpr int always_enough = 5;  // 1 + ceil(11 log10 2)
  for (int count = 1; count < always_enough; ++count) {
    decimal d = readable_digits(magnitude, count);
    if (reads_as(d, magnitude)) return d;
  }
  return round_to_digits(widen(magnitude), always_enough);
}

template <class F>
decimal shortest_by_library(F magnitude) {
  std::array<char, 64> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), magnitude, std::chars_format::scientific);
  return parse_scientific({text.data(), static_cast<std::size_t>(end.ptr - text.data())});
}

}  // namespace

int decimal::places() const noexcept { return std::max(0, static_cast<int>(digits.size()) - 1 - exponent); }

void decimal::trim() noexcept {
  while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
}

template <class F>
decimal shortest(F magnitude) {
  if (widen(magnitude) == 0) return {"0", 0};
  if constexpr (std::is_same_v<F, float> || std::is_same_v<F, double>)
    return shortest_by_library(magnitude);
  else
    return shortest_of_16_bits(magnitude);
}

decimal round_to_digits(double magnitude, int count) {
  if (magnitude == 0) return {"0", 0};
  std::array<char, longest_text> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), magnitude, std::chars_format::scientific,
                                 std::min(count - 1, most_places));
  return parse_scientific({text.data(), static_cast<std::size_t>(end.ptr - text.data())});
}

decimal round_to_places(double magnitude, int places) {
  std::array<char, longest_text> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), magnitude, std::chars_format::fixed,
                                 std::min(places, most_places));
  return parse_fixed({text.data(), static_cast<std::size_t>(end.ptr - text.data())});
}

template <class F>
decimal digits_up_to_places(F magnitude, int max_places) {
  decimal d = shortest(magnitude);
  if (d.places() > max_places) d = round_to_places(widen(magnitude), max_places);
  return d;
}

template <class F>
decimal digits_between(F magnitude, int min_count, int max_count) {
  decimal d = shortest(magnitude);
  const int count = static_cast<int>(d.digits.size());
  if (count > max_count) return round_to_digits(widen(magnitude), max_count);
  if (count < min_count && widen(magnitude) != 0) return readable_digits(magnitude, min_count);
  return d;
}

#define GPU_FMT_DECIMAL(F)                         \
  template decimal shortest<F>(F);                 \
  template decimal digits_up_to_places<F>(F, int); \
  template decimal digits_between<F>(F, int, int);
GPU_FMT_DECIMAL(float16)
GPU_FMT_DECIMAL(bfloat16)
GPU_FMT_DECIMAL(float)
GPU_FMT_DECIMAL(double)
#undef GPU_FMT_DECIMAL

}  // namespace gpu::fmt

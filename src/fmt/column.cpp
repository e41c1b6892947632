#include "fmt/column.hpp"

#include <algorithm>
#include <cmath>

#include "fmt/number_text.hpp"

namespace gpu::fmt {
namespace {

std::string right_aligned(std::string text, std::size_t width) {
  if (text.size() < width) text.insert(0, width - text.size(), ' ');
  return text;
}

// float16 and bfloat16 compute in float; float and double are themselves.
template <class E>
using computing = std::conditional_t<std::is_same_v<E, double>, double, float>;

template <class E>
bool is_negative(E value) {
  return std::signbit(static_cast<computing<E>>(value));
}

template <class E>
E magnitude(E value) {
  return static_cast<E>(std::fabs(static_cast<computing<E>>(value)));
}

// Numbers from here on are written with an exponent: NumPy's min(10^8, 10^digits of the type).
// bfloat16, unknown to NumPy, goes with float16.
template <class E>
constexpr double exponent_cutoff() {
  return std::is_same_v<E, double> ? 1e8 : std::is_same_v<E, float> ? 1e6 : 1e3;
}

// NumPy's choice, computed in the element type as NumPy does.
template <class E>
bool wants_exponent(std::span<const E> finite, bool suppress) {
  using F = computing<E>;
  F largest = 0;
  F smallest = 0;
  for (const E value : finite) {
    const F m = static_cast<F>(magnitude(value));
    if (m == 0) continue;
    smallest = largest == 0 ? m : std::min(smallest, m);
    largest = std::max(largest, m);
  }
  if (largest == 0) return false;
  if (largest >= static_cast<F>(exponent_cutoff<E>())) return true;
  if (suppress) return false;
  if (smallest < static_cast<F>(static_cast<E>(static_cast<F>(0.0001)))) return true;
  return static_cast<F>(static_cast<E>(largest / smallest)) > 1000;
}

template <class F>
std::vector<F> part(std::span<const std::complex<F>> values, bool imaginary) {
  std::vector<F> result;
  result.reserve(values.size());
  for (const std::complex<F>& value : values) result.push_back(imaginary ? value.imag() : value.real());
  return result;
}

}  // namespace

template <std::integral E>
integer_column<E>::integer_column(std::span<const E> values) {
  if (values.empty()) return;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  width_ = std::max(std::to_string(*least).size(), std::to_string(*most).size());
}

template <std::integral E>
std::string integer_column<E>::text(E value) const {
  return right_aligned(std::to_string(value), width_);
}

template <class E>
float_column<E>::float_column(std::span<const E> values, const print_options& options, plus_sign plus)
    : plus_(plus), precision_(options.precision) {
  std::vector<E> finite;
  std::copy_if(values.begin(), values.end(), std::back_inserter(finite),
               [](E value) { return std::isfinite(static_cast<computing<E>>(value)); });
  if (!finite.empty()) {
    scientific_ = wants_exponent<E>(finite, options.suppress);
    scientific_ ? measure_scientific(finite) : measure_positional(finite);
  }
  if (finite.size() != values.size()) make_room_for_non_finite(values);
}

template <class E>
void float_column<E>::measure_positional(std::span<const E> finite) {
  for (const E value : finite) {
    const positional_parts parts = split_positional(digits_up_to_places(magnitude(value), precision_));
    left_ = std::max(left_, std::string_view(sign_of(value)).size() + parts.whole.size());
    right_ = std::max(right_, parts.fraction.size());
  }
}

template <class E>
void float_column<E>::measure_scientific(std::span<const E> finite) {
  std::size_t fraction = 0;
  for (const E value : finite) {
    decimal d = digits_between(magnitude(value), 1, precision_ + 1);
    d.trim();
    left_ = std::max(left_, std::string_view(sign_of(value)).size() + 1);
    fraction = std::max(fraction, d.digits.size() - 1);
    exponent_digits_ = std::max(exponent_digits_, exponent_width(d.exponent));
  }
  precision_ = static_cast<int>(fraction);
  right_ = fraction + 2 + static_cast<std::size_t>(exponent_digits_);  // 2: "e" and its sign
}

template <class E>
void float_column<E>::make_room_for_non_finite(std::span<const E> values) {
  const bool signed_inf = plus_ == plus_sign::shown || std::any_of(values.begin(), values.end(), [](E value) {
                            const auto x = static_cast<computing<E>>(value);
                            return std::isinf(x) && x < 0;
                          });
  const std::size_t needed = signed_inf ? 4U : 3U;  // "-inf", or "nan" and "inf"
  const std::size_t behind = right_ + 1;            // the decimal point too
  if (needed > behind) left_ = std::max(left_, needed - behind);
}

template <class E>
const char* float_column<E>::sign_of(E value) const noexcept {
  return is_negative(value) ? "-" : plus_ == plus_sign::shown ? "+" : "";
}

template <class E>
std::string float_column<E>::text(E value) const {
  const auto x = static_cast<computing<E>>(value);
  if (std::isfinite(x)) return finite_text(value);
  const char* const plus = plus_ == plus_sign::shown ? "+" : "";
  const std::string word = std::isnan(x) ? std::string(plus) + "nan" : std::string(x < 0 ? "-" : plus) + "inf";
  return right_aligned(word, left_ + right_ + 1);
}

template <class E>
std::string float_column<E>::finite_text(E value) const {
  if (scientific_) {
    decimal d = digits_between(magnitude(value), precision_ + 1, precision_ + 1);
    d.digits.resize(static_cast<std::size_t>(precision_) + 1, '0');
    return right_aligned(scientific(d, sign_of(value), bare_point::keep, exponent_digits_), left_ + 1 + right_);
  }
  const positional_parts parts = split_positional(digits_up_to_places(magnitude(value), precision_));
  return right_aligned(sign_of(value) + parts.whole, left_) + "." + parts.fraction +
         std::string(right_ - parts.fraction.size(), ' ');
}

template <class F>
complex_column<F>::complex_column(std::span<const std::complex<F>> values, const print_options& options)
    : real_(part(values, false), options, plus_sign::hidden), imag_(part(values, true), options, plus_sign::shown) {}

template <class F>
std::string complex_column<F>::text(std::complex<F> value) const {
  std::string imag = imag_.text(value.imag());
  imag.insert(imag.find_last_not_of(' ') + 1, 1, 'j');
  return real_.text(value.real()) + imag;
}

template class integer_column<std::int8_t>;
template class integer_column<std::int16_t>;
template class integer_column<std::int32_t>;
template class integer_column<std::int64_t>;
template class integer_column<std::uint8_t>;
template class integer_column<std::uint16_t>;
template class integer_column<std::uint32_t>;
template class integer_column<std::uint64_t>;
template class float_column<float16>;
template class float_column<bfloat16>;
template class float_column<float>;
template class float_column<double>;
template class complex_column<float>;
template class complex_column<double>;

}  // namespace gpu::fmt

// Formatters of array elements: each looks at all elements that will be printed and then gives every one the same width.
#pragma once

#include <complex>
#include <concepts>
#include <span>
#include <string>
#include <vector>

#include <gpu/dtype.hpp>

#include "fmt/options.hpp"

namespace gpu::fmt {

/// "True" and "False", the former with a leading space in arrays with axes.
class bool_column {
 public:
  explicit bool_column(bool zero_dimensional) : true_text_(zero_dimensional ? "True" : " True") {}
  [[nodiscard]] std::string text(bool value) const { return value ? true_text_ : "False"; }

 private:
  const char* true_text_;
};

/// Integers, right-aligned.
template <std::integral E>
class integer_column {
 public:
  explicit integer_column(std::span<const E> values);
  [[nodiscard]] std::string text(E value) const;

 private:
  std::size_t width_ = 0;
};

/// Whether positive numbers carry a sign: in the imaginary parts of complex numbers.
enum class plus_sign : unsigned char { hidden, shown };

/// Floating-point numbers: all positional or all scientific, decimal points aligned.
template <class E>
class float_column {
 public:
  float_column(std::span<const E> values, const print_options& options, plus_sign plus);
  [[nodiscard]] std::string text(E value) const;

 private:
  void measure_positional(std::span<const E> finite);
  void measure_scientific(std::span<const E> finite);
  void make_room_for_non_finite(std::span<const E> values);
  [[nodiscard]] const char* sign_of(E value) const noexcept;
  [[nodiscard]] std::string finite_text(E value) const;

  plus_sign plus_;
  bool scientific_ = false;
  int precision_;          // most digits behind the decimal point
  std::size_t left_ = 0;   // characters before the decimal point, sign included
  std::size_t right_ = 0;  // characters behind it, exponent included
  int exponent_digits_ = 2;
};

/// Complex numbers: two float columns.
template <class F>
class complex_column {
 public:
  complex_column(std::span<const std::complex<F>> values, const print_options& options);
  [[nodiscard]] std::string text(std::complex<F> value) const;

 private:
  float_column<F> real_;
  float_column<F> imag_;
};

}  // namespace gpu::fmt

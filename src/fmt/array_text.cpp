#include "fmt/array_text.hpp"

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include <gpu/error.hpp>

#include "fmt/column.hpp"
#include "fmt/decimal.hpp"
#include "fmt/number_text.hpp"

namespace gpu::fmt {
namespace {

// Calls `f.template operator()<E>()` with the C++ type of `type`.
template <class F>
std::string with_type(dtype type, F&& f) {
  switch (type) {
    case dtype::bool_: return f.template operator()<bool>();
    case dtype::int8: return f.template operator()<std::int8_t>();
    case dtype::int16: return f.template operator()<std::int16_t>();
    case dtype::int32: return f.template operator()<std::int32_t>();
    case dtype::int64: return f.template operator()<std::int64_t>();
    case dtype::uint8: return f.template operator()<std::uint8_t>();
    case dtype::uint16: return f.template operator()<std::uint16_t>();
    case dtype::uint32: return f.template operator()<std::uint32_t>();
    case dtype::uint64: return f.template operator()<std::uint64_t>();
    case dtype::float16: return f.template operator()<float16>();
    case dtype::bfloat16: return f.template operator()<bfloat16>();
    case dtype::float32: return f.template operator()<float>();
    case dtype::float64: return f.template operator()<double>();
    case dtype::complex64: return f.template operator()<std::complex<float>>();
    case dtype::complex128: return f.template operator()<std::complex<double>>();
  }
  throw value_error("printing: unknown dtype " + std::to_string(static_cast<int>(type)));
}

// The elements at the ends of the axes as `kept` says, in C order.
template <class E>
class gatherer {
 public:
  gatherer(const host_view& a, const shape& kept) : a_(a), kept_(kept) {
    result_.reserve(static_cast<std::size_t>(kept.count()));
    visit(0, static_cast<const std::byte*>(a.data));
  }
  [[nodiscard]] std::vector<E> take() { return std::move(result_); }

 private:
  void visit(int axis, const std::byte* at) {
    if (axis == a_.dims.ndim()) {
      E value;
      std::memcpy(static_cast<void*>(&value), at, sizeof value);
      result_.push_back(value);
      return;
    }
    const std::int64_t skipped = a_.dims[axis] - kept_[axis];
    for (std::int64_t i = 0; i < kept_[axis]; ++i) {
      const std::int64_t index = skipped > 0 && i >= kept_[axis] / 2 ? i + skipped : i;
      visit(axis + 1, at + index * a_.strides[axis] * static_cast<std::int64_t>(sizeof(E)));
    }
  }

  const host_view& a_;
  const shape& kept_;
  std::vector<E> result_;
};

template <class E>
auto column_of(const std::vector<E>& values, const print_options& options) {
  if constexpr (std::is_integral_v<E>)
    return integer_column<E>(values);
  else if constexpr (detail::is_std_complex<E>::value)
    return complex_column<typename E::value_type>(values, options);
  else
    return float_column<E>(values, options, plus_sign::hidden);
}

template <class E>
std::vector<std::string> words_of(const std::vector<E>& values, bool zero_dimensional, const print_options& options) {
  std::vector<std::string> words;
  words.reserve(values.size());
  if constexpr (std::is_same_v<E, bool>) {
    const bool_column column(zero_dimensional);
    for (const bool value : values) words.push_back(column.text(value));
  } else {
    const auto column = column_of(values, options);
    for (const E& value : values) words.push_back(column.text(value));
  }
  return words;
}

// `a` holds the whole array or just the kept elements; `dims` is the whole array's shape.
std::string text_of(const host_view& a, const shape& dims, const summary& what, const print_options& options,
                    std::string_view separator) {
  if (dims.count() == 0) return "[]";
  return with_type(a.type, [&]<class E>() {
    const bool zero_dimensional = dims.ndim() == 0;
    const std::vector<std::string> words = words_of(gatherer<E>(a, what.kept).take(), zero_dimensional, options);
    return zero_dimensional ? words.front() : lay_out(words, dims, what, options, separator);
  });
}

// NumPy writes scalars of these magnitudes without an exponent.
constexpr double scalar_positional_from = 1e-4;
template <class F>
constexpr double scalar_positional_below() {
  return std::is_same_v<F, double> ? 1e16 : std::is_same_v<F, float> ? 1e6 : 1e3;
}

// A float with all its digits; `plus` is the sign of positive numbers.
template <class F>
std::string float_text(F value, const char* plus, bare_point whole_numbers) {
  using computing = std::conditional_t<std::is_same_v<F, double>, double, float>;
  const auto x = static_cast<computing>(value);
  if (std::isnan(x)) return std::string(plus) + "nan";
  const char* const sign = std::signbit(x) ? "-" : plus;
  if (std::isinf(x)) return std::string(sign) + "inf";
  const computing size = std::fabs(x);
  const decimal digits = shortest(static_cast<F>(size));
  const auto wide = static_cast<double>(size);
  if (wide == 0 || (wide >= scalar_positional_from && wide < scalar_positional_below<F>()))
    return positional(digits, sign, whole_numbers);
  return scientific(digits, sign, bare_point::drop);
}

// A real part of +0 is left out.
template <class F>
std::string complex_text(std::complex<F> z) {
  const auto part = [](F value, const char* plus) { return float_text(value, plus, bare_point::drop); };
  if (z.real() == 0 && !std::signbit(z.real())) return part(z.imag(), "") + "j";
  return "(" + part(z.real(), "") + part(z.imag(), "+") + "j)";
}

template <class E>
std::string scalar_text(E value) {
  if constexpr (std::is_same_v<E, bool>)
    return value ? "True" : "False";
  else if constexpr (std::is_integral_v<E>)
    return std::to_string(value);
  else if constexpr (detail::is_std_complex<E>::value)
    return complex_text(value);
  else
    return float_text(value, "", bare_point::add_zero);
}

}  // namespace

std::string array_to_string(const host_view& a, const print_options& options, std::string_view separator) {
  return text_of(a, a.dims, summary_edges(a.dims, options), options, separator);
}

std::string edges_to_string(const host_view& kept, const shape& dims, const print_options& options,
                            std::string_view separator) {
  const summary what = summary_edges(dims, options);
  if (!(kept.dims == what.kept))
    throw shape_error("printing an array of shape " + to_string(dims) + ": edges of shape " + to_string(what.kept) +
                      " expected, not " + to_string(kept.dims));
  return text_of(kept, dims, what, options, separator);
}

std::string scalar_to_string(const void* element, dtype type) {
  return with_type(type, [element]<class E>() {
    E value;
    std::memcpy(static_cast<void*>(&value), element, sizeof value);
    return scalar_text(value);
  });
}

std::string array_str(const host_view& a, const print_options& options) {
  return a.dims.ndim() == 0 ? scalar_to_string(a.data, a.type) : array_to_string(a, options);
}

}  // namespace gpu::fmt

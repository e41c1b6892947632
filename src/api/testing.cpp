// The comparisons of <gpu/testing.hpp>: on the host and in long double, so that they lean on little of what they test.
#include <cmath>
#include <complex>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include <gpu/detail/compare.hpp>

#include "api/readable.hpp"
#include "graph/visit_dtype.hpp"

GPU_BEGIN_NAMESPACE
namespace detail {

namespace {

// Holds each value of every dtype exactly where long double has 64 bits of precision or more.
struct number {
  long double re = 0, im = 0;
};

struct host_numbers {
  shape dims;
  dtype type = dtype::bool_;
  std::vector<number> values;
  [[nodiscard]] const number& at(std::size_t i) const { return values[dims.ndim() == 0 ? 0 : i]; }
};

template <class E>
number to_number(E value) {
  if constexpr (is_std_complex<E>::value)
    return {static_cast<long double>(value.real()), static_cast<long double>(value.imag())};
  else
    return {static_cast<long double>(value), 0};
}

host_numbers fetch(const handle& a) {
  const handle host = host_copy(api::as_array(a));
  const node& n = *host.get();
  host_numbers result{n.dims, n.type, std::vector<number>(static_cast<std::size_t>(n.dims.count()))};
  graph::visit_dtype(n.type, [&](auto tag) {
    using E = typename decltype(tag)::type;
    const E* elements = static_cast<const E*>(data_of(host));
    for (std::size_t i = 0; i < result.values.size(); ++i) result.values[i] = to_number(elements[i]);
  });
  return result;
}

bool is_nan(const number& x) { return std::isnan(x.re) || std::isnan(x.im); }
bool is_inf(const number& x) { return std::isinf(x.re) || std::isinf(x.im); }
bool same(const number& x, const number& y) { return (x.re == y.re && x.im == y.im) || (is_nan(x) && is_nan(y)); }

/// How far two different numbers are apart; infinitely far where one is nan or infinite.
long double distance(const number& x, const number& y) {
  if (is_nan(x) || is_nan(y) || is_inf(x) || is_inf(y)) return std::numeric_limits<long double>::infinity();
  return std::hypot(x.re - y.re, x.im - y.im);
}

bool close(const number& x, const number& y, double rtol, double atol, bool equal_nan) {
  if (is_nan(x) || is_nan(y)) return equal_nan && is_nan(x) && is_nan(y);
  if (is_inf(x) || is_inf(y)) return same(x, y);
  return distance(x, y) <= static_cast<long double>(atol) + static_cast<long double>(rtol) * std::hypot(y.re, y.im);
}

/// As many digits as tell two numbers of the dtype apart.
int digits_of(dtype type) {
  return type == dtype::float64 || type == dtype::complex128 ? 17 : is_integer(type) ? 20 : 9;
}

std::string text_of(long double x, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*Lg", digits, x);
  return text;
}

std::string text_of(const number& x, dtype type) {
  if (is_bool(type)) return x.re != 0 ? "true" : "false";
  const int digits = digits_of(type);
  if (!is_complex(type)) return text_of(x.re, digits);
  return text_of(x.re, digits) + (std::signbit(x.im) ? "" : "+") + text_of(x.im, digits) + 'j';
}

/// "(1, 2)" for the i-th element in C order.
std::string index_text(std::size_t i, const shape& dims) {
  shape index = shape::filled(dims.ndim(), 0);
  for (int k = dims.ndim(); k-- > 0;) {
    const auto length = static_cast<std::size_t>(dims[k]);
    index[k] = static_cast<std::int64_t>(i % length);
    i /= length;
  }
  return to_string(index);
}

/// Compares element by element; agree(x, y) says whether two numbers pass.
template <class Agree>
std::string compare(const handle& a, const handle& b, Agree agree) {
  const host_numbers x = fetch(a), y = fetch(b);
  if (x.dims != y.dims && x.dims.ndim() != 0 && y.dims.ndim() != 0)
    return "shapes differ: " + to_string(x.dims) + " and " + to_string(y.dims);
  const shape& dims = x.dims.ndim() == 0 ? y.dims : x.dims;
  std::size_t failures = 0, worst = 0;
  long double largest = -1;
  for (std::size_t i = 0; i < static_cast<std::size_t>(dims.count()); ++i) {
    if (agree(x.at(i), y.at(i))) continue;
    ++failures;
    const long double apart = distance(x.at(i), y.at(i));
    if (apart > largest) {
      largest = apart;
      worst = i;
    }
  }
  if (failures == 0) return {};
  return std::to_string(failures) + " of " + std::to_string(dims.count()) + " elements differ, most at index " +
         index_text(worst, dims) + ": " + text_of(x.at(worst), x.type) + " and " + text_of(y.at(worst), y.type) +
         ", apart by " + text_of(largest, 6);
}

}  // namespace

std::string compare_close(const handle& a, const handle& b, double rtol, double atol, bool equal_nan) {
  return compare(a, b, [&](const number& x, const number& y) { return close(x, y, rtol, atol, equal_nan); });
}

std::string compare_equal(const handle& a, const handle& b) { return compare(a, b, same); }

}  // namespace detail
GPU_END_NAMESPACE

#include "compare.hpp"

#include <cmath>
#include <cstdio>
#include <cstring>

#include "elements.hpp"

namespace fuzz {
namespace {

using gpu::dtype;

bool is_nan(const wide_number& x) { return std::isnan(x.re) || std::isnan(x.im); }

bool close_part(long double got, long double want, double bound, dtype type) {
  if (std::isinf(bound) || (std::isnan(got) && std::isnan(want)) || got == want) return true;
  if (!std::isfinite(got) || !std::isfinite(want)) {  // near the largest number, one rounding makes infinity
    const long double other = std::isfinite(got) ? got : want;
    return bound > 0 && !std::isnan(got) && !std::isnan(want) &&
           std::fabs(other) >= 0.99L * static_cast<long double>(largest(type));
  }
  return std::fabs(got - want) <= static_cast<long double>(bound);
}

/// Extrema of complex numbers keep the sign of a zero or not, by the order in which equals are met; any NaN is NaN.
bool same_element(const value& got, const value& want, std::int64_t i) {
  const double bound = want.error_at(i);
  const bool exact = want.error.empty() || bound == 0;
  if (exact && std::memcmp(got.at(i), want.at(i), want.item()) == 0) return true;
  if (want.type < dtype::float16) return false;
  const wide_number g = load_element(got.type, got.at(i)), w = load_element(want.type, want.at(i));
  if (gpu::detail::is_complex(want.type)) {
    if (is_nan(g) && is_nan(w)) return true;
    return close_part(g.re, w.re, bound, want.type) && close_part(g.im, w.im, bound, want.type);
  }
  if (exact && want.error.empty()) return is_nan(g) && is_nan(w);
  return close_part(g.re, w.re, bound, want.type);
}

std::string first_difference(const std::string& name, const value& got, const value& want) {
  if (got.type != want.type)
    return name + " has dtype " + gpu::dtype_name(got.type) + ", expected " + gpu::dtype_name(want.type);
  if (got.dims != want.dims) return name + " has shape " + to_string(got.dims) + ", expected " + to_string(want.dims);
  std::string text;
  std::int64_t count = 0;
  for_each_point(want.dims, [&](std::int64_t i, const gpu::shape& point) {
    if (same_element(got, want, i)) return;
    if (count++ == 0)
      text = name + " at " + to_string(point) + ": got " + element_text(got.type, got.at(i)) + ", expected " +
             element_text(want.type, want.at(i)) +
             (want.error_at(i) > 0 ? " within " + std::to_string(want.error_at(i)) : "");
  });
  if (count > 0) text += "; " + std::to_string(count) + " of " + std::to_string(want.count()) + " differ";
  return text;
}

}  // namespace

std::string element_text(dtype type, const std::byte* element) {
  const wide_number x = load_element(type, element);
  char text[96];
  if (x.is_whole)
    return std::to_string(static_cast<long long>(x.whole)) +
           (type == dtype::uint64 && x.whole > INT64_MAX ? " (as int64)" : "");
  const int digits = gpu::detail::real_of(type) == dtype::float64 ? 17 : 9;
  if (gpu::detail::is_complex(type))
    std::snprintf(text, sizeof text, "(%.*Lg, %.*Lg)", digits, x.re, digits, x.im);
  else
    std::snprintf(text, sizeof text, "%.*Lg", digits, x.re);
  return text;
}

std::string difference(const outcome& got, const outcome& want) {
  for (std::size_t i = 0; i < want.made.size(); ++i)
    if (std::string d = first_difference("r" + std::to_string(i), got.made.at(i), want.made[i]); !d.empty()) return d;
  for (std::size_t i = 0; i < want.bases.size(); ++i)
    if (std::string d = first_difference("a" + std::to_string(i), got.bases.at(i), want.bases[i]); !d.empty()) return d;
  return {};
}

}  // namespace fuzz

// Whether numbers are what they have to be, within a tolerance.
#pragma once

#include <cmath>
#include <cstddef>

namespace bench {

/// Whether x and y differ by no more than tolerance × (1 + |y|), or are both nan.
template <class X, class Y>
bool near(const X& x, const Y& y, double tolerance) {
  const double distance = std::abs(x - y), size = std::abs(y);
  return distance <= tolerance * (1 + size) || (std::isnan(distance) && std::isnan(size)) || x == X(y);
}

/// Whether values[i] is near expected(i), for all i; there has to be one.
template <class V, class F>
bool all_values_near(const V& values, const F& expected, double tolerance) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!near(values[i], expected(i), tolerance)) return false;
  return values.size() > 0;
}

}  // namespace bench

// What a row's result has to be, by plain loops over host copies.
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <gpu/gpu.hpp>

namespace bench {

/// Elements as double or std::complex<double>.
template <class E>
auto widened(const gpu::operand<E>& x) {
  using wide = std::conditional_t<std::is_same_v<E, std::complex<float>> || std::is_same_v<E, std::complex<double>>,
                                  std::complex<double>, double>;
  std::vector<wide> values;
  for (const E& v : x.to_vector()) {
    if constexpr (std::is_same_v<E, gpu::float16>)
      values.push_back(static_cast<wide>(static_cast<float>(v)));
    else
      values.push_back(static_cast<wide>(v));
  }
  return values;
}

/// Whether x and y differ by no more than tolerance × (1 + |y|), or are both nan.
template <class X, class Y>
bool near(const X& x, const Y& y, double tolerance) {
  const double distance = std::abs(x - y), size = std::abs(y);
  return distance <= tolerance * (1 + size) || (std::isnan(distance) && std::isnan(size)) || x == X(y);
}

/// Whether element i of x is near expected(i), for all i.
template <class E, class F>
bool all_near(const gpu::operand<E>& x, const F& expected, double tolerance = 1e-4) {
  const auto values = widened(x);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!near(values[i], expected(i), tolerance)) return false;
  return !values.empty();
}

}  // namespace bench

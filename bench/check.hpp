// What a row's result has to be, by plain loops over host copies.
#pragma once

#include <complex>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <gpu/gpu.hpp>

#include "near.hpp"

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

/// Whether element i of x is near expected(i), for all i.
template <class E, class F>
bool all_near(const gpu::operand<E>& x, const F& expected, double tolerance = 1e-4) {
  return all_values_near(widened(x), expected, tolerance);
}

}  // namespace bench

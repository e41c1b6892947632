// Formulas of rows for plain numbers, which their results are checked against.
#pragma once

#include <cmath>

namespace bench {

/// Value of a European call; the rate is 2 %, the volatility 30 %.
inline double plain_call_value(double spot, double strike, double years) {
  const auto cdf = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
  const double deviation = 0.3 * std::sqrt(years), d1 = (std::log(spot / strike) + 0.065 * years) / deviation;
  return spot * cdf(d1) - strike * std::exp(-0.02 * years) * cdf(d1 - deviation);
}

}  // namespace bench

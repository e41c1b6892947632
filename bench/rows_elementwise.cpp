#include <cmath>
#include <memory>

#include "check.hpp"
#include "plain.hpp"
#include "rows.hpp"

namespace bench {
namespace {

struct arrays {
  explicit arrays(std::int64_t n) : a(uniform({n}, 1)), b(uniform({n}, 2)), c(uniform({n}, 3)), r(gpu::shape{n}) {}

  floats a, b, c, r;
};
using arrays_ptr = std::shared_ptr<arrays>;

gpu::expr<float> normal_cdf(const gpu::expr<float>& x) { return 0.5f * (1 + gpu::erf(x * 0.70710678f)); }

/// Value of a European call; the rate is 2 %, the volatility 30 %.
gpu::expr<float> call_value(const floats& spot, const floats& strike, const floats& years) {
  const auto deviation = 0.3f * gpu::sqrt(years);
  const auto d1 = (gpu::log(spot / strike) + (0.02f + 0.5f * 0.3f * 0.3f) * years) / deviation;
  const auto d2 = d1 - deviation;
  return spot * normal_cdf(d1) - strike * gpu::exp(-0.02f * years) * normal_cdf(d2);
}

/// Checks r against f of the elements of a, b and c.
template <class F>
std::function<bool()> gives(const arrays_ptr& x, F f) {
  return [x, f] {
    const auto a = widened(x->a), b = widened(x->b), c = widened(x->c);
    return all_near(x->r, [&](std::size_t i) { return f(a[i], b[i], c[i]); });
  };
}

using goal_of = std::string (*)(const char* large);

void add_rows_of(std::vector<row>& rows, std::int64_t n, timing how, const std::string& suffix, goal_of goal) {
  const auto x = std::make_shared<arrays>(n);
  const double one = 4.0 * static_cast<double>(n);
  rows.push_back({"add_f32" + suffix, how, 3 * one, goal("1.00 floor"), [x] { x->r = x->a + x->b; },
                  gives(x, [](double a, double b, double) { return a + b; })});
  rows.push_back({"sin_mul_add_f32" + suffix, how, 3 * one, goal("1.00 floor"),
                  [x] { x->r = gpu::sin(x->a) * x->b + 1; },
                  gives(x, [](double a, double b, double) { return std::sin(a) * b + 1; })});
  rows.push_back({"chain5_f32" + suffix, how, 4 * one, goal("0.98 floor"),
                  [x] { x->r = ((x->a * x->b + x->c) * x->a - x->b) / (x->c + 2); },
                  gives(x, [](double a, double b, double c) { return ((a * b + c) * a - b) / (c + 2); })});
  rows.push_back({"where_f32" + suffix, how, 3 * one, goal("1.00 floor"),
                  [x] { x->r = gpu::where(x->a > 0.5, x->a, -x->b); },
                  gives(x, [](double a, double b, double) { return a > 0.5 ? a : -b; })});
  rows.push_back({"black_scholes_f32" + suffix, how, 4 * one, goal("1.23 floor"),
                  [x] { x->r = call_value(x->a, x->b, x->c); }, gives(x, plain_call_value)});
}

}  // namespace

void add_elementwise_rows(std::vector<row>& rows, const sizes& size) {
  add_rows_of(rows, size.n(), timing::device, "", [](const char* large) { return std::string(large); });
  for (const small_size& s : small_sizes)
    add_rows_of(rows, s.n, timing::burst, s.suffix, [](const char*) { return std::string("1 others"); });
}

namespace {

template <class E>
gpu::ndarray<E> numbers(std::int64_t n, std::uint64_t seed) {
  if constexpr (std::is_same_v<E, std::complex<float>>)
    return gpu::astype<E>(uniform({n}, seed)) + E(0, 1) * gpu::astype<E>(uniform({n}, seed + 10));
  else
    return uniform<E>({n}, seed);
}

template <class E>
void add_chain(std::vector<row>& rows, const char* name, std::int64_t n, const char* goal, double tolerance) {
  struct arrays_of {
    gpu::ndarray<E> x, y, r;
  };
  const auto of = std::make_shared<arrays_of>(arrays_of{numbers<E>(n, 1), numbers<E>(n, 2), gpu::ndarray<E>()});
  rows.push_back({name, timing::device, 3.0 * sizeof(E) * static_cast<double>(n), goal,
                  [of] { of->r = of->x * of->y + of->x * 2 - of->y; },
                  [of, tolerance] {
                    const auto x = widened(of->x), y = widened(of->y);
                    return all_near(
                        of->r, [&](std::size_t i) { return x[i] * y[i] + x[i] * 2.0 - y[i]; }, tolerance);
                  }});
}

}  // namespace

void add_dtype_rows(std::vector<row>& rows, const sizes& size) {
  add_chain<gpu::float16>(rows, "chain_f16", size.n() / 2, "1.02 floor", 4e-3);
  add_chain<double>(rows, "chain_f64", size.n() / 2, "0.98 floor", 1e-14);
  add_chain<std::complex<float>>(rows, "chain_c64", size.n() / 2, "0.98 floor", 1e-6);
}

}  // namespace bench

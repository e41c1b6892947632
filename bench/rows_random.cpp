#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "check.hpp"
#include "rows.hpp"

namespace bench {
namespace {

struct draws {
  explicit draws(std::int64_t length) : n(length) {}

  std::int64_t n;
  gpu::random::generator rng = gpu::random::default_rng(1);
  floats r;
  gpu::ndarray<double> share;
};

double mean_of(const std::vector<double>& v) {
  return std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(v.size());
}

/// Five standard errors of the mean of n numbers with that deviation.
bool mean_is(const floats& x, double expected, double deviation) {
  const auto v = widened(x);
  return std::abs(mean_of(v) - expected) < 5 * deviation / std::sqrt(static_cast<double>(v.size()));
}

/// Share of random points of the unit square that lie in the circle: π / 4. No number is stored.
void share_in_circle(draws& x) {
  const auto u = x.rng.random<float>({x.n}), v = x.rng.random<float>({x.n});
  x.share = gpu::mean(u * u + v * v < 1);
}

}  // namespace

void add_random_rows(std::vector<row>& rows, const sizes& size) {
  const auto x = std::make_shared<draws>(size.n());
  const double one = 4.0 * static_cast<double>(size.n());
  const double error = 5 * 0.41 / std::sqrt(static_cast<double>(size.n()));
  rows.push_back({"rand_uniform_f32", timing::device, one, "1.15 floor", [x] { x->r = x->rng.random<float>({x->n}); },
                  [x] { return mean_is(x->r, 0.5, 0.29); }});
  rows.push_back({"rand_normal_f32", timing::device, one, "1.5 floor",
                  [x] { x->r = x->rng.standard_normal<float>({x->n}); }, [x] { return mean_is(x->r, 0, 1); }});
  rows.push_back({"mc_pi_f32", timing::device, 0, "110 us", [x] { share_in_circle(*x); },
                  [x, error] { return std::abs(x->share.item() - 0.785398163) < error; }});
}

}  // namespace bench

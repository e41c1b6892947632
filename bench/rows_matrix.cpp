#include <algorithm>
#include <cmath>
#include <memory>

#include "check.hpp"
#include "rows.hpp"

namespace bench {
namespace {

using gpu::all, gpu::newaxis, gpu::range;

struct matrices {
  explicit matrices(std::int64_t s) : m(uniform({s, s}, 1)), v(uniform({s}, 2)) {}

  floats m, v, r, inner;
};
using matrices_ptr = std::shared_ptr<matrices>;

/// Checks r against f(i, j), given host copies of m and v.
template <class F>
std::function<bool()> gives(const matrices_ptr& x, F f) {
  return [x, f] {
    const std::size_t s = static_cast<std::size_t>(x->m.shape(0));
    const auto m = widened(x->m), v = widened(x->v);
    const auto at = [&](std::size_t i, std::size_t j) { return m[i * s + j]; };
    return all_near(x->r, [&](std::size_t k) { return f(at, v, k / s, k % s); });
  };
}

gpu::expr<float> softmax(const floats& m) {
  const auto e = gpu::exp(m - gpu::max(m, 1, {.keepdims = true}));
  return e / gpu::sum(e, 1, {.keepdims = true});
}

gpu::expr<float> layer_norm(const floats& m) {
  const auto mean = gpu::mean(m, 1, {.keepdims = true}), var = gpu::var(m, 1, {.keepdims = true});
  return (m - mean) / gpu::sqrt(var + 1e-5f);
}

/// Whether each row of r is what `plain` makes of the row of m.
template <class F>
std::function<bool()> rows_give(const matrices_ptr& x, F plain) {
  return [x, plain] {
    const std::size_t s = static_cast<std::size_t>(x->m.shape(0));
    std::vector<double> expected = widened(x->m);
    for (std::size_t i = 0; i < s; ++i) plain(expected.data() + i * s, s);
    return all_near(x->r, [&](std::size_t k) { return expected[k]; });
  };
}

void plain_softmax(double* x, std::size_t n) {
  const double largest = *std::max_element(x, x + n);
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) total += x[i] = std::exp(x[i] - largest);
  for (std::size_t i = 0; i < n; ++i) x[i] /= total;
}

void plain_layer_norm(double* x, std::size_t n) {
  double mean = 0, var = 0;
  for (std::size_t i = 0; i < n; ++i) mean += x[i] / static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i) var += (x[i] - mean) * (x[i] - mean) / static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = (x[i] - mean) / std::sqrt(var + 1e-5);
}

void jacobi_step(matrices& x) {
  const floats& u = x.m;
  const auto mid = range(1, -1), low = range(0, -2), high = range(2, gpu::placeholders::_);
  x.inner = 0.25f * (u(low, mid) + u(high, mid) + u(mid, low) + u(mid, high));
}

bool jacobi_holds(const matrices& x) {
  const std::size_t s = static_cast<std::size_t>(x.m.shape(0));
  const auto m = widened(x.m);
  return all_near(x.inner, [&](std::size_t k) {
    const std::size_t at = (k / (s - 2) + 1) * s + k % (s - 2) + 1;
    return 0.25 * (m[at - s] + m[at + s] + m[at - 1] + m[at + 1]);
  });
}

}  // namespace

void add_matrix_rows(std::vector<row>& rows, const sizes& size) {
  const auto x = std::make_shared<matrices>(size.side());
  const double two = 8.0 * static_cast<double>(size.n());
  const auto device = timing::device;
  rows.push_back({"row_bcast_f32", device, two, "1.01 floor", [x] { x->r = x->m + x->v; },
                  gives(x, [](auto at, const auto& v, auto i, auto j) { return at(i, j) + v[j]; })});
  rows.push_back({"col_bcast_f32", device, two, "1.01 floor", [x] { x->r = x->m + x->v(all(), newaxis()); },
                  gives(x, [](auto at, const auto& v, auto i, auto j) { return at(i, j) + v[i]; })});
  rows.push_back({"add_transpose_f32", device, two, "1.45 floor", [x] { x->r = x->m + x->m.T(); },
                  gives(x, [](auto at, const auto&, auto i, auto j) { return at(i, j) + at(j, i); })});
  rows.push_back(
      {"softmax_axis1_f32", device, two, "1.02 floor", [x] { x->r = softmax(x->m); }, rows_give(x, plain_softmax)});
  rows.push_back({"layernorm_axis1_f32", device, two, "1.02 floor", [x] { x->r = layer_norm(x->m); },
                  rows_give(x, plain_layer_norm)});
  rows.push_back({"jacobi_f32", device, two, "1.12 floor", [x] { jacobi_step(*x); }, [x] { return jacobi_holds(*x); }});
}

}  // namespace bench

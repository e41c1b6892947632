#include <memory>

#include <xtensor/xview.hpp>

#include "near.hpp"
#include "xtensor/rows.hpp"

namespace bench_xtensor {
namespace {

struct arrays {
  vector a = uniform(1000), b = uniform(1000), r = a, shifted, tiny = uniform(10), tiny_r = tiny, sums;
  matrix m = uniform(100, 10);
  float total = 0;
};

void add_both(std::vector<row>& rows, const std::string& name, const std::function<void()>& statement,
              const std::function<bool()>& holds) {
  add(rows, name, timing::host, statement, holds);
  add(rows, name + "_queued", timing::queued, statement, holds);
}

}  // namespace

void add_host_rows(std::vector<row>& rows) {
  using xt::placeholders::_;
  const auto x = std::make_shared<arrays>();
  const auto immediate = xt::evaluation_strategy::immediate;
  add_both(
      rows, "host_add_1k", [x] { xt::noalias(x->r) = x->a + x->b; },
      [x] {
        return bench::all_values_near(
            x->r, [&](auto i) { return x->a[i] + x->b[i]; }, 1e-6);
      });
  add_both(
      rows, "host_chain5_1k", [x] { xt::noalias(x->r) = ((x->a * x->b + x->a) * x->a - x->b) / (x->a + 2.0F); },
      [x] {
        const auto at = [&](auto i) { return ((x->a[i] * x->b[i] + x->a[i]) * x->a[i] - x->b[i]) / (x->a[i] + 2.0F); };
        return bench::all_values_near(x->r, at, 1e-5);
      });
  add_both(
      rows, "host_sum_1k", [=] { x->total = xt::sum(x->a, immediate)(); },
      [x] { return bench::near(x->total, 500.0, 0.1); });
  add_both(
      rows, "host_slice_add_1k",
      [x] { x->shifted = xt::view(x->a, xt::range(1, _)) + xt::view(x->a, xt::range(_, -1)); },
      [x] {
        return bench::all_values_near(
            x->shifted, [&](auto i) { return x->a[i + 1] + x->a[i]; }, 1e-6);
      });
  add_both(
      rows, "host_sum_axis_1k", [=] { x->sums = xt::sum(x->m, {1}, immediate); },
      [x] { return bench::near(xt::sum(x->sums)(), xt::sum(x->m)(), 1e-3); });
  add_both(
      rows, "host_alloc_4k", [x] { x->shifted = vector(std::array<std::size_t, 1>{1024}); },
      [x] { return x->shifted.size() == 1024; });
  add_both(
      rows, "host_add_10", [x] { xt::noalias(x->tiny_r) = x->tiny + x->tiny; },
      [x] {
        return bench::all_values_near(
            x->tiny_r, [&](auto i) { return 2 * x->tiny[i]; }, 1e-6);
      });
}

}  // namespace bench_xtensor

#include <memory>

#include <xtensor/xindex_view.hpp>
#include <xtensor/xsort.hpp>
#include <xtensor/xview.hpp>

#include "near.hpp"
#include "xtensor/rows.hpp"

namespace bench_xtensor {
namespace {

using xt::placeholders::_;

struct arrays {
  explicit arrays(std::size_t n)
      : a(uniform(n)),
        b(uniform(n)),
        places(xt::random::randint<std::int64_t>(std::array<std::size_t, 1>{n}, 0, static_cast<std::int64_t>(n))) {}

  vector a, b, r, half, shifted, chosen, taken, sorted, running;
  xt::xtensor<std::int64_t, 1> places;
  xt::xtensor<std::size_t, 1> order;
  double share = 0;
};

void share_in_circle(arrays& x) {
  const std::array<std::size_t, 1> dims{x.a.size()};
  const vector u = xt::random::rand<float>(dims), v = xt::random::rand<float>(dims);
  const double inside = xt::sum(xt::cast<double>(u * u + v * v < 1.0F), xt::evaluation_strategy::immediate)();
  x.share = inside / static_cast<double>(u.size());
}

void add_random_rows(std::vector<row>& rows, const std::shared_ptr<arrays>& x) {
  const std::array<std::size_t, 1> dims{x->a.size()};
  add(
      rows, "rand_uniform_f32", timing::device, [x, dims] { x->r = xt::random::rand<float>(dims); },
      [x] { return bench::near(xt::mean(x->r)(), 0.5, 0.02); });
  add(
      rows, "rand_normal_f32", timing::device, [x, dims] { x->r = xt::random::randn<float>(dims); },
      [x] { return bench::near(xt::mean(x->r)(), 0.0, 0.08); });
  add(
      rows, "mc_pi_f32", timing::device, [x] { share_in_circle(*x); },
      [x] { return bench::near(x->share, 0.785, 0.03); });
}

void add_order_rows(std::vector<row>& rows, const std::shared_ptr<arrays>& x) {
  add(
      rows, "cumsum_f32", timing::device, [x] { x->running = xt::cumsum(x->a); },
      [x] { return x->running[0] == x->a[0] && std::is_sorted(x->running.begin(), x->running.end()); });
  add(
      rows, "sort_f32", timing::device, [x] { x->sorted = xt::sort(x->a); },
      [x] { return std::is_sorted(x->sorted.begin(), x->sorted.end()); });
  add(
      rows, "argsort_f32", timing::device, [x] { x->order = xt::argsort(x->a); },
      [x] {
        return std::is_sorted(x->order.begin(), x->order.end(), [&](auto i, auto j) { return x->a[i] < x->a[j]; });
      });
}

}  // namespace

void add_selection_rows(std::vector<row>& rows, const sizes& size) {
  const auto x = std::make_shared<arrays>(static_cast<std::size_t>(size.n()));
  add(
      rows, "slice_stride2_f32", timing::device, [x] { x->half = xt::view(x->a, xt::range(_, _, 2)) * 2.0F; },
      [x] {
        return bench::all_values_near(
            x->half, [&](auto i) { return 2 * x->a[2 * i]; }, 0);
      });
  add(
      rows, "slice_offset_f32", timing::device,
      [x] { x->shifted = xt::view(x->a, xt::range(1, _)) + xt::view(x->b, xt::range(_, -1)); },
      [x] {
        return bench::all_values_near(
            x->shifted, [&](auto i) { return x->a[i + 1] + x->b[i]; }, 1e-6);
      });
  add(
      rows, "mask_f32", timing::device, [x] { x->chosen = xt::filter(x->a, x->a > 0.5F); },
      [x] {
        return static_cast<std::ptrdiff_t>(x->chosen.size()) ==
               std::count_if(x->a.begin(), x->a.end(), [](float v) { return v > 0.5F; });
      });
  add(
      rows, "take_f32", timing::device, [x] { x->taken = xt::view(x->a, xt::keep(x->places)); },
      [x] {
        return bench::all_values_near(
            x->taken, [&](auto i) { return x->a[static_cast<std::size_t>(x->places[i])]; }, 0);
      });
  add_random_rows(rows, x);
  add_order_rows(rows, x);
}

}  // namespace bench_xtensor

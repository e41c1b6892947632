#include <memory>
#include <numeric>

#include <xtensor/xsort.hpp>

#include "near.hpp"
#include "xtensor/rows.hpp"

namespace bench_xtensor {
namespace {

struct operands {
  explicit operands(std::size_t n) : a(uniform(n)), b(uniform(n)) {}

  vector a, b;
  float total = 0;
  std::size_t index = 0;
};

void add_rows_of(std::vector<row>& rows, std::size_t n, timing how, const std::string& suffix) {
  const auto x = std::make_shared<operands>(n);
  const auto immediate = xt::evaluation_strategy::immediate;
  add(
      rows, "sum_f32" + suffix, how, [=] { x->total = xt::sum(x->a, immediate)(); },
      // its one chain of float additions is not accurate
      [x] { return bench::near(x->total, std::accumulate(x->a.begin(), x->a.end(), 0.0), 1e-2); });
  add(
      rows, "argmax_f32" + suffix, how, [x] { x->index = xt::argmax(x->a)(); },
      [x] {
        return static_cast<std::ptrdiff_t>(x->index) == std::max_element(x->a.begin(), x->a.end()) - x->a.begin();
      });
  add(
      rows, "var_f32" + suffix, how, [x] { x->total = static_cast<float>(xt::variance(x->a)()); },
      [x] { return bench::near(x->total, 1.0 / 12, 0.02); });
  add(
      rows, "sum_sqdiff_f32" + suffix, how, [=] { x->total = xt::sum(xt::square(x->a - x->b), immediate)(); },
      [x, n] { return bench::near(x->total / static_cast<float>(n), 1.0 / 6, 0.02); });
}

template <std::size_t Rank, std::size_t Kept>
struct table {
  xt::xtensor<float, Rank> x;
  xt::xtensor<float, Kept> r;
};

/// Sums along axes; their total has to be that of all elements.
template <std::size_t Rank, std::size_t Folded>
void add_sum(std::vector<row>& rows, const char* name, const xt::xtensor<float, Rank>& x,
             const std::array<std::size_t, Folded>& axes) {
  const auto t = std::make_shared<table<Rank, Rank - Folded>>();
  t->x = x;
  add(
      rows, name, timing::device, [t, axes] { t->r = xt::sum(t->x, axes, xt::evaluation_strategy::immediate); },
      [t] {
        return bench::near(std::accumulate(t->r.begin(), t->r.end(), 0.0),
                           std::accumulate(t->x.begin(), t->x.end(), 0.0), 1e-3);
      });
}

void add_maximum(std::vector<row>& rows, const matrix& x) {
  const auto t = std::make_shared<table<2, 1>>();
  t->x = x;
  add(
      rows, "max_axis1_f32", timing::device, [t] { t->r = xt::amax(t->x, {1}, xt::evaluation_strategy::immediate); },
      [t] {
        return *std::max_element(t->r.begin(), t->r.end()) == *std::max_element(t->x.begin(), t->x.end()) &&
               t->r.size() == t->x.shape(0);
      });
}

}  // namespace

void add_reduction_rows(std::vector<row>& rows, const sizes& size) {
  const auto n = static_cast<std::size_t>(size.n()), s = static_cast<std::size_t>(size.side());
  add_rows_of(rows, n, timing::device, "");
  for (const bench::small_size& small : bench::small_sizes)
    add_rows_of(rows, static_cast<std::size_t>(small.n), timing::burst, small.suffix);
  using one = std::array<std::size_t, 1>;
  const matrix square = uniform(s, s), tall = uniform(n / 8, 8), wide = uniform(8, n / 8);
  add_sum(rows, "sum_axis0_f32", square, one{0});
  add_sum(rows, "sum_axis1_f32", square, one{1});
  add_maximum(rows, square);
  add_sum(rows, "sum_tall8_axis0", tall, one{0});
  add_sum(rows, "sum_tall8_axis1", tall, one{1});
  add_sum(rows, "sum_wide8_axis0", wide, one{0});
  add_sum(rows, "sum_wide8_axis1", wide, one{1});
  const xt::xtensor<float, 3> cube = xt::random::rand<float>(std::array<std::size_t, 3>{64, s / 8, s / 8});
  add_sum(rows, "sum_3d_axis1", cube, one{1});
  add_sum(rows, "sum_3d_axis02", cube, std::array<std::size_t, 2>{0, 2});
}

}  // namespace bench_xtensor

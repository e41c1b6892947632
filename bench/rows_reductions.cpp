#include <algorithm>
#include <memory>
#include <numeric>

#include "check.hpp"
#include "rows.hpp"

namespace bench {
namespace {

struct operands {
  explicit operands(std::int64_t n) : a(uniform({n}, 1)), b(uniform({n}, 2)) {}

  floats a, b, total;
  gpu::ndarray<std::int64_t> index;
};

double sum_of(const std::vector<double>& v) { return std::accumulate(v.begin(), v.end(), 0.0); }

double variance_of(const std::vector<double>& v) {
  const double n = static_cast<double>(v.size()), mean = sum_of(v) / n;
  return std::accumulate(v.begin(), v.end(), 0.0, [&](double s, double x) { return s + (x - mean) * (x - mean); }) / n;
}

double squared_distance(const std::vector<double>& v, const std::vector<double>& w) {
  return std::inner_product(v.begin(), v.end(), w.begin(), 0.0, std::plus<>(),
                            [](double x, double y) { return (x - y) * (x - y); });
}

void add_rows_of(std::vector<row>& rows, std::int64_t n, timing how, const std::string& suffix) {
  const auto x = std::make_shared<operands>(n);
  const double one = 4.0 * static_cast<double>(n);
  const auto goal = [&](const char* large) { return how == timing::device ? large : "1 others"; };
  rows.push_back({"sum_f32" + suffix, how, one, goal("1.03 floor"), [x] { x->total = gpu::sum(x->a); },
                  [x] { return near(x->total.item(), sum_of(widened(x->a)), 1e-5); }});
  rows.push_back({"argmax_f32" + suffix, how, one, goal("1.06 floor"), [x] { x->index = gpu::argmax(x->a); },
                  [x] {
                    const auto a = widened(x->a);
                    return x->index.item() == std::max_element(a.begin(), a.end()) - a.begin();
                  }});
  rows.push_back({"var_f32" + suffix, how, one, goal("1.08 floor"), [x] { x->total = gpu::var(x->a); },
                  [x] { return near(x->total.item(), variance_of(widened(x->a)), 1e-5); }});
  rows.push_back({"sum_sqdiff_f32" + suffix, how, 2 * one, goal("0.99 floor"),
                  [x] { x->total = gpu::sum((x->a - x->b) * (x->a - x->b)); },
                  [x] { return near(x->total.item(), squared_distance(widened(x->a), widened(x->b)), 1e-5); }});
}

}  // namespace

void add_full_reduction_rows(std::vector<row>& rows, const sizes& size) {
  add_rows_of(rows, size.n(), timing::device, "");
  for (const small_size& s : small_sizes) add_rows_of(rows, s.n, timing::burst, s.suffix);
}

namespace {

struct table {
  explicit table(const gpu::shape& dims) : x(uniform(dims, 4)) {}

  floats x, r;
};

enum class fold : std::uint8_t { sum, max };

/// Sums or maxima along `axes`, by plain loops, in C order.
std::vector<double> folded(const floats& x, const std::vector<int>& axes, fold what) {
  gpu::shape lengths, steps = gpu::shape::filled(x.ndim(), 0);
  for (int i = 0; i < x.ndim(); ++i)
    if (std::find(axes.begin(), axes.end(), i) == axes.end()) lengths.push_back(x.shape()[i]);
  std::int64_t step = 1;
  for (int i = x.ndim(); i-- > 0;)
    if (std::find(axes.begin(), axes.end(), i) == axes.end()) {
      steps[i] = step;
      step *= x.shape()[i];
    }
  std::vector<double> result(static_cast<std::size_t>(lengths.count()), 0.0);  // elements are not negative
  const std::vector<double> values = widened(x);
  for (std::size_t flat = 0; flat < values.size(); ++flat) {
    std::int64_t rest = static_cast<std::int64_t>(flat), to = 0;
    for (int i = x.ndim(); i-- > 0; rest /= x.shape()[i]) to += rest % x.shape()[i] * steps[i];
    double& total = result[static_cast<std::size_t>(to)];
    total = what == fold::sum ? total + values[flat] : std::max(total, values[flat]);
  }
  return result;
}

using table_ptr = std::shared_ptr<table>;

void add_fold(std::vector<row>& rows, const char* name, const char* goal, const table_ptr& t, std::vector<int> axes,
              fold what = fold::sum) {
  const std::vector<gpu::axis> over(axes.begin(), axes.end());
  const auto statement = [t, over, what] {
    if (what == fold::sum)
      t->r = gpu::sum(t->x, std::span<const gpu::axis>(over));
    else
      t->r = gpu::max(t->x, std::span<const gpu::axis>(over));
  };
  rows.push_back({name, timing::device, 4.0 * static_cast<double>(t->x.size()), goal, statement,
                  [t, axes = std::move(axes), what] {
                    const std::vector<double> expected = folded(t->x, axes, what);
                    return all_near(
                        t->r, [&](std::size_t i) { return expected[i]; }, 1e-5);
                  }});
}

}  // namespace

void add_axis_reduction_rows(std::vector<row>& rows, const sizes& size) {
  const std::int64_t n = size.n(), s = size.side();
  const auto square = std::make_shared<table>(gpu::shape{s, s});
  add_fold(rows, "sum_axis0_f32", "1.05 floor", square, {0});
  add_fold(rows, "sum_axis1_f32", "0.97 floor", square, {1});
  add_fold(rows, "max_axis1_f32", "0.97 floor", square, {1}, fold::max);
  const auto tall = std::make_shared<table>(gpu::shape{n / 8, 8});
  add_fold(rows, "sum_tall8_axis0", "1.08 floor", tall, {0});
  add_fold(rows, "sum_tall8_axis1", "1.08 floor", tall, {1});
  const auto wide = std::make_shared<table>(gpu::shape{8, n / 8});
  add_fold(rows, "sum_wide8_axis0", "1.08 floor", wide, {0});
  add_fold(rows, "sum_wide8_axis1", "1.00 floor", wide, {1});
  const auto cube = std::make_shared<table>(gpu::shape{64, s / 8, s / 8});
  add_fold(rows, "sum_3d_axis1", "1.00 floor", cube, {1});
  add_fold(rows, "sum_3d_axis02", "1.00 floor", cube, {0, 2});
}

}  // namespace bench

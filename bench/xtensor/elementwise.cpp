#include <complex>
#include <memory>

#include "near.hpp"
#include "plain.hpp"
#include "xtensor/rows.hpp"

namespace bench_xtensor {
namespace {

struct arrays {
  explicit arrays(std::size_t n) : a(uniform(n)), b(uniform(n)), c(uniform(n)), r(a) {}

  vector a, b, c, r;
};
using arrays_ptr = std::shared_ptr<arrays>;

template <class X>
auto normal_cdf(const X& x) {
  return 0.5F * (1.0F + xt::erf(x * 0.70710678F));
}

void value_calls(arrays& x) {
  // evaluated where they are used twice: xtensor would compute them twice
  const vector deviation = 0.3F * xt::sqrt(x.c);
  const vector d1 = (xt::log(x.a / x.b) + (0.02F + 0.5F * 0.3F * 0.3F) * x.c) / deviation;
  const vector d2 = d1 - deviation;
  xt::noalias(x.r) = x.a * normal_cdf(d1) - x.b * xt::exp(-0.02F * x.c) * normal_cdf(d2);
}

template <class F>
std::function<bool()> gives(const arrays_ptr& x, F f) {
  return [x, f] {
    return bench::all_values_near(
        x->r, [&](auto i) { return f(x->a[i], x->b[i], x->c[i]); }, 1e-5);
  };
}

void add_rows_of(std::vector<row>& rows, std::size_t n, timing how, const std::string& suffix) {
  const auto x = std::make_shared<arrays>(n);
  add(
      rows, "add_f32" + suffix, how, [x] { xt::noalias(x->r) = x->a + x->b; },
      gives(x, [](float a, float b, float) { return a + b; }));
  add(
      rows, "sin_mul_add_f32" + suffix, how, [x] { xt::noalias(x->r) = xt::sin(x->a) * x->b + 1.0F; },
      gives(x, [](float a, float b, float) { return std::sin(a) * b + 1; }));
  add(
      rows, "chain5_f32" + suffix, how,
      [x] { xt::noalias(x->r) = ((x->a * x->b + x->c) * x->a - x->b) / (x->c + 2.0F); },
      gives(x, [](float a, float b, float c) { return ((a * b + c) * a - b) / (c + 2); }));
  add(
      rows, "where_f32" + suffix, how, [x] { xt::noalias(x->r) = xt::where(x->a > 0.5F, x->a, -x->b); },
      gives(x, [](float a, float b, float) { return a > 0.5F ? a : -b; }));
  add(
      rows, "black_scholes_f32" + suffix, how, [x] { value_calls(*x); },
      [x] {
        const auto at = [&](auto i) { return static_cast<float>(bench::plain_call_value(x->a[i], x->b[i], x->c[i])); };
        return bench::all_values_near(x->r, at, 1e-4);
      });
}

template <class E>
void add_chain(std::vector<row>& rows, const char* name, std::size_t n) {
  struct arrays_of {
    xt::xtensor<E, 1> x, y, r;
  };
  const vector a = uniform(n), b = uniform(n);
  const auto of = std::make_shared<arrays_of>(arrays_of{xt::cast<E>(a), xt::cast<E>(b), xt::cast<E>(a)});
  add(
      rows, name, timing::device, [of] { xt::noalias(of->r) = of->x * of->y + of->x * E(2) - of->y; },
      [of] {
        return bench::all_values_near(
            of->r, [&](auto i) { return of->x[i] * of->y[i] + of->x[i] * E(2) - of->y[i]; }, 1e-6);
      });
}

}  // namespace

void add_elementwise_rows(std::vector<row>& rows, const sizes& size) {
  add_rows_of(rows, static_cast<std::size_t>(size.n()), timing::device, "");
  for (const bench::small_size& s : bench::small_sizes)
    add_rows_of(rows, static_cast<std::size_t>(s.n), timing::burst, s.suffix);
  add_chain<double>(rows, "chain_f64", static_cast<std::size_t>(size.n() / 2));
  add_chain<std::complex<float>>(rows, "chain_c64", static_cast<std::size_t>(size.n() / 2));
}

}  // namespace bench_xtensor

#include <memory>

#include "check.hpp"
#include "rows.hpp"

namespace bench {
namespace {

using gpu::placeholders::_;

struct arrays {
  floats a = uniform({1000}, 1), b = uniform({1000}, 2), r, shifted, total, sums, scratch;
  floats m = uniform({100, 10}, 3), p = uniform({32, 32}, 4), q = uniform({32, 32}, 5), pq;
  floats tiny = uniform({10}, 6), tiny_r;
};

void add(std::vector<row>& rows, const std::string& name, const char* goal, const std::function<void()>& statement,
         const std::function<bool()>& holds) {
  rows.push_back({name, timing::host, 0, goal, statement, holds});
  rows.push_back({name + "_queued", timing::queued, 0, goal, statement, holds});
}

bool sums_hold(const arrays& x) {
  const auto m = widened(x.m);
  return all_near(x.sums, [&](std::size_t i) {
    double total = 0;
    for (std::size_t j = 0; j < 10; ++j) total += m[i * 10 + j];
    return total;
  });
}

bool product_holds(const arrays& x) {
  const auto p = widened(x.p), q = widened(x.q);
  return all_near(x.pq, [&](std::size_t at) {
    double total = 0;
    for (std::size_t k = 0; k < 32; ++k) total += p[at / 32 * 32 + k] * q[k * 32 + at % 32];
    return total;
  });
}

}  // namespace

void add_host_rows(std::vector<row>& rows) {
  const auto x = std::make_shared<arrays>();
  const auto elements = [x](floats arrays::*result, auto f) {
    return [x, result, f] {
      const auto a = widened(x->a), b = widened(x->b);
      return all_near((*x).*result, [&](std::size_t i) { return f(a, b, i); }, 1e-5);
    };
  };
  add(
      rows, "host_add_1k", "L + 0.7", [x] { x->r = x->a + x->b; },
      elements(&arrays::r, [](const auto& a, const auto& b, std::size_t i) { return a[i] + b[i]; }));
  add(
      rows, "host_chain5_1k", "L + 1.0", [x] { x->r = ((x->a * x->b + x->a) * x->a - x->b) / (x->a + 2); },
      elements(&arrays::r, [](const auto& a, const auto& b, std::size_t i) {
        return ((a[i] * b[i] + a[i]) * a[i] - b[i]) / (a[i] + 2);
      }));
  add(
      rows, "host_sum_1k", "L + 1.0", [x] { x->total = gpu::sum(x->a); },
      elements(&arrays::total, [](const auto& a, const auto&, std::size_t) {
        double total = 0;
        for (const double v : a) total += v;
        return total;
      }));
  add(
      rows, "host_slice_add_1k", "L + 1.0", [x] { x->shifted = x->a(gpu::range(1, _)) + x->a(gpu::range(_, -1)); },
      elements(&arrays::shifted, [](const auto& a, const auto&, std::size_t i) { return a[i + 1] + a[i]; }));
  add(
      rows, "host_sum_axis_1k", "L + 1.0", [x] { x->sums = gpu::sum(x->m, 1); }, [x] { return sums_hold(*x); });
  add(
      rows, "host_matmul_32", "by_hand + 1.5", [x] { x->pq = gpu::matmul(x->p, x->q); },
      [x] { return product_holds(*x); });
  add(
      rows, "host_alloc_4k", "0.03 L", [x] { x->scratch = gpu::empty<float>({1024}); },
      [x] { return x->scratch.size() == 1024; });
  add(
      rows, "host_add_10", "", [x] { x->tiny_r = x->tiny + x->tiny; },
      [x] {
        const auto v = widened(x->tiny);
        return all_near(
            x->tiny_r, [&](std::size_t i) { return 2 * v[i]; }, 1e-6);
      });
}

}  // namespace bench

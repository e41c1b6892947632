#include <memory>

#include <xtensor-blas/xlinalg.hpp>
#include <xtensor/xview.hpp>

#include "near.hpp"
#include "xtensor/rows.hpp"

namespace bench_xtensor {
namespace {

struct matrices {
  explicit matrices(std::size_t s) : m(uniform(s, s)), r(m), v(uniform(s)), inner({s - 2, s - 2}) {}

  matrix m, r;
  vector v;
  matrix inner;
};
using matrices_ptr = std::shared_ptr<matrices>;

/// Checks r against f(i, j).
template <class F>
std::function<bool()> gives(const matrices_ptr& x, F f) {
  return [x, f] {
    for (std::size_t i = 0; i < x->r.shape(0); ++i)
      for (std::size_t j = 0; j < x->r.shape(1); ++j)
        if (!bench::near(x->r(i, j), f(i, j), 1e-4)) return false;
    return true;
  };
}

/// Whether each row of r adds up to that.
std::function<bool()> rows_add_up(const matrices_ptr& x, double total) {
  return [x, total] {
    for (std::size_t i = 0; i < x->r.shape(0); ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < x->r.shape(1); ++j) sum += x->r(i, j);
      if (!bench::near(sum, total, 1e-2)) return false;
    }
    return true;
  };
}

void softmax(matrices& x) {
  const auto lazy = xt::keep_dims | xt::evaluation_strategy::immediate;
  const matrix e = xt::exp(x.m - xt::amax(x.m, {1}, lazy));
  xt::noalias(x.r) = e / xt::sum(e, {1}, lazy);
}

void layer_norm(matrices& x) {
  const auto immediate = xt::keep_dims | xt::evaluation_strategy::immediate;
  const float n = static_cast<float>(x.m.shape(1));
  const matrix mean = xt::sum(x.m, {1}, immediate) / n;
  const matrix var = xt::sum(xt::square(x.m - mean), {1}, immediate) / n;
  xt::noalias(x.r) = (x.m - mean) / xt::sqrt(var + 1e-5F);
}

void jacobi_step(matrices& x) {
  using xt::placeholders::_;
  const auto mid = [] { return xt::range(1, -1); };
  xt::noalias(x.inner) = 0.25F * (xt::view(x.m, xt::range(_, -2), mid()) + xt::view(x.m, xt::range(2, _), mid()) +
                                  xt::view(x.m, mid(), xt::range(_, -2)) + xt::view(x.m, mid(), xt::range(2, _)));
}

bool jacobi_holds(const matrices& x) {
  for (std::size_t i = 0; i < x.inner.shape(0); ++i)
    for (std::size_t j = 0; j < x.inner.shape(1); ++j) {
      const float sum = x.m(i, j + 1) + x.m(i + 2, j + 1) + x.m(i + 1, j) + x.m(i + 1, j + 2);
      if (!bench::near(x.inner(i, j), 0.25F * sum, 1e-5)) return false;
    }
  return true;
}

/// Whether r(0, 0) and r's last element are those of the product.
bool corners_hold(const matrix& p, const matrix& q, const matrix& r) {
  const std::size_t last = p.shape(0) - 1;
  double first = 0, opposite = 0;
  for (std::size_t k = 0; k <= last; ++k) {
    first += static_cast<double>(p(0, k)) * q(k, 0);
    opposite += static_cast<double>(p(last, k)) * q(k, last);
  }
  return bench::near(r(0, 0), first, 1e-5) && bench::near(r(last, last), opposite, 1e-5);
}

void add_products(std::vector<row>& rows, const sizes& size) {
  struct factors {
    matrix p, q, r;
  };
  const auto side = static_cast<std::size_t>(size.factor_side());
  const auto x = std::make_shared<factors>(factors{uniform(side, side), uniform(side, side), {}});
  add(
      rows, "matmul_4096_f32", timing::device, [x] { x->r = xt::linalg::dot(x->p, x->q); },
      [x] { return corners_hold(x->p, x->q, x->r); });
  // no batched product in xtensor-blas: a loop
  const auto batch = std::make_shared<std::vector<factors>>();
  for (std::int64_t i = 0; i < size.batch(); ++i) batch->push_back({uniform(256, 256), uniform(256, 256), {}});
  add(
      rows, "matmul_batch512_256_f32", timing::device,
      [batch] {
        for (factors& f : *batch) f.r = xt::linalg::dot(f.p, f.q);
      },
      [batch] { return corners_hold(batch->back().p, batch->back().q, batch->back().r); });
  const auto little = std::make_shared<factors>(factors{uniform(32, 32), uniform(32, 32), {}});
  const auto statement = [little] { little->r = xt::linalg::dot(little->p, little->q); };
  add(rows, "host_matmul_32", timing::host, statement,
      [little] { return corners_hold(little->p, little->q, little->r); });
  add(rows, "host_matmul_32_queued", timing::queued, statement);
}

}  // namespace

void add_matrix_rows(std::vector<row>& rows, const sizes& size) {
  const auto x = std::make_shared<matrices>(static_cast<std::size_t>(size.side()));
  const auto device = timing::device;
  add(
      rows, "row_bcast_f32", device, [x] { xt::noalias(x->r) = x->m + x->v; },
      gives(x, [x](auto i, auto j) { return x->m(i, j) + x->v(j); }));
  add(
      rows, "col_bcast_f32", device, [x] { xt::noalias(x->r) = x->m + xt::view(x->v, xt::all(), xt::newaxis()); },
      gives(x, [x](auto i, auto j) { return x->m(i, j) + x->v(i); }));
  add(
      rows, "add_transpose_f32", device, [x] { xt::noalias(x->r) = x->m + xt::transpose(x->m); },
      gives(x, [x](auto i, auto j) { return x->m(i, j) + x->m(j, i); }));
  add(
      rows, "softmax_axis1_f32", device, [x] { softmax(*x); }, rows_add_up(x, 1));
  add(
      rows, "layernorm_axis1_f32", device, [x] { layer_norm(*x); }, rows_add_up(x, 0));
  add(
      rows, "jacobi_f32", device, [x] { jacobi_step(*x); }, [x] { return jacobi_holds(*x); });
  add_products(rows, size);
}

}  // namespace bench_xtensor

#include <memory>

#include "check.hpp"
#include "rows.hpp"

namespace bench {
namespace {

struct factors {
  explicit factors(const gpu::shape& dims) : p(uniform(dims, 1)), q(uniform(dims, 2)) {}

  floats p, q, r;
};

/// Some elements of the product of square matrices, all over it, against plain sums.
bool product_holds(const factors& x) {
  const std::size_t side = static_cast<std::size_t>(x.p.shape(-1));
  const auto p = widened(x.p), q = widened(x.q), r = widened(x.r);
  for (std::size_t at = 0; at < r.size(); at += r.size() / 97 + 1) {
    const std::size_t matrix = at / (side * side) * side * side, i = at % (side * side) / side, j = at % side;
    double total = 0;
    for (std::size_t k = 0; k < side; ++k) total += p[matrix + i * side + k] * q[matrix + k * side + j];
    if (!near(r[at], total, 1e-5)) return false;
  }
  return true;
}

void add_product(std::vector<row>& rows, const char* name, const gpu::shape& dims) {
  const auto x = std::make_shared<factors>(dims);
  rows.push_back({name, timing::device, 0, "1.02 by_hand", [x] { x->r = gpu::matmul(x->p, x->q); },
                  [x] { return product_holds(*x); }});
}

}  // namespace

void add_linalg_rows(std::vector<row>& rows, const sizes& size) {
  add_product(rows, "matmul_4096_f32", {size.factor_side(), size.factor_side()});
  add_product(rows, "matmul_batch512_256_f32", {size.batch(), 256, 256});
}

}  // namespace bench

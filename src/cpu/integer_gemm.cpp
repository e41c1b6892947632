#include "cpu/integer_gemm.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "cpu/loop_table.hpp"
#include "cpu/loops/product.hpp"
#include "cpu/thread_pool.hpp"

namespace gpu::cpu_backend {
namespace {

constexpr std::int64_t rows_of_task = 64;

const product_loops& loops_for(dtype type) {
  const char level = instruction_set()[1];  // "v2", "v3" or "v4"
  const product_loops* all = level == '4'   ? loops_v4::integer_products()
                             : level == '3' ? loops_v3::integer_products()
                                            : loops_v2::integer_products();
  return all[static_cast<std::size_t>(type)];
}

/// One product, its result cut into tiles of rows_of_task × product_columns.
class product {
 public:
  product(const plan::gemm& g, std::int64_t at_a, std::int64_t at_b, std::int64_t at_c)
      : g_(g),
        loops_(loops_for(g.type)),
        size_(static_cast<std::int64_t>(detail::item_size(g.type))),
        a_(start(g.a, at_a)),
        b_(start(g.b, at_b)),
        c_(start(g.c, at_c)),
        row_tiles_((g.m + rows_of_task - 1) / rows_of_task),
        column_tiles_((g.n + product_columns - 1) / product_columns) {}

  [[nodiscard]] std::int64_t tiles() const noexcept { return row_tiles_ * column_tiles_; }

  void compute_tile(std::int64_t tile) const {
    const std::int64_t i = tile / column_tiles_ * rows_of_task, j = tile % column_tiles_ * product_columns;
    const std::int64_t rows = std::min(rows_of_task, g_.m - i), columns = std::min(product_columns, g_.n - j);
    std::vector<std::byte> panel(static_cast<std::size_t>(product_depth * columns * size_));
    for (std::int64_t l = 0; l < g_.k; l += product_depth) {
      const std::int64_t depth = std::min(product_depth, g_.k - l);
      loops_.pack(block(b_, g_.b, l, j), depth, columns, panel.data());
      loops_.accumulate(block(a_, g_.a, i, l), panel.data(), rows, depth, columns,
                        c_ + (i * g_.c.row_stride + j) * size_, g_.c.row_stride, l == 0);
    }
  }

 private:
  [[nodiscard]] std::byte* start(const plan::matrix& x, std::int64_t offset) const noexcept {
    return static_cast<std::byte*>(x.data->data) + offset * size_;
  }
  [[nodiscard]] product_block block(const std::byte* from, const plan::matrix& x, std::int64_t row,
                                    std::int64_t column) const noexcept {
    return {from + (row * x.row_stride + column * x.column_stride) * size_, x.row_stride, x.column_stride};
  }

  const plan::gemm& g_;
  const product_loops& loops_;
  std::int64_t size_;
  std::byte* a_;
  std::byte* b_;
  std::byte* c_;
  std::int64_t row_tiles_, column_tiles_;
};

}  // namespace

void run_integers(const plan::gemm& g) {
  for_each_matrix(g, [&](std::int64_t a, std::int64_t b, std::int64_t c) {
    const product p(g, a, b, c);
    const bool small = g.m * g.n < parallel_threshold / g.k + 1;
    if (small) {
      for (std::int64_t tile = 0; tile < p.tiles(); ++tile) p.compute_tile(tile);
      return;
    }
    for_each_task(p.tiles(), [&](std::int64_t tile) { p.compute_tile(tile); });
  });
}

}  // namespace gpu::cpu_backend

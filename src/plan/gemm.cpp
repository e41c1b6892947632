#include "plan/gemm.hpp"

#include <algorithm>

namespace gpu::plan {
namespace {

void erase_batch_axis(gemm& g, int axis) noexcept {
  g.batch.erase(axis);
  for (matrix* x : {&g.a, &g.b, &g.c}) x->batch_strides.erase(axis);
}

/// Whether axes `outer` and outer + 1 are one axis for a matrix.
bool walks_as_one(const matrix& x, const shape& batch, int outer) noexcept {
  return x.batch_strides[outer] == batch[outer + 1] * x.batch_strides[outer + 1];
}

void merge_neighbours(gemm& g) noexcept {
  for (int outer = g.batch.ndim() - 2; outer >= 0; --outer) {
    if (!walks_as_one(g.a, g.batch, outer) || !walks_as_one(g.b, g.batch, outer) || !walks_as_one(g.c, g.batch, outer))
      continue;
    g.batch[outer + 1] *= g.batch[outer];
    erase_batch_axis(g, outer);
  }
}

/// The stride of the rows when the matrices along `axis` are stacked into one; nothing where they do not lie so.
std::optional<std::int64_t> stacked_row_stride(const matrix& x, std::int64_t rows, int axis) noexcept {
  if (rows == 1) return x.batch_strides[axis];
  if (x.batch_strides[axis] == rows * x.row_stride) return x.row_stride;
  return std::nullopt;
}

bool stack_rows(gemm& g, int axis) noexcept {
  if (g.b.batch_strides[axis] != 0) return false;
  const auto a_stride = stacked_row_stride(g.a, g.m, axis);
  const auto c_stride = stacked_row_stride(g.c, g.m, axis);
  const std::int64_t rows = g.m * g.batch[axis];
  if (!a_stride || !c_stride || !blas_layout_of(rows, g.k, *a_stride, g.a.column_stride) ||
      !blas_layout_of(rows, g.n, *c_stride, g.c.column_stride))
    return false;
  g.a.row_stride = *a_stride;
  g.c.row_stride = *c_stride;
  g.m = rows;
  erase_batch_axis(g, axis);
  return true;
}

}  // namespace

std::optional<blas_layout> blas_layout_of(std::int64_t rows, std::int64_t columns, std::int64_t row_stride,
                                          std::int64_t column_stride) noexcept {
  // The stride of an axis of length 1 is never used.
  if ((columns == 1 || column_stride == 1) && (rows == 1 || row_stride >= columns))
    return blas_layout{false, rows == 1 ? columns : row_stride};
  if ((rows == 1 || row_stride == 1) && (columns == 1 || column_stride >= rows))
    return blas_layout{true, columns == 1 ? rows : column_stride};
  return std::nullopt;
}

void merge_batch_axes(gemm& g) {
  for (int axis = g.batch.ndim() - 1; axis >= 0; --axis)
    if (g.batch[axis] == 1) erase_batch_axis(g, axis);
  merge_neighbours(g);
  for (int axis = g.batch.ndim() - 1; axis >= 0; --axis) (void)stack_rows(g, axis);
}

}  // namespace gpu::plan

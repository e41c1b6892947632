// A matrix product as the libraries are given it: which elements are multiplied and where the result goes, by strides, so
// that transposed, strided and broadcast operands need no copy. Knows no library.
#pragma once

#include <cstdint>
#include <optional>

#include <gpu/detail/entry.hpp>
#include <gpu/dtype.hpp>
#include <gpu/shape.hpp>

#include "runtime/storage.hpp"

namespace gpu::plan {

/// A matrix for each point of the batch: element (i, j) of the one at point p lies at
/// data + offset + Σ p[x] * batch_strides[x] + i * row_stride + j * column_stride, all in elements.
struct matrix {
  runtime::storage_ref data;
  std::int64_t offset = 0;
  std::int64_t row_stride = 0;
  std::int64_t column_stride = 0;
  shape batch_strides;  // 0 where one matrix serves the whole axis
};

/// c = a b for each point of `batch`: a is m × k, b is k × n, all of dtype `type`. No length is 0. c has unit column stride.
struct gemm {
  dtype type = dtype::float32;
  detail::precision_id precision = detail::precision_id::highest;
  std::int64_t m = 0, n = 0, k = 0;
  shape batch;
  matrix a, b, c;
};

/// How BLAS sees a matrix: unit stride along the rows (transposed: along the columns), `leading` elements from one to the next.
struct blas_layout {
  bool transposed = false;
  std::int64_t leading = 1;
};
/// The layout of a matrix of these lengths (not 0) and strides; nothing where BLAS cannot read it as it lies.
[[nodiscard]] std::optional<blas_layout> blas_layout_of(std::int64_t rows, std::int64_t columns,
                                                        std::int64_t row_stride, std::int64_t column_stride) noexcept;

/// Fewer batch axes for the same product: axes of length 1 go, neighbours that all three matrices walk as one are merged, and
/// an axis along which b stays the same becomes rows of a where the layouts allow it.
void merge_batch_axes(gemm& g);

/// Calls f(a, b, c) with the three matrices' offsets at every point of `batch`.
template <class F>
void for_each_matrix(const gemm& g, F&& f) {
  shape point = shape::filled(g.batch.ndim(), 0);
  for (std::int64_t left = g.batch.count(); left > 0; --left) {
    std::int64_t a = g.a.offset, b = g.b.offset, c = g.c.offset;
    for (int x = 0; x < g.batch.ndim(); ++x) {
      a += point[x] * g.a.batch_strides[x];
      b += point[x] * g.b.batch_strides[x];
      c += point[x] * g.c.batch_strides[x];
    }
    f(a, b, c);
    for (int x = g.batch.ndim() - 1; x >= 0 && ++point[x] == g.batch[x]; --x) point[x] = 0;
  }
}

}  // namespace gpu::plan

// cuBLAS sees matrices column by column. The row-major product C = A B is, to its eyes, Cᵀ = Bᵀ Aᵀ, and a row-major matrix
// that is not transposed already is the transpose it wants: so the operands change places and nothing is copied.
#include "cuda/gemm.hpp"

#include <algorithm>
#include <complex>
#include <cstddef>

#include "cuda/cublas.hpp"

namespace gpu::cuda_backend {
namespace {

struct types {
  cudaDataType_t data;
  cublasComputeType_t compute;
};

/// What cuBLAS calls the dtype, and the arithmetic asked for. TF32 only where the caller asked for it.
types types_of(dtype type, detail::precision_id precision) {
  const cublasComputeType_t single =
      precision == detail::precision_id::fast ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
  switch (type) {
    case dtype::float16: return {CUDA_R_16F, CUBLAS_COMPUTE_32F};
    case dtype::bfloat16: return {CUDA_R_16BF, CUBLAS_COMPUTE_32F};
    case dtype::float32: return {CUDA_R_32F, single};
    case dtype::float64: return {CUDA_R_64F, CUBLAS_COMPUTE_64F};
    case dtype::complex64: return {CUDA_C_32F, single};
    default: return {CUDA_C_64F, CUBLAS_COMPUTE_64F};
  }
}

/// A number in the type that cuBLAS takes its scale factors in.
struct scale_factor {
  std::complex<double> wide;
  std::complex<float> narrow;
  scale_factor(double value) : wide(value), narrow(static_cast<float>(value)) {}
  /// The real types read the first half of the complex ones.
  [[nodiscard]] const void* as(cublasComputeType_t compute) const noexcept {
    return compute == CUBLAS_COMPUTE_64F ? static_cast<const void*>(&wide) : static_cast<const void*>(&narrow);
  }
};

/// The batch axis that one call covers: the longest that no matrix walks backwards. -1 for none.
int strided_axis(const plan::gemm& g) noexcept {
  int best = -1;
  for (int axis = 0; axis < g.batch.ndim(); ++axis) {
    const bool forward = g.a.batch_strides[axis] >= 0 && g.b.batch_strides[axis] >= 0 && g.c.batch_strides[axis] >= 0;
    if (forward && (best < 0 || g.batch[axis] > g.batch[best])) best = axis;
  }
  return best;
}

struct batch_strides {
  std::int64_t count = 1, a = 0, b = 0, c = 0;
};

/// Takes the axis out of the batch.
batch_strides take_axis(plan::gemm& g, int axis) noexcept {
  if (axis < 0) return {};
  const batch_strides s{g.batch[axis], g.a.batch_strides[axis], g.b.batch_strides[axis], g.c.batch_strides[axis]};
  g.batch.erase(axis);
  for (plan::matrix* x : {&g.a, &g.b, &g.c}) x->batch_strides.erase(axis);
  return s;
}

cublasOperation_t flag(const plan::blas_layout& l) noexcept { return l.transposed ? CUBLAS_OP_T : CUBLAS_OP_N; }

const std::byte* element(const plan::matrix& x, std::int64_t offset, dtype type) noexcept {
  return static_cast<const std::byte*>(x.data->data) + offset * static_cast<std::int64_t>(detail::item_size(type));
}

}  // namespace

void run(const plan::gemm& described, gpu::device where) {
  plan::gemm g = described;
  const batch_strides batch = take_axis(g, strided_axis(g));
  const plan::blas_layout a = *plan::blas_layout_of(g.m, g.k, g.a.row_stride, g.a.column_stride);
  const plan::blas_layout b = *plan::blas_layout_of(g.k, g.n, g.b.row_stride, g.b.column_stride);
  const std::int64_t c_leading = g.m == 1 ? g.n : g.c.row_stride;
  const types t = types_of(g.type, g.precision);
  const scale_factor one(1), zero(0);
  const void* alpha = one.as(t.compute);
  const void* beta = zero.as(t.compute);
  const cublas_handle handle(where.index());
  for_each_matrix(g, [&](std::int64_t at_a, std::int64_t at_b, std::int64_t at_c) {
    const void* left = element(g.a, at_a, g.type);
    const void* right = element(g.b, at_b, g.type);
    void* to = const_cast<std::byte*>(element(g.c, at_c, g.type));
    if (batch.count == 1)
      GPU_CUBLAS(cublasGemmEx_64, handle.get(), flag(b), flag(a), g.n, g.m, g.k, alpha, right, t.data, b.leading, left,
                 t.data, a.leading, beta, to, t.data, c_leading, t.compute, CUBLAS_GEMM_DEFAULT);
    else
      GPU_CUBLAS(cublasGemmStridedBatchedEx_64, handle.get(), flag(b), flag(a), g.n, g.m, g.k, alpha, right, t.data,
                 b.leading, batch.b, left, t.data, a.leading, batch.a, beta, to, t.data, c_leading, batch.c,
                 batch.count, t.compute, CUBLAS_GEMM_DEFAULT);
  });
}

}  // namespace gpu::cuda_backend

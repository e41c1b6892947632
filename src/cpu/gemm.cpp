#include "cpu/gemm.hpp"

#include <cblas.h>
#include <algorithm>
#include <complex>
#include <mutex>

#include "cpu/integer_gemm.hpp"
#include "cpu/thread_pool.hpp"

namespace gpu::cpu_backend {
namespace {

/// One call's arguments: what fits OpenBLAS's int.
struct blas_call {
  CBLAS_TRANSPOSE transpose_a, transpose_b;
  int m, n, k, lda, ldb, ldc;
};

void call(const blas_call& x, const float* a, const float* b, float beta, float* c) {
  cblas_sgemm(CblasRowMajor, x.transpose_a, x.transpose_b, x.m, x.n, x.k, 1.0F, a, x.lda, b, x.ldb, beta, c, x.ldc);
}
void call(const blas_call& x, const double* a, const double* b, double beta, double* c) {
  cblas_dgemm(CblasRowMajor, x.transpose_a, x.transpose_b, x.m, x.n, x.k, 1.0, a, x.lda, b, x.ldb, beta, c, x.ldc);
}
void call(const blas_call& x, const std::complex<float>* a, const std::complex<float>* b, float beta,
          std::complex<float>* c) {
  const std::complex<float> one(1), scale(beta);
  cblas_cgemm(CblasRowMajor, x.transpose_a, x.transpose_b, x.m, x.n, x.k, &one, a, x.lda, b, x.ldb, &scale, c, x.ldc);
}
void call(const blas_call& x, const std::complex<double>* a, const std::complex<double>* b, double beta,
          std::complex<double>* c) {
  const std::complex<double> one(1), scale(beta);
  cblas_zgemm(CblasRowMajor, x.transpose_a, x.transpose_b, x.m, x.n, x.k, &one, a, x.lda, b, x.ldb, &scale, c, x.ldc);
}

/// How a product is cut so that every length and leading dimension that counts is at most `largest`: an axis whose stride is
/// larger is taken one by one, and then its stride is not used.
struct cut {
  plan::blas_layout a, b, c;
  std::int64_t m, n, k;

  cut(const plan::gemm& g, std::int64_t largest)
      : a(*plan::blas_layout_of(g.m, g.k, g.a.row_stride, g.a.column_stride)),
        b(*plan::blas_layout_of(g.k, g.n, g.b.row_stride, g.b.column_stride)),
        c{false, std::max(g.n, g.m == 1 ? 0 : g.c.row_stride)},
        m(std::min(g.m, largest)),
        n(std::min(g.n, largest)),
        k(std::min(g.k, largest)) {
    if (a.leading > largest) (a.transposed ? k : m) = 1;
    if (b.leading > largest) (b.transposed ? n : k) = 1;
    if (c.leading > largest) m = 1;
  }
};

int leading_of(const plan::blas_layout& l, std::int64_t rows, std::int64_t columns) {
  const std::int64_t inner = l.transposed ? rows : columns, outer = l.transposed ? columns : rows;
  return static_cast<int>(outer == 1 ? inner : l.leading);
}

CBLAS_TRANSPOSE flag(const plan::blas_layout& l) { return l.transposed ? CblasTrans : CblasNoTrans; }

template <class E>
void multiply(const plan::gemm& g, const cut& cut, const E* a, const E* b, E* c) {
  for (std::int64_t i = 0; i < g.m; i += cut.m)
    for (std::int64_t j = 0; j < g.n; j += cut.n)
      for (std::int64_t l = 0; l < g.k; l += cut.k) {
        const std::int64_t m = std::min(cut.m, g.m - i), n = std::min(cut.n, g.n - j), k = std::min(cut.k, g.k - l);
        const blas_call x{flag(cut.a),
                          flag(cut.b),
                          static_cast<int>(m),
                          static_cast<int>(n),
                          static_cast<int>(k),
                          leading_of(cut.a, m, k),
                          leading_of(cut.b, k, n),
                          leading_of(cut.c, m, n)};
        call(x, a + i * g.a.row_stride + l * g.a.column_stride, b + l * g.b.row_stride + j * g.b.column_stride,
             l == 0 ? 0 : 1, c + i * g.c.row_stride + j);
      }
}

void use_our_thread_count() {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  if (openblas_get_num_threads() != thread_count()) openblas_set_num_threads(thread_count());
}

template <class E>
void run_typed(const plan::gemm& g, std::int64_t largest) {
  const auto* a = static_cast<const E*>(g.a.data->data);
  const auto* b = static_cast<const E*>(g.b.data->data);
  auto* c = static_cast<E*>(g.c.data->data);
  use_our_thread_count();
  const cut pieces(g, largest);
  for_each_matrix(g, [&](std::int64_t at_a, std::int64_t at_b, std::int64_t at_c) {
    multiply(g, pieces, a + at_a, b + at_b, c + at_c);
  });
}

}  // namespace

void run(const plan::gemm& g, std::int64_t largest) {
  switch (g.type) {
    case dtype::float32: return run_typed<float>(g, largest);
    case dtype::float64: return run_typed<double>(g, largest);
    case dtype::complex64: return run_typed<std::complex<float>>(g, largest);
    case dtype::complex128: return run_typed<std::complex<double>>(g, largest);
    default: return run_integers(g);
  }
}

}  // namespace gpu::cpu_backend

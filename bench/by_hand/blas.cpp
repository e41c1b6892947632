#include "by_hand/blas.hpp"

#include <cublas_v2.h>

#include <cstdio>
#include <cstdlib>

namespace by_hand {
namespace {

void check(cublasStatus_t code, const char* what) {
  if (code == CUBLAS_STATUS_SUCCESS) return;
  std::fprintf(stderr, "%s: %s\n", what, cublasGetStatusString(code));
  std::exit(1);
}

const float one = 1, zero = 0;

}  // namespace

blas::blas() { check(cublasCreate(reinterpret_cast<cublasHandle_t*>(&handle_)), "cublasCreate"); }

blas::~blas() { cublasDestroy(static_cast<cublasHandle_t>(handle_)); }

// cuBLAS's matrices are column-major: it computes the transposed product of the transposed factors.
void blas::product(const float* p, const float* q, float* r, int side) const {
  check(cublasSgemm(static_cast<cublasHandle_t>(handle_), CUBLAS_OP_N, CUBLAS_OP_N, side, side, side, &one, q, side, p,
                    side, &zero, r, side),
        "cublasSgemm");
}

void blas::products(const float* p, const float* q, float* r, int side, int count) const {
  const long long step = static_cast<long long>(side) * side;
  check(cublasSgemmStridedBatched(static_cast<cublasHandle_t>(handle_), CUBLAS_OP_N, CUBLAS_OP_N, side, side, side,
                                  &one, q, side, step, p, side, step, &zero, r, side, step, count),
        "cublasSgemmStridedBatched");
}

}  // namespace by_hand

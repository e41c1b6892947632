// cuBLAS called by hand: float32 products of square row-major matrices in device memory.
#pragma once

#include <cstdint>

namespace by_hand {

class blas {
 public:
  blas();
  ~blas();
  blas(const blas&) = delete;
  blas& operator=(const blas&) = delete;

  /// r = p q.
  void product(const float* p, const float* q, float* r, int side) const;
  /// `count` products of matrices that lie one after another.
  void products(const float* p, const float* q, float* r, int side, int count) const;

 private:
  void* handle_ = nullptr;  // cublasHandle_t
};

}  // namespace by_hand

// Matrix products on the CPU: OpenBLAS for floating and complex dtypes, loops of our own for bool and integers.
#pragma once

#include <cstdint>
#include <limits>

#include "plan/gemm.hpp"

namespace gpu::cpu_backend {

/// The largest length or leading dimension in one call of OpenBLAS, whose integers are int.
inline constexpr std::int64_t largest_blas_integer = std::numeric_limits<int>::max();

/// Computes the products. float32, float64 and complex operands have BLAS layouts, the others any strides; no 16-bit floats.
void run(const plan::gemm& g, std::int64_t largest = largest_blas_integer);

}  // namespace gpu::cpu_backend

// Matrix products of bool ("or of ands") and integers (modulo their width), which no BLAS has.
#pragma once

#include "plan/gemm.hpp"

namespace gpu::cpu_backend {

/// Computes the products of operands with any strides.
void run_integers(const plan::gemm& g);

}  // namespace gpu::cpu_backend

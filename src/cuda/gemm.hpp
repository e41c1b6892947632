// Matrix products on the GPU: cuBLAS.
#pragma once

#include "plan/gemm.hpp"

namespace gpu::cuda_backend {

/// Queues the products on the current stream. Floating and complex dtypes; operands have BLAS layouts.
/// Throws cuda_error with cuBLAS's reason, device_error where cuBLAS is not there.
void run(const plan::gemm& g, gpu::device where);

}  // namespace gpu::cuda_backend

// The instantiations of reduce.cuh, by translation unit.
#pragma once

#include "cuda/cub/reduce.hpp"

namespace gpu::cuda_backend::cub {

/// What one translation unit provides for elements of one dtype; null where it does not.
struct reductions {
  reduce_function sum, min, max;
};

extern const reductions float32_reductions;
extern const reductions float64_reductions;
extern const reductions int32_reductions;  // sum in int64
extern const reductions int64_reductions;

}  // namespace gpu::cuda_backend::cub

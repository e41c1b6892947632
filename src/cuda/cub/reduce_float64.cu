#include "cuda/cub/reduce.cuh"
#include "cuda/cub/reductions.hpp"

namespace gpu::cuda_backend::cub {

const reductions float64_reductions = {reduce<ops::reduce::sum, ops::f64, ops::f64>,
                                       reduce<ops::reduce::min, ops::f64, ops::f64>,
                                       reduce<ops::reduce::max, ops::f64, ops::f64>};

}  // namespace gpu::cuda_backend::cub

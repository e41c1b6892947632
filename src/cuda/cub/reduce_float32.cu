#include "cuda/cub/reduce.cuh"
#include "cuda/cub/reductions.hpp"

namespace gpu::cuda_backend::cub {

const reductions float32_reductions = {reduce<ops::reduce::sum, ops::f32, ops::f32>,
                                       reduce<ops::reduce::min, ops::f32, ops::f32>,
                                       reduce<ops::reduce::max, ops::f32, ops::f32>};

}  // namespace gpu::cuda_backend::cub

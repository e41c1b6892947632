#include "cuda/cub/reduce.cuh"
#include "cuda/cub/reductions.hpp"

namespace gpu::cuda_backend::cub {

const reductions int32_reductions = {reduce<ops::reduce::sum, ops::i32, ops::i64>,
                                     reduce<ops::reduce::min, ops::i32, ops::i32>,
                                     reduce<ops::reduce::max, ops::i32, ops::i32>};

}  // namespace gpu::cuda_backend::cub

#include "cuda/cub/reduce.cuh"
#include "cuda/cub/reductions.hpp"

namespace gpu::cuda_backend::cub {

const reductions int64_reductions = {reduce<ops::reduce::sum, ops::i64, ops::i64>,
                                     reduce<ops::reduce::min, ops::i64, ops::i64>,
                                     reduce<ops::reduce::max, ops::i64, ops::i64>};

}  // namespace gpu::cuda_backend::cub

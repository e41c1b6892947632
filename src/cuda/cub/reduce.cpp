#include "cuda/cub/reduce.hpp"

#include "cuda/cub/reductions.hpp"

namespace gpu::cuda_backend::cub {
namespace {

const reductions* reductions_from(dtype from) noexcept {
  switch (from) {
    case dtype::float32: return &float32_reductions;
    case dtype::float64: return &float64_reductions;
    case dtype::int32: return &int32_reductions;
    case dtype::int64: return &int64_reductions;
    default: return nullptr;
  }
}

}  // namespace

reduce_function reduction_of(plan::reducer combine, dtype from, dtype accumulate) noexcept {
  const reductions* found = reductions_from(from);
  if (found == nullptr) return nullptr;
  const bool widens = from == dtype::int32 && accumulate == dtype::int64;
  switch (combine) {
    case plan::reducer::sum: return widens || (from == accumulate && from != dtype::int32) ? found->sum : nullptr;
    case plan::reducer::min: return from == accumulate ? found->min : nullptr;
    case plan::reducer::max: return from == accumulate ? found->max : nullptr;
    default: return nullptr;
  }
}

}  // namespace gpu::cuda_backend::cub

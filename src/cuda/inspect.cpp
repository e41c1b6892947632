#include "cuda/inspect.hpp"

#include "cuda/library_reduction.hpp"
#include "runtime/cuda_driver.hpp"

namespace gpu::cuda_backend {

int multiprocessors_of(gpu::device where) {
  constexpr int dry_multiprocessors = 132;
  return where.type() == device_type::cuda ? runtime::properties(where.index()).multiprocessors : dry_multiprocessors;
}

inspection inspect(const plan::kernel& k, gpu::device where) {
  const gpu::device on = where.type() == device_type::cpu ? gpu::device(device_type::dry, 0) : where;
  inspection i;
  i.by_library = library_reduction_for(k) != nullptr;
  i.threads = layout_of(k);
  i.launch = plan_launch(k, i.threads, multiprocessors_of(on));
  i.program = state_of(k, i.threads, on);
  return i;
}

}  // namespace gpu::cuda_backend

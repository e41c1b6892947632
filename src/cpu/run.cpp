#include "cpu/run.hpp"

#include "cpu/map.hpp"
#include "cpu/reduce.hpp"

namespace gpu::cpu_backend {

void run(const plan::kernel& k) {
  check_indices(k);
  if (k.kind == plan::kernel_kind::reduce) return run_reduction(k);
  if (k.extent.count() != 0) run_map(k);
}

}  // namespace gpu::cpu_backend

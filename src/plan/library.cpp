#include "plan/library.hpp"

#include "cpu/gemm.hpp"
#include "cuda/gemm.hpp"
#include "runtime/counters.hpp"

namespace gpu::plan {

void run(const gemm& g, gpu::device where) {
  runtime::counters().library_calls.add();
  if (where.type() == device_type::cuda) return cuda_backend::run(g, where);
  cpu_backend::run(g);
}

}  // namespace gpu::plan

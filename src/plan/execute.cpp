#include "plan/execute.hpp"

#include "cpu/run.hpp"
#include "cuda/run.hpp"
#include "runtime/counters.hpp"

namespace gpu::plan {

void execute(const kernel& k, gpu::device where) {
  switch (where.type()) {
    case device_type::cuda: cuda_backend::run(k, where); return;
    case device_type::dry: cuda_backend::compile_only(k); break;
    case device_type::cpu: runtime::counters().launches.add(); break;
  }
  cpu_backend::run(k);
}

}  // namespace gpu::plan

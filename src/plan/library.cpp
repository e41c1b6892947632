#include "plan/library.hpp"

#include "cpu/gemm.hpp"
#include "cuda/gemm.hpp"
#include "plan/launch_trace.hpp"
#include "runtime/counters.hpp"
#include "runtime/waits.hpp"

namespace gpu::plan {

void run(const gemm& g, gpu::device where) {
  if (runtime::trace::on(runtime::trace::topic::launch)) trace_launch(g, where);
  runtime::counters().library_calls.add();
  if (where.type() == device_type::cuda)
    cuda_backend::run(g, where);
  else
    cpu_backend::run(g);
  runtime::wait_if_asked(where);
}

}  // namespace gpu::plan

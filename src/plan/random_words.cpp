// Random words in bulk: cuRAND's on a CUDA GPU, and where it is not installed, and on other devices, those of a draw's kernel.
#include <cstddef>
#include <cstdint>

#include "cuda/curand.hpp"
#include "cuda/random_words.hpp"
#include "plan/launch_trace.hpp"
#include "plan/library.hpp"
#include "plan/planner.hpp"
#include "runtime/counters.hpp"
#include "runtime/waits.hpp"

namespace gpu::plan {

graph::handle random_words(const graph::handle& draw) {
  const graph::node& d = *draw.get();
  if (d.where.type() != device_type::cuda || d.dims.count() == 0 || !cuda_backend::curand_found()) return evaluate(d);
  graph::handle numbers = graph::new_array(d.dims, d.type, d.where);
  auto* words = static_cast<std::uint32_t*>(numbers.get()->data->data);
  if (runtime::trace::on(runtime::trace::topic::launch))
    trace_library_launch("curandGenerate", d.where, d.dims.count());
  runtime::counters().library_calls.add();
  cuda_backend::generate_words(d.draw->seed, d.draw->first_word, words, 2 * static_cast<std::size_t>(d.dims.count()),
                               d.where);
  runtime::wait_if_asked(d.where);
  return numbers;
}

}  // namespace gpu::plan

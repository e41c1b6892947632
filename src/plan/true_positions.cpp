// Positions of true elements: counted by a reduction, which is the one wait, then written in order.
#include <cstddef>

#include "cuda/library_reduction.hpp"
#include "graph/build.hpp"
#include "plan/launch_trace.hpp"
#include "plan/library.hpp"
#include "plan/planner.hpp"
#include "runtime/counters.hpp"
#include "runtime/deferred_error.hpp"
#include "runtime/waits.hpp"

namespace gpu::plan {
namespace {

std::int64_t count_true(const graph::handle& mask) {
  const graph::node& m = *mask.get();
  const graph::handle flat = graph::window(m, {m.dims.count()}, {1}, m.offset);
  const graph::handle numbers = graph::make_cast(flat, dtype::int64);
  const graph::handle total = evaluate(*graph::make_reduce(reducer::sum, numbers, 1, dtype::int64).get());
  std::int64_t count = 0;
  runtime::throw_deferred_error();  // the copy waits
  runtime::copy(&count, cpu(), total.get()->data->data, total.get()->where, sizeof count);
  return count;
}

void write_on_host(const bool* flags, std::int64_t n, std::int64_t* positions) noexcept {
  for (std::int64_t i = 0; i < n; ++i)
    if (flags[i]) *positions++ = i;
}

}  // namespace

graph::handle true_positions(const graph::handle& mask) {
  const graph::node& m = *mask.get();
  const std::int64_t count = count_true(mask);
  graph::handle result = graph::new_array({count}, dtype::int64, m.where);
  if (count == 0) return result;
  if (runtime::trace::on(runtime::trace::topic::launch))
    trace_library_launch("select_positions", m.where, m.dims.count());
  if (m.where.type() == device_type::dry) runtime::counters().launches.add();  // CUB's, as on a GPU
  const bool* flags = static_cast<const bool*>(m.data->data) + m.offset;
  auto* positions = static_cast<std::int64_t*>(result.get()->data->data);
  if (m.where.type() == device_type::cuda)
    cuda_backend::write_true_positions(flags, m.dims.count(), positions, m.where);
  else
    write_on_host(flags, m.dims.count(), positions);
  runtime::wait_if_asked(m.where);
  return result;
}

}  // namespace gpu::plan

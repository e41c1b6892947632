// The counters that tests may read.
#include <gpu/counters.hpp>

#include "runtime/counters.hpp"

GPU_BEGIN_NAMESPACE
namespace testing {

counter_values counters() noexcept {
  const runtime::counter_set& c = runtime::counters();
  return {c.launches.get(),        c.waits.get(),        c.allocations.get(),       c.frees.get(),
          c.bytes_allocated.get(), c.bytes_copied.get(), c.kernels_generated.get(), c.kernels_compiled.get(),
          c.library_calls.get()};
}

}  // namespace testing
GPU_END_NAMESPACE

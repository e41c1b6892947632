#include "runtime/counters.hpp"

namespace gpu::runtime {

counter_set& counters() noexcept {
  static constinit counter_set set;
  return set;
}

}  // namespace gpu::runtime

#include "runtime/waits.hpp"

#include <cstdlib>
#include <string>

#include "runtime/counters.hpp"
#include "runtime/cuda_driver.hpp"
#include "runtime/device_errors.hpp"

namespace gpu::runtime {

void trace_wait(const char* why, gpu::device where, double microseconds) {
  trace::write(trace::topic::wait, why + trace::field("device", where.name()) + trace::field("us", microseconds));
}

void dry_wait(const char* why) {
  counters().waits.add();
  if (trace::on(trace::topic::wait)) trace_wait(why, gpu::device(device_type::dry, 0), 0);
}

bool waits_after_each_launch() {
  static const bool wanted = [] {
    const char* text = std::getenv("GPU_SYNC");
    return text != nullptr && std::string(text) == "1";
  }();
  return wanted;
}

void wait_if_asked(gpu::device where) {
  if (!waits_after_each_launch()) return;
  if (where.type() == device_type::dry) return dry_wait("GPU_SYNC");
  if (where.type() != device_type::cuda) return;
  wait_for_stream(where.index(), "GPU_SYNC");
  check_device_errors(where.index());
}

}  // namespace gpu::runtime

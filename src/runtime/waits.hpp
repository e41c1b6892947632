// The host's waits for a device, as the trace shows them (GPU_TRACE=wait).
#pragma once

#include <gpu/device.hpp>

#include "runtime/trace.hpp"

namespace gpu::runtime {

/// A wait ended. `why` says what waited. Call only where the topic is on.
void trace_wait(const char* why, gpu::device where, double microseconds);

/// The dry device computes at once, so there is nothing to wait for: counts and traces the wait that a GPU would need.
void dry_wait(const char* why);

/// Whether the process was started with GPU_SYNC=1: it waits after every kernel and library call.
[[nodiscard]] bool waits_after_each_launch();

/// Waits for `where` if GPU_SYNC=1, and throws what the device reported. Nothing on the CPU, where work is done when its call
/// returns.
void wait_if_asked(gpu::device where);

}  // namespace gpu::runtime

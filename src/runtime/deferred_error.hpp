// Failures inside destructors, which may not throw: kept for the next wait of the same thread, so that no other thread's call
// fails for them.
#pragma once

namespace gpu::runtime {

/// Remembers a failure; the first one wins until it is thrown. Allocates nothing.
void defer_error(const char* message) noexcept;
/// Throws gpu::error with the message that this thread remembered, once. Where the host waits for a device or reads a value.
void throw_deferred_error();

}  // namespace gpu::runtime

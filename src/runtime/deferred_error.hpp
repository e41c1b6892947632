// Failures inside destructors, which may not throw: kept for the next wait of any thread.
#pragma once

#include <string>

namespace gpu::runtime {

/// Remembers a failure; the first one wins until it is thrown.
void defer_error(const std::string& message) noexcept;
/// Throws gpu::error with the remembered message, once.
void throw_deferred_error();

}  // namespace gpu::runtime

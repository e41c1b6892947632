#include "runtime/deferred_error.hpp"

#include <cstdio>
#include <string>
#include <utility>

#include <gpu/error.hpp>

namespace gpu::runtime {
namespace {

/// In place and trivially destructible: destructors that run when the thread ends may still report.
struct slot {
  bool full = false;
  char message[500] = {};
};

constinit thread_local slot pending;

}  // namespace

void defer_error(const char* message) noexcept {
  if (std::exchange(pending.full, true)) return;
  std::snprintf(pending.message, sizeof pending.message, "%s", message);
}

void throw_deferred_error() {
  if (!std::exchange(pending.full, false)) return;
  throw error(std::string("an earlier failure that could not be reported in place: ") + pending.message);
}

}  // namespace gpu::runtime

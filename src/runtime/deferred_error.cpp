#include "runtime/deferred_error.hpp"

#include <atomic>
#include <mutex>
#include <optional>

#include <gpu/error.hpp>

namespace gpu::runtime {
namespace {

struct slot {
  std::atomic<bool> full{false};
  std::mutex mutex;
  std::string message;
};

slot& the_slot() {
  static slot& s = *new slot;  // never destroyed: destructors of static arrays may still report
  return s;
}

}  // namespace

void defer_error(const std::string& message) noexcept {
  slot& s = the_slot();
  const std::lock_guard lock(s.mutex);
  if (s.full.load(std::memory_order_relaxed)) return;
  s.message = message;
  s.full.store(true, std::memory_order_release);
}

void throw_deferred_error() {
  slot& s = the_slot();
  if (!s.full.load(std::memory_order_acquire)) return;
  std::string message;
  {
    const std::lock_guard lock(s.mutex);
    if (!s.full.load(std::memory_order_relaxed)) return;
    message = std::move(s.message);
    s.full.store(false, std::memory_order_release);
  }
  throw error("an earlier failure that could not be reported in place: " + message);
}

}  // namespace gpu::runtime

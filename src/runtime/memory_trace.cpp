#include "runtime/memory_trace.hpp"

#include <array>
#include <atomic>
#include <string>

namespace gpu::runtime {
namespace {

/// Bytes of a device's storages that were made since the trace began.
std::atomic<long long>& bytes_in_use(gpu::device where) noexcept {
  static std::array<std::atomic<long long>, 2 + 64> all{};  // cpu, dry, the CUDA devices
  if (where.type() == device_type::cuda) return all[2 + static_cast<std::size_t>(where.index())];
  return all[where.type() == device_type::dry ? 1 : 0];
}

const char* text_of(block_source from) noexcept {
  switch (from) {
    case block_source::system: return "system";
    case block_source::kept: return "kept";
    case block_source::pool: break;
  }
  return "pool";
}

std::string event(const char* what, long long bytes, gpu::device where, long long change) {
  const long long in_use = bytes_in_use(where).fetch_add(change) + change;
  return what + trace::field("device", where.name()) + trace::field("bytes", bytes) + trace::field("in_use", in_use);
}

}  // namespace

void trace_allocation(std::size_t bytes, gpu::device where, block_source from) {
  const auto count = static_cast<long long>(bytes);
  trace::write(trace::topic::mem, event("allocate", count, where, count) + trace::field("from", text_of(from)));
}

void trace_free(std::size_t bytes, gpu::device where) noexcept {
  try {
    if (!trace::on(trace::topic::mem)) return;
    const auto count = static_cast<long long>(bytes);
    trace::write(trace::topic::mem, event("free", count, where, -count));
  } catch (...) {  // no memory for the line: a destructor goes on without it
  }
}

}  // namespace gpu::runtime

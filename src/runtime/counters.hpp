// Process-wide counts of what the library did; tests prove "one launch, no wait, no allocation" with them.
#pragma once

#include <atomic>
#include <cstdint>

namespace gpu::runtime {

/// A count that many threads may raise; reading it orders nothing.
class counter {
 public:
  void add(std::uint64_t n = 1) noexcept { value_.fetch_add(n, std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t get() const noexcept { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_{0};
};

struct counter_set {
  counter launches;        // kernels started on any device, dry ones included
  counter library_calls;   // products and the like given to a library, dry ones included
  counter operand_copies;  // operands copied because a library cannot read them as they lie
  counter waits;           // times the host waited for a device
  counter allocations;     // storages made
  counter frees;           // storages given back
  counter bytes_allocated;
  counter bytes_freed;
  counter bytes_copied;       // by runtime::copy
  counter kernels_generated;  // sources written: misses of the memory cache
  counter kernels_compiled;   // sources given to the run-time compiler
  counter program_hits;       // found in memory
  counter modules_loaded;
  counter modules_unloaded;
  counter disk_hits;     // found in the disk cache
  counter disk_rejects;  // damaged cache files that were ignored
};

/// The counters of this process.
[[nodiscard]] counter_set& counters() noexcept;

}  // namespace gpu::runtime

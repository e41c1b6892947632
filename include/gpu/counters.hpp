// What the library did so far: launches, waits, allocations. For tests that hold "one launch, no wait, no allocation".
#pragma once

#include <cstdint>

#include <gpu/detail/config.hpp>

GPU_BEGIN_NAMESPACE
namespace testing {

/// Counts of this process since it began; the difference of two is what happened in between.
struct counter_values {
  std::uint64_t launches = 0;           ///< kernels started on any device, dry ones included
  std::uint64_t waits = 0;              ///< times the host waited for a device
  std::uint64_t allocations = 0;        ///< storages made
  std::uint64_t frees = 0;              ///< storages given back
  std::uint64_t bytes_allocated = 0;    ///< of the storages made
  std::uint64_t bytes_copied = 0;       ///< between storages, or to and from the host
  std::uint64_t kernels_generated = 0;  ///< kernel sources written because no kernel in memory fitted
  std::uint64_t kernels_compiled = 0;   ///< of these, given to the run-time compiler
  std::uint64_t library_calls = 0;      ///< products and the like given to a library

  friend constexpr counter_values operator-(const counter_values& after, const counter_values& before) noexcept {
    return {after.launches - before.launches,
            after.waits - before.waits,
            after.allocations - before.allocations,
            after.frees - before.frees,
            after.bytes_allocated - before.bytes_allocated,
            after.bytes_copied - before.bytes_copied,
            after.kernels_generated - before.kernels_generated,
            after.kernels_compiled - before.kernels_compiled,
            after.library_calls - before.library_calls};
  }
};

/// The counts so far, of all threads. Does not wait.
[[nodiscard]] GPU_API counter_values counters() noexcept;

/// What happened while f ran.
template <class F>
[[nodiscard]] counter_values counted(F&& f) {
  const counter_values before = counters();
  f();
  return counters() - before;
}

}  // namespace testing
GPU_END_NAMESPACE

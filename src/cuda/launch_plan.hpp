// From a kernel description to grid and parameter words.
#pragma once

#include <cstdint>
#include <vector>

#include "cuda/layout.hpp"
#include "cuda/params.hpp"
#include "plan/kernel.hpp"

namespace gpu::cuda_backend {

/// How many threads and blocks a kernel needs, and how a reduction is cut.
struct launch_plan {
  std::int64_t units = 0;        // groups of lanes, or outputs of an inner reduction; 0: there is nothing to do
  std::int64_t lane_chunks = 1;  // groups of lanes along the lane axis
  std::int64_t blocks = 0;
  // reductions
  std::int64_t reduced_units = 0;  // steps of one output: groups of lanes (inner), points (outer)
  std::int64_t units_a_split = 0;
  std::int64_t splits = 1;          // blocks that share an output
  std::int64_t interior_begin = 0;  // inner: groups of lanes that are whole …
  std::int64_t interior_end = 0;
  std::int64_t partial_bytes = 0;  // scratch for the splits' partial results
};

/// Pure; `multiprocessors` decides how far a reduction is split.
[[nodiscard]] launch_plan plan_launch(const plan::kernel& k, const layout& l, int multiprocessors);

/// Addresses that only the launch knows.
struct launch_addresses {
  std::uint64_t error_slot = 0;
  std::uint64_t operation_name = 0;
  std::uint64_t scatter_number = 0;
  std::uint64_t scatter_flag = 0;
  std::uint64_t partials = 0;
  std::uint64_t tickets = 0;
  std::uint64_t owners = 0;   // see picks_last_writer
  std::uint64_t storage = 0;  // what the owners are counted from: the first element of the output's storage
};

/// Fills `words` as `map` says.
void fill_words(std::vector<std::uint64_t>& words, const plan::kernel& k, const layout& l, const param_map& map,
                const launch_plan& plan, const launch_addresses& addresses);

/// Bytes of one partial result.
[[nodiscard]] std::int64_t state_bytes(const plan::kernel& k) noexcept;

/// Tickets (counters of finished splits) that a device has: at most this many groups of blocks may be split.
inline constexpr std::int64_t ticket_count = 1 << 16;

}  // namespace gpu::cuda_backend

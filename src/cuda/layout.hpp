// How a kernel's threads walk its operands: what is decided from extents, strides and addresses, before any source is
// written. Functions of the description, and of which passes are on (plan/passes.hpp), alone.
#pragma once

#include <cstdint>
#include <vector>

#include "plan/kernel.hpp"

namespace gpu::cuda_backend {

/// How one thread's lanes reach an operand along the lane axis.
enum class access : std::uint8_t {
  vector,      // one aligned access for all lanes
  contiguous,  // neighbours, but not aligned: element by element
  broadcast,   // all lanes the same element
  strided,     // element by element, a stride apart
};

enum class strategy : std::uint8_t {
  map,
  reduce_inner,  // lanes along the last reduced axis; a group of threads shares an output
  reduce_outer,  // lanes along the last kept axis; threads own outputs and walk the reduced axes
};

struct operand_layout {
  access lanes = access::strided;
  bool read_only = false;  // inputs: no output shares its storage
  bool parts = false;      // complex, aligned to its parts only
};

/// All that shapes the generated source, besides the values themselves.
struct layout {
  strategy how = strategy::map;
  int rank = 1;  // axes walked; a 0-d map is walked as one axis of length 1
  int lane_axis = 0;
  int lanes = 1;      // elements a thread handles at once
  bool exact = true;  // every lane is always inside: no guards
  bool wide = false;  // 64-bit index arithmetic
  int group = 1;      // reduce_inner: threads that share an output
  int repeat = 1;     // map: groups of lanes a thread takes, a block's width apart, so that enough loads are in flight
  std::int64_t shift = 0;  // elements before the first one, so that accesses are aligned; a parameter, not source
  std::vector<operand_layout> inputs;
  std::vector<operand_layout> outputs;
  std::vector<bool> draws_by_four;  // each thread's lanes are whole blocks of four of the draw
};

inline constexpr int block_threads = 256;
inline constexpr int vector_bytes = 16;  // the widest access of one thread
inline constexpr int max_lanes = 16;

/// Decides the layout of `k`.
[[nodiscard]] layout layout_of(const plan::kernel& k);

/// The extent that is walked: that of the kernel, or {1} where it has no axis.
[[nodiscard]] shape walked_extent(const plan::kernel& k);
/// Stride of an operand along `axis` of the walked extent; outputs of reductions have kept axes only.
[[nodiscard]] std::int64_t stride_of(const plan::operand& o, int axis) noexcept;
/// Address of the operand's element at the origin.
[[nodiscard]] std::uint64_t address_of(const plan::operand& o) noexcept;

/// How many elements lie between the last boundary of `lanes` elements and the operand's origin; -1 if lanes of it can never be
/// aligned (stride along the lane axis not 1, rows that start at different phases, or a misaligned element).
[[nodiscard]] std::int64_t phase_of(const plan::operand& o, const shape& extent, int lane_axis, int lanes) noexcept;

/// Whether all element offsets and positions fit 32-bit arithmetic.
[[nodiscard]] bool fits_32_bits(const plan::kernel& k, const shape& extent) noexcept;

/// Whether lanes go along the kept axis in this reduction.
[[nodiscard]] bool prefers_outer(const plan::kernel& k) noexcept;

/// Threads that share an output whose reduction has `chunks` groups of lanes.
[[nodiscard]] int group_for(std::int64_t chunks, std::int64_t outputs) noexcept;

}  // namespace gpu::cuda_backend

// The vector loops by operation and dtype: what the executor calls on each block, compiled once per instruction set.
// Read by the loops' translation units, so it includes nothing with inline functions.
#pragma once

#include <stddef.h>  // NOLINT(modernize-deprecated-headers): see above
#include <stdint.h>  // NOLINT(modernize-deprecated-headers)

namespace gpu::cpu_backend {

inline constexpr int op_count = 0
#define GPU_OP(name, arity, rule) +1
#include <gpu/detail/op_table.def>
#undef GPU_OP
    ;
inline constexpr int loop_types = 15;         // in the order of gpu::dtype
inline constexpr int reducer_count = 8;       // in the order of plan::reducer
inline constexpr int distribution_count = 3;  // in the order of plan::distribution

/// out[i] = op(args[0][i], …) for i < n; all contiguous. `out` may be one of the arguments or apart from all of them.
using map_loop = void (*)(const void* const* args, void* out, size_t n);

/// What a random draw is made from; see plan::draw.
struct draw_parameters {
  uint64_t seed;
  uint64_t first_word;
  int64_t low;
  uint64_t range;
};

/// out[i] = the element of the draw at positions[i], for i < n.
using draw_loop = void (*)(const draw_parameters& draw, const int64_t* positions, void* out, size_t n);

/// A reduction's loops over arrays of accumulators, `accumulator_bytes` each. `position` is the place of the block's first
/// column (fold_columns) or row (fold_rows) in the reduced axes; argmin and argmax need it.
struct reduce_loops {
  size_t accumulator_bytes;
  void (*clear)(void* acc, size_t n);
  /// acc[r] = combined with x[r][0 … columns).
  void (*fold_columns)(void* acc, const void* x, size_t rows, size_t columns, int64_t position);
  /// acc[c] = combined with x[0 … rows)[c].
  void (*fold_rows)(void* acc, const void* x, size_t rows, size_t columns, int64_t position);
  /// acc[i] = acc[i] combined with later[i].
  void (*merge)(void* acc, const void* later, size_t n);
  /// out[i] = the result of acc[i]: a value of the accumulator's dtype, or a position.
  void (*finish)(const void* acc, void* out, size_t n);
};

struct loop_table {
  map_loop ops[op_count][loop_types];      // by compute dtype; null where the type rule never asks
  map_loop casts[loop_types][loop_types];  // [from][to]
  draw_loop draws[distribution_count][loop_types];
  reduce_loops reductions[reducer_count][loop_types];  // by accumulator dtype
};

/// The loops for this processor: the best of x86-64-v4, v3 and v2 that it runs, or the one that the environment's GPU_CPU_ISA
/// (v2, v3 or v4) names if it runs that.
const loop_table& loops() noexcept;

/// The loops of the instruction set of that name; null where this processor does not run them.
const loop_table* loops_of(const char* name) noexcept;

/// "v2", "v3" or "v4": whose loops `loops` gives.
const char* instruction_set() noexcept;

}  // namespace gpu::cpu_backend

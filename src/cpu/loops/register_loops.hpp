// What each file of this folder provides, once per instruction set: a function that enters its loops into a table.
#pragma once

#include "cpu/loop_table.hpp"

// clang-format off
#define GPU_LOOP_FILES(row) \
  row(small_integers)      \
  row(large_integers)      \
  row(float16)             \
  row(float32)             \
  row(float64)             \
  row(complex)             \
  row(integer_reductions)  \
  row(float_reductions)    \
  row(draws)
// clang-format on

namespace gpu::cpu_backend {
#define GPU_DECLARE(name)             \
  namespace loops_v2 {                \
  void add_##name(loop_table& table); \
  }                                   \
  namespace loops_v3 {                \
  void add_##name(loop_table& table); \
  }                                   \
  namespace loops_v4 {                \
  void add_##name(loop_table& table); \
  }
GPU_LOOP_FILES(GPU_DECLARE)
#undef GPU_DECLARE
}  // namespace gpu::cpu_backend

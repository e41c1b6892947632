// Names of the instruction set that a translation unit of loops is compiled for. The build defines GPU_ISA as v2, v3 or v4
// (x86-64-v2, -v3, -v4); everything here then lives in namespaces of that name, so that no function compiled for a larger
// processor can stand in for one of a smaller. For the same reason no header with inline functions of the standard library
// may be included.
#pragma once

#define GPU_JOIN_EXPANDED(a, b) a##b
#define GPU_JOIN(a, b) GPU_JOIN_EXPANDED(a, b)

#define GPU_OPS_NAMESPACE GPU_JOIN(ops_, GPU_ISA)
#define GPU_LOOPS_NAMESPACE GPU_JOIN(loops_, GPU_ISA)

#include <math.h>    // NOLINT(modernize-deprecated-headers): see above
#include <stddef.h>  // NOLINT(modernize-deprecated-headers)
#include <stdint.h>  // NOLINT(modernize-deprecated-headers)

#include "cpu/loop_table.hpp"
#include "ops/base.hpp"

// The iterations of the next loop do not depend on one another: its arrays are the same or apart.
#ifdef __clang__
#define GPU_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define GPU_INDEPENDENT _Pragma("GCC ivdep")
#endif

namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE {

namespace ops = gpu::GPU_OPS_NAMESPACE;

/// The types in the order of gpu::dtype.
template <class... T>
struct type_list {};
using all_types = type_list<bool, ops::i8, ops::i16, ops::i32, ops::i64, ops::u8, ops::u16, ops::u32, ops::u64,
                            ops::f16, ops::bf16, ops::f32, ops::f64, ops::c64, ops::c128>;

template <class T, class... All>
constexpr int place_of(type_list<All...>) {
  int place = 0;
  int i = 0;
  ((ops::same<T, All> ? place = i : 0, ++i), ...);
  return place;
}
/// T's number in gpu::dtype.
template <class T>
inline constexpr int type_number = place_of<T>(all_types{});

/// Elements that are converted at a time between a 16-bit float and float: the buffers stay in the first-level cache.
inline constexpr size_t conversion_block = 512;

}  // namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE

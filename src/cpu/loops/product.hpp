// The inner loops of products of bool and integer matrices, compiled once per instruction set.
// Read by the loops' translation units, so it includes nothing with inline functions.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace gpu::cpu_backend {

inline constexpr int product_types = 9;  // bool and the integers, in the order of gpu::dtype

/// The tile that the loops work on, chosen so that a packed panel and the sums of four rows stay in the second-level cache.
inline constexpr int64_t product_depth = 256;    // along k
inline constexpr int64_t product_columns = 512;  // along n

/// A block of one matrix; strides in elements.
struct product_block {
  const void* data;
  int64_t row_stride, column_stride;
};

struct product_loops {
  /// panel[l * columns + j] = b(l, j), for l < depth and j < columns.
  void (*pack)(const product_block& b, int64_t depth, int64_t columns, void* panel);
  /// c[i * c_stride + j] (cleared first where `fresh`) gains Σ a(i, l) panel(l, j), for i < rows, l < depth, j < columns.
  void (*accumulate)(const product_block& a, const void* panel, int64_t rows, int64_t depth, int64_t columns, void* c,
                     int64_t c_stride, bool fresh);
};

#define GPU_DECLARE_PRODUCTS(isa)                     \
  namespace loops_##isa {                             \
    const product_loops* integer_products() noexcept; \
  }
GPU_DECLARE_PRODUCTS(v2)
GPU_DECLARE_PRODUCTS(v3)
GPU_DECLARE_PRODUCTS(v4)
#undef GPU_DECLARE_PRODUCTS

}  // namespace gpu::cpu_backend

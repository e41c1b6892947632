// Library calls: work that no generated kernel does, by device.
#pragma once

#include "graph/node.hpp"
#include "plan/gemm.hpp"

namespace gpu::plan {

/// C-order positions of the true elements of a dense bool array, as a 1-D int64 array on the same device; waits.
[[nodiscard]] graph::handle true_positions(const graph::handle& mask);

/// The value of a draw of all 64-bit integers from 0 (range 2^64), whose elements are two words of its stream as they are: by
/// cuRAND on a CUDA GPU that has it, otherwise by a kernel, with the same bits. Does not wait for a device.
[[nodiscard]] graph::handle random_words(const graph::handle& draw);

/// Computes the products on `where`: floating and complex dtypes, whose operands have BLAS layouts; on the CPU also bool and
/// integers, of any strides, but not the 16-bit floats.
void run(const gemm& g, gpu::device where);

}  // namespace gpu::plan

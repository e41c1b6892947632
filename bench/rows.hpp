// The rows of `bench`, by chapter. Each function appends its chapter's; expressions are written as a user writes them.
#pragma once

#include <vector>

#include <gpu/gpu.hpp>

#include "harness.hpp"

namespace bench {

using floats = gpu::ndarray<float>;

/// Whole-array expressions, and the same for arrays of 2^14, 2^17 and 2^20 elements.
void add_elementwise_rows(std::vector<row>& rows, const sizes& size);
/// float16, float64, complex64.
void add_dtype_rows(std::vector<row>& rows, const sizes& size);
/// Reductions of a whole array, and the same for 2^14, 2^17 and 2^20 elements.
void add_full_reduction_rows(std::vector<row>& rows, const sizes& size);
/// Reductions along axes.
void add_axis_reduction_rows(std::vector<row>& rows, const sizes& size);
/// Broadcast rows and columns, transposes, stencils, softmax and the like.
void add_matrix_rows(std::vector<row>& rows, const sizes& size);
/// Slices, masks, index arrays.
void add_selection_rows(std::vector<row>& rows, const sizes& size);
void add_random_rows(std::vector<row>& rows, const sizes& size);
void add_linalg_rows(std::vector<row>& rows, const sizes& size);
/// What a statement on a small array costs the host.
void add_host_rows(std::vector<row>& rows);
/// A kernel launched by hand: what the host rows are compared with. Needs a CUDA device.
void add_launch_rows(std::vector<row>& rows);

/// Uniform numbers in [0, 1), the same in every run.
template <class E = float>
[[nodiscard]] gpu::ndarray<E> uniform(const gpu::shape& dims, std::uint64_t seed) {
  return gpu::random::default_rng(seed).random<E>(dims);
}

}  // namespace bench

// A recorded kernel's operands as an explanation shows them: by the axes of the expression, with how threads reach them.
#pragma once

#include <string>

#include "cuda/layout.hpp"
#include "plan/recorder.hpp"
#include "plan/storage_names.hpp"

namespace gpu::plan {

struct operand_view {
  runtime::storage_ref data;
  dtype type = dtype::bool_;
  window part;       // lengths are 1 where the operand is broadcast; leading ones are left out
  std::string look;  // "contiguous, vectors of 16 bytes, broadcast along axis 0"
  std::int64_t bytes = 0;
};

[[nodiscard]] operand_view input_view(const recorded_kernel& r, std::size_t slot, const cuda_backend::layout& l);
/// A reduction's has the axes that are kept.
[[nodiscard]] operand_view output_view(const recorded_kernel& r, std::size_t slot, const cuda_backend::layout& l);

/// Lengths or strides of a kernel as it was given, by the axes of the expression: a reduction's reduced axes go back to their
/// places.
[[nodiscard]] shape by_own_axes(const shape& of_kernel, std::uint32_t reduced);

}  // namespace gpu::plan

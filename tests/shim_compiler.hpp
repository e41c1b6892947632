// Compiles texts of generated kernels for the CPU with the host's compiler, many in one run of it.
#pragma once

#include <span>
#include <vector>

#include "cuda/generate.hpp"

namespace shim {

/// Runs a whole grid; `words` are the kernel's parameters, aligned to 16 bytes.
using launcher = void (*)(const void* words, unsigned blocks_x, unsigned blocks_y);

struct compiled_kernel {
  launcher main = nullptr;
  launcher check = nullptr;  // there only if the text has one
};

struct kernel_text {
  gpu::cuda_backend::source_parts parts;
  bool has_check = false;
};

/// One library of all of them, in their order; it stays loaded. Throws std::runtime_error where the compiler, whose messages go to
/// stderr, refuses. Threads may compile at the same time.
[[nodiscard]] std::vector<compiled_kernel> compile(std::span<const kernel_text* const> kernels);

/// Whether kernels are compiled with AddressSanitizer and UndefinedBehaviorSanitizer, as the suite is.
[[nodiscard]] bool is_sanitized() noexcept;

}  // namespace shim

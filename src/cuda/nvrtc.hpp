// The run-time compiler, opened when the first kernel has to be compiled.
#pragma once

#include <string>

namespace gpu::cuda_backend {

/// What the driver loads: a cubin, or PTX where the compiler does not know the architecture.
/// `architecture` is 90 for compute capability 9.0. Throws jit_error with the compiler's log.
[[nodiscard]] std::string compile(const std::string& source, int architecture);

/// The options that decide the code, as one text: part of the disk cache's key.
[[nodiscard]] std::string compile_options(int architecture);

/// Opens the compiler. Throws jit_error where that cannot be.
void require_compiler();

/// Whether this process has opened the compiler.
[[nodiscard]] bool compiler_loaded() noexcept;

}  // namespace gpu::cuda_backend

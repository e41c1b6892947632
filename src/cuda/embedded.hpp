// Texts that the build put into the library for the run-time compiler; see cmake/EmbedText.cmake.
#pragma once

#include <span>
#include <string_view>

namespace gpu::cuda_backend {

struct embedded_file {
  std::string_view name;  // without its folder
  std::string_view text;
};

/// The headers of src/ops.
[[nodiscard]] std::span<const embedded_file> embedded_ops() noexcept;
/// The headers of src/cuda/device.
[[nodiscard]] std::span<const embedded_file> embedded_device_code() noexcept;

}  // namespace gpu::cuda_backend

// What only a device can see: an index out of range. A kernel writes the first one into its device's slot, and the next
// wait throws it.
#pragma once

#include <cstdint>
#include <string>

namespace gpu::runtime {

/// One per device, in host memory that the device writes. The layout is read by src/cuda/device/prelude.cuh.
struct device_error_slot {
  std::uint32_t state = 0;  // 0 empty, 1 being written, 2 full
  std::int32_t axis = 0;
  std::int64_t index = 0;
  std::int64_t length = 0;
  const char* operation = nullptr;  // a name that lives as long as the process
};

/// The address by which kernels of CUDA device `index` reach its slot; made on first use.
[[nodiscard]] std::uint64_t device_error_address(int index);

/// A copy of `name` that is never freed, one per different text.
[[nodiscard]] const char* lasting_name(const char* name);

/// What index_error says of it, as NumPy does.
[[nodiscard]] std::string message_of(const device_error_slot& slot);

/// Throws index_error if a kernel of CUDA device `index` reported one, and empties the slot. Call after a wait.
void check_device_errors(int index);

}  // namespace gpu::runtime

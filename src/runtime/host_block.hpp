// Host memory of the size of a user's array that is no array: scratch for rearranging, say.
#pragma once

#include <cstddef>
#include <memory>

namespace gpu::runtime {

struct host_block_deleter {
  void operator()(std::byte* block) const noexcept;
};
using host_block = std::unique_ptr<std::byte[], host_block_deleter>;

/// `bytes` bytes aligned to 64, uninitialised. Throws out_of_memory; `purpose` ends its message: "to rearrange a .npy file".
[[nodiscard]] host_block allocate_host_block(std::size_t bytes, const char* purpose);

}  // namespace gpu::runtime

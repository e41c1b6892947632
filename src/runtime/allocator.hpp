// Where storages get their memory: one allocator a device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <gpu/device.hpp>

namespace gpu::runtime {

/// Where a block came from: new from the system, one that was freed and kept, or a pool that does not say which.
enum class block_source : std::uint8_t { system, kept, pool };

struct block {
  void* data = nullptr;
  block_source from = block_source::system;
};

/// Hands out and takes back blocks of one device's memory; safe to use from many threads.
class allocator {
 public:
  allocator() = default;
  allocator(const allocator&) = delete;
  allocator& operator=(const allocator&) = delete;
  virtual ~allocator();

  /// `bytes` > 0 bytes aligned to 256, or null where there are none.
  [[nodiscard]] virtual block allocate(std::size_t bytes) = 0;
  /// Takes back what allocate(bytes) gave.
  virtual void deallocate(void* data, std::size_t bytes) noexcept = 0;
  /// Gives the blocks that are kept for reuse back to the system.
  virtual void release_cached() noexcept = 0;

  struct memory {
    std::size_t free = 0;
    std::size_t total = 0;
  };
  /// The system's call that memory comes from, for messages.
  [[nodiscard]] virtual const char* call() const noexcept = 0;
  /// What the device has, for messages.
  [[nodiscard]] virtual memory available() const noexcept = 0;
};

/// The allocator of `where`. Throws device_error if that device is not there.
[[nodiscard]] allocator& allocator_of(gpu::device where);

/// The host's allocator: freed blocks are kept by size, up to a quarter of the machine's memory.
[[nodiscard]] std::unique_ptr<allocator> make_host_allocator();
/// The allocator of CUDA device `index`: the driver's stream-ordered pool.
[[nodiscard]] std::unique_ptr<allocator> make_cuda_allocator(int index);

}  // namespace gpu::runtime

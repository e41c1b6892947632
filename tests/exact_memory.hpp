// Memory of exactly the size asked for, which the library's allocator does not round up and does not keep: what
// AddressSanitizer can watch the ends of.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

#include "runtime/storage.hpp"

/// `bytes` bytes of host memory that begin `phase` bytes after a multiple of 256. Uninitialised.
inline gpu::runtime::storage_ref exact_storage(std::size_t bytes, std::size_t phase = 0) {
  void* block = nullptr;
  if (posix_memalign(&block, 256, bytes + phase) != 0) throw std::bad_alloc();
  return gpu::runtime::adopt(static_cast<std::byte*>(block) + phase, bytes, gpu::cpu(),
                             [block](void*) { std::free(block); });
}

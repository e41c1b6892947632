#include "runtime/host_block.hpp"

#include <new>
#include <string>

#include <gpu/error.hpp>

#include "runtime/call_seam.hpp"

namespace gpu::runtime {
namespace {

constexpr std::align_val_t alignment{64};

}  // namespace

void host_block_deleter::operator()(std::byte* block) const noexcept { ::operator delete(block, alignment); }

host_block allocate_host_block(std::size_t bytes, const char* purpose) {
  void* block = nullptr;
  if (seam::enter(seam::kind::allocation, "operator new")) block = ::operator new(bytes, alignment, std::nothrow);
  if (block == nullptr)
    throw out_of_memory("cannot allocate " + std::to_string(bytes) + " bytes of host memory " + purpose +
                        ": operator new failed");
  return host_block(static_cast<std::byte*>(block));
}

}  // namespace gpu::runtime

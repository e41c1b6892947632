#include "cpu/scratch.hpp"

#include <new>
#include <string>

#include <gpu/error.hpp>

#include "runtime/call_seam.hpp"

namespace gpu::cpu_backend {
namespace {

constexpr std::align_val_t alignment{64};
constexpr std::size_t most_kept = std::size_t{1} << 20;  // bytes a thread keeps between kernels

[[noreturn]] void throw_out_of_memory(std::size_t bytes) {
  throw out_of_memory("cannot allocate " + std::to_string(bytes) +
                      " bytes of scratch memory on cpu: operator new failed");
}

std::byte* get_memory(std::size_t bytes) {
  void* p = ::operator new(bytes, alignment, std::nothrow);
  if (p == nullptr) throw_out_of_memory(bytes);
  return static_cast<std::byte*>(p);
}

void free_memory(std::byte* p) noexcept { ::operator delete(p, alignment); }

struct thread_buffer {
  std::byte* data = nullptr;
  std::size_t bytes = 0;
  bool leased = false;
  ~thread_buffer() {
    free_memory(data);
    data = nullptr;
    leased = true;  // a kernel run by a later destructor of this thread takes fresh memory
  }
};

thread_buffer& buffer_of_thread() noexcept {
  thread_local thread_buffer buffer;
  return buffer;
}

}  // namespace

scratch::scratch(std::size_t bytes) {
  // Announced at every lease, not only where memory is asked for, so that a test reaches each of them.
  if (!runtime::seam::enter(runtime::seam::kind::allocation, "operator new")) throw_out_of_memory(bytes);
  thread_buffer& own = buffer_of_thread();
  if (own.leased || bytes > most_kept) {
    data_ = get_memory(bytes);
    return;
  }
  if (own.bytes < bytes) {
    std::byte* larger = get_memory(bytes);
    free_memory(own.data);
    own.data = larger;
    own.bytes = bytes;
  }
  data_ = own.data;
  own.leased = true;
  from_thread_ = true;
}

scratch::~scratch() {
  if (from_thread_) {
    buffer_of_thread().leased = false;
  } else {
    free_memory(data_);
  }
}

}  // namespace gpu::cpu_backend

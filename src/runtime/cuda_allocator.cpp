// Device memory from the driver's stream-ordered pool: an allocation is queued like a kernel and a freed block is reused by
// work queued after it.
#include <bit>

#include "runtime/allocator.hpp"
#include "runtime/cuda_driver.hpp"

namespace gpu::runtime {
namespace {

class cuda_allocator final : public allocator {
 public:
  explicit cuda_allocator(int index) : index_(index) {}

  block allocate(std::size_t bytes) override {
    if (!seam::enter(seam::kind::allocation, "cuMemAllocAsync")) return {};
    make_current(index_);
    CUdeviceptr data = 0;
    const CUresult code = GPU_DRIVER_CODE(cuMemAllocAsync, &data, bytes, current_stream());
    if (code == CUDA_ERROR_OUT_OF_MEMORY) return {};
    check_driver(code, "cuMemAllocAsync");
    return {std::bit_cast<void*>(data), block_source::pool};
  }

  void deallocate(void* data, std::size_t) noexcept override {
    try {
      make_current(index_);
      GPU_DRIVER_RELEASE(cuMemFreeAsync, std::bit_cast<CUdeviceptr>(data), current_stream());
    } catch (...) {  // a context that is gone took its memory along
    }
  }

  void release_cached() noexcept override {
    try {
      make_current(index_);
      wait_for_stream(index_, "allocation");  // what is queued to be freed becomes free
      CUdevice device = 0;
      CUmemoryPool pool = nullptr;
      GPU_DRIVER(cuDeviceGet, &device, index_);
      GPU_DRIVER(cuDeviceGetDefaultMemPool, &pool, device);
      GPU_DRIVER(cuMemPoolTrimTo, pool, 0);
    } catch (...) {  // the retry that follows reports the failure
    }
  }

  const char* call() const noexcept override { return "cuMemAllocAsync"; }

  memory available() const noexcept override {
    memory m;
    try {
      make_current(index_);
      GPU_DRIVER(cuMemGetInfo, &m.free, &m.total);
    } catch (...) {
      m = {};
    }
    return m;
  }

 private:
  int index_;
};

}  // namespace

std::unique_ptr<allocator> make_cuda_allocator(int index) {
  make_current(index);
  return std::make_unique<cuda_allocator>(index);
}

}  // namespace gpu::runtime

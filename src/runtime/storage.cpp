#include "runtime/storage.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <mutex>
#include <sstream>

#include <gpu/error.hpp>

#include "runtime/allocator.hpp"
#include "runtime/counters.hpp"
#include "runtime/cuda_driver.hpp"
#include "runtime/device_errors.hpp"
#include "runtime/immortal.hpp"
#include "runtime/memory_trace.hpp"
#include "runtime/waits.hpp"

namespace gpu::runtime {

allocator::~allocator() = default;

namespace {

struct cuda_allocators {
  std::mutex mutex;
  std::array<std::unique_ptr<allocator>, 64> by_index;
};

allocator& cuda_allocator_of(int index) {
  static immortal<cuda_allocators> all;
  make_current(index);  // refuses an index that is not there
  const std::lock_guard lock(all->mutex);
  auto& slot = all->by_index[static_cast<std::size_t>(index)];
  if (!slot) slot = make_cuda_allocator(index);
  return *slot;
}

std::string gibibytes(std::size_t bytes) {
  std::ostringstream text;
  text.precision(2);
  text << std::fixed << static_cast<double>(bytes) / static_cast<double>(std::size_t{1} << 30) << " GiB";
  return text.str();
}

[[noreturn]] void throw_out_of_memory(std::size_t bytes, gpu::device where, const allocator& from) {
  const allocator::memory m = from.available();
  throw out_of_memory("cannot allocate " + std::to_string(bytes) + " bytes (" + gibibytes(bytes) + ") on " +
                      where.name() + ": " + from.call() + " failed; " + gibibytes(m.free) + " of " +
                      gibibytes(m.total) + " are free");
}

block allocate_or_throw(std::size_t bytes, gpu::device where, allocator& from) {
  if (const block made = from.allocate(bytes); made.data != nullptr) return made;
  from.release_cached();
  if (const block made = from.allocate(bytes); made.data != nullptr) return made;
  throw_out_of_memory(bytes, where, from);
}

bool on_host(gpu::device d) noexcept { return d.type() != device_type::cuda; }

void copy_with_driver(void* to, gpu::device to_device, const void* from, gpu::device from_device, std::size_t bytes) {
  const auto target = std::bit_cast<CUdeviceptr>(to);
  const auto source = std::bit_cast<CUdeviceptr>(from);
  const int index = on_host(to_device) ? from_device.index() : to_device.index();
  make_current(index);
  const bool between_devices = !on_host(to_device) && !on_host(from_device) && to_device.index() != from_device.index();
  if (between_devices) {
    // the source's own stream does not order this one
    wait_for_stream(from_device.index(), "copy between devices");
    make_current(index);
  }
  GPU_DRIVER(cuMemcpyAsync, target, source, bytes, current_stream());
  if (on_host(to_device) || on_host(from_device)) {
    wait_for_stream(index, on_host(to_device) ? "copy to host" : "copy from host");
    check_device_errors(index);
  } else if (between_devices) {
    wait_for_stream(index, "copy between devices");  // the source may be freed or written next
  }
}

}  // namespace

allocator& allocator_of(gpu::device where) {
  static immortal<std::unique_ptr<allocator>> host(make_host_allocator());
  return where.type() == device_type::cuda ? cuda_allocator_of(where.index()) : **host;
}

storage_ref allocate(std::size_t bytes, gpu::device where) {
  const bool traced = trace::on(trace::topic::mem) && bytes != 0;
  auto made = std::make_unique<storage>();
  made->bytes = bytes;
  made->where = where;
  made->from = &allocator_of(where);
  const block memory = bytes != 0 ? allocate_or_throw(bytes, where, *made->from) : block();
  made->data = memory.data;
  counters().allocations.add();
  counters().bytes_allocated.add(bytes);
  storage_ref result(made.release());
  if (traced) trace_allocation(bytes, where, memory.from);
  return result;
}

storage_ref adopt(void* data, std::size_t bytes, gpu::device where, std::function<void(void*)> deleter) {
  auto made = std::make_unique<storage>();
  made->data = data;
  made->bytes = bytes;
  made->where = where;
  made->deleter = std::move(deleter);
  return storage_ref(made.release());
}

void destroy(storage* s) noexcept {
  const std::unique_ptr<storage> owned(s);
  if (owned->from == nullptr) {
    if (owned->deleter) owned->deleter(owned->data);
    return;
  }
  counters().frees.add();
  counters().bytes_freed.add(owned->bytes);
  if (owned->data == nullptr) return;
  trace_free(owned->bytes, owned->where);
  owned->from->deallocate(owned->data, owned->bytes);
}

void copy(void* to, gpu::device to_device, const void* from, gpu::device from_device, std::size_t bytes) {
  if (bytes == 0) return;
  counters().bytes_copied.add(bytes);
  if (on_host(to_device) && on_host(from_device)) {
    std::memmove(to, from, bytes);
    if (to_device != from_device) dry_wait(to_device == cpu() ? "copy to host" : "copy from host");
    return;
  }
  copy_with_driver(to, to_device, from, from_device, bytes);
}

}  // namespace gpu::runtime

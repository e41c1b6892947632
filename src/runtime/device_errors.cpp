#include "runtime/device_errors.hpp"

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_set>

#include <gpu/error.hpp>

#include "runtime/cuda_driver.hpp"
#include "runtime/immortal.hpp"

namespace gpu::runtime {
namespace {

struct slot_entry {
  std::once_flag once;
  void* memory = nullptr;  // pinned
  std::atomic<device_error_slot*> host{nullptr};
  std::uint64_t device_address = 0;
};

slot_entry& entry_of(int index) {
  static immortal<std::array<slot_entry, 64>> entries;
  return (*entries)[static_cast<std::size_t>(index)];
}

void make_slot(int index, slot_entry& entry) {
  make_current(index);
  if (entry.memory == nullptr)  // once, if tried again
    GPU_DRIVER(cuMemHostAlloc, &entry.memory, sizeof(device_error_slot),
               CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP);
  CUdeviceptr address = 0;
  GPU_DRIVER(cuMemHostGetDevicePointer, &address, entry.memory, 0);
  entry.device_address = address;
  entry.host.store(std::construct_at(static_cast<device_error_slot*>(entry.memory)));
}

}  // namespace

std::uint64_t device_error_address(int index) {
  slot_entry& entry = entry_of(index);
  std::call_once(entry.once, [&] { make_slot(index, entry); });
  return entry.device_address;
}

const char* lasting_name(const char* name) {
  struct table {
    std::mutex mutex;
    std::unordered_set<std::string> names;
  };
  static immortal<table> all;
  const std::lock_guard lock(all->mutex);
  return all->names.emplace(name).first->c_str();
}

std::string message_of(const device_error_slot& slot) {
  const std::string where =
      slot.operation != nullptr && *slot.operation != '\0' ? std::string(slot.operation) + ": " : "";
  return where + "index " + std::to_string(slot.index) + " is out of bounds for axis " + std::to_string(slot.axis) +
         " with size " + std::to_string(slot.length);
}

void check_device_errors(int index) {
  device_error_slot* slot = entry_of(index).host.load();
  if (slot == nullptr) return;
  const std::atomic_ref<std::uint32_t> state(slot->state);
  if (state.load(std::memory_order_acquire) != 2) return;
  const device_error_slot seen = *slot;
  state.store(0, std::memory_order_release);
  throw index_error(message_of(seen));
}

}  // namespace gpu::runtime

#include "runtime/cuda_driver.hpp"

#include <array>
#include <atomic>
#include <mutex>

#include <gpu/error.hpp>

#include "runtime/counters.hpp"
#include "runtime/dynamic_library.hpp"
#include "runtime/immortal.hpp"
#include "runtime/waits.hpp"

#define GPU_STRINGIZE(x) #x
#define GPU_EXPANDED_NAME(x) GPU_STRINGIZE(x)

namespace gpu::runtime {
namespace {

/// The driver as this process found it, once.
struct driver_state {
  driver_table table;
  int devices = 0;
  std::string problem;  // empty where devices > 0

  driver_state() { problem = load(); }

 private:
  std::string load() {
    const dynamic_library library{"libcuda.so.1"};
    if (!library.found()) return "there is no NVIDIA driver (" + library.reason() + ")";
#define GPU_DRIVER_LOAD(name)                                                                \
  table.name = reinterpret_cast<decltype(&::name)>(library.symbol(GPU_EXPANDED_NAME(name))); \
  if (table.name == nullptr) return "the NVIDIA driver is too old: it has no " GPU_EXPANDED_NAME(name);
    GPU_DRIVER_FUNCTIONS(GPU_DRIVER_LOAD)
#undef GPU_DRIVER_LOAD
    if (const CUresult code = table.cuInit(0); code != CUDA_SUCCESS) return "cuInit failed: " + name_of(code);
    if (const CUresult code = table.cuDeviceGetCount(&devices); code != CUDA_SUCCESS)
      return "cuDeviceGetCount failed: " + name_of(code);
    return devices > 0 ? std::string() : "the NVIDIA driver shows no device";
  }

  std::string name_of(CUresult code) const {
    const char* name = nullptr;
    table.cuGetErrorName(code, &name);
    return name != nullptr ? name : "error " + std::to_string(static_cast<int>(code));
  }
};

driver_state& state() {
  static immortal<driver_state> instance;
  return *instance;
}

constexpr int max_devices = 64;

struct context_entry {
  std::once_flag once;
  CUcontext context = nullptr;
  device_properties properties;
};

context_entry& entry_of(int index) {
  static immortal<std::array<context_entry, max_devices>> entries;
  return (*entries)[static_cast<std::size_t>(index)];
}

int attribute(CUdevice device, CUdevice_attribute which) {
  int value = 0;
  GPU_DRIVER(cuDeviceGetAttribute, &value, which, device);
  return value;
}

void open_device(int index, context_entry& entry) {
  CUdevice device = 0;
  GPU_DRIVER(cuDeviceGet, &device, index);
  if (entry.context == nullptr) GPU_DRIVER(cuDevicePrimaryCtxRetain, &entry.context, device);  // once, if tried again
  entry.properties.compute_capability = 10 * attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) +
                                        attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  entry.properties.multiprocessors = attribute(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  CUmemoryPool pool = nullptr;
  GPU_DRIVER(cuDeviceGetDefaultMemPool, &pool, device);
  cuuint64_t keep_everything = ~cuuint64_t{0};  // freed memory stays in the pool until it is trimmed
  GPU_DRIVER(cuMemPoolSetAttribute, pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &keep_everything);
}

context_entry& opened(int index) {
  if (index < 0 || index >= driver_device_count() || index >= max_devices)
    throw device_error("there is no device cuda:" + std::to_string(index) + ": " +
                       (driver_device_count() > 0 ? std::to_string(driver_device_count()) + " CUDA device(s) are there"
                                                  : why_no_driver()));
  context_entry& entry = entry_of(index);
  std::call_once(entry.once, [&] { open_device(index, entry); });
  return entry;
}

}  // namespace

const driver_table& driver() {
  const driver_state& s = state();
  if (s.devices == 0) throw device_error(s.problem);
  return s.table;
}

int driver_device_count() noexcept {
  try {
    return state().devices;
  } catch (...) {
    return 0;
  }
}

std::string why_no_driver() { return state().problem; }

void throw_driver_error(CUresult code, const char* call) {
  const driver_table& table = driver();
  const char* name = nullptr;
  const char* text = nullptr;
  table.cuGetErrorName(code, &name);
  table.cuGetErrorString(code, &text);
  const std::string message =
      std::string(call) + " failed: " + (name != nullptr ? name : "error " + std::to_string(static_cast<int>(code))) +
      " (" + (text != nullptr ? text : "no text") + ")";
  if (code == CUDA_ERROR_OUT_OF_MEMORY) throw out_of_memory(message);
  throw cuda_error(message);
}

void make_current(int index) {
  thread_local int current = -1;
  if (current == index) return;
  GPU_DRIVER(cuCtxSetCurrent, opened(index).context);
  current = index;
}

const device_properties& properties(int index) { return opened(index).properties; }

void wait_for_stream(int index, const char* why) {
  make_current(index);
  counters().waits.add();
  const trace::stopwatch watch(trace::topic::wait);
  GPU_DRIVER(cuStreamSynchronize, current_stream());
  if (watch.running()) trace_wait(why, cuda(index), watch.microseconds());
}

}  // namespace gpu::runtime

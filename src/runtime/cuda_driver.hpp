// The CUDA driver, opened when first needed: a table of its functions, checked calls, and each device's primary context.
#pragma once

#include <string>

#include <cuda.h>

#include "runtime/call_seam.hpp"

// Every driver function that the library calls. cuda.h renames some (cuMemGetInfo is cuMemGetInfo_v2): names pass through
// its macros before they are looked up.
// clang-format off: one function a line
#define GPU_DRIVER_FUNCTIONS(X) \
  X(cuInit)                     \
  X(cuGetErrorName)             \
  X(cuGetErrorString)           \
  X(cuDriverGetVersion)         \
  X(cuDeviceGetCount)           \
  X(cuDeviceGet)                \
  X(cuDeviceGetAttribute)       \
  X(cuDevicePrimaryCtxRetain)   \
  X(cuCtxSetCurrent)            \
  X(cuDeviceGetDefaultMemPool)  \
  X(cuMemPoolSetAttribute)      \
  X(cuMemPoolTrimTo)            \
  X(cuMemAllocAsync)            \
  X(cuMemFreeAsync)             \
  X(cuMemGetInfo)               \
  X(cuMemHostAlloc)             \
  X(cuMemHostGetDevicePointer)  \
  X(cuMemcpyAsync)              \
  X(cuMemcpyPeerAsync)          \
  X(cuMemsetD8Async)            \
  X(cuStreamSynchronize)        \
  X(cuModuleLoadData)           \
  X(cuModuleUnload)             \
  X(cuModuleGetFunction)        \
  X(cuLaunchKernel)
// clang-format on

namespace gpu::runtime {

struct driver_table {
#define GPU_DRIVER_MEMBER(name) decltype(&::name) name = nullptr;
  GPU_DRIVER_FUNCTIONS(GPU_DRIVER_MEMBER)
#undef GPU_DRIVER_MEMBER
};

/// The driver's functions. Throws device_error where there is no usable driver.
[[nodiscard]] const driver_table& driver();

/// How many devices the driver shows; 0 without a driver.
[[nodiscard]] int driver_device_count() noexcept;
/// Why there is no CUDA device, in words for a message.
[[nodiscard]] std::string why_no_driver();

/// Throws what a failed call means: out_of_memory, else cuda_error with the call, the code's name and its text.
[[noreturn]] void throw_driver_error(CUresult code, const char* call);
inline void check_driver(CUresult code, const char* call) {
  if (code != CUDA_SUCCESS) throw_driver_error(code, call);
}

/// What a device is, read once.
struct device_properties {
  int compute_capability = 0;  // 90 for 9.0
  int multiprocessors = 0;
};

/// Makes device `index`'s primary context current on this thread; remembered, so that a repeat costs a compare.
/// Throws device_error if there is no such device.
void make_current(int index);
[[nodiscard]] const device_properties& properties(int index);

/// The stream that work is queued on: CUDA's legacy default stream.
[[nodiscard]] inline CUstream current_stream() noexcept { return CU_STREAM_LEGACY; }

/// Waits for the current stream of device `index`; counted, and traced with `why`: what waited.
void wait_for_stream(int index, const char* why);

}  // namespace gpu::runtime

/// The code that driver function `name` returns; one that a test wants to fail is not called.
#define GPU_DRIVER_CODE(name, ...)                                                                                     \
  (::gpu::runtime::seam::enter(::gpu::runtime::seam::kind::driver, #name) ? ::gpu::runtime::driver().name(__VA_ARGS__) \
                                                                          : CUDA_ERROR_UNKNOWN)
/// Calls driver function `name` and throws if it fails.
#define GPU_DRIVER(name, ...) ::gpu::runtime::check_driver(GPU_DRIVER_CODE(name, __VA_ARGS__), #name)
/// Calls a driver function that gives something back, and lets its failure go: nobody could act on it.
#define GPU_DRIVER_RELEASE(name, ...)                                         \
  (::gpu::runtime::seam::announce(::gpu::runtime::seam::kind::driver, #name), \
   static_cast<void>(::gpu::runtime::driver().name(__VA_ARGS__)))

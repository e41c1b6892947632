// Devices: where arrays live. `cuda:0`, `cuda:1`, … and `cpu`; `dry` plans, generates and compiles as CUDA does, without a
// driver, and computes on the CPU.
#pragma once

#include <cstdint>
#include <string>

#include <gpu/detail/config.hpp>

GPU_BEGIN_NAMESPACE

enum class device_type : std::uint8_t { cpu, cuda, dry };

/// Names a device; a small value, cheap to copy. Making one does not touch any driver.
class device {
 public:
  constexpr device() noexcept = default;
  constexpr device(device_type type, int index) noexcept : type_(type), index_(static_cast<std::int16_t>(index)) {}
  /// From text: "cpu", "cuda", "cuda:1", "dry". Throws value_error for anything else.
  GPU_API explicit device(const std::string& name);

  [[nodiscard]] constexpr device_type type() const noexcept { return type_; }
  [[nodiscard]] constexpr int index() const noexcept { return index_; }
  /// "cpu", "cuda:0", "dry".
  [[nodiscard]] GPU_API std::string name() const;

  friend constexpr bool operator==(device a, device b) noexcept { return a.type_ == b.type_ && a.index_ == b.index_; }

 private:
  device_type type_ = device_type::cpu;
  std::int16_t index_ = 0;
};

/// The CPU.
[[nodiscard]] constexpr device cpu() noexcept { return {device_type::cpu, 0}; }
/// The CUDA device of that index, in the driver's order.
[[nodiscard]] constexpr device cuda(int index = 0) noexcept { return {device_type::cuda, index}; }

/// How many CUDA devices this process can use: 0 without a driver. The first call loads the driver.
[[nodiscard]] GPU_API int cuda_device_count() noexcept;

/// Where new arrays go on this thread: the innermost device_guard's device, else the process's default, which is the
/// environment's GPU_DEVICE, else cuda:0 where a driver and a GPU are there, else cpu.
[[nodiscard]] GPU_API device default_device();
/// Sets the process's default. Throws device_error if that device is not there.
GPU_API void set_default_device(device d);

/// Makes a device this thread's default until the guard goes.
class device_guard {
 public:
  [[nodiscard]] GPU_API explicit device_guard(device d);
  GPU_API ~device_guard();
  device_guard(const device_guard&) = delete;
  device_guard& operator=(const device_guard&) = delete;

 private:
  device previous_;
  bool had_previous_;
};

/// Waits for all work queued on the current device, then throws, once, what only the device could see (an index out of
/// range, say), or what a destructor on this thread had to leave (see host_mirror).
GPU_API void synchronize();

/// How many threads the CPU back end uses, this thread included; at least 1. The default is the number of processors
/// this process may use.
GPU_API void set_num_threads(int n);
[[nodiscard]] GPU_API int num_threads();

GPU_END_NAMESPACE

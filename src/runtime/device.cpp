#include <gpu/device.hpp>

#include <atomic>
#include <charconv>
#include <cstdlib>
#include <mutex>
#include <optional>

#include <gpu/error.hpp>

#include "runtime/cuda_driver.hpp"
#include "runtime/deferred_error.hpp"
#include "runtime/device_errors.hpp"
#include "runtime/waits.hpp"

GPU_BEGIN_NAMESPACE
namespace {

[[noreturn]] void throw_bad_name(const std::string& name) {
  throw value_error("\"" + name + "\" names no device; \"cpu\", \"cuda\", \"cuda:1\" and \"dry\" do");
}

int index_after_colon(const std::string& name, std::size_t colon) {
  int index = -1;
  const char* end = name.data() + name.size();
  const auto [stop, problem] = std::from_chars(name.data() + colon + 1, end, index);
  if (problem != std::errc() || stop != end || index < 0 || index > 32767) throw_bad_name(name);
  return index;
}

device parsed(const std::string& name) {
  if (name == "cpu") return cpu();
  if (name == "cuda") return cuda(0);
  if (name == "dry") return {device_type::dry, 0};
  if (name.rfind("cuda:", 0) == 0) return cuda(index_after_colon(name, 4));
  throw_bad_name(name);
}

void require_present(device d) {
  if (d.type() != device_type::cuda || (d.index() >= 0 && d.index() < runtime::driver_device_count())) return;
  throw device_error("there is no device " + d.name() + ": " +
                     (runtime::driver_device_count() > 0
                          ? std::to_string(runtime::driver_device_count()) + " CUDA device(s) are there"
                          : runtime::why_no_driver()));
}

device initial_default() {
  if (const char* wanted = std::getenv("GPU_DEVICE"); wanted != nullptr && *wanted != '\0') {
    const device d{std::string(wanted)};
    require_present(d);
    return d;
  }
  return runtime::driver_device_count() > 0 ? cuda(0) : cpu();
}

/// The process's default; a static so that a bad GPU_DEVICE throws at every use until it is put right.
std::atomic<device>& process_default() {
  static std::atomic<device> value{initial_default()};
  return value;
}

thread_local std::optional<device> guarded;

}  // namespace

device::device(const std::string& name) : device(parsed(name)) {}

std::string device::name() const {
  switch (type_) {
    case device_type::cpu: return "cpu";
    case device_type::dry: return "dry";
    case device_type::cuda: break;
  }
  return "cuda:" + std::to_string(index_);
}

int cuda_device_count() noexcept { return runtime::driver_device_count(); }

device default_device() { return guarded ? *guarded : process_default().load(std::memory_order_relaxed); }

void set_default_device(device d) {
  require_present(d);
  process_default().store(d);
}

device_guard::device_guard(device d) : previous_(guarded.value_or(device())), had_previous_(guarded.has_value()) {
  require_present(d);
  guarded = d;
}

device_guard::~device_guard() {
  if (had_previous_)
    guarded = previous_;
  else
    guarded.reset();
}

void synchronize() {
  const device d = default_device();
  if (d.type() == device_type::cuda) {
    runtime::wait_for_stream(d.index(), "synchronize");
  } else if (d.type() == device_type::dry) {
    runtime::dry_wait("synchronize");
  }
  runtime::throw_deferred_error();
  if (d.type() == device_type::cuda) runtime::check_device_errors(d.index());
}

GPU_END_NAMESPACE

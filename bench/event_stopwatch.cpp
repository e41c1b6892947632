// A stopwatch of CUDA events, by the static CUDA runtime: it opens the driver when it is first used.
#include <cuda_runtime_api.h>

#include <stdexcept>
#include <string>

#include "stopwatch.hpp"

namespace bench {
namespace {

void check(cudaError_t code, const char* call) {
  if (code != cudaSuccess) throw std::runtime_error(std::string(call) + ": " + cudaGetErrorString(code));
}

struct event {
  event() { check(cudaEventCreate(&handle), "cudaEventCreate"); }
  ~event() { cudaEventDestroy(handle); }
  event(const event&) = delete;
  event& operator=(const event&) = delete;
  void record() const { check(cudaEventRecord(handle, nullptr), "cudaEventRecord"); }

  cudaEvent_t handle = nullptr;
};

struct device_bytes {
  explicit device_bytes(std::size_t bytes) { check(cudaMalloc(&data, bytes), "cudaMalloc"); }
  ~device_bytes() { cudaFree(data); }
  device_bytes(const device_bytes&) = delete;
  device_bytes& operator=(const device_bytes&) = delete;

  void* data = nullptr;
};

class event_stopwatch : public stopwatch {
 public:
  explicit event_stopwatch(std::size_t copy_bytes) : copy_bytes_(copy_bytes), from_(copy_bytes), to_(copy_bytes) {
    check(cudaMemset(from_.data, 0, copy_bytes), "cudaMemset");
    copy_rate();
  }

  double seconds_each(const std::function<void()>& f, int times) override {
    begin_.record();
    for (int i = 0; i < times; ++i) f();
    end_.record();
    check(cudaEventSynchronize(end_.handle), "cudaEventSynchronize");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin_.handle, end_.handle), "cudaEventElapsedTime");
    return 1e-3 * static_cast<double>(milliseconds) / times;
  }

  void wait() override { check(cudaStreamSynchronize(nullptr), "cudaStreamSynchronize"); }

  double copy_rate() override {
    const auto copy = [this] {
      check(cudaMemcpyAsync(to_.data, from_.data, copy_bytes_, cudaMemcpyDeviceToDevice, nullptr), "cudaMemcpyAsync");
    };
    copy();
    return 2 * static_cast<double>(copy_bytes_) / seconds_each(copy, 8);
  }

 private:
  std::size_t copy_bytes_;
  device_bytes from_, to_;
  event begin_, end_;
};

}  // namespace

std::unique_ptr<stopwatch> make_event_stopwatch(std::size_t copy_bytes) {
  return std::make_unique<event_stopwatch>(copy_bytes);
}

}  // namespace bench

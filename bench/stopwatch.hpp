// What a row's time is taken with: CUDA events on a GPU, the host's clock elsewhere.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>

namespace bench {

/// Seconds since some moment, by the host's steady clock.
inline double host_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class stopwatch {
 public:
  stopwatch() = default;
  stopwatch(const stopwatch&) = delete;
  stopwatch& operator=(const stopwatch&) = delete;
  virtual ~stopwatch() = default;

  /// Seconds of one run of f, the mean of `times` runs that are queued without a wait in between.
  virtual double seconds_each(const std::function<void()>& f, int times) = 0;
  /// Waits until all that was queued is done.
  virtual void wait() = 0;
  /// Bytes a second, read and written, of the device's own copy, measured now; 0 where there is none.
  virtual double copy_rate() { return 0; }
};

/// Times the calls themselves: for devices that compute before a statement returns.
class host_stopwatch : public stopwatch {
 public:
  double seconds_each(const std::function<void()>& f, int times) override {
    const double begin = host_seconds();
    for (int i = 0; i < times; ++i) f();
    return (host_seconds() - begin) / times;
  }
  void wait() override {}
};

/// CUDA events on the legacy default stream. `copy_bytes` is the size of the copy that copy_rate() times. Throws
/// std::runtime_error where a CUDA call fails.
[[nodiscard]] std::unique_ptr<stopwatch> make_event_stopwatch(std::size_t copy_bytes);

}  // namespace bench

// What the library does, while it does it: one line for each event of the topics that GPU_TRACE names. docs/seeing.md
// explains the lines.
#pragma once

#include <atomic>
#include <chrono>
#include <string>

namespace gpu::runtime::trace {

enum class topic : unsigned { jit = 1, mem = 2, launch = 4, wait = 8 };

inline constexpr unsigned nothing = 0;
inline constexpr unsigned everything = 15;

/// The topics in a list such as "jit,wait", as bits; "" is none. Throws value_error for a word that is none of them.
[[nodiscard]] unsigned topics_in(const std::string& list);

namespace detail {
inline constexpr unsigned unread = 16;
extern std::atomic<unsigned> wanted;  // topics, or `unread` until somebody asked
[[nodiscard]] bool ask(topic t);
}  // namespace detail

/// Whether events of that topic are wanted: a load and a branch where they are not. The first call reads GPU_TRACE; where
/// that names an unknown topic, every call throws value_error.
[[nodiscard]] inline bool on(topic t) {
  const unsigned mask = detail::wanted.load(std::memory_order_relaxed);
  return (mask & (static_cast<unsigned>(t) | detail::unread)) != 0 && detail::ask(t);
}

/// Writes "gpu: <topic> <event>" and a newline in one piece, so that lines of many threads stay whole.
void write(topic t, const std::string& event);

/// Takes the time of one event, if its topic is on; else does nothing.
class stopwatch {
 public:
  explicit stopwatch(topic t) : running_(on(t)) {
    if (running_) began_ = std::chrono::steady_clock::now();
  }
  [[nodiscard]] bool running() const noexcept { return running_; }
  /// Since it was made.
  [[nodiscard]] double microseconds() const {
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - began_).count();
  }

 private:
  bool running_;
  std::chrono::steady_clock::time_point began_;
};

/// " name=value", the form of everything on a line but its first words.
[[nodiscard]] std::string field(const char* name, const std::string& value);
[[nodiscard]] std::string field(const char* name, long long value);
/// With one digit behind the point.
[[nodiscard]] std::string field(const char* name, double value);

/// Where lines go: stderr unless something else is given.
using sink = void (*)(const std::string& line);
/// Traces these topics from now on, whatever GPU_TRACE says; a null sink is stderr. For tests.
void set(unsigned topics, sink to = nullptr) noexcept;

}  // namespace gpu::runtime::trace

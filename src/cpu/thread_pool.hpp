// The threads of the CPU back end: one pool for the process, started when first needed and never destroyed.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

namespace gpu::cpu_backend {

/// Work on fewer elements than this is not worth waking another thread.
inline constexpr std::int64_t parallel_threshold = 32768;

/// A reference to a callable of one task number; valid while the callable lives.
class task_ref {
 public:
  template <class F>
    requires(!std::is_same_v<F, task_ref>)
  task_ref(const F& f)
  noexcept
      : object_(std::addressof(f)),
        call_([](const void* object, std::int64_t task) { (*static_cast<const F*>(object))(task); }) {}
  void operator()(std::int64_t task) const { call_(object_, task); }

 private:
  const void* object_;
  void (*call_)(const void*, std::int64_t);
};

/// Runs work(0) … work(tasks - 1), each once, on this thread and idle ones of the pool, and returns when all are done.
/// If some throw, the others still run, and the exception of the lowest task number is rethrown. In a forked child, which
/// has none of the pool's threads, everything runs on the caller.
void for_each_task(std::int64_t tasks, task_ref work);

/// How many threads for_each_task may use, the caller included.
[[nodiscard]] int thread_count() noexcept;

}  // namespace gpu::cpu_backend

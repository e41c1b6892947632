// The one place every CUDA, NVRTC, cuBLAS and cuRAND call, every allocation and every file operation passes before it
// happens. A test arms it to make the n-th such call fail; tracing hooks in here. tests/check_call_seam.sh finds calls that
// do not pass.
#pragma once

#include <atomic>

namespace gpu::runtime::seam {

enum class kind : unsigned {
  driver = 1,
  nvrtc = 2,
  cublas = 4,
  curand = 8,
  allocation = 16,
  file = 32,
};

inline constexpr unsigned every_kind = 63;

/// Called for every call that passes while a tracer is set.
using tracer = void (*)(kind, const char* call);

namespace detail {
extern std::atomic<bool> watched;  // armed, counting or traced: the slow path is wanted
[[nodiscard]] bool enter_watched(kind k, const char* call) noexcept;
void announce_watched(kind k, const char* call) noexcept;
}  // namespace detail

/// Announces `call`. False where a test wants it to fail: the caller then acts as if it had failed, without making it.
[[nodiscard]] inline bool enter(kind k, const char* call) noexcept {
  return !detail::watched.load(std::memory_order_relaxed) || detail::enter_watched(k, call);
}

/// Announces a call that gives something back: a free, a close, an unload. It is traced, but made whatever a test wants, since
/// nobody can act on its failure.
inline void announce(kind k, const char* call) noexcept {
  if (detail::watched.load(std::memory_order_relaxed)) detail::announce_watched(k, call);
}

/// From now on counts the calls whose kind is in `kinds` and fails the n-th (from 1; 0 only counts) and, with `times`,
/// those after it.
void arm(unsigned kinds, long n, long times = 1) noexcept;
/// Ends what `arm` began.
void disarm() noexcept;
/// How many calls have been counted since `arm`.
[[nodiscard]] long count() noexcept;
/// The name of the first call that was made to fail, or null.
[[nodiscard]] const char* failed_call() noexcept;
/// Its kind; only where there was one.
[[nodiscard]] kind failed_kind() noexcept;

/// Sets or, with null, removes the tracer.
void trace(tracer t) noexcept;

}  // namespace gpu::runtime::seam

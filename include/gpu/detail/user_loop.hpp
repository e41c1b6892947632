// A user function's loop for the CPU, compiled in the user's program with the user's flags.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <gpu/detail/config.hpp>

// The iterations of the next loop do not depend on one another: its arrays are the same or apart. Where a body cannot become
// vector code clang warns of it, at the function that the loop ends up in; that is no fault of the user's.
#ifdef __clang__
#define GPU_INDEPENDENT_LOOP _Pragma("clang loop vectorize(assume_safety)")
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
#else
#define GPU_INDEPENDENT_LOOP _Pragma("GCC ivdep")
#endif

GPU_BEGIN_NAMESPACE
namespace detail {

/// out[i] = Body of x[i] …, i < n.
template <class Body, class R, class... P>
void apply_to_arrays(std::size_t n, R* out, const P*... x) {
  constexpr std::size_t chunk = 64;  // a constant count of whole vectors: g++ -O2 makes vector code of nothing else
  std::size_t i = 0;
  for (; i + chunk <= n; i += chunk) {
    GPU_INDEPENDENT_LOOP
    for (std::size_t j = 0; j < chunk; ++j) out[i + j] = static_cast<R>(Body{}(x[i + j]...));
  }
  for (; i < n; ++i) out[i] = static_cast<R>(Body{}(x[i]...));
}

template <class Body, class R, class... P, std::size_t... I>
void apply_to_arguments(const void* const* args, void* out, std::size_t n, std::index_sequence<I...> /*unused*/) {
  apply_to_arrays<Body>(n, static_cast<R*>(out), static_cast<const P*>(args[I])...);
}

/// A user_loop.
template <class Body, class R, class... P>
void run_user_loop(const void* const* args, void* out, std::size_t n) {
  apply_to_arguments<Body, R, P...>(args, out, n, std::index_sequence_for<P...>());
}

}  // namespace detail
GPU_END_NAMESPACE

#undef GPU_INDEPENDENT_LOOP
#ifdef __clang__
#pragma clang diagnostic pop
#endif

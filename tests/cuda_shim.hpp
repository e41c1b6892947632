// Lets the host's compiler build a generated kernel for the CPU: a block's threads become fibers that take turns, so that
// __syncthreads and warp shuffles work. Included before the kernels' text; cuda_shim_launch.hpp comes after it. Whatever a
// device would not forgive ends the process: threads that wait at different barriers, shuffles with lanes that do not come,
// misaligned loads; and, where the suite is built with AddressSanitizer and UndefinedBehaviorSanitizer, what those see.
// Every .so compiles this: it includes only what is cheap.
#pragma once

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

#if defined(__SANITIZE_ADDRESS__)
#define SHIM_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SHIM_ASAN 1
#endif
#endif
#ifdef SHIM_ASAN
#include <sanitizer/common_interface_defs.h>
#endif

// After the host's headers, which look at it: the ops then align complex numbers as on a device.
#define __CUDACC__ 1

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __noinline__
#define __launch_bounds__(...)
#define __grid_constant__
#define __shared__ static

struct alignas(8) uint2 {
  unsigned x, y;
};
struct alignas(16) uint4 {
  unsigned x, y, z, w;
};
struct shim_index {
  unsigned x = 0, y = 0, z = 0;
};
inline shim_index threadIdx, blockIdx, gridDim;

namespace shim {

constexpr int block_threads = 256;
constexpr int warp_threads = 32;
constexpr size_t stack_bytes = 64 * 1024;
constexpr size_t guard_bytes = 4096;  // below each stack: a page that faults

[[noreturn]] inline void stop(const char* what, int line) {
  fprintf(stderr, "shim: %s (line %d of the compiled source; block %u, %u; thread %u)\n", what, line, blockIdx.x,
          blockIdx.y, threadIdx.x);
  abort();
}

enum class state { ready, at_block_barrier, at_shuffle, done };

/// A call of a barrier or shuffle in the source.
struct site {
  int number;
  int line;
};

struct fiber {
  ucontext_t context;
  char* stack = nullptr;
  state now = state::ready;
  site where{};       // what it waits at …
  unsigned mask = 0;  // … and with which lanes, if that is a shuffle
};

struct block {
  fiber fibers[block_threads];
  ucontext_t scheduler;
  int current = 0;
  bool backwards = false;  // threads take turns from the last to the first
  const void* words = nullptr;
  void (*body)(const void*) = nullptr;
  unsigned lanes[block_threads];  // values in flight in shuffles
  const void* scheduler_stack = nullptr;
  size_t scheduler_stack_bytes = 0;
};

inline char* new_stacks() {
  void* all = mmap(nullptr, block_threads * (stack_bytes + guard_bytes), PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED) stop("no memory for stacks", 0);
  for (int i = 0; i < block_threads; ++i)
    mprotect(static_cast<char*>(all) + static_cast<size_t>(i) * (stack_bytes + guard_bytes), guard_bytes, PROT_NONE);
  return static_cast<char*>(all);
}

inline block& the_block() {
  static block* const b = [] {
    auto* made = new block;
    char* stacks = new_stacks();
    for (int i = 0; i < block_threads; ++i)
      made->fibers[i].stack = stacks + static_cast<size_t>(i) * (stack_bytes + guard_bytes) + guard_bytes;
    return made;
  }();
  return *b;
}

/// Leaves the fiber for the scheduler. `ends`: it does not come back.
inline void leave(block& b, fiber& f, bool ends) {
#ifdef SHIM_ASAN
  void* frames = nullptr;
  __sanitizer_start_switch_fiber(ends ? nullptr : &frames, b.scheduler_stack, b.scheduler_stack_bytes);
#endif
  swapcontext(&f.context, &b.scheduler);
#ifdef SHIM_ASAN
  __sanitizer_finish_switch_fiber(frames, &b.scheduler_stack, &b.scheduler_stack_bytes);
#endif
}

inline void enter_fiber() {
  block& b = the_block();
#ifdef SHIM_ASAN
  __sanitizer_finish_switch_fiber(nullptr, &b.scheduler_stack, &b.scheduler_stack_bytes);
#endif
  fiber& f = b.fibers[b.current];
  b.body(b.words);
  f.now = state::done;
  leave(b, f, true);
}

inline void resume(block& b, int thread) {
  fiber& f = b.fibers[thread];
  b.current = thread;
  threadIdx.x = static_cast<unsigned>(thread);
#ifdef SHIM_ASAN
  void* frames = nullptr;
  __sanitizer_start_switch_fiber(&frames, f.stack, stack_bytes);
#endif
  swapcontext(&b.scheduler, &f.context);
#ifdef SHIM_ASAN
  __sanitizer_finish_switch_fiber(frames, nullptr, nullptr);
#endif
}

inline void wait(state what, site where, unsigned mask) {
  block& b = the_block();
  fiber& f = b.fibers[b.current];
  f.now = what;
  f.where = where;
  f.mask = mask;
  leave(b, f, false);
}

inline bool run_ready(block& b) {
  bool any = false;
  for (int i = 0; i < block_threads; ++i) {
    const int thread = b.backwards ? block_threads - 1 - i : i;
    if (b.fibers[thread].now != state::ready) continue;
    any = true;
    resume(b, thread);
  }
  b.backwards =
      !b.backwards;  // what needs a barrier between two threads, whichever comes first, then fails without one
  return any;
}

/// Lets the lanes that a warp's shuffle names go on, once no lane of the warp runs.
inline bool release_warp(block& b, int first) {
  fiber* const warp = b.fibers + first;
  bool any = false;
  for (int lane = 0; lane < warp_threads; ++lane) {
    const fiber& f = warp[lane];
    if (f.now != state::at_shuffle) continue;
    any = true;
    if ((f.mask >> lane & 1U) == 0) stop("a shuffle's mask leaves out the thread that calls it", f.where.line);
    for (int other = 0; other < warp_threads; ++other) {
      const fiber& o = warp[other];
      if ((f.mask >> other & 1U) != 0 &&
          (o.now != state::at_shuffle || o.where.number != f.where.number || o.mask != f.mask))
        stop("a shuffle waits for a lane that is not at it", f.where.line);
    }
  }
  for (int lane = 0; any && lane < warp_threads; ++lane)
    if (warp[lane].now == state::at_shuffle) warp[lane].now = state::ready;
  return any;
}

/// Lets the block go on from a barrier: all of its threads must be at that one.
inline bool release_block(block& b) {
  const fiber* waiting = nullptr;
  for (const fiber& f : b.fibers)
    if (f.now == state::at_block_barrier) waiting = &f;
  if (waiting == nullptr) return false;
  for (const fiber& f : b.fibers) {
    if (f.now == state::done) stop("a thread has left a kernel whose others wait at a barrier", waiting->where.line);
    if (f.where.number != waiting->where.number)
      stop("threads of a block wait at different barriers", waiting->where.line);
  }
  for (fiber& f : b.fibers) f.now = state::ready;
  return true;
}

/// With all threads waiting or done.
inline bool release(block& b) {
  bool any = false;
  for (int first = 0; first < block_threads; first += warp_threads) any = release_warp(b, first) || any;
  return any || release_block(b);
}

inline void run_block() {
  block& b = the_block();
  for (fiber& f : b.fibers) {
    f.now = state::ready;
    getcontext(&f.context);
    f.context.uc_stack.ss_sp = f.stack;
    f.context.uc_stack.ss_size = stack_bytes;
    f.context.uc_link = nullptr;
    makecontext(&f.context, enter_fiber, 0);
  }
  while (run_ready(b) || release(b)) {}
}

inline unsigned shuffle_xor(site where, unsigned mask, unsigned value, int lanes) {
  block& b = the_block();
  const int me = b.current;
  const int from = me ^ lanes;
  if (lanes < 0 || lanes >= warp_threads) stop("a shuffle with more than a warp", where.line);
  b.lanes[me] = value;
  wait(state::at_shuffle, where, mask);
  if ((mask >> from % warp_threads & 1U) == 0) stop("a shuffle reads a lane that its mask leaves out", where.line);
  const unsigned got = b.lanes[from];
  wait(state::at_shuffle, where, mask);
  return got;
}

}  // namespace shim

#define __syncthreads() shim::wait(shim::state::at_block_barrier, {__COUNTER__, __LINE__}, 0)
#define __shfl_xor_sync(...) shim::shuffle_xor({__COUNTER__, __LINE__}, __VA_ARGS__)

inline unsigned __umulhi(unsigned a, unsigned b) { return static_cast<unsigned>((static_cast<uint64_t>(a) * b) >> 32); }
inline unsigned long __umul64hi(unsigned long a, unsigned long b) {
  return static_cast<unsigned long>((static_cast<unsigned __int128>(a) * b) >> 64);
}
/// A device faults on an access that is not aligned to its size: so does the shim.
template <class T>
T __ldg(const T* from) {
  if (reinterpret_cast<uintptr_t>(from) % sizeof(T) != 0) shim::stop("a misaligned load", 0);
  return *from;
}
template <class T>
T __ldcg(const T* from) {
  return __ldg(from);
}
inline void __threadfence() {}
inline void __threadfence_system() {}
inline unsigned atomicAdd(unsigned* at, unsigned n) {
  const unsigned old = *at;
  *at += n;
  return old;
}
template <class N>
N atomicMax(N* at, N n) {
  const N old = *at;
  if (n > old) *at = n;
  return old;
}
inline unsigned atomicCAS_system(unsigned* at, unsigned expected, unsigned desired) {
  const unsigned old = *at;
  if (old == expected) *at = desired;
  return old;
}
inline unsigned atomicExch_system(unsigned* at, unsigned desired) {
  const unsigned old = *at;
  *at = desired;
  return old;
}

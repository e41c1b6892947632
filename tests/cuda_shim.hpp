// Lets g++ compile a generated kernel and run it on the CPU: a block's threads become fibers that take turns, so that
// __syncthreads and warp shuffles work. Included before the kernel's source; cuda_shim_launch.hpp comes after it.
#pragma once

#include <math.h>
#include <stdint.h>
#include <ucontext.h>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

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
constexpr std::size_t stack_bytes = 256 * 1024;

enum class state { ready, at_block_barrier, at_warp_barrier, done };

struct fiber {
  ucontext_t context;
  std::unique_ptr<char[]> stack = std::make_unique<char[]>(stack_bytes);
  state now = state::ready;
};

struct block {
  std::vector<fiber> fibers{block_threads};
  ucontext_t scheduler;
  int current = 0;
  void (*body)() = nullptr;
  unsigned lanes[block_threads];  // values in flight in shuffles
};

inline block& the_block() {
  static block b;
  return b;
}

inline void enter_fiber() {
  the_block().body();
  the_block().fibers[static_cast<std::size_t>(the_block().current)].now = state::done;
}

inline void wait(state where) {
  block& b = the_block();
  fiber& f = b.fibers[static_cast<std::size_t>(b.current)];
  f.now = where;
  swapcontext(&f.context, &b.scheduler);
}

/// Lets the threads first to last - 1 go on if each of them has come to `where` or is done.
inline bool release(int first, int last, state where) {
  auto& fibers = the_block().fibers;
  bool any = false;
  for (int i = first; i < last; ++i) {
    const state s = fibers[static_cast<std::size_t>(i)].now;
    if (s != where && s != state::done) return false;
    any = any || s == where;
  }
  for (int i = first; any && i < last; ++i)
    if (fibers[static_cast<std::size_t>(i)].now == where) fibers[static_cast<std::size_t>(i)].now = state::ready;
  return any;
}

inline bool run_ready() {
  block& b = the_block();
  bool any = false;
  for (int i = 0; i < block_threads; ++i) {
    fiber& f = b.fibers[static_cast<std::size_t>(i)];
    if (f.now != state::ready) continue;
    any = true;
    b.current = i;
    threadIdx.x = static_cast<unsigned>(i);
    swapcontext(&b.scheduler, &f.context);
  }
  return any;
}

inline void run_block(void (*body)()) {
  block& b = the_block();
  b.body = body;
  for (fiber& f : b.fibers) {
    f.now = state::ready;
    getcontext(&f.context);
    f.context.uc_stack.ss_sp = f.stack.get();
    f.context.uc_stack.ss_size = stack_bytes;
    f.context.uc_link = &b.scheduler;
    makecontext(&f.context, enter_fiber, 0);
  }
  for (bool going = true; going;) {
    going = run_ready();
    for (int warp = 0; warp < block_threads; warp += 32)
      going = release(warp, warp + 32, state::at_warp_barrier) || going;
    going = release(0, block_threads, state::at_block_barrier) || going;
  }
  for (const fiber& f : b.fibers)
    if (f.now != state::done) {
      std::fputs("a block's threads wait for each other for ever\n", stderr);
      std::abort();
    }
}

}  // namespace shim

inline void __syncthreads() { shim::wait(shim::state::at_block_barrier); }

inline unsigned __shfl_xor_sync(unsigned, unsigned value, int mask) {
  shim::block& b = shim::the_block();
  const int me = b.current;
  b.lanes[me] = value;
  shim::wait(shim::state::at_warp_barrier);
  const unsigned got = b.lanes[me ^ mask];
  shim::wait(shim::state::at_warp_barrier);
  return got;
}

inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<std::uint64_t>(a) * b) >> 32);
}
inline unsigned long __umul64hi(unsigned long a, unsigned long b) {
  return static_cast<unsigned long>((static_cast<unsigned __int128>(a) * b) >> 64);
}
/// A device faults on an access that is not aligned to its size: so does the shim.
template <class T>
T __ldg(const T* from) {
  if (reinterpret_cast<std::uintptr_t>(from) % sizeof(T) != 0) {
    std::fputs("a misaligned load\n", stderr);
    std::abort();
  }
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

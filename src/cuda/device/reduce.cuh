// Reductions: how values fold into states, how a thread, a warp, a block and the blocks of a grid combine theirs. Every order
// is fixed by the launch's numbers, so the bits are the same from run to run.
#pragma once

namespace gpu {
namespace ops {
namespace device {

/// The state is the accumulator.
template <class R, class T>
struct plain_fold {
  using state = T;
  static __device__ __forceinline__ state empty() { return R::template identity<T>(); }
  static __device__ __forceinline__ state of(T value, i64) { return value; }
  static __device__ __forceinline__ state join(state a, state b) { return R::combine(a, b); }
  template <class To>
  static __device__ __forceinline__ To result(state s) {
    return cast<To>(s);
  }
};

/// The state is the best key so far and its position, -1 before the first.
template <class R, class T>
struct position_fold {
  struct state {
    T key;
    i64 at;
  };
  static __device__ __forceinline__ state empty() { return {T{}, -1}; }
  static __device__ __forceinline__ state of(T value, i64 at) { return {value, at}; }
  static __device__ __forceinline__ state join(state a, state b) {
    if (a.at < 0) return b;
    if (b.at < 0) return a;
    return R::better(b.key, b.at, a.key, a.at) ? b : a;
  }
  template <class To>
  static __device__ __forceinline__ To result(state s) {
    return cast<To>(s.at);
  }
};

/// Joins N states (a power of two) as a balanced tree.
template <class Fold, int N>
__device__ __forceinline__ typename Fold::state tree(typename Fold::state (&s)[N]) {
#pragma unroll
  for (int half = N / 2; half > 0; half /= 2)
#pragma unroll
    for (int i = 0; i < half; ++i) s[i] = Fold::join(s[i], s[i + half]);
  return s[0];
}

/// A thread's running state. Cascaded: sums in runs of 32, then the runs, so that rounding errors do not pile up.
template <class Fold, bool Cascaded>
class accumulator {
 public:
  using state = typename Fold::state;
  __device__ __forceinline__ void add(state s) {
    run_ = Fold::join(run_, s);
    if constexpr (Cascaded) {
      if (++steps_ == 32) {
        total_ = Fold::join(total_, run_);
        run_ = Fold::empty();
        steps_ = 0;
      }
    }
  }
  __device__ __forceinline__ state total() const {
    if constexpr (Cascaded) return Fold::join(total_, run_);
    else return run_;
  }

 private:
  state run_ = Fold::empty();
  state total_ = Fold::empty();
  int steps_ = 0;
};

/// One state as 32-bit words, for shuffles and loads that must see other blocks' stores.
template <class S>
union state_words {
  static constexpr int count = (static_cast<int>(sizeof(S)) + 3) / 4;
  __device__ state_words() {}
  S state;
  u32 words[count];
};

template <class S>
__device__ __forceinline__ S shuffle_xor(S s, int mask) {
  state_words<S> mine;
  state_words<S> other;
  mine.state = s;
#pragma unroll
  for (int i = 0; i < state_words<S>::count; ++i) other.words[i] = __shfl_xor_sync(0xffffffffU, mine.words[i], mask);
  return other.state;
}

/// Stores a state for another block, with all bytes of its words: load_partial reads those between its members too.
template <class S>
__device__ __forceinline__ void store_partial(S* to, S s) {
  if constexpr (sizeof(S) <= 2) {
    *to = s;
  } else {
    state_words<S> written;
#pragma unroll
    for (int i = 0; i < state_words<S>::count; ++i) written.words[i] = 0;
    written.state = s;
#pragma unroll
    for (int i = 0; i < state_words<S>::count; ++i) reinterpret_cast<u32*>(to)[i] = written.words[i];
  }
}

/// A state that another block stored, past this multiprocessor's own cache.
template <class S>
__device__ __forceinline__ S load_partial(const S* from) {
  if constexpr (sizeof(S) == 1) {
    return __builtin_bit_cast(S, __ldcg(reinterpret_cast<const u8*>(from)));
  } else if constexpr (sizeof(S) == 2) {
    return __builtin_bit_cast(S, __ldcg(reinterpret_cast<const u16*>(from)));
  } else {
    state_words<S> read;
#pragma unroll
    for (int i = 0; i < state_words<S>::count; ++i) read.words[i] = __ldcg(reinterpret_cast<const u32*>(from) + i);
    return read.state;
  }
}

/// The states of `Group` neighbouring threads joined, in all of them.
template <class Fold, int Group>
__device__ __forceinline__ typename Fold::state join_lanes(typename Fold::state s) {
#pragma unroll
  for (int mask = Group / 2; mask > 0; mask /= 2) s = Fold::join(s, shuffle_xor(s, mask));
  return s;
}

/// The states of a block of 256 threads joined, in thread 0.
template <class Fold>
__device__ __forceinline__ typename Fold::state join_block(typename Fold::state s) {
  __shared__ typename Fold::state warps[8];
  s = join_lanes<Fold, 32>(s);
  __syncthreads();  // an earlier use may still be reading
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = s;
  __syncthreads();
  s = threadIdx.x % 32 < 8 ? warps[threadIdx.x % 32] : Fold::empty();
  return join_lanes<Fold, 8>(s);
}

/// The states of the 8 threads of a column (threads 32 apart), in the first of them.
template <class Fold>
__device__ __forceinline__ typename Fold::state join_columns(typename Fold::state s) {
  __shared__ typename Fold::state box[8][32];
  const int column = static_cast<int>(threadIdx.x % 32);
  const int row = static_cast<int>(threadIdx.x / 32);
  __syncthreads();
  box[row][column] = s;
  __syncthreads();
  if (row != 0) return s;
  typename Fold::state all[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) all[i] = box[i][column];
  return tree<Fold>(all);
}

/// Whether this block is the last of `blocks` to arrive at the ticket: it then sees what the others stored before. The ticket
/// is 0 again afterwards.
__device__ __forceinline__ bool arrives_last(u32* ticket, u32 blocks) {
  __shared__ bool last;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    last = atomicAdd(ticket, 1U) == blocks - 1;
    if (last) *ticket = 0;
  }
  __syncthreads();
  __threadfence();
  return last;
}

/// Folds units begin + lane, begin + lane + Group, … below end; point(unit, states) gives the V states of a whole unit. Several
/// units' loads are in flight at once.
template <class Fold, bool Cascaded, int V, int Group, class Index, class Point>
__device__ __forceinline__ typename Fold::state fold_units(Index begin, Index end, Index lane, Point point) {
  using state = typename Fold::state;
  constexpr int units = V == 1 ? 8 : V <= 4 ? 4 : 2;
  accumulator<Fold, Cascaded> sum;
  Index unit = begin + lane;
  for (; unit + (units - 1) * Group < end; unit += units * Group) {
    state s[units][V];
#pragma unroll
    for (int i = 0; i < units; ++i) point(unit + i * Group, s[i]);
    state of_unit[units];
#pragma unroll
    for (int i = 0; i < units; ++i) of_unit[i] = tree<Fold>(s[i]);
    sum.add(tree<Fold>(of_unit));
  }
  for (; unit < end; unit += Group) {
    state s[V];
    point(unit, s);
    sum.add(tree<Fold>(s));
  }
  return sum.total();
}

/// The same for V outputs side by side: lane j of every unit folds into total[j].
template <class Fold, bool Cascaded, int V, int Walkers, class Index, class Point>
__device__ __forceinline__ void fold_columns(Index begin, Index end, Index walker, Point point,
                                             typename Fold::state (&total)[V]) {
  using state = typename Fold::state;
  constexpr int units = V <= 4 ? 4 : 2;
  accumulator<Fold, Cascaded> sums[V];
  Index unit = begin + walker;
  for (; unit + (units - 1) * Walkers < end; unit += units * Walkers) {
    state s[units][V];
#pragma unroll
    for (int i = 0; i < units; ++i) point(unit + i * Walkers, s[i]);
#pragma unroll
    for (int j = 0; j < V; ++j) {
      state column[units];
#pragma unroll
      for (int i = 0; i < units; ++i) column[i] = s[i][j];
      sums[j].add(tree<Fold>(column));
    }
  }
  for (; unit < end; unit += Walkers) {
    state s[V];
    point(unit, s);
#pragma unroll
    for (int j = 0; j < V; ++j) sums[j].add(s[j]);
  }
#pragma unroll
  for (int j = 0; j < V; ++j) total[j] = sums[j].total();
}

}  // namespace device
}  // namespace ops
}  // namespace gpu

// Runs of a draw for the CPU loops: the same bodies as philox.hpp, over many blocks side by side, so that the compiler's
// vector units hold one word of each block. An element alone costs a whole block; in a run, four words share it.
#pragma once

#include "ops/philox.hpp"

namespace gpu {
namespace GPU_OPS_NAMESPACE {

namespace random_detail {

/// How many Philox blocks are computed side by side: two vectors of 16 words where vectors are widest.
inline constexpr int lanes = 32;
inline constexpr int lane_words = 4 * lanes;

/// `lanes` consecutive blocks, word k of each in words[k].
struct lane_blocks {
  u32 words[4][lanes];
};

inline void compute_lanes(u64 seed, u64 position, lane_blocks& out) {
  for (int lane = 0; lane < lanes; ++lane) {
    const philox_words block = philox_block_at(seed, position + 4U * static_cast<u32>(lane));
    out.words[0][lane] = block.x;
    out.words[1][lane] = block.y;
    out.words[2][lane] = block.z;
    out.words[3][lane] = block.w;
  }
}

/// A uniform draw's part of fill(): how one element, and how `lanes` blocks of them, are made.
template <class T>
struct random_run {
  static constexpr int per_block = draws_per_block<T>;
  u64 seed, first_word;

  GPU_FN T one(u64 i) const { return draw_random<T>(seed, first_word, i); }
  GPU_FN void many(const lane_blocks& blocks, T* out) const {
    if constexpr (per_block == 4) {
      for (int k = 0; k < 4; ++k)
        for (int lane = 0; lane < lanes; ++lane) out[4 * lane + k] = uniform<T>::from(blocks.words[k][lane]);
    } else {
      for (int k = 0; k < 2; ++k)
        for (int lane = 0; lane < lanes; ++lane)
          out[2 * lane + k] = uniform<T>::from({blocks.words[2 * k][lane], blocks.words[2 * k + 1][lane]});
    }
  }
};

template <class T>
struct normal_run {
  static constexpr int per_block = draws_per_block<T>;
  u64 seed, first_word;

  GPU_FN T one(u64 i) const { return draw_normal<T>(seed, first_word, i); }
  GPU_FN void many(const lane_blocks& blocks, T* out) const {
    const auto& words = blocks.words;
    if constexpr (is_16bit_float<T>) {  // rounding apart, so that what a compiler leaves scalar is the rounding only
      f32 numbers[lane_words];
      normal_run<f32>{seed, first_word}.many(blocks, numbers);
      for (int k = 0; k < lane_words; ++k) out[k] = narrow<T>(numbers[k]);
    } else if constexpr (per_block == 4) {
      for (int k = 0; k < 4; k += 2)
        for (int lane = 0; lane < lanes; ++lane) {
          const auto pair = normals(word_pair{words[k][lane], words[k + 1][lane]});
          out[4 * lane + k] = pair.even;
          out[4 * lane + k + 1] = pair.odd;
        }
    } else {
      for (int lane = 0; lane < lanes; ++lane) {
        const auto pair = normals(philox_words{words[0][lane], words[1][lane], words[2][lane], words[3][lane]});
        out[2 * lane] = pair.even;
        out[2 * lane + 1] = pair.odd;
      }
    }
  }
};

struct integers_run {
  static constexpr int per_block = 2;
  u64 seed, first_word;
  i64 low;
  u64 range;

  GPU_FN i64 one(u64 i) const { return draw_integers(seed, first_word, i, low, range); }
  GPU_FN void many(const lane_blocks& blocks, i64* out) const {
    for (int k = 0; k < 2; ++k)
      for (int lane = 0; lane < lanes; ++lane)
        out[2 * lane + k] = scaled({blocks.words[2 * k][lane], blocks.words[2 * k + 1][lane]}, low, range);
  }
};

/// Elements `begin` to `begin + count - 1`: single ones up to a whole block, then `lanes` blocks at a time, then single ones.
template <class Run, class T>
void fill(const Run& run, u64 begin, u64 count, T* out) {
  constexpr u64 per_block = static_cast<u64>(Run::per_block);
  constexpr u64 step = per_block * static_cast<u64>(lanes);
  const u64 into_block = begin % per_block;
  const u64 to_block = into_block == 0 ? 0 : per_block - into_block;
  const u64 head = to_block < count ? to_block : count;
  const u64 body_end = head + (count - head) / step * step;
  for (u64 k = 0; k < head; ++k) out[k] = run.one(begin + k);
  lane_blocks blocks;
  for (u64 k = head; k < body_end; k += step) {
    compute_lanes(run.seed, run.first_word + (begin + k) * (4 / per_block), blocks);
    run.many(blocks, out + k);
  }
  for (u64 k = body_end; k < count; ++k) out[k] = run.one(begin + k);
}

}  // namespace random_detail

/// out[k] = draw_random<T>(seed, first_word, begin + k) for k below `count`.
template <class T>
void fill_random(u64 seed, u64 first_word, u64 begin, u64 count, T* out) {
  random_detail::fill(random_detail::random_run<T>{seed, first_word}, begin, count, out);
}

/// out[k] = draw_normal<T>(seed, first_word, begin + k) for k below `count`.
template <class T>
void fill_normal(u64 seed, u64 first_word, u64 begin, u64 count, T* out) {
  random_detail::fill(random_detail::normal_run<T>{seed, first_word}, begin, count, out);
}

/// out[k] = draw_integers(seed, first_word, begin + k, low, range) for k below `count`.
inline void fill_integers(u64 seed, u64 first_word, u64 begin, u64 count, i64 low, u64 range, i64* out) {
  random_detail::fill(random_detail::integers_run{seed, first_word, low, range}, begin, count, out);
}

}  // namespace GPU_OPS_NAMESPACE
}  // namespace gpu

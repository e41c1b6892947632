// Runs of a draw, for the CPU loops only: philox.hpp's numbers, from many blocks side by side, one word of each block in a
// vector. An element alone costs a whole block; in a run, four words share it.
//
// The ten rounds are written in vectors by hand: they live on 32 x 32-bit products in 64-bit lanes, which compilers reach from
// plain loops only through shuffles (measured: 1.8 to 2.7 times slower with g++ 12, at each vector width).
#pragma once

#include <immintrin.h>

#include "ops/philox.hpp"

namespace gpu {
namespace GPU_OPS_NAMESPACE {

namespace random_detail {

/// How many Philox blocks are computed side by side: enough for four of the widest vectors.
inline constexpr int lanes = 32;
inline constexpr int lane_words = 4 * lanes;

/// `lanes` consecutive blocks, word k of each in words[k].
struct lane_blocks {
  u32 words[4][lanes];
};

#if defined(__AVX512F__)
inline constexpr int vector_bytes = 64;
#elif defined(__AVX2__)
inline constexpr int vector_bytes = 32;
#else
inline constexpr int vector_bytes = 16;
#endif
using word_lanes = u64 __attribute__((vector_size(vector_bytes)));        // a word in the lower half of each lane
using packed_words = u32 __attribute__((vector_size(vector_bytes / 2)));  // the same words without the upper halves

/// `multiplier` times the lower half of each lane; whatever the upper halves hold is ignored.
GPU_FN word_lanes multiply_low_halves(word_lanes a, u32 multiplier) {
  const word_lanes b = word_lanes{} + multiplier;
#if defined(__AVX512F__)
  // the masked form, all lanes on: g++ 12 takes the plain one's own header for an uninitialized read
  return (word_lanes)_mm512_maskz_mul_epu32(0xff, (__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
  return (word_lanes)_mm256_mul_epu32((__m256i)a, (__m256i)b);
#else
  return (word_lanes)_mm_mul_epu32((__m128i)a, (__m128i)b);
#endif
}

GPU_FN void store_low_halves(word_lanes words, u32* to) {
  const packed_words packed = __builtin_convertvector(words, packed_words);
  __builtin_memcpy(to, &packed, sizeof packed);
}

/// The blocks that begin at `position`, 4 * lanes words: philox_block_at() of each. Upper halves of lanes hold leftovers of
/// products and shifts until the store drops them.
inline void compute_lanes(u64 seed, u64 position, lane_blocks& out) {
  constexpr int width = vector_bytes / 8;
  word_lanes offsets;
  for (int k = 0; k < width; ++k) offsets[k] = 4 * static_cast<u64>(k);
  for (int lane = 0; lane < lanes; lane += width) {
    const word_lanes positions = offsets + (position + 4 * static_cast<u64>(lane));
    word_lanes x = positions >> 18;
    word_lanes y = positions >> 50;
    word_lanes z = (positions >> 2) & 65535U;
    word_lanes w{};
    u32 key0 = static_cast<u32>(seed);
    u32 key1 = static_cast<u32>(seed >> 32);
    for (int round = 0; round < philox_rounds; ++round) {
      const word_lanes product0 = multiply_low_halves(x, philox_multiplier0);
      const word_lanes product1 = multiply_low_halves(z, philox_multiplier1);
      x = (product1 >> 32) ^ y ^ key0;
      y = product1;
      z = (product0 >> 32) ^ w ^ key1;
      w = product0;
      key0 += philox_weyl0;
      key1 += philox_weyl1;
    }
    store_low_halves(x, &out.words[0][lane]);
    store_low_halves(y, &out.words[1][lane]);
    store_low_halves(z, &out.words[2][lane]);
    store_low_halves(w, &out.words[3][lane]);
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

// Random numbers by position: Philox4x32-10, and the element of a draw as a pure function of its index.
//
// Word p of the stream of a seed is word p % 4 of Philox(key = seed, counter = {p >> 18 in two words, (p >> 2) % 65536, 0}):
// the order in which cuRAND's CURAND_RNG_PSEUDO_PHILOX4_32_10 generators number their words. docs/random.md says which words
// an element owns. A draw's first word is a multiple of 4, so that the words of an element, of a Box-Muller pair, and of a
// vector of 4 elements never straddle two blocks.
//
// Logarithm, sine and cosine are written out in + - * / sqrt, which every compiler rounds alike where contraction is off: the
// normal numbers have the same bits on both devices.
#pragma once

#include "ops/convert.hpp"

namespace gpu {
namespace GPU_OPS_NAMESPACE {

/// The four words of one Philox block, or of its counter.
struct philox_words {
  u32 x, y, z, w;
};

namespace random_detail {

/// Both halves of a 32 x 32-bit product.
GPU_FN void multiply_wide(u32 a, u32 b, u32& high, u32& low) {
#ifdef __CUDA_ARCH__
  high = __umulhi(a, b);
  low = a * b;
#else
  const u64 product = static_cast<u64>(a) * b;
  high = static_cast<u32>(product >> 32);
  low = a * b;
#endif
}

/// The upper half of a 64 x 64-bit product.
GPU_FN u64 multiply_high(u64 a, u64 b) {
#ifdef __CUDA_ARCH__
  return __umul64hi(a, b);
#else
  __extension__ using u128 = unsigned __int128;
  return static_cast<u64>((static_cast<u128>(a) * b) >> 64);
#endif
}

}  // namespace random_detail

// Philox4x32-10's constants: Salmon, Moraes, Dror, Shaw, Parallel random numbers: as easy as 1, 2, 3, SC11.
inline constexpr int philox_rounds = 10;
inline constexpr u32 philox_multiplier0 = 0xd2511f53U;
inline constexpr u32 philox_multiplier1 = 0xcd9e8d57U;
inline constexpr u32 philox_weyl0 = 0x9e3779b9U;
inline constexpr u32 philox_weyl1 = 0xbb67ae85U;

/// Philox4x32-10 of a counter. The key's low word is the first key word.
GPU_FN philox_words philox_block(u64 key, philox_words counter) {
  u32 key0 = static_cast<u32>(key);
  u32 key1 = static_cast<u32>(key >> 32);
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (int round = 0; round < philox_rounds; ++round) {
    u32 high0, low0, high1, low1;
    random_detail::multiply_wide(philox_multiplier0, counter.x, high0, low0);
    random_detail::multiply_wide(philox_multiplier1, counter.z, high1, low1);
    counter = {high1 ^ counter.y ^ key0, low1, high0 ^ counter.w ^ key1, low0};
    key0 += philox_weyl0;
    key1 += philox_weyl1;
  }
  return counter;
}

/// The block of the seed's stream that holds word `position`: words position & ~3 to position | 3.
GPU_FN philox_words philox_block_at(u64 seed, u64 position) {
  const u64 row = position >> 18;
  return philox_block(
      seed, {static_cast<u32>(row), static_cast<u32>(row >> 32), static_cast<u32>(position >> 2) & 65535U, 0U});
}

/// Word `position` of the seed's stream.
GPU_FN u32 philox_word(u64 seed, u64 position) {
  const philox_words block = philox_block_at(seed, position);
  const bool odd = (position & 1U) != 0U;
  const u32 front = odd ? block.y : block.x;
  const u32 back = odd ? block.w : block.z;
  return (position & 2U) != 0U ? back : front;
}

namespace random_detail {

/// Two words of one block: the first is the low half where they make a 64-bit number.
struct word_pair {
  u32 low, high;
};

GPU_FN u64 joined(word_pair words) { return (static_cast<u64>(words.high) << 32) | words.low; }

/// Words `position` and `position + 1`; `position` is even.
GPU_FN word_pair pair_at(u64 seed, u64 position) {
  const philox_words block = philox_block_at(seed, position);
  const bool second = (position & 2U) != 0U;
  return {second ? block.z : block.x, second ? block.w : block.y};
}

/// How a number of [0, 1) is made: `words` of the stream an element, and the value they give, cut off rather than rounded so
/// that 1 never comes out.
template <class T>
struct uniform;

template <>
struct uniform<f32> {
  static constexpr int words = 1;
  static GPU_FN f32 from(u32 word) { return static_cast<f32>(static_cast<i32>(word >> 8)) * 0x1p-24F; }
};

template <>
struct uniform<f16> {
  static constexpr int words = 1;
  static GPU_FN f16 from(u32 word) { return narrow<f16>(static_cast<f32>(static_cast<i32>(word >> 21)) * 0x1p-11F); }
};

template <>
struct uniform<bf16> {
  static constexpr int words = 1;
  static GPU_FN bf16 from(u32 word) { return narrow<bf16>(static_cast<f32>(static_cast<i32>(word >> 24)) * 0x1p-8F); }
};

template <>
struct uniform<f64> {
  static constexpr int words = 2;
  // 32 and 21 bits: each product and the sum are exact, and 32-bit conversions are in every vector unit.
  static GPU_FN f64 from(word_pair words_of_element) {
    return static_cast<f64>(words_of_element.high) * 0x1p-32 +
           static_cast<f64>(static_cast<i32>(words_of_element.low >> 11)) * 0x1p-53;
  }
};

/// ln of (word + 1/2) / 2^32. Cephes' logf: x = m * 2^e with m in [sqrt(1/2), sqrt(2)), a polynomial in m - 1. Close to 1,
/// where rounding x would lose the logarithm's digits, m - 1 comes from the word's complement.
GPU_FN f32 log_of_word(u32 word) {
  const f32 x = static_cast<f32>(word) * 0x1p-32F + 0x1p-33F;
  const f32 to_one = static_cast<f32>(~word) * 0x1p-32F + 0x1p-33F;
  const u32 from_sqrt_half = to_bits(x) - 0x3f3504f3U;
  const i32 exponent = static_cast<i32>(from_sqrt_half) >> 23;
  const f32 reduced = from_bits<f32>((from_sqrt_half & 0x7fffffU) + 0x3f3504f3U) - 1.0F;
  const f32 m = exponent == 0 ? -to_one : reduced;
  const f32 e = static_cast<f32>(exponent);
  const f32 square = m * m;
  f32 y = 7.0376836292e-2F;
  y = y * m - 1.1514610310e-1F;
  y = y * m + 1.1676998740e-1F;
  y = y * m - 1.2420140846e-1F;
  y = y * m + 1.4249322787e-1F;
  y = y * m - 1.6668057665e-1F;
  y = y * m + 2.0000714765e-1F;
  y = y * m - 2.4999993993e-1F;
  y = y * m + 3.3333331174e-1F;
  y = y * m * square - 2.12194440e-4F * e - 0.5F * square;  // ln 2 = 0.693359375 - 2.12194440e-4
  return (m + y) + 0.693359375F * e;
}

/// ln of a normal double in (0, 1]. FDLIBM's e_log.c, in the same form.
GPU_FN f64 log_of_unit(f64 x) {
  const u64 from_sqrt_half = to_bits(x) - 0x3fe6a09e667f3bcdUL;
  // Sign and exponent are in the upper word, and 32-bit shifts and conversions are in every vector unit.
  const f64 e = static_cast<f64>(static_cast<i32>(from_sqrt_half >> 32) >> 20);
  const f64 f = from_bits<f64>((from_sqrt_half & 0xfffffffffffffUL) + 0x3fe6a09e667f3bcdUL) - 1.0;
  const f64 s = f / (2.0 + f);
  const f64 z = s * s;
  const f64 w = z * z;
  const f64 even = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
  const f64 odd = z * (6.666666666666735130e-01 +
                       w * (2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));
  const f64 half_square = 0.5 * f * f;
  const f64 tail = s * (half_square + (even + odd)) + e * 1.90821492927058770002e-10;  // ln 2 in two parts
  return e * 6.93147180369123816490e-01 - ((half_square - tail) - f);
}

/// A point of the unit circle.
template <class F>
struct circle_point {
  F cosine, sine;
};

/// `value`, its sign changed where bit 1 of `quarter` is set.
GPU_FN f32 flipped(f32 value, u32 quarter) { return from_bits<f32>(to_bits(value) ^ ((quarter & 2U) << 30)); }
GPU_FN f64 flipped(f64 value, u64 quarter) { return from_bits<f64>(to_bits(value) ^ ((quarter & 2U) << 62)); }

/// Turns a point by `quarter` right angles. `Word` is an integer as wide as F: no vector changes its width.
template <class F, class Word>
GPU_FN circle_point<F> turned(circle_point<F> p, Word quarter) {
  const bool swap = (quarter & 1U) != 0U;
  return {flipped(swap ? p.sine : p.cosine, quarter + 1U), flipped(swap ? p.cosine : p.sine, quarter)};
}

/// The point at `turn` / 2^32 of a full turn. The nearest right angle is taken off in integers, exactly; Cephes' sinf and
/// cosf polynomials serve the rest, at most pi / 4.
GPU_FN circle_point<f32> circle_at(u32 turn) {
  const u32 quarter = (turn + 0x20000000U) >> 30;
  const f32 angle = static_cast<f32>(static_cast<i32>(turn - (quarter << 30))) * 0x1.921fb6p-30F;  // 2 pi / 2^32
  const f32 z = angle * angle;
  const f32 sine = ((-1.9515295891e-4F * z + 8.3321608736e-3F) * z - 1.6666654611e-1F) * z * angle + angle;
  const f32 cosine =
      ((2.443315711809948e-5F * z - 1.388731625493765e-3F) * z + 4.166664568298827e-2F) * z * z - 0.5F * z + 1.0F;
  return turned(circle_point<f32>{cosine, sine}, quarter);
}

/// The point at `turn` / 2^64 of a full turn, of which the top 53 bits count; FDLIBM's k_sin.c and k_cos.c.
GPU_FN circle_point<f64> circle_at(u64 turn) {
  const u64 quarter = (turn + 0x2000000000000000UL) >> 62;
  const i64 rest = static_cast<i64>(turn - (quarter << 62)) >> 11;  // |rest| <= 2^50
  // 1.5 * 2^52 + rest is a double whose last bits are `rest`: an exact conversion that vector units without int64 have too.
  const f64 exact = from_bits<f64>(static_cast<u64>(rest) + 0x4338000000000000UL) - 0x1.8p52;
  const f64 angle = exact * 0x1.921fb54442d18p-51;  // 2 pi / 2^53
  const f64 z = angle * angle;
  const f64 sine_series =
      8.33333333332248946124e-03 +
      z * (-1.98412698298579493134e-04 +
           z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
  const f64 cosine_series = z * (4.16666666666666019037e-02 +
                                 z * (-1.38888888888741095749e-03 +
                                      z * (2.48015872894767294178e-05 +
                                           z * (-2.75573143513906633035e-07 +
                                                z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
  const f64 sine = angle + (z * angle) * (-1.66666666666666324348e-01 + z * sine_series);
  const f64 half = 0.5 * z;
  const f64 front = 1.0 - half;
  const f64 cosine = front + (((1.0 - front) - half) + z * cosine_series);
  return turned(circle_point<f64>{cosine, sine}, quarter);
}

template <class F>
struct normal_pair {
  F even, odd;
};

/// Box-Muller: two independent normal numbers of two words. The radius' argument is (first word + 1/2) / 2^32.
GPU_FN normal_pair<f32> normals(word_pair words) {
  const f32 radius = sqrtf(-2.0F * log_of_word(words.low));
  const circle_point<f32> p = circle_at(words.high);
  return {radius * p.cosine, radius * p.sine};
}

/// Box-Muller of four words. The radius' argument is 1 - k / 2^52 in (0, 1] for the top 52 bits k of the first pair.
GPU_FN normal_pair<f64> normals(philox_words words) {
  const f64 one_to_two = from_bits<f64>((joined({words.x, words.y}) >> 12) | 0x3ff0000000000000UL);
  const f64 radius = ::sqrt(-2.0 * log_of_unit(2.0 - one_to_two));
  const circle_point<f64> p = circle_at(joined({words.z, words.w}));
  return {radius * p.cosine, radius * p.sine};
}

template <class T>
struct rounded;

template <>
struct rounded<f32> {
  static GPU_FN f32 from(f32 value) { return value; }
};

template <>
struct rounded<f16> {
  static GPU_FN f16 from(f32 value) { return narrow<f16>(value); }
};

template <>
struct rounded<bf16> {
  static GPU_FN bf16 from(f32 value) { return narrow<bf16>(value); }
};

/// A 64-bit number scaled to `low` … `low + range - 1` (range 0: 2^64 values), wrapping as two's complement does.
GPU_FN i64 scaled(word_pair words, i64 low, u64 range) {
  const u64 number = joined(words);
  const u64 step = range == 0U ? number : multiply_high(number, range);
  return static_cast<i64>(static_cast<u64>(low) + step);
}

}  // namespace random_detail

/// How many elements of a draw one Philox block serves: `random` and `normal` of T.
template <class T>
inline constexpr int draws_per_block = 4 / random_detail::uniform<T>::words;

/// Element `i` of a uniform draw over [0, 1): T is f16, bf16, f32 or f64. `first_word` is a multiple of 4.
template <class T>
GPU_FN T draw_random(u64 seed, u64 first_word, u64 i) {
  if constexpr (random_detail::uniform<T>::words == 1) {
    return random_detail::uniform<T>::from(philox_word(seed, first_word + i));
  } else {
    return random_detail::uniform<T>::from(random_detail::pair_at(seed, first_word + 2 * i));
  }
}

/// Element `i` of a standard normal draw: T is f16, bf16, f32 or f64. `first_word` is a multiple of 4.
template <class T>
GPU_FN T draw_normal(u64 seed, u64 first_word, u64 i) {
  const u64 even = i & ~static_cast<u64>(1);
  const bool odd = (i & 1U) != 0U;
  if constexpr (random_detail::uniform<T>::words == 1) {
    const auto pair = random_detail::normals(random_detail::pair_at(seed, first_word + even));
    return random_detail::rounded<T>::from(odd ? pair.odd : pair.even);
  } else {
    const auto pair = random_detail::normals(philox_block_at(seed, first_word + 2 * even));
    return odd ? pair.odd : pair.even;
  }
}

/// Element `i` of a draw of the integers `low` … `low + range - 1`; range 0 stands for 2^64. By multiplication without
/// rejection (Lemire: Fast random integer generation in an interval, 2019): a value's probability is off by under 2^-64.
GPU_FN i64 draw_integers(u64 seed, u64 first_word, u64 i, i64 low, u64 range) {
  return random_detail::scaled(random_detail::pair_at(seed, first_word + 2 * i), low, range);
}

/// Elements `i` to `i + 3` of a uniform draw; `i` is a multiple of 4. One Philox block, two for f64.
template <class T>
GPU_FN void draw_random4(u64 seed, u64 first_word, u64 i, T* out) {
  using from_words = random_detail::uniform<T>;
  if constexpr (from_words::words == 1) {
    const philox_words block = philox_block_at(seed, first_word + i);
    out[0] = from_words::from(block.x);
    out[1] = from_words::from(block.y);
    out[2] = from_words::from(block.z);
    out[3] = from_words::from(block.w);
  } else {
    const philox_words front = philox_block_at(seed, first_word + 2 * i);
    const philox_words back = philox_block_at(seed, first_word + 2 * i + 4);
    out[0] = from_words::from({front.x, front.y});
    out[1] = from_words::from({front.z, front.w});
    out[2] = from_words::from({back.x, back.y});
    out[3] = from_words::from({back.z, back.w});
  }
}

/// Elements `i` to `i + 3` of a standard normal draw; `i` is a multiple of 4. One Philox block, two for f64.
template <class T>
GPU_FN void draw_normal4(u64 seed, u64 first_word, u64 i, T* out) {
  if constexpr (random_detail::uniform<T>::words == 1) {
    using to_type = random_detail::rounded<T>;
    const philox_words block = philox_block_at(seed, first_word + i);
    const auto front = random_detail::normals(random_detail::word_pair{block.x, block.y});
    const auto back = random_detail::normals(random_detail::word_pair{block.z, block.w});
    out[0] = to_type::from(front.even);
    out[1] = to_type::from(front.odd);
    out[2] = to_type::from(back.even);
    out[3] = to_type::from(back.odd);
  } else {
    const auto front = random_detail::normals(philox_block_at(seed, first_word + 2 * i));
    const auto back = random_detail::normals(philox_block_at(seed, first_word + 2 * i + 4));
    out[0] = front.even;
    out[1] = front.odd;
    out[2] = back.even;
    out[3] = back.odd;
  }
}

/// Elements `i` to `i + 3` of a draw of integers; `i` is a multiple of 4. Two Philox blocks.
GPU_FN void draw_integers4(u64 seed, u64 first_word, u64 i, i64 low, u64 range, i64* out) {
  const philox_words front = philox_block_at(seed, first_word + 2 * i);
  const philox_words back = philox_block_at(seed, first_word + 2 * i + 4);
  out[0] = random_detail::scaled({front.x, front.y}, low, range);
  out[1] = random_detail::scaled({front.z, front.w}, low, range);
  out[2] = random_detail::scaled({back.x, back.y}, low, range);
  out[3] = random_detail::scaled({back.z, back.w}, low, range);
}

}  // namespace GPU_OPS_NAMESPACE
}  // namespace gpu

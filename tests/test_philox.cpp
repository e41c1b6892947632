// Random numbers by position: the words against published vectors and cuRAND's host generator, the numbers against
// docs/random.md, their bounds, their statistics at fixed seeds, and how draws share a stream.
#include <bit>
#include <cmath>
#include <cstdint>

#include "ops/philox_fill.hpp"

#include <dlfcn.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include <gpu/float16.hpp>

#include "data_path.hpp"
#include "random/entropy_seed.hpp"
#include "random/words.hpp"

namespace {

namespace ops = gpu::ops;
using ops::bf16;
using ops::f16;
using ops::f32;
using ops::f64;
using ops::i64;
using ops::u32;
using ops::u64;

constexpr u64 many = 1'000'000;
constexpr i64 lowest = std::numeric_limits<i64>::min();

double to_double(f32 value) { return static_cast<double>(value); }
double to_double(f64 value) { return value; }
double to_double(f16 value) { return static_cast<double>(gpu::float16::from_bits(value.bits)); }
double to_double(bf16 value) { return static_cast<double>(gpu::bfloat16::from_bits(value.bits)); }

template <class T>
std::vector<double> random_numbers(u64 seed, u64 first_word, u64 count) {
  std::vector<T> drawn(count);
  ops::fill_random(seed, first_word, 0, count, drawn.data());
  std::vector<double> numbers(count);
  std::transform(drawn.begin(), drawn.end(), numbers.begin(), [](T value) { return to_double(value); });
  return numbers;
}

template <class T>
std::vector<double> normal_numbers(u64 seed, u64 first_word, u64 count) {
  std::vector<T> drawn(count);
  ops::fill_normal(seed, first_word, 0, count, drawn.data());
  std::vector<double> numbers(count);
  std::transform(drawn.begin(), drawn.end(), numbers.begin(), [](T value) { return to_double(value); });
  return numbers;
}

/// Mean of f(x).
template <class F>
double mean_of(const std::vector<double>& numbers, F f) {
  double sum = 0;
  for (const double x : numbers) sum += f(x);
  return sum / static_cast<double>(numbers.size());
}

/// Correlation of each number with the next one, for numbers of the given mean and variance.
double serial_correlation(const std::vector<double>& numbers, double mean, double variance) {
  double sum = 0;
  for (std::size_t k = 1; k < numbers.size(); ++k) sum += (numbers[k - 1] - mean) * (numbers[k] - mean);
  return sum / (static_cast<double>(numbers.size() - 1) * variance);
}

/// Chi-square of `counts` against equal probabilities, in standard deviations from its mean.
double chi_square_deviations(const std::vector<u64>& counts) {
  double total = 0;
  for (const u64 count : counts) total += static_cast<double>(count);
  const double expected = total / static_cast<double>(counts.size());
  double chi_square = 0;
  for (const u64 count : counts) {
    const double difference = static_cast<double>(count) - expected;
    chi_square += difference * difference / expected;
  }
  const double freedom = static_cast<double>(counts.size() - 1);
  return (chi_square - freedom) / std::sqrt(2 * freedom);
}

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

/// The rows of docs/random.md's table of test vectors, cell by cell.
std::vector<std::vector<std::string>> documented_vectors() {
  std::ifstream page(tests_folder() + "/../docs/random.md");
  std::vector<std::vector<std::string>> rows;
  bool in_table = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("## ")) in_table = line == "## Test vectors";
    if (!in_table || !(line.starts_with("| random") || line.starts_with("| normal") || line.starts_with("| integers") ||
                       line.starts_with("| bytes")))
      continue;
    std::istringstream cells(line.substr(1));
    std::vector<std::string> row;
    for (std::string cell; std::getline(cells, cell, '|');) {
      const auto from = cell.find_first_not_of(' ');
      row.push_back(from == std::string::npos ? "" : cell.substr(from, cell.find_last_not_of(' ') - from + 1));
    }
    rows.push_back(row);
  }
  return rows;
}

/// The element of a documented draw that gives a floating-point number, as a double.
double documented_draw(const std::string& kind, const std::string& type, u64 seed, u64 first_word, u64 i) {
  const auto draw = [&](auto tag) {
    using T = decltype(tag);
    return to_double(kind == "random" ? ops::draw_random<T>(seed, first_word, i)
                                      : ops::draw_normal<T>(seed, first_word, i));
  };
  if (type == "float16") return draw(f16{});
  if (type == "bfloat16") return draw(bf16{});
  return type == "float32" ? draw(f32{}) : draw(f64{});
}

/// The number written in a table as T prints it: float32 and narrower with 9 digits, float64 with 17.
double parsed(const std::string& text, const std::string& type) {
  return type == "float64" ? std::strtod(text.c_str(), nullptr)
                           : static_cast<double>(std::strtof(text.c_str(), nullptr));
}

/// The handful of cuRAND's host functions that the comparison calls, loaded when found; enums are ints in its C interface.
struct curand_library {
  void* handle = nullptr;
  int (*create_host)(void**, int) = nullptr;
  int (*set_order)(void*, int) = nullptr;
  int (*set_seed)(void*, unsigned long long) = nullptr;
  int (*set_offset)(void*, unsigned long long) = nullptr;
  int (*generate)(void*, unsigned int*, std::size_t) = nullptr;
  int (*destroy)(void*) = nullptr;

  curand_library() {
    for (const char* name : {"libcurand.so.10", "/usr/local/cuda/lib64/libcurand.so.10"})
      if (handle == nullptr) handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) return;
    load(create_host, "curandCreateGeneratorHost");
    load(set_order, "curandSetGeneratorOrdering");
    load(set_seed, "curandSetPseudoRandomGeneratorSeed");
    load(set_offset, "curandSetGeneratorOffset");
    load(generate, "curandGenerate");
    load(destroy, "curandDestroyGenerator");
  }

  template <class Function>
  void load(Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(handle, name));
  }

  static constexpr int default_order = 101;  // CURAND_ORDERING_PSEUDO_DEFAULT
  static constexpr int legacy_order = 103;   // CURAND_ORDERING_PSEUDO_LEGACY, which bytes() asks for

  /// `count` words from `offset` on, made on the CPU by cuRAND.
  std::vector<u32> words(int order, u64 seed, u64 offset, std::size_t count) const {
    constexpr int philox4_32_10 = 161;  // CURAND_RNG_PSEUDO_PHILOX4_32_10
    void* generator = nullptr;
    REQUIRE(create_host(&generator, philox4_32_10) == 0);
    std::vector<u32> out(count);
    CHECK(set_order(generator, order) == 0);
    CHECK(set_seed(generator, seed) == 0);
    CHECK(set_offset(generator, offset) == 0);
    CHECK(generate(generator, out.data(), count) == 0);
    CHECK(destroy(generator) == 0);
    return out;
  }
};

TEST_CASE("philox_block: Random123's known answers") {
  struct known_answer {
    u64 key;
    std::array<u32, 4> counter, block;
  };
  // philox4x32 10 in Random123's kat_vectors: all zero, all one, digits of pi.
  const known_answer answers[] = {
      {0, {0, 0, 0, 0}, {0x6627e8d5U, 0xe169c58dU, 0xbc57ac4cU, 0x9b00dbd8U}},
      {~u64{0}, {~0U, ~0U, ~0U, ~0U}, {0x408f276dU, 0x41c83b0eU, 0xa20bc7c6U, 0x6d5451fdU}},
      {0x299f31d0a4093822UL,
       {0x243f6a88U, 0x85a308d3U, 0x13198a2eU, 0x03707344U},
       {0xd16cfe09U, 0x94fdccebU, 0x5001e420U, 0x24126ea1U}},
  };
  for (const auto& answer : answers) {
    const auto& c = answer.counter;
    const ops::philox_words block = ops::philox_block(answer.key, {c[0], c[1], c[2], c[3]});
    CHECK(std::array<u32, 4>{block.x, block.y, block.z, block.w} == answer.block);
  }
}

TEST_CASE("philox_word: cuRAND's numbering, at every seed and offset") {
  const curand_library curand;
  if (curand.handle == nullptr) {
    MESSAGE("skipped: libcurand.so.10 was not found");
    return;
  }
  const u64 seeds[] = {0, 1, 42, 0xffffffffUL, 0x100000000UL, 0x123456789abcdef0UL, ~u64{0}};
  const u64 offsets[] = {0,
                         1,
                         2,
                         3,
                         4,
                         262143,
                         262144,
                         1000003,
                         4294967294,
                         4294967303,
                         u64{1} << 40,
                         (u64{1} << 50) - 8,
                         (u64{1} << 50) + 5,
                         u64{1} << 56,
                         (u64{1} << 63) + 8,
                         ~u64{0} - 3000};
  for (const u64 seed : seeds)
    for (const u64 offset : offsets) {
      CAPTURE(seed);
      CAPTURE(offset);
      const std::vector<u32> theirs = curand.words(curand_library::legacy_order, seed, offset, 1003);
      std::vector<u32> ours(theirs.size());
      for (std::size_t k = 0; k < ours.size(); ++k) ours[k] = ops::philox_word(seed, offset + k);
      CHECK(ours == theirs);
      CHECK(ours == curand.words(curand_library::default_order, seed, offset, 1003));
    }
}

TEST_CASE("docs/random.md: its test vectors are what is drawn") {
  const auto rows = documented_vectors();
  REQUIRE(rows.size() >= 10);
  for (const auto& row : rows) {
    REQUIRE(row.size() == 9);
    const u64 seed = std::stoull(row[2]);
    const u64 first_word = std::stoull(row[3]);
    const u64 i = std::stoull(row[4]);
    CAPTURE(row[0]);
    CAPTURE(row[1]);
    CAPTURE(row[8]);

    const u64 owner = row[0] == "normal" ? i & ~u64{1} : i;
    u64 position = first_word + owner * (row[0] == "integers" || row[1] == "float64" ? 2 : 1);
    if (row[0] == "bytes") position = first_word + i / 4;
    std::istringstream words(row[7]);
    for (std::string word; words >> word; ++position)
      CHECK(ops::philox_word(seed, position) == std::stoul(word.substr(1, 8), nullptr, 16));

    if (row[0] == "bytes")
      CHECK((ops::philox_word(seed, first_word + i / 4) >> 8 * (i % 4) & 255U) == std::stoul(row[8]));
    else if (row[0] == "integers")
      CHECK(ops::draw_integers(seed, first_word, i, std::stoll(row[5]), std::stoull(row[6])) == std::stoll(row[8]));
    else
      CHECK(documented_draw(row[0], row[1], seed, first_word, i) == parsed(row[8], row[1]));
  }
}

TEST_CASE_TEMPLATE("uniform: the largest words stay below 1, the smallest give 0", T, f16, bf16, f32, f64) {
  using from_words = ops::random_detail::uniform<T>;
  double largest = 0;
  double smallest = 1;
  if constexpr (from_words::words == 1) {
    largest = to_double(from_words::from(~0U));
    smallest = to_double(from_words::from(0U));
  } else {
    largest = to_double(from_words::from({~0U, ~0U}));
    smallest = to_double(from_words::from({0U, 0U}));
  }
  const int bits = std::is_same_v<T, f16> ? 11 : std::is_same_v<T, bf16> ? 8 : std::is_same_v<T, f32> ? 24 : 53;
  CHECK(largest == 1 - std::ldexp(1.0, -bits));
  CHECK(smallest == 0);
}

TEST_CASE_TEMPLATE("uniform: bounds, moments, chi-square, serial correlation", T, f16, bf16, f32, f64) {
  const int bits = std::is_same_v<T, f16> ? 11 : std::is_same_v<T, bf16> ? 8 : std::is_same_v<T, f32> ? 24 : 53;
  const double mean = 0.5 - std::ldexp(0.5, -bits);  // cutting off bits takes half of the last one on average
  for (const u64 seed : {u64{1}, u64{20261201}}) {
    CAPTURE(seed);
    const auto numbers = random_numbers<T>(seed, 0, many);
    std::vector<u64> counts(256);
    bool inside = true;
    for (const double x : numbers) {
      inside = inside && x >= 0 && x < 1 && std::ldexp(x, bits) == std::floor(std::ldexp(x, bits));
      ++counts[std::min<std::size_t>(255, static_cast<std::size_t>(x * 256))];
    }
    CHECK(inside);
    CHECK(std::abs(mean_of(numbers, [](double x) { return x; }) - mean) < 4 * 0.28868e-3);  // 1 / sqrt(12 n)
    CHECK(std::abs(mean_of(numbers, [&](double x) { return (x - mean) * (x - mean); }) - 1.0 / 12) < 4 * 0.0746e-3);
    CHECK(std::abs(chi_square_deviations(counts)) < 4);
    CHECK(std::abs(serial_correlation(numbers, mean, 1.0 / 12)) < 4e-3);
  }
}

TEST_CASE_TEMPLATE("normal: moments, quantiles, tails, serial correlation", T, f16, bf16, f32, f64) {
  for (const u64 seed : {u64{2}, u64{20261201}}) {
    CAPTURE(seed);
    const auto numbers = normal_numbers<T>(seed, 4096, many);
    CHECK(std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); }));
    CHECK(std::abs(mean_of(numbers, [](double x) { return x; })) < 4e-3);
    CHECK(std::abs(mean_of(numbers, [](double x) { return x * x; }) - 1) < 4 * std::sqrt(2.0) * 1e-3);
    CHECK(std::abs(mean_of(numbers, [](double x) { return x * x * x; })) < 4 * std::sqrt(15.0) * 1e-3);
    CHECK(std::abs(mean_of(numbers, [](double x) { return x * x * x * x; }) - 3) < 4 * std::sqrt(96.0) * 1e-3);
    CHECK(std::abs(serial_correlation(numbers, 0, 1)) < 4e-3);

    // How many lie above and below x, against the normal distribution. Rounding to bfloat16 moves a boundary by half a step.
    const double step = std::is_same_v<T, bf16> ? 0.00390625 : 0;
    for (const double x : {0.25, 1.0, 2.0, 3.0, 4.0}) {
      CAPTURE(x);
      const double p = normal_cdf(-x);
      const double margin = 4 * std::sqrt(p * (1 - p) * 1e-6) + step * x * std::exp(-x * x / 2) / std::sqrt(6.28);
      CHECK(std::abs(mean_of(numbers, [&](double y) { return y > x ? 1.0 : 0.0; }) - p) < margin);
      CHECK(std::abs(mean_of(numbers, [&](double y) { return y < -x ? 1.0 : 0.0; }) - p) < margin);
    }
  }
}

TEST_CASE_TEMPLATE("normal: chi-square over equally likely bins", T, f32, f64) {
  const auto numbers = normal_numbers<T>(11, 0, many);
  std::vector<u64> counts(256);
  for (const double x : numbers) ++counts[std::min<std::size_t>(255, static_cast<std::size_t>(normal_cdf(x) * 256))];
  CHECK(std::abs(chi_square_deviations(counts)) < 4);
}

TEST_CASE("normal: the extreme words give finite numbers of the documented size") {
  namespace detail = ops::random_detail;
  CHECK(std::abs(to_double(detail::normals(detail::word_pair{0U, 0U}).even) - 6.7638) < 1e-4);
  CHECK(std::abs(to_double(detail::normals(detail::word_pair{~0U, 0U}).even) - 1.52588e-5) < 1e-9);  // sqrt(2 * 2^-33)
  CHECK(std::abs(to_double(detail::normals(detail::word_pair{0U, 0x80000000U}).even) + 6.7638) < 1e-4);
  CHECK(std::abs(detail::normals(ops::philox_words{~0U, ~0U, 0U, 0U}).even - 8.4904) < 1e-4);
  CHECK(detail::normals(ops::philox_words{0U, 0U, 0U, 0U}).even == 0);
}

/// `computed` minus `exact`, in units of the last place of a T at `exact`.
template <class T>
double ulps(T computed, long double exact) {
  int exponent = 0;
  (void)std::frexp(exact, &exponent);
  return static_cast<double>(std::abs((static_cast<long double>(computed) - exact) /
                                      std::ldexp(1.0L, exponent - std::numeric_limits<T>::digits)));
}

/// cos and sin of a full turn times `rest` / `turn`, turned on by `quarter` right angles.
std::array<long double, 2> exact_circle(i64 rest, long double turn, u64 quarter) {
  const long double angle = 6.283185307179586476925286766559L * static_cast<long double>(rest) / turn;
  const long double cosine = std::cos(angle);
  const long double sine = std::sin(angle);
  const std::array<std::array<long double, 2>, 4> turned{
      {{cosine, sine}, {-sine, cosine}, {-cosine, -sine}, {sine, -cosine}}};
  return turned[quarter & 3];
}

TEST_CASE("normal: float32 within 6 ULP of Box-Muller of the same words") {
  double worst = 0;
  for (u64 k = 0; k < 200'000; ++k) {
    const u32 w0 = ops::philox_word(3, 2 * k);
    const u32 w1 = ops::philox_word(3, 2 * k + 1);
    const long double radius = std::sqrt(-2 * std::log((static_cast<long double>(w0) + 0.5L) * 0x1p-32L));
    const u32 quarter = (w1 + 0x20000000U) >> 30;
    const auto point = exact_circle(static_cast<std::int32_t>(w1 - (quarter << 30)), 0x1p32L, quarter);
    worst = std::max(worst, ulps(ops::draw_normal<f32>(3, 0, 2 * k), radius * point[0]));
    worst = std::max(worst, ulps(ops::draw_normal<f32>(3, 0, 2 * k + 1), radius * point[1]));
  }
  CHECK(worst < 6);
}

TEST_CASE("normal: float64 within 5 ULP of Box-Muller of the same words") {
  double worst = 0;
  for (u64 k = 0; k < 200'000; ++k) {
    const ops::philox_words w = ops::philox_block_at(3, 4 * k);
    const u64 b0 = ops::random_detail::joined({w.x, w.y});
    const u64 b1 = ops::random_detail::joined({w.z, w.w});
    const long double radius = std::sqrt(-2 * std::log(1 - static_cast<long double>(b0 >> 12) * 0x1p-52L));
    const u64 quarter = (b1 + (u64{1} << 61)) >> 62;
    const auto point = exact_circle(static_cast<i64>(b1 - (quarter << 62)) >> 11, 0x1p53L, quarter);
    worst = std::max(worst, ulps(ops::draw_normal<f64>(3, 0, 2 * k), radius * point[0]));
    worst = std::max(worst, ulps(ops::draw_normal<f64>(3, 0, 2 * k + 1), radius * point[1]));
  }
  CHECK(worst < 5);
}

TEST_CASE("normal: 16-bit numbers are the float32 numbers, rounded to nearest even") {
  for (u64 i = 0; i < 1000; ++i) {
    const f32 number = ops::draw_normal<f32>(5, 64, i);
    CHECK(ops::draw_normal<f16>(5, 64, i).bits == gpu::float16(number).bits());
    CHECK(ops::draw_normal<bf16>(5, 64, i).bits == gpu::bfloat16(number).bits());
  }
}

TEST_CASE("integers: bounds are kept and met, every value is equally likely") {
  struct interval {
    i64 low;
    u64 range;
  };
  const interval intervals[] = {{0, 10}, {-1, 3}, {lowest, 7}, {1000, 1}, {-128, 256}};
  for (const interval& asked : intervals) {
    const i64 low = asked.low;
    const u64 range = asked.range;
    CAPTURE(low);
    CAPTURE(range);
    std::vector<i64> numbers(many);
    ops::fill_integers(17, 8, 0, many, low, range, numbers.data());
    std::vector<u64> counts(range);
    bool inside = true;
    for (const i64 number : numbers) {
      const u64 step = static_cast<u64>(number) - static_cast<u64>(low);
      inside = inside && step < range;
      if (step < range) ++counts[step];
    }
    CHECK(inside);
    if (range > 1) CHECK(std::abs(chi_square_deviations(counts)) < 4);
  }
}

TEST_CASE("integers: the widest ranges, from the lowest int64") {
  bool wraps_right = true;
  bool all_negative = true;
  bool below_top = true;
  u64 upper_half = 0;
  for (u64 i = 0; i < 100'000; ++i) {
    const u64 words = (static_cast<u64>(ops::philox_word(23, 2 * i + 1)) << 32) | ops::philox_word(23, 2 * i);
    const i64 any = ops::draw_integers(23, 0, i, lowest, 0);
    wraps_right = wraps_right && static_cast<u64>(any) == words + (u64{1} << 63);
    upper_half += any >= 0 ? 1 : 0;
    all_negative =
        all_negative && ops::draw_integers(23, 0, i, lowest, u64{1} << 63) == lowest + static_cast<i64>(words >> 1);
    below_top = below_top && ops::draw_integers(23, 0, i, lowest, ~u64{0}) < std::numeric_limits<i64>::max();
  }
  CHECK(wraps_right);
  CHECK(all_negative);
  CHECK(below_top);
  CHECK(std::abs(static_cast<double>(upper_half) - 50'000) < 4 * 158.2);

  namespace detail = ops::random_detail;
  CHECK(detail::scaled({~0U, ~0U}, lowest, 0) == std::numeric_limits<i64>::max());
  CHECK(detail::scaled({~0U, ~0U}, lowest, u64{1} << 63) == -1);
  CHECK(detail::scaled({~0U, ~0U}, -5, 10) == 4);
  CHECK(detail::scaled({0U, 0U}, lowest, 0) == lowest);
}

template <class T>
bool same_bits(const T& a, const T& b) {
  return ops::to_bits(a) == ops::to_bits(b);
}

/// Starts of draws: the first block, the end of a row of 2^18 words, and beyond 2^32, 2^50 and near 2^64 words.
constexpr u64 first_words[] = {0, (u64{1} << 18) - 8, (u64{1} << 32) - 4, (u64{1} << 50) - 16, ~u64{0} - 63};

TEST_CASE_TEMPLATE("four at a time: the elements one by one", T, f16, bf16, f32, f64) {
  for (const u64 first_word : first_words)
    for (u64 i = 0; i < 64; i += 4) {
      std::array<T, 4> uniform{};
      std::array<T, 4> normal{};
      ops::draw_random4<T>(9, first_word, i, uniform.data());
      ops::draw_normal4<T>(9, first_word, i, normal.data());
      for (u64 k = 0; k < 4; ++k) {
        CHECK(same_bits(uniform[k], ops::draw_random<T>(9, first_word, i + k)));
        CHECK(same_bits(normal[k], ops::draw_normal<T>(9, first_word, i + k)));
      }
    }
}

TEST_CASE_TEMPLATE("runs: any begin and length give the elements one by one", T, f16, bf16, f32, f64) {
  for (const u64 first_word : first_words)
    for (const u64 begin : {0U, 1U, 2U, 3U, 7U, 1021U})
      for (const u64 count : {0U, 1U, 3U, 4U, 127U, 128U, 131U, 300U}) {
        std::vector<T> uniform(count);
        std::vector<T> normal(count);
        ops::fill_random(13, first_word, begin, count, uniform.data());
        ops::fill_normal(13, first_word, begin, count, normal.data());
        bool same = true;
        for (u64 k = 0; k < count; ++k)
          same = same && same_bits(uniform[k], ops::draw_random<T>(13, first_word, begin + k)) &&
                 same_bits(normal[k], ops::draw_normal<T>(13, first_word, begin + k));
        CAPTURE(first_word);
        CAPTURE(begin);
        CAPTURE(count);
        CHECK(same);
      }
}

TEST_CASE("integers: four at a time and runs give the elements one by one") {
  for (const u64 first_word : first_words) {
    std::array<i64, 4> four{};
    std::vector<i64> run(200);
    ops::draw_integers4(9, first_word, 8, -50, 101, four.data());
    ops::fill_integers(9, first_word, 5, run.size(), -50, 101, run.data());
    for (u64 k = 0; k < four.size(); ++k) CHECK(four[k] == ops::draw_integers(9, first_word, 8 + k, -50, 101));
    for (u64 k = 0; k < run.size(); ++k) CHECK(run[k] == ops::draw_integers(9, first_word, 5 + k, -50, 101));
  }
}

TEST_CASE("words_of_draw: words an element, rounded up to whole blocks") {
  using gpu::dtype;
  using gpu::plan::distribution;
  using gpu::rng::words_of_draw;
  static_assert(words_of_draw(distribution::random, dtype::float32, 0) == 0);
  static_assert(words_of_draw(distribution::random, dtype::float32, 1) == 4);
  static_assert(words_of_draw(distribution::random, dtype::float16, 4) == 4);
  static_assert(words_of_draw(distribution::normal, dtype::bfloat16, 5) == 8);
  static_assert(words_of_draw(distribution::normal, dtype::float64, 3) == 8);
  static_assert(words_of_draw(distribution::integers, dtype::int8, 3) == 8);
  // An odd number of normal elements still owns its last pair.
  for (const dtype type : {dtype::float16, dtype::bfloat16, dtype::float32, dtype::float64})
    for (u64 n = 1; n < 20; ++n) {
      const u64 of_pairs = (n + 1) / 2 * 2 * gpu::rng::words_per_element(distribution::normal, type);
      CHECK(words_of_draw(distribution::normal, type, n) >= of_pairs);
      CHECK(words_of_draw(distribution::normal, type, n) % 4 == 0);
    }
}

TEST_CASE("entropy_seed: seeds differ, in both halves") {
  std::vector<u64> seeds(8);
  std::generate(seeds.begin(), seeds.end(), gpu::rng::entropy_seed);
  u64 differing = 0;
  for (const u64 seed : seeds) differing |= seed ^ seeds.front();
  CHECK((differing >> 32) != 0);
  CHECK((differing & 0xffffffffU) != 0);
}

}  // namespace

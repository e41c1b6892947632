// The rows of a benchmark program: each has a name, a statement and a goal, and is measured by Google Benchmark.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "stopwatch.hpp"

namespace bench {

/// How a row is timed.
enum class timing {
  device,  ///< device time of a statement, as many queued as take some milliseconds
  burst,   ///< host time of 200 statements and one wait, of one: for arrays of few elements
  host,    ///< host time of a statement, 200 of them after a wait
  queued,  ///< host time of a statement, 20,000 of them in a row after a wait
};

struct row {
  std::string name;
  timing how = timing::device;
  double bytes = 0;  ///< each input read once, each result written once; 0 where memory is not the floor
  /// The largest time that is wanted, in one of these forms (bench/compare.py reads them): "1.05 floor" (a multiple of bytes
  /// over the copy rate), "1.02 by_hand" (of the row of that name in by_hand), "L + 0.7" (us above a launch by hand),
  /// "110 us", "1 others" (of the fastest peer); empty: none.
  std::string goal;
  std::function<void()> statement;
  std::function<bool()> holds;  ///< whether the last run's result is what plain loops give; may be empty
};

/// What the lengths of all rows follow from.
struct sizes {
  int log2n = 26;  ///< even

  /// Elements of the large arrays: 2^26 on a GPU.
  [[nodiscard]] std::int64_t n() const { return std::int64_t{1} << log2n; }
  /// Side of the square matrices of n elements: 8192.
  [[nodiscard]] std::int64_t side() const { return std::int64_t{1} << (log2n / 2); }
  /// Side of the factors of the large matrix product: 4096.
  [[nodiscard]] std::int64_t factor_side() const { return side() / 2; }
  /// Number of 256×256 products in the batch: 512.
  [[nodiscard]] std::int64_t batch() const { return side() / 16; }
};

/// The array lengths at which most code lives, and what is appended to a row's name for each.
struct small_size {
  std::int64_t n;
  const char* suffix;
};
inline constexpr small_size small_sizes[] = {{1 << 14, "_16k"}, {1 << 17, "_128k"}, {1 << 20, "_1m"}};

/// What a benchmark program is told on its command line, besides Google Benchmark's own options.
struct options {
  sizes size;
  bool verify = false;         ///< --verify: check results instead of measuring
  std::vector<char*> for_gbm;  ///< what Google Benchmark is given
};

/// Reads --log2n=N and --verify; `log2n` is the default.
[[nodiscard]] options parse_options(int argc, char** argv, int log2n);

/// Measures the rows (11 repetitions, interleaved, medians), or checks their results. Returns the exit code.
int run_rows(const std::vector<row>& rows, stopwatch& watch, options& o, const std::string& device);

}  // namespace bench

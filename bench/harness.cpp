#include "harness.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string_view>

namespace bench {
namespace {

constexpr double burst_length = 200, burst_seconds = 20e-3;
constexpr int queue_length = 20000, short_queue_length = 200;
// A batch is long enough that starting it does not show, short enough that all rows take their turn often.
constexpr double batch_seconds = 3e-3;

int batch_of(double seconds) { return static_cast<int>(std::clamp(batch_seconds / seconds, 2.0, 20.0)); }

// 200 statements, but fewer where the CPU takes long for one.
int burst_of(double seconds) { return static_cast<int>(std::clamp(burst_seconds / seconds, 2.0, burst_length)); }

/// Seconds of one statement, by the row's way of timing. `batch` is found on the first call of a row.
double measure(const row& r, stopwatch& watch, int& batch, int queue) {
  r.statement();
  watch.wait();
  if (r.how == timing::device) {
    if (batch == 0) {
      watch.seconds_each(r.statement, 2);
      batch = batch_of(watch.seconds_each(r.statement, 2));
    }
    return watch.seconds_each(r.statement, batch);
  }
  if (batch == 0) batch = r.how == timing::queued ? queue : burst_of(watch.seconds_each(r.statement, 2));
  const double begin = host_seconds();
  for (int i = 0; i < batch; ++i) r.statement();
  if (r.how == timing::burst) watch.wait();
  const double seconds = (host_seconds() - begin) / batch;
  watch.wait();
  return seconds;
}

void register_row(const row& r, stopwatch& watch, int queue) {
  const auto batch = std::make_shared<int>(0);
  benchmark::RegisterBenchmark(r.name.c_str(),
                               [&r, &watch, batch, queue](benchmark::State& state) {
                                 // The copy is timed just before each row, so that both see the same device in the same state.
                                 const double rate = r.bytes > 0 && r.how == timing::device ? watch.copy_rate() : 0;
                                 double seconds = 0;
                                 for (auto _ : state) {
                                   seconds = measure(r, watch, *batch, queue);
                                   state.SetIterationTime(seconds);
                                 }
                                 if (r.bytes > 0) state.counters["bytes"] = r.bytes;
                                 if (rate > 0) {
                                   state.counters["floor_us"] = 1e6 * r.bytes / rate;
                                   state.counters["ratio"] = seconds * rate / r.bytes;
                                   state.counters["copy_TBps"] = 1e-12 * rate;
                                 }
                                 state.SetLabel(r.goal);
                               })
      ->Iterations(1)
      ->UseManualTime()
      ->Unit(benchmark::kMicrosecond);
}

/// Runs each row twice and checks what it left; prints what does not hold.
int verify(const std::vector<row>& rows, stopwatch& watch) {
  int passed = 0, failed = 0, unchecked = 0;
  for (const row& r : rows) {
    if (r.how == timing::queued) continue;
    bool ok = false;
    try {
      r.statement();
      r.statement();
      watch.wait();
      unchecked += r.holds ? 0 : 1;
      ok = !r.holds || r.holds();
    } catch (const std::exception& e) {
      std::printf("%s: %s\n", r.name.c_str(), e.what());
    }
    (ok ? passed : failed) += 1;
    if (!ok) std::printf("FAILED: %s is not what plain loops give\n", r.name.c_str());
  }
  std::printf("%d of these ran without a check of what they give\n%d passed, %d failed\n", unchecked, passed, failed);
  return failed == 0 && passed > 0 ? 0 : 1;
}

}  // namespace

options parse_options(int argc, char** argv, int log2n) {
  // Google Benchmark takes the last of an option named twice, so that the user's come after these.
  static char repetitions[] = "--benchmark_repetitions=11";
  static char interleaved[] = "--benchmark_enable_random_interleaving=true";
  static char medians[] = "--benchmark_report_aggregates_only=true";
  options o;
  o.size.log2n = log2n;
  o.for_gbm = {argv[0], repetitions, interleaved, medians};
  for (int i = 1; i < argc; ++i) {
    const std::string_view text = argv[i];
    if (text.starts_with("--log2n="))
      o.size.log2n = std::atoi(argv[i] + 8) / 2 * 2;
    else if (text == "--verify")
      o.verify = true;
    else
      o.for_gbm.push_back(argv[i]);
  }
  return o;
}

int run_rows(const std::vector<row>& rows, stopwatch& watch, options& o, const std::string& device) {
  if (o.verify) return verify(rows, watch);
  int argc = static_cast<int>(o.for_gbm.size());
  benchmark::Initialize(&argc, o.for_gbm.data());
  if (benchmark::ReportUnrecognizedArguments(argc, o.for_gbm.data())) return 1;
  benchmark::AddCustomContext("device", device);
  benchmark::AddCustomContext("log2n", std::to_string(o.size.log2n));
  const int queue = o.size.log2n >= 20 ? queue_length : short_queue_length;
  for (const row& r : rows) register_row(r, watch, queue);
  const std::size_t ran = benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return ran > 0 ? 0 : 1;
}

}  // namespace bench

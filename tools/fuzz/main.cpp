// fuzz: differential testing of the library with random programs. See docs/testing.md.
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <optional>
#include <stdexcept>

#include <gpu/counters.hpp>
#include <gpu/device.hpp>

#include "generate.hpp"
#include "options.hpp"
#include "oracles.hpp"
#include "print.hpp"
#include "shrink.hpp"

namespace {

using namespace fuzz;

/// What a crash says: the program that ran. Written without allocating.
char running[96] = "";

void report_crash(int) {
  const char message[] = "\nFAILED by a crash: ";
  (void)!write(STDOUT_FILENO, message, sizeof message - 1);
  std::size_t length = 0;
  while (running[length] != '\0') ++length;
  (void)!write(STDOUT_FILENO, running, length);
  _exit(1);
}

class fuzzer {
 public:
  explicit fuzzer(const options& o) : options_(o) {
    for (const std::string& oracle : o.oracles) (void)ways_of(oracle, 0);
  }

  /// Runs all programs; how many failed.
  int run() {
    for (std::uint64_t seed = options_.seed; seed < options_.seed + options_.programs; ++seed) {
      if (seed / programs_a_skeleton % options_.shards != options_.shard) continue;
      if (failed_ >= options_.failures || out_of_time()) break;
      check(seed);
    }
    const auto counts = gpu::testing::counters();
    std::printf("%.0f s; %ld seeds without a program; kernels launched %llu, generated %llu, compiled %llu\n",
                elapsed(), skipped_, static_cast<unsigned long long>(counts.launches),
                static_cast<unsigned long long>(counts.kernels_generated),
                static_cast<unsigned long long>(counts.kernels_compiled));
    std::printf("%ld passed, %d failed\n", passed_, failed_);
    return failed_;
  }

 private:
  [[nodiscard]] double elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  }
  [[nodiscard]] bool out_of_time() const { return options_.seconds > 0 && elapsed() > options_.seconds; }

  void check(std::uint64_t seed) {
    const std::optional<prepared> made = generate(seed);
    if (!made) {
      ++skipped_;
      return;
    }
    const prepared& p = *made;
    if (options_.print)
      std::printf("-- seed %llu\n%s", static_cast<unsigned long long>(seed), cpp_text(p.given).c_str());
    std::fflush(stdout);
    for (const std::string& oracle : options_.oracles)
      for (const way& w : ways_of(oracle, seed)) {
        std::snprintf(running, sizeof running, "seed %llu, %s\n0 passed, 1 failed\n",
                      static_cast<unsigned long long>(seed), w.name.c_str());
        if (disagreement(p, w).empty()) continue;
        ++failed_;
        report(p, w);
        return;
      }
    ++passed_;
  }

  void report(const prepared& p, const way& w) const {
    std::printf("FAILED seed %llu, %s, after %.1f s and %ld programs: %s\n",
                static_cast<unsigned long long>(p.given.seed), w.name.c_str(), elapsed(), passed_,
                disagreement(p, w).c_str());
    const program small = shrunk(
        p.given, [&](const program& q) { return !disagreement(prepared(q), w).empty(); }, w.shim ? 150 : 1500);
    std::printf("cut down, %s: %s\n%s\n", w.name.c_str(), disagreement(prepared(small), w).c_str(),
                cpp_text(small).c_str());
    std::fflush(stdout);
  }

  const options& options_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  long passed_ = 0, skipped_ = 0;
  int failed_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  try {
    const options o = parsed_options(argc, argv);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT}) std::signal(signal, report_crash);
    if (!o.device.empty()) gpu::set_default_device(gpu::device(o.device));
    std::printf("device: %s, seeds from %llu, part %llu of %llu\n", gpu::default_device().name().c_str(),
                static_cast<unsigned long long>(o.seed), static_cast<unsigned long long>(o.shard),
                static_cast<unsigned long long>(o.shards));
    return fuzzer(o).run() == 0 ? 0 : 1;
  } catch (const std::invalid_argument& e) {
    std::fprintf(stderr, "%s\n%s", e.what(), usage);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "fuzz: %s\n", e.what());
  }
  return 2;
}

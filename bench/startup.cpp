// What a fresh process pays before its first result and for each further new kernel, with an empty and with a warm folder of
// compiled kernels. Each measurement is a process of its own: this program starts itself.
//
//   startup [--rounds=5] [Google Benchmark's options]
//
// `startup_first_*` is the time from main to the first result in host memory, less that of cudaFree(0) (the making of CUDA's
// context), which comes first. The others are one statement that needs a new kernel, with a wait.
#include <benchmark/benchmark.h>
#include <cuda_runtime_api.h>
#include <stdio.h>  // NOLINT(modernize-deprecated-headers): popen is POSIX

#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <gpu/gpu.hpp>

#include "stopwatch.hpp"

namespace {

using bench::host_seconds;
using half = gpu::float16;
using complex = std::complex<float>;

void print(const char* name, double seconds) { std::cout << name << ' ' << 1e6 * seconds << '\n'; }

/// Times one statement and its wait.
template <class F>
void time_kernel(const char* name, const F& statement) {
  const double begin = host_seconds();
  statement();
  gpu::synchronize();
  print(name, host_seconds() - begin);
}

/// The measured process: prints a line for each row, in µs.
int measured(double begin) {
  const double before_context = host_seconds();
  if (gpu::default_device().type() == gpu::device_type::cuda && cudaFree(nullptr) != cudaSuccess) return 1;
  const double context = host_seconds() - before_context;
  const std::vector<float> ones(1000, 1.0F);
  const gpu::ndarray<float> a(ones);
  const gpu::ndarray<float> b = a + a;
  if (b.to_vector() != std::vector<float>(1000, 2.0F)) return 1;
  print("context", context);
  print("first", host_seconds() - begin - context);

  const gpu::ndarray<half> h(std::vector<half>(1000, half(1.0F)));
  const gpu::ndarray<complex> z(std::vector<complex>(1000, complex(1, 1)));
  gpu::ndarray<float> r;
  gpu::ndarray<half> rh;
  gpu::ndarray<complex> rz;
  gpu::synchronize();
  time_kernel("arithmetic", [&] { r = (a * b + a) / (b + 2); });
  time_kernel("transcendental", [&] { r = gpu::sin(a) * gpu::exp(b); });
  time_kernel("half", [&] { rh = h * h + h * 2 - h; });
  time_kernel("complex", [&] { rz = z * z + z * 2 - z; });
  return 0;
}

struct goal {
  const char* row;
  const char *cold, *warm;
};
constexpr goal goals[] = {{"context", "", ""},
                          {"first", "150000 us", "30000 us"},
                          {"arithmetic", "15000 us", "500 us"},
                          {"transcendental", "30000 us", "500 us"},
                          {"half", "35000 us", "500 us"},
                          {"complex", "45000 us", "500 us"}};

using times = std::map<std::string, std::vector<double>>;

/// Runs a measured process with that folder of compiled kernels and adds its times.
void run_child(const std::filesystem::path& cache, times& all) {
  setenv("GPU_CACHE_DIR", cache.c_str(), 1);
  const std::string command = std::filesystem::read_symlink("/proc/self/exe").string() + " --measured";
  FILE* const output = popen(command.c_str(), "r");
  if (output == nullptr) throw std::runtime_error("cannot start " + command);
  std::string text;
  char buffer[256];
  while (fgets(buffer, sizeof buffer, output) != nullptr) text += buffer;
  if (pclose(output) != 0) throw std::runtime_error("the measured process failed");
  std::istringstream lines(text);
  std::string name;
  for (double t = 0; lines >> name >> t;) all[name].push_back(t);
}

/// A folder that is removed when this goes.
class temporary_folder {
 public:
  temporary_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "gpu_startup_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a folder in the temporary folder");
    path_ = name;
  }
  ~temporary_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Cold and warm processes in turn; the first fills the warm folder and does not count.
void measure(int rounds, times& cold, times& warm) {
  const temporary_folder warm_folder;
  times discarded;
  run_child(warm_folder.path(), discarded);
  for (int i = 0; i < rounds; ++i) {
    const temporary_folder empty;
    run_child(empty.path(), cold);
    run_child(warm_folder.path(), warm);
  }
}

/// Hands times that were taken already to Google Benchmark, one a repetition.
void register_row(const std::string& name, const char* wanted, const std::vector<double>& microseconds) {
  benchmark::RegisterBenchmark(name.c_str(),
                               [wanted, microseconds, at = std::size_t{0}](benchmark::State& state) mutable {
                                 for (auto _ : state) state.SetIterationTime(1e-6 * microseconds[at]);
                                 at = (at + 1) % microseconds.size();
                                 state.SetLabel(wanted);
                               })
      ->Iterations(1)
      ->Repetitions(static_cast<int>(microseconds.size()))
      ->UseManualTime()
      ->Unit(benchmark::kMicrosecond);
}

int report(int argc, char** argv, int rounds) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  times cold, warm;
  measure(rounds, cold, warm);
  for (const goal& g : goals) {
    register_row(std::string("startup_") + g.row + "_cold", g.cold, cold[g.row]);
    register_row(std::string("startup_") + g.row + "_warm", g.warm, warm[g.row]);
  }
  return benchmark::RunSpecifiedBenchmarks() > 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const double begin = host_seconds();
  try {
    if (argc == 2 && std::strcmp(argv[1], "--measured") == 0) return measured(begin);
    int rounds = 5;
    if (argc > 1 && std::strncmp(argv[1], "--rounds=", 9) == 0) {
      rounds = std::max(1, std::atoi(argv[1] + 9));
      argv[1] = argv[0];
      --argc;
      ++argv;
    }
    return report(argc, argv, rounds);
  } catch (const std::exception& e) {
    std::cerr << "startup: " << e.what() << '\n';
    return 1;
  }
}

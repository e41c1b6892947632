// Faults where a kernel is not in memory: the run-time compiler, the disk cache, loading. On the dry device where the default is
// the CPU.
#include <gpu/testing.hpp>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "cuda/disk_cache.hpp"
#include "cuda/program.hpp"
#include "fault_sweep.hpp"
#include "runtime/call_seam.hpp"
#include "runtime/counters.hpp"

namespace {

namespace fs = std::filesystem;
namespace backend = gpu::cuda_backend;
namespace seam = gpu::runtime::seam;
using faults::row;

gpu::device compiling_device() {
  const gpu::device d = gpu::default_device();
  return d == gpu::cpu() ? gpu::device("dry") : d;
}

void forget_programs() {
  gpu::synchronize();
  backend::forget_programs();
}

/// Disk caches of this test alone: a warm one that everything goes through, and a cold one, emptied at will.
class private_caches {
 public:
  private_caches() : root_(faults::scratch_folder() + "/caches") {
    fs::create_directories(root_);
    warm_ = std::make_unique<backend::disk_cache>(root_ + "/warm");
    cold_ = std::make_unique<backend::disk_cache>(root_ + "/cold");
    use_warm();
  }
  private_caches(const private_caches&) = delete;
  private_caches& operator=(const private_caches&) = delete;
  ~private_caches() {
    backend::replace_process_disk_cache(nullptr);
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }
  void use_warm() const { backend::replace_process_disk_cache(warm_.get()); }
  void use_cold() const {
    for (const auto& entry : fs::directory_iterator(root_ + "/cold")) fs::remove(entry.path());
    backend::replace_process_disk_cache(cold_.get());
  }
  /// Whether the cold cache holds whole kernels and nothing else.
  [[nodiscard]] bool cold_is_clean() const {
    const fs::directory_iterator files(root_ + "/cold");
    return std::all_of(begin(files), end(files), [](const auto& f) { return f.path().extension() == ".kernel"; });
  }

 private:
  std::string root_;
  std::unique_ptr<backend::disk_cache> warm_;
  std::unique_ptr<backend::disk_cache> cold_;
};

/// One row for each kind of kernel; two of them, to save time, where the CPU is what the suite runs on.
std::vector<row> rows_of_each_kind(gpu::device of_suite) {
  using gpu::range;
  std::vector<row> rows = {
      {"a scatter",
       [](faults::operands& o) {
         o.target(o.index) = o.f(range(0, 4));
         return faults::result(o.target);
       }},
      {"a map", [](faults::operands& o) { return faults::result(o.f * 2 + o.row); }},
      {"a map in place",
       [](faults::operands& o) {
         o.target += o.g;
         return faults::result(o.target);
       }},
      {"a reduction over the last axis", [](faults::operands& o) { return faults::result(gpu::prod(o.f, 1)); }},
      {"a reduction over the first axis, in place",
       [](faults::operands& o) {
         o.row = gpu::prod(o.f, 0);
         return faults::result(o.row);
       }},
      {"a gather", [](faults::operands& o) { return faults::result(gpu::ndarray<float>(o.f(o.index))); }},
      {"a store under a mask",
       [](faults::operands& o) {
         o.target(o.b) = -1;
         return faults::result(o.target);
       }},
      {"a draw",
       [](faults::operands& o) {
         auto g = o.rng;
         return faults::result(g.random<float>({7, 3}));
       }},
  };
  if (of_suite == gpu::cpu()) rows.erase(rows.begin() + 2, rows.end());
  return rows;
}

bool reached(const faults::summary& s, const char* call) {
  return std::find(s.calls.begin(), s.calls.end(), call) != s.calls.end();
}

}  // namespace

TEST_CASE("faults: a kernel that has to be compiled") {
  const gpu::device of_suite = gpu::default_device();
  const gpu::device_guard on(compiling_device());
  const private_caches caches;
  const faults::options cold = {.before =
                                    [&] {
                                      forget_programs();
                                      caches.use_cold();
                                    },
                                .after =
                                    [&] {
                                      CHECK(caches.cold_is_clean());
                                      caches.use_warm();
                                    }};
  for (const row& r : rows_of_each_kind(of_suite)) {
    const faults::summary s = faults::sweep(r, cold);
    for (const char* call :
         {"nvrtcGetNumSupportedArchs", "nvrtcGetSupportedArchs", "nvrtcCreateProgram", "nvrtcCompileProgram",
          "nvrtcGetCUBINSize", "nvrtcGetCUBIN", "cache open", "cache write", "cache rename", "cache list"})
      CHECK_MESSAGE(reached(s, call), r.name << " does not reach " << call);
  }
  forget_programs();
  const gpu::runtime::counter_set& c = gpu::runtime::counters();
  CHECK(c.modules_loaded.get() == c.modules_unloaded.get());
}

TEST_CASE("faults: a kernel that is in the disk cache only") {
  const gpu::device of_suite = gpu::default_device();
  const gpu::device_guard on(compiling_device());
  const private_caches caches;
  const faults::options from_disk = {.before = forget_programs, .after = {}};
  for (const row& r : rows_of_each_kind(of_suite)) {
    const faults::summary s = faults::sweep(r, from_disk);
    for (const char* call : {"cache open", "cache read", "cache touch"})
      CHECK_MESSAGE(reached(s, call), r.name << " does not reach " << call);
  }
}

TEST_CASE("faults: of two threads that want one new kernel, one hears of the failure and the other has its value") {
  const gpu::device where = compiling_device();
  const gpu::device_guard on(where);
  const private_caches caches;
  const gpu::ndarray<float> a = {1, 2, 3};
  forget_programs();
  std::atomic<int> jit_errors{0}, others{0}, right{0};
  const auto evaluate = [&] {
    try {
      const gpu::device_guard here(where);
      right += gpu::array_equal(gpu::ndarray<float>(a * 8), gpu::ndarray<float>{8, 16, 24}) ? 1 : 0;
    } catch (const gpu::jit_error&) {
      ++jit_errors;
    } catch (...) {
      ++others;
    }
  };
  seam::arm(static_cast<unsigned>(seam::kind::nvrtc), 3);
  std::thread first(evaluate), second(evaluate);
  first.join();
  second.join();
  seam::disarm();
  CHECK(jit_errors == 1);
  CHECK(others == 0);
  CHECK(right == 1);
  evaluate();
  CHECK(right == 2);
}

TEST_CASE("faults: check_user_functions says which call of the compiler failed, and works when asked again") {
  const gpu::device_guard on(compiling_device());
  const private_caches caches;
  for (long n = 1; n <= 6; ++n) {
    caches.use_cold();
    seam::arm(static_cast<unsigned>(seam::kind::nvrtc), n);
    std::string message;
    try {
      gpu::check_user_functions();
    } catch (const gpu::jit_error& e) {
      message = e.what();
    }
    seam::disarm();
    REQUIRE(seam::failed_call() != nullptr);
    CHECK_MESSAGE(message.find(seam::failed_call()) != std::string::npos, message);
  }
  CHECK_NOTHROW(gpu::check_user_functions());
}

#include "fault_sweep.hpp"

#include <gpu/testing.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include <unistd.h>

#include "graph/node.hpp"
#include "runtime/allocator.hpp"
#include "runtime/call_seam.hpp"
#include "runtime/counters.hpp"

namespace faults {
namespace {

namespace fs = std::filesystem;
namespace runtime = gpu::runtime;
namespace seam = gpu::runtime::seam;

constexpr long once = 1;
constexpr long for_good = 1'000'000;
constexpr long most_calls = 2000;  // a function that goes on for longer is a fault of the sweep

// -- which calls an attempt made ------------------------------------------------------------------------------------------

struct call {
  seam::kind kind;
  const char* name;
};
std::array<call, 4096> calls_made;
std::atomic<std::size_t> call_count{0};

void note_call(seam::kind k, const char* name) {
  const std::size_t at = call_count.fetch_add(1);
  if (at < calls_made.size()) calls_made[at] = {k, name};
}

std::size_t noted() { return std::min(call_count.load(), calls_made.size()); }

long count_of(const std::string& name) {
  return std::count_if(calls_made.begin(), calls_made.begin() + static_cast<std::ptrdiff_t>(noted()),
                       [&](const call& c) { return name == c.name; });
}

// -- what failing means ---------------------------------------------------------------------------------------------------

bool is_family(seam::kind k, const std::exception& e) {
  switch (k) {
    case seam::kind::allocation: return dynamic_cast<const gpu::out_of_memory*>(&e) != nullptr;
    case seam::kind::file: return dynamic_cast<const gpu::io_error*>(&e) != nullptr;
    case seam::kind::nvrtc: return dynamic_cast<const gpu::jit_error*>(&e) != nullptr;
    case seam::kind::driver:
    case seam::kind::cublas:
    case seam::kind::curand: return dynamic_cast<const gpu::cuda_error*>(&e) != nullptr;
  }
  return false;
}

/// Whether the exception is of the call's family and names it.
bool tells(const std::exception& e, seam::kind k, const std::string& name) {
  return is_family(k, e) && std::string(e.what()).find(name) != std::string::npos;
}

/// The same of some call that the attempt made: where all calls after one fail, a later one may be what the user hears of.
bool tells_some_call(const std::exception& e) {
  for (std::size_t i = 0; i < noted(); ++i)
    if (tells(e, calls_made[i].kind, calls_made[i].name)) return true;
  return false;
}

/// Calls whose failure the user never hears of: an allocation is tried again, a cache file is done without, and permissions are
/// best effort.
bool may_be_absorbed(seam::kind k, const std::string& name, long times) {
  if (k == seam::kind::allocation) return times == once && name != "operator new";
  return k == seam::kind::file && (name.rfind("cache ", 0) == 0 || name == "fchmod");
}

// -- what has to be as before ---------------------------------------------------------------------------------------------

struct in_use {
  std::uint64_t storages, bytes;
  bool operator==(const in_use&) const = default;
};
in_use in_use_now() {
  const runtime::counter_set& c = runtime::counters();
  return {c.allocations.get() - c.frees.get(), c.bytes_allocated.get() - c.bytes_freed.get()};
}

std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Names and contents of the files of the scratch folder.
std::string files_now() {
  std::vector<std::string> list;
  for (const auto& entry : fs::directory_iterator(scratch_folder()))
    list.push_back(entry.path().string() + '\n' + contents(entry.path().string()));
  std::sort(list.begin(), list.end());
  std::string all;
  for (const std::string& file : list) all += file;
  return all;
}

void restore_files() {
  const gpu::device_guard on(gpu::cpu());
  gpu::save_npy(scratch_folder() + "/in.npy", gpu::ndarray<float>{{1, 2, 3}, {4, 5, 6}});
  gpu::save_npy(scratch_folder() + "/fortran.npy", gpu::ndarray<float>{{1, 2, 3}, {4, 5, 6}}.T());
  gpu::save_npy(scratch_folder() + "/out.npy", gpu::ndarray<std::int32_t>{7});
}

struct folder {
  std::string path;
  folder() {
    std::string pattern = (fs::temp_directory_path() / "gpu-faults-XXXXXX").string();
    REQUIRE(::mkdtemp(pattern.data()) != nullptr);
    path = pattern;
  }
  folder(const folder&) = delete;
  folder& operator=(const folder&) = delete;
  ~folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

// -- one attempt ----------------------------------------------------------------------------------------------------------

/// One row with its undisturbed value, attempt by attempt.
class sweeper {
 public:
  sweeper(const row& r, const options& o) : row_(r), options_(o) {
    const one_thread alone;
    prepare();
    operands fresh;
    pristine_ = fresh.bits();
    expected_ = row_.run(fresh).bits();
  }

  summary run() {
    const one_thread alone;
    for (const long times : {once, for_good})
      for (long n = 1; attempt(n, times); ++n) REQUIRE_MESSAGE(n < most_calls, row_.name);
    return std::move(summary_);
  }

 private:
  /// Calls come in the same order in each attempt.
  struct one_thread {
    int before = gpu::num_threads();
    one_thread() { gpu::set_num_threads(1); }
    one_thread(const one_thread&) = delete;
    one_thread& operator=(const one_thread&) = delete;
    ~one_thread() { gpu::set_num_threads(before); }
  };

  struct outcome {
    std::optional<result> value;
    std::exception_ptr exception;
  };

  void prepare() const {
    if (row_.is == row::trait::files) restore_files();
    runtime::allocator_of(gpu::cpu()).release_cached();  // so that an allocation reaches the system
  }

  outcome run_with_fault(operands& o, long n, long times) const {
    outcome out;
    if (options_.before) options_.before();
    call_count.store(0);
    seam::trace(&note_call);
    seam::arm(seam::every_kind, n, times);
    try {
      out.value.emplace(row_.run(o));
    } catch (...) {
      out.exception = std::current_exception();
    }
    seam::disarm();
    seam::trace(nullptr);
    if (options_.after) options_.after();
    return out;
  }

  /// Makes the n-th call fail. False where the row makes no n-th call.
  bool attempt(long n, long times) {
    prepare();
    const in_use before = in_use_now();
    bool reached = false;
    {
      operands o;
      runtime::allocator_of(gpu::cpu()).release_cached();
      const std::string files = row_.is == row::trait::files ? files_now() : std::string();
      outcome out = run_with_fault(o, n, times);
      reached = seam::failed_call() != nullptr;
      deferred_ = false;
      const std::string failed = reached ? seam::failed_call() : "none";
      INFO("row: ", row_.name, "; call ", n,
           times == once ? std::string(" fails once: ") : " fails for good: ", failed);
      if (reached) note_reached();
      if (out.exception)
        check_failure(out.exception, o, files, times);
      else
        check_success(*out.value, o, times);
      const bool unchanged = out.exception || deferred_;
      out = {};
      if (reached && !unchanged) {
        operands fresh;
        check_next(fresh);
      } else if (reached) {
        check_next(o);
      }
    }
    CHECK_MESSAGE(in_use_now() == before, row_.name << ": memory is still in use");
    return reached;
  }

  void note_reached() {
    ++summary_.attempts;
    const std::string name = seam::failed_call();
    if (std::find(summary_.calls.begin(), summary_.calls.end(), name) == summary_.calls.end())
      summary_.calls.push_back(name);
  }

  void check_failure(const std::exception_ptr& exception, operands& o, const std::string& files, long times) {
    ++summary_.exceptions;
    REQUIRE_MESSAGE(seam::failed_call() != nullptr, "nothing was made to fail, yet it throws");
    const std::string name = seam::failed_call();
    try {
      std::rethrow_exception(exception);
    } catch (const std::exception& e) {
      INFO("what: ", e.what());
      CHECK_MESSAGE((times == once ? tells(e, seam::failed_kind(), name) : tells_some_call(e)),
                    "the exception is not of the call's family, or does not name it");
      if (times == once) CHECK_FALSE_MESSAGE(may_be_absorbed(seam::failed_kind(), name, times), "the user hears of it");
    } catch (...) {
      FAIL_CHECK("no std::exception");
    }
    check_balance(name, times);
    settle_destructors();
    check_untouched(o, name, times);
    if (row_.is == row::trait::files) CHECK_MESSAGE(files_now() == files, "a file has changed, or one was left");
    CHECK_NOTHROW(gpu::synchronize());
  }

  void check_success(const result& value, operands& o, long times) {
    if (seam::failed_call() == nullptr || may_be_absorbed(seam::failed_kind(), seam::failed_call(), times)) {
      if (seam::failed_call() != nullptr) ++summary_.absorbed;
      CHECK_MESSAGE(value.bits() == expected_, "the failure was absorbed, but the value is another");
      CHECK_NOTHROW(gpu::synchronize());
      return;
    }
    CHECK_MESSAGE(defers(), "the failure is lost");
    deferred_ = true;
    ++summary_.deferred;
    CHECK_THROWS_WITH_AS(gpu::synchronize(), doctest::Contains(seam::failed_call()), gpu::error);
    CHECK_NOTHROW(gpu::synchronize());
    if (!comes_after_work(seam::failed_call()) && row_.is != row::trait::writes_and_defers)
      CHECK_MESSAGE(o.bits() == pristine_, "an operand has changed");
  }

  [[nodiscard]] bool defers() const {
    return row_.is == row::trait::defers || row_.is == row::trait::writes_and_defers;
  }

  /// A wait that fails may come after the work: then what was written stands.
  static bool comes_after_work(const std::string& call) { return call == "cuStreamSynchronize"; }

  /// Takes the failure that a destructor left after the one that was thrown.
  void settle_destructors() const {
    if (!defers()) return;
    try {
      gpu::synchronize();
    } catch (const gpu::error& e) {
      const std::string what = e.what();
      bool named = false;
      for (std::size_t i = 0; i < noted(); ++i) named = named || what.find(calls_made[i].name) != std::string::npos;
      CHECK_MESSAGE(named, "a destructor's failure names no call: " << what);
    }
  }

  void check_untouched(operands& o, const std::string& call, long times) const {
    // where the call failed but once, the destructor may have written after all
    const bool may_be_written = defers() && times == once;
    if (!comes_after_work(call) && !may_be_written) CHECK_MESSAGE(o.bits() == pristine_, "an operand has changed");
  }

  void check_next(operands& o) const {
    CHECK_MESSAGE(row_.run(o).bits() == expected_, "the next call gives another value");
  }

  /// What was made for one compilation is given back.
  static void check_balance(const std::string& name, long times) {
    if (times != once) return;
    const long made = count_of("nvrtcCreateProgram") - (name == "nvrtcCreateProgram" ? 1 : 0);
    CHECK(made == count_of("nvrtcDestroyProgram"));
  }

  const row& row_;
  const options& options_;
  std::string pristine_;
  std::string expected_;
  bool deferred_ = false;  // the attempt's failure was left to the next wait
  summary summary_;
};

void add(summary& to, summary&& from) {
  to.attempts += from.attempts;
  to.exceptions += from.exceptions;
  to.absorbed += from.absorbed;
  to.deferred += from.deferred;
  for (std::string& name : from.calls)
    if (std::find(to.calls.begin(), to.calls.end(), name) == to.calls.end()) to.calls.push_back(std::move(name));
}

}  // namespace

const std::string& scratch_folder() {
  static const folder f;
  return f.path;
}

std::string result::bits() const { return array_ ? gpu::to_string(array_.get()->dims) + ' ' + bits_of(array_) : text_; }

summary sweep(const row& r, const options& o) { return sweeper(r, o).run(); }

summary sweep_all(const std::vector<row>& rows) {
  summary all;
  for (const row& r : rows) {
    summary one = sweep(r);
    CHECK_MESSAGE((one.attempts > 0) == (r.is != row::trait::quiet), r.name << ": calls reached: " << one.attempts);
    add(all, std::move(one));
  }
  return all;
}

}  // namespace faults

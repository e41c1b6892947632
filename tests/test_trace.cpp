// GPU_TRACE, GPU_SYNC and GPU_DUMP_KERNELS: what the library shows of its work.
#include <gpu/testing.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

#include <gpu/counters.hpp>

#include "child_process.hpp"
#include "cuda/dump.hpp"
#include "runtime/call_seam.hpp"
#include "runtime/counters.hpp"
#include "runtime/trace.hpp"

namespace {

namespace fs = std::filesystem;
namespace trace = gpu::runtime::trace;
using F = gpu::ndarray<float>;
using trace::topic;

std::mutex lines_mutex;
std::vector<std::string> lines;

void keep(const std::string& line) {
  const std::lock_guard lock(lines_mutex);
  lines.push_back(line);
}

/// Traces into `lines` while it lives.
struct traced {
  explicit traced(unsigned topics) {
    lines.clear();
    trace::set(topics, &keep);
  }
  traced(const traced&) = delete;
  traced& operator=(const traced&) = delete;
  ~traced() { trace::set(trace::nothing); }
};

unsigned bits(topic t) { return static_cast<unsigned>(t); }

bool begins_with(const std::string& text, const std::string& start) { return text.rfind(start, 0) == 0; }

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

long count_lines(const std::string& start) {
  return std::count_if(lines.begin(), lines.end(), [&](const std::string& l) { return begins_with(l, start); });
}

bool any_line_has(const std::string& part) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& l) { return l.find(part) != std::string::npos; });
}

std::string here() { return " device=" + gpu::default_device().name(); }

/// A folder that goes when this does.
struct temporary_folder {
  fs::path path = fs::temp_directory_path() / ("gpu_trace_" + std::to_string(::getpid()));
  temporary_folder() { fs::create_directories(path); }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;
  ~temporary_folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("trace: a list of topics is read, an unknown word names the choices") {
  CHECK(trace::topics_in("") == trace::nothing);
  CHECK(trace::topics_in("jit") == bits(topic::jit));
  CHECK(trace::topics_in("wait,mem") == (bits(topic::wait) | bits(topic::mem)));
  CHECK(trace::topics_in("jit,mem,launch,wait") == trace::everything);
  CHECK_THROWS_WITH_AS(
      (void)trace::topics_in("jit,memory"),
      "GPU_TRACE is \"jit,memory\", and \"memory\" is nothing that can be traced; jit, mem, launch and wait can, "
      "separated by commas",
      gpu::value_error);
  for (const char* wrong : {" jit", "JIT", "jit,,mem", ",", "all"})
    CHECK_THROWS_AS((void)trace::topics_in(wrong), gpu::value_error);
}

TEST_CASE("trace: each launch is a line with what it computes and moves") {
  const F a(gpu::shape{100, 4}, 2.0F), b(gpu::shape{4}, 1.0F);
  const traced on(bits(topic::launch));
  const F c = gpu::sin(a * b + 1);
  REQUIRE(lines.size() == 1);
  CHECK(begins_with(lines[0], "gpu: launch multiply_add_sin" + here()));
  CHECK(ends_with(lines[0], " elements=400 read=1616 written=1600\n"));
  const bool on_gpu = gpu::default_device() != gpu::cpu();
  CHECK((lines[0].find(" grid=1x1 block=256") != std::string::npos) == on_gpu);
  const F s = gpu::sum(c * c, 0);
  CHECK(count_lines("gpu: launch multiply_sum" + here()) == 1);
  const F p = gpu::matmul(c, c.T());
  CHECK(count_lines("gpu: launch matmul" + here() + " library=") == 1);
  CHECK(any_line_has(" dtype=float32 size=100x4x100 batch=1"));
}

TEST_CASE("trace: memory in use rises and falls by what is made and freed") {
  const traced on(bits(topic::mem));
  {
    const F a(gpu::shape{1000});
    REQUIRE(lines.size() == 1);
    CHECK(begins_with(lines[0], "gpu: mem allocate" + here() + " bytes=4000 in_use="));
  }
  { const F again(gpu::shape{1000}); }
  REQUIRE(lines.size() == 4);
  CHECK(begins_with(lines[1], "gpu: mem free" + here() + " bytes=4000 in_use="));
  const std::string source = gpu::default_device().type() == gpu::device_type::cuda ? "pool" : "kept";
  CHECK(lines[2].find(" from=" + source + "\n") != std::string::npos);
  CHECK(lines[1] == lines[3]);
}

TEST_CASE("trace: reading a value of a GPU waits, and the line says why") {
  const F a = {1, 2, 3};
  const traced on(bits(topic::wait));
  CHECK(gpu::sum(a).item() == 6);
  const bool waits = gpu::default_device() != gpu::cpu();
  CHECK(count_lines("gpu: wait copy to host" + here() + " us=") == (waits ? 1 : 0));
  gpu::synchronize();
  CHECK(count_lines("gpu: wait synchronize" + here() + " us=") == (waits ? 1 : 0));
  CHECK(lines.size() == (waits ? 2U : 0U));
}

TEST_CASE("trace: a kernel that was not there is a line, one that was is none") {
  if (gpu::default_device() == gpu::cpu()) return;
  const gpu::ndarray<std::int16_t> a = {5, 7, 9};
  const auto statement = [&] { return gpu::ndarray<std::int16_t>(((a ^ 3) | 64) << 1); };
  const traced on(bits(topic::jit));
  (void)statement();
  REQUIRE(lines.size() == 1);
  CHECK(begins_with(lines[0], "gpu: jit bitwise_xor_bitwise_or_left_shift" + here() + " from="));
  CHECK(lines[0].find(" ms=") != std::string::npos);
  CHECK(lines[0].find(" image=") != std::string::npos);
  (void)statement();
  CHECK(lines.size() == 1);
}

TEST_CASE("trace: names of large kernels are bounded") {
  F a = {1, 2};
  gpu::expr<float> e = a;
  for (int i = 0; i < 30; ++i) e = gpu::sin(e) * a;
  const traced on(bits(topic::launch));
  const F c = gpu::sum(e);
  REQUIRE(lines.size() == 1);
  const std::string name = lines[0].substr(12, lines[0].find(' ', 12) - 12);
  CHECK(begins_with(name, "sin_multiply_sin_multiply_"));
  CHECK(ends_with(name, "_more_sum"));
  CHECK(name.size() <= 64);
}

TEST_CASE("trace: off costs next to nothing beside the smallest statement") {
  const gpu::device_guard on_cpu(gpu::cpu());
  const F a(gpu::shape{10}, 1.0F), b(gpu::shape{10}, 2.0F);
  F c(gpu::shape{10});
  trace::set(trace::nothing);
  const auto nanoseconds = [](int repeats, auto&& f) {
    double best = 1e9;
    for (int round = 0; round < 7; ++round) {
      const auto begin = std::chrono::steady_clock::now();
      for (int i = 0; i < repeats; ++i) f();
      const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
      best = std::min(best, took.count() / repeats);
    }
    return best;
  };
  bool any = false;
  const double question = nanoseconds(200000, [&] { any = any || trace::on(topic::launch); });
  const double statement = nanoseconds(5000, [&] { c(gpu::all()) = a + b; });
  CHECK_FALSE(any);
  constexpr double questions_a_statement = 3;  // launch, a storage made, a storage freed
  const double share = questions_a_statement * question / statement;
  MESSAGE("trace::on ", question, " ns, c(all()) = a + b of 10 elements ", statement, " ns: ", 100 * share, " %");
  CHECK(share < 0.1);  // a debug build calls what release inlines
}

TEST_CASE("trace child: statements of many threads") {
  if (!child::is_child()) return;
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([] {
      const F a = {1, 2, 3};
      for (int i = 0; i < 200; ++i) const F b = a + 1;
    });
  for (std::thread& t : threads) t.join();
}

TEST_CASE("trace: GPU_TRACE writes whole lines to stderr, also from many threads") {
  if (child::is_child()) return;
  const child::outcome o = child::run_case("trace child: statements of many threads", "GPU_TRACE=launch,mem");
  CHECK(o.status == 0);
  long launches = 0, freed = 0;
  for (const std::string& line : o.lines()) {
    const bool launch = begins_with(line, "gpu: launch add" + here()) && ends_with(line, " written=12");
    const bool memory = begins_with(line, "gpu: mem allocate" + here()) || begins_with(line, "gpu: mem free" + here());
    const bool of_doctest =
        begins_with(line, "[doctest]") || begins_with(line, "====") || begins_with(line, "device: ");
    CHECK_MESSAGE((launch || memory || of_doctest || line.empty()), line);
    launches += launch ? 1 : 0;
    freed += begins_with(line, "gpu: mem free") ? 1 : 0;
  }
  CHECK(launches == 800);
  CHECK(freed >= 804);
}

TEST_CASE("trace child: a word that is no topic") {
  if (!child::is_child()) return;
  for (int i = 0; i < 2; ++i) CHECK_THROWS_AS(F(gpu::shape{3}), gpu::value_error);
}

TEST_CASE("trace: an unknown word in GPU_TRACE throws at every use") {
  if (child::is_child()) return;
  const child::outcome o = child::run_case("trace child: a word that is no topic", "GPU_TRACE=launches");
  CHECK(o.status == 0);
  CHECK(o.has("assertions: 2 | 2 passed"));
}

TEST_CASE("sync child: waits and errors") {
  if (!child::is_child()) return;
  F a = {1, 2, 3};
  const gpu::ndarray<std::int64_t> bad = {7};
  const auto before = gpu::testing::counters();
  const F b = a + 1;
  const F c = gpu::matmul(a.reshape({1, 3}), a.reshape({3, 1}) * gpu::ones<float>({1, 2}));
  const auto d = gpu::testing::counters() - before;
  MESSAGE("waits ", d.waits, " launches ", d.launches);
  CHECK_THROWS_AS(a(bad) = 5.0F, gpu::index_error);
  CHECK_THROWS_AS((void)F(a(bad)), gpu::index_error);
  CHECK_ARRAY_EQUAL(a, (F{1, 2, 3}));
}

TEST_CASE("sync: GPU_SYNC=1 waits after each kernel and library call, and an error is thrown where it was made") {
  if (child::is_child()) return;
  const child::outcome o = child::run_case("sync child: waits and errors", "GPU_SYNC=1");
  CHECK(o.status == 0);
  const bool waits = gpu::default_device() != gpu::cpu();
  // a + 1, ones and its product, all kernels, and the library's product
  CHECK_MESSAGE(o.has(waits ? "waits 4 launches 3" : "waits 0 launches 3"), o.output);
}

TEST_CASE("dump: sources and images go to a folder that is made") {
  const temporary_folder folder;
  const std::string inner = (folder.path / "a" / "b").string();
  const std::string path = gpu::cuda_backend::dump_source(inner, "add_sin", "the source");
  CHECK(begins_with(path, inner + "/add_sin_"));
  CHECK(text_of(path + ".cu") == "the source");
  gpu::cuda_backend::dump_image(path, std::string("\177ELF\0\1", 6));
  CHECK(text_of(path + ".cubin") == std::string("\177ELF\0\1", 6));
  gpu::cuda_backend::dump_image(path, ".version 9.0");
  CHECK(text_of(path + ".ptx") == ".version 9.0");
  CHECK(gpu::cuda_backend::dump_source(inner, "add_sin", "another source") != path);
}

TEST_CASE("dump: a folder that cannot be written fails no program") {
  namespace seam = gpu::runtime::seam;
  const temporary_folder folder;
  CHECK(gpu::cuda_backend::dump_source("/proc/no such folder", "add", "source").empty());
  const std::string file = (folder.path / "file").string();
  std::ofstream(file) << "in the way";
  CHECK(gpu::cuda_backend::dump_source(file, "add", "source").empty());
  CHECK(gpu::cuda_backend::dump_source("", "add", "source").empty());
  seam::arm(static_cast<unsigned>(seam::kind::file), 1);
  CHECK(gpu::cuda_backend::dump_source(folder.path.string(), "add", "source").empty());
  seam::disarm();
  gpu::cuda_backend::dump_image("", "image");
  gpu::cuda_backend::dump_image("/proc/no such folder/add", "image");
}

TEST_CASE("dump child: one kernel") {
  if (!child::is_child()) return;
  const F a = {1, 2, 3};
  CHECK_ARRAY_EQUAL(F(a * 2 + 1), (F{3, 5, 7}));
}

TEST_CASE("dump: GPU_DUMP_KERNELS gets the source and the cubin of each kernel") {
  if (child::is_child() || gpu::default_device() == gpu::cpu()) return;
  const temporary_folder folder;
  const std::string name = "dump child: one kernel";
  CHECK(child::run_case(name, "GPU_DUMP_KERNELS=" + (folder.path / "kernels").string()).status == 0);
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(folder.path / "kernels")) {
    const std::string file = entry.path().filename().string();
    if (!begins_with(file, "multiply_add_")) continue;
    CHECK(file.size() >= std::string("multiply_add_0123456789abcdef.cu").size());
    const std::string start = entry.path().extension() == ".cu" ? "namespace" : "\177ELF";
    CHECK(text_of(entry.path()).find(start) != std::string::npos);
    found.push_back(entry.path().extension().string());
  }
  std::sort(found.begin(), found.end());
  CHECK(found == std::vector<std::string>{".cu", ".cubin"});
  CHECK(child::run_case(name, "GPU_DUMP_KERNELS=/proc/nowhere").status == 0);
}

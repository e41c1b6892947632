// The shim that runs generated kernels on the CPU sees what it is there to see: faults planted in a kernel's text end the process.
#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>

#include <gpu/device.hpp>

#include "cuda_on_cpu.hpp"
#include "kernels_by_hand.hpp"
#include "shim_compiler.hpp"

using namespace by_hand;

namespace {

const gpu::device host = gpu::cpu();

/// There may be no compiler where there is a GPU; and once is enough of the two devices that have none.
const bool elsewhere = gpu::default_device().type() != gpu::device_type::cpu;

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const auto at = text.find(what);
  if (at == std::string::npos) throw std::logic_error("the generated text has no \"" + what + "\":\n" + text);
  return text.replace(at, what.size(), by);
}

/// What a child process that runs the altered kernel says on stderr; nothing if it ends well.
std::string death(const plan::kernel& k, const std::string& what, const std::string& by) {
  const auto run = altered(k, [&](const std::string& text) { return replaced(text, what, by); });
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  std::fflush(nullptr);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    for (const int fault : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL})
      std::signal(fault, SIG_DFL);  // doctest has its own
    dup2(ends[1], STDERR_FILENO);
    run();
    _exit(0);
  }
  close(ends[1]);
  std::string said;
  std::array<char, 4096> piece{};
  for (ssize_t n = 0; (n = read(ends[0], piece.data(), piece.size())) > 0;)
    said.append(piece.data(), static_cast<std::size_t>(n));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? std::string() : said;
}

bool says(const std::string& text, const std::string& what) { return text.find(what) != std::string::npos; }

/// out = a + b, where an access to an element more than there are is one beyond the memory.
plan::kernel small_sum(std::int64_t n) {
  auto k = sum_of_two(dtype::int32, {n}, arranged(arrangement::c_order, dtype::int32, {n}, host),
                      arranged(arrangement::c_order, dtype::int32, {n}, host),
                      arranged(arrangement::c_order, dtype::int32, {n}, host));
  for (const plan::operand& in : k.inputs)
    for (std::int64_t i = 0; i < n; ++i) static_cast<std::int32_t*>(in.data->data)[i] = 2147483647;
  return k;
}

/// Sums of rows, by groups of `group` threads.
plan::kernel row_sums(std::int64_t length) {
  return reduction(plan::reducer::sum, {3, length}, 1, arranged(arrangement::c_order, dtype::int64, {3, length}, host),
                   dtype::int64, dtype::int64, host);
}

}  // namespace

TEST_SUITE_BEGIN("shim" * doctest::skip(elsewhere));

TEST_CASE("shim: an unaltered kernel ends well") {
  CHECK(death(small_sum(1000), "apply<add>", "apply<add>").empty());
  CHECK(death(row_sums(5000), "join_block", "join_block").empty());
}

TEST_CASE("shim: threads that wait at different barriers") {
  const std::string text = death(row_sums(5000), "total = device::join_block<fold>(total);",
                                 "if (threadIdx.x < 32) __syncthreads(); else __syncthreads();");
  CHECK(says(text, "threads of a block wait at different barriers"));
}

TEST_CASE("shim: a thread that leaves before a barrier") {
  const std::string text = death(row_sums(5000), "total = device::join_block<fold>(total);",
                                 "if (threadIdx.x == 7) return; __syncthreads();");
  CHECK(says(text, "a thread has left a kernel whose others wait at a barrier"));
}

TEST_CASE("shim: a shuffle that not all lanes of its mask come to") {
  const std::string text =
      death(row_sums(100), "total = device::join_lanes", "if (threadIdx.x % 32 < 16) total = device::join_lanes");
  CHECK(says(text, "a shuffle waits for a lane that is not at it"));
}

TEST_CASE("shim: a shuffle whose mask leaves its caller out") {
  const std::string text = death(row_sums(100), "total = device::join_lanes",
                                 "__shfl_xor_sync(0xfffffffeU, 1U, 1); total = device::join_lanes");
  CHECK(says(text, "a shuffle's mask leaves out the thread that calls it"));
}

TEST_CASE("shim: a load that is not aligned") {
  const std::string text = death(small_sum(1000), "load_vector<true>(a0", "load_vector<true>(a0 + 1");
  CHECK((says(text, "a misaligned load") || says(text, "AddressSanitizer")));
}

TEST_SUITE_END();

TEST_SUITE_BEGIN("shim under sanitizers" * doctest::skip(elsewhere || !shim::is_sanitized()));

TEST_CASE("shim: a read one vector beyond an operand") {
  const std::string text = death(small_sum(1000), "load_vector<true>(a1", "load_vector<true>(a1 + 4");
  CHECK(says(text, "heap-buffer-overflow"));
  CHECK(says(text, "READ of size"));
}

TEST_CASE("shim: a write one element beyond an output, from a guard that lets one lane too many in") {
  const std::string text = death(small_sum(1003), "high = left < 4 ? static_cast<int>(left) : 4",
                                 "high = left < 4 ? static_cast<int>(left) + 1 : 4");
  CHECK(says(text, "heap-buffer-overflow"));
}

TEST_CASE("shim: a write into what lies in the storage beside the operand's elements") {
  plan::kernel k = small_sum(1000);
  k.outputs[0].to = make_operand(dtype::int32, {1004}, {1}, 0, host);  // four more than the kernel's
  const std::string text = death(k, "store_vector(b0", "store_vector(b0 + 4");
  CHECK(says(text, "use-after-poison"));
  CHECK(says(text, "WRITE of size"));
}

TEST_CASE("shim: a parameter word that is not there") {
  const std::string text = death(small_sum(1000), "device::word<uidx>(p.w[0])", "device::word<uidx>(p.w[100])");
  CHECK(says(text, "out of bounds"));
}

TEST_CASE("shim: shared memory beyond its end") {
  const std::string text = death(row_sums(5000), "total = device::join_block<fold>(total);",
                                 "__shared__ int box[256]; int* p0 = box; p0[threadIdx.x + 1] = 1;");
  CHECK(says(text, "global-buffer-overflow"));
}

TEST_CASE("shim: a signed overflow") {
  const std::string text = death(small_sum(1000), "apply<add>(v0, v1)", "v0 + v1");
  CHECK(says(text, "signed integer overflow"));
}

TEST_SUITE_END();

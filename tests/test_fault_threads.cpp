// Faults and threads: a failure is its own thread's, and a kernel of many threads is done whole or not begun.
#include <gpu/testing.hpp>

#include <string>
#include <thread>

#include "runtime/call_seam.hpp"

namespace {

namespace seam = gpu::runtime::seam;
using gpu::shape;
constexpr auto allocation = static_cast<unsigned>(seam::kind::allocation);
constexpr long for_good = 1'000'000;

struct four_threads {
  int before = gpu::num_threads();
  four_threads() { gpu::set_num_threads(4); }
  four_threads(const four_threads&) = delete;
  four_threads& operator=(const four_threads&) = delete;
  ~four_threads() { gpu::set_num_threads(before); }
};

/// How a statement ended whose n-th and later allocations fail.
struct ending {
  bool reached = false;
  bool thrown = false;
};
template <class Statement>
ending with_failing_allocations(long n, Statement statement) {
  ending e;
  seam::arm(allocation, n, for_good);
  try {
    statement();
  } catch (const gpu::out_of_memory&) {
    e.thrown = true;
  }
  seam::disarm();
  e.reached = seam::failed_call() != nullptr;
  return e;
}

}  // namespace

TEST_CASE("faults: where a pool thread has no memory to work in, the kernel is done all the same") {
  const gpu::device_guard on(gpu::cpu());
  const four_threads many;
  gpu::ndarray<float> a = gpu::zeros<float>({1 << 21});
  gpu::ndarray<float> sums = gpu::zeros<float>({256});
  const gpu::ndarray<float> table = gpu::ones<float>({256, 1 << 13});
  float value = 0;
  int done_without_memory = 0;
  // A pool thread takes part only where it wakes in time: tried until some did.
  for (int round = 0; round < 300 && done_without_memory < 5; ++round) {
    const ending added = with_failing_allocations(2, [&] { a += 1; });
    CHECK_FALSE(added.thrown);
    value += 1;
    REQUIRE(gpu::all(a == value).item());
    sums(gpu::all()) = 0;
    // the worker of a reduction leases three blocks
    const ending summed = with_failing_allocations(4, [&] { sums = gpu::sum(table, 1); });
    CHECK_FALSE(summed.thrown);
    REQUIRE(gpu::all(sums == float{1 << 13}).item());
    done_without_memory += static_cast<int>(added.reached) + static_cast<int>(summed.reached);
  }
  CHECK(done_without_memory >= 5);
  CHECK(with_failing_allocations(1, [&] { a += 1; }).thrown);
  CHECK(gpu::all(a == value).item());
  for (long n = 1; n <= 3; ++n) CHECK(with_failing_allocations(n, [&] { sums = gpu::sum(table * 2, 1); }).thrown);
  CHECK(gpu::all(sums == float{1 << 13}).item());
}

TEST_CASE("faults: what a mirror could not write back shows in its own thread, once") {
  const gpu::device where = gpu::default_device();
  gpu::ndarray<float> a = gpu::empty<float>({40, 30}, gpu::layout::f);
  a.fill(1);
  {
    auto m = a.host();
    m(3, 4) = 5;
    seam::arm(allocation, 1, for_good);
  }
  seam::disarm();
  REQUIRE(seam::failed_call() != nullptr);
  const std::string call = seam::failed_call();
  std::thread([&] {
    const gpu::device_guard here(where);
    CHECK_NOTHROW(gpu::synchronize());
    CHECK(gpu::all(gpu::ndarray<float>{1, 2} > 0).item());
  }).join();
  CHECK_THROWS_WITH_AS((void)gpu::sum(a).item(), doctest::Contains(call.c_str()), gpu::error);
  CHECK(gpu::sum(a).item() == 1200);
}

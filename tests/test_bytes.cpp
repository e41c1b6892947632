// generator::bytes: the words of the Philox stream as they are, on every device, by cuRAND where that makes them.
#include <bit>
#include <cmath>
#include <cstdint>

#include "ops/philox.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <vector>

#include <gpu/gpu.hpp>

#include "cuda/curand.hpp"
#include "runtime/counters.hpp"

namespace {

using bytes_array = gpu::ndarray<std::uint8_t>;

/// `count` bytes from word `first_word` on, one at a time.
std::vector<std::uint8_t> stream_bytes(std::uint64_t seed, std::uint64_t first_word, std::int64_t count) {
  std::vector<std::uint8_t> out;
  out.reserve(static_cast<std::size_t>(count));
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(count); ++i)
    out.push_back(static_cast<std::uint8_t>(gpu::ops::philox_word(seed, first_word + i / 4) >> (8 * (i % 4))));
  return out;
}

std::vector<std::uint8_t> to_host(const bytes_array& a) {
  const bytes_array here = a.to(gpu::cpu());
  return {here.data(), here.data() + here.size()};
}

std::uint64_t words_reserved(std::int64_t count) { return (static_cast<std::uint64_t>(count) + 15) / 16 * 4; }

}  // namespace

TEST_CASE("bytes: the stream's words in memory order; draws continue the stream, each from a whole block") {
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{42}, ~std::uint64_t{0}}) {
    auto rng = gpu::random::default_rng(seed);
    std::uint64_t first_word = 0;
    for (const std::int64_t n : {1, 3, 4, 5, 8, 15, 16, 17, 0, 1000, 1023, 300001}) {
      CAPTURE(seed);
      CAPTURE(n);
      const bytes_array drawn = rng.bytes(n);
      CHECK(drawn.shape() == gpu::shape{n});
      CHECK(to_host(drawn) == stream_bytes(seed, first_word, n));
      first_word += words_reserved(n);
    }
  }
}

TEST_CASE("bytes: past 2^18 words, where a stream's blocks begin over with the next counter") {
  constexpr std::int64_t row = std::int64_t{4} << 18;
  auto rng = gpu::random::default_rng(7);
  const bytes_array drawn = rng.bytes(row + 40);
  CHECK(to_host(drawn(gpu::range(row - 40, row + 40))) == stream_bytes(7, (row - 40) / 4, 80));
}

TEST_CASE("bytes: an offset beyond 32 bits; other draws share the stream") {
  auto rng = gpu::random::default_rng(5);
  (void)rng.random<float>({std::int64_t{1} << 40, 1});  // lazy: nothing is computed
  CHECK(to_host(rng.bytes(101)) == stream_bytes(5, std::uint64_t{1} << 40, 101));
  const gpu::ndarray<std::int64_t> next = rng.integers<std::int64_t>(0, 1 << 20, {3});
  for (std::int64_t i = 0; i < 3; ++i)
    CHECK(next(i) == gpu::ops::draw_integers(5, (std::uint64_t{1} << 40) + words_reserved(101),
                                             static_cast<std::uint64_t>(i), 0, 1 << 20));
}

TEST_CASE("bytes: an ordinary array, the same on the CPU and on the default device") {
  bytes_array here = gpu::random::default_rng(11).bytes(5003);
  {
    const gpu::device_guard on(gpu::cpu());
    CHECK(to_host(gpu::random::default_rng(11).bytes(5003)) == to_host(here));
  }
  const std::vector<std::uint8_t> before = to_host(here);
  here(0) = static_cast<std::uint8_t>(before[0] + 1);
  CHECK(here(0) == static_cast<std::uint8_t>(before[0] + 1));
  CHECK(here(5002) == before[5002]);
}

TEST_CASE("bytes: lengths that cannot be, and the stream after them") {
  auto rng = gpu::random::default_rng(3);
  CHECK_THROWS_AS((void)rng.bytes(-1), gpu::value_error);
  CHECK_THROWS_AS((void)rng.bytes(std::numeric_limits<std::int64_t>::max()), gpu::out_of_memory);
  CHECK(rng.bytes(0).size() == 0);
  CHECK(to_host(rng.bytes(6)) == stream_bytes(3, 0, 6));
}

TEST_CASE("bytes: cuRAND makes them on a CUDA GPU that has it, a kernel elsewhere; nothing waits") {
  const auto& counters = gpu::runtime::counters();
  auto rng = gpu::random::default_rng(1);
  (void)rng.bytes(64);  // whatever is opened or compiled once
  const auto calls = counters.library_calls.get(), launches = counters.launches.get(), waits = counters.waits.get();
  const bytes_array drawn = rng.bytes(64);
  const bool by_library = gpu::default_device().type() == gpu::device_type::cuda && gpu::cuda_backend::curand_found();
  CHECK(counters.library_calls.get() - calls == (by_library ? 1 : 0));
  CHECK(counters.launches.get() - launches == (by_library ? 0 : 1));
  CHECK(counters.waits.get() == waits);
}

TEST_CASE("curand: every function is found, or the reason says that there is no cuRAND") {
  using namespace gpu::cuda_backend;
  if (curand_found())
    CHECK((curand().curandGenerate != nullptr));
  else
    CHECK_THROWS_WITH_AS((void)curand(), doctest::Contains("cuRAND cannot be opened"), gpu::device_error);
  check_curand(CURAND_STATUS_SUCCESS, "curandGenerate");
  CHECK_THROWS_AS(check_curand(CURAND_STATUS_ALLOCATION_FAILED, "curandGenerate"), gpu::out_of_memory);
  CHECK_THROWS_WITH_AS(check_curand(CURAND_STATUS_LAUNCH_FAILURE, "curandGenerate"),
                       "curandGenerate failed: curandStatus 201", gpu::cuda_error);
}

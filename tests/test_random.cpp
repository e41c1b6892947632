// random::generator through the front end; the words themselves are tested in test_philox.cpp.
#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include <gpu/gpu.hpp>
#include <gpu/testing.hpp>

using gpu::all, gpu::range, gpu::placeholders::_;
using F = gpu::ndarray<float>;
using D = gpu::ndarray<double>;
using L = gpu::ndarray<std::int64_t>;
using gpu::array_equal;

TEST_CASE("random [3]: a draw reserves its numbers when it is made, and gives the same ones each time") {
  auto rng = gpu::random::default_rng(42), again = gpu::random::default_rng(42);
  auto a = rng.random<float>({1000});
  auto b = rng.random<float>({1000});
  F b_first = b;  // evaluated before a, which was made before it
  F a_then = a, a_again = a;
  CHECK(array_equal(a_then, a_again));
  CHECK_FALSE(array_equal(a_then, b_first));
  CHECK(array_equal(F(again.random<float>({1000})), a_then));
  CHECK(array_equal(F(again.random<float>({1000})), b_first));
  CHECK_FALSE(array_equal(F(gpu::random::default_rng(43).random<float>({1000})), a_then));
  CHECK(rng.seed() == 42);
}

TEST_CASE("random [3]: slices and transposes of a draw are of the same numbers") {
  auto rng = gpu::random::default_rng(7);
  auto e = rng.standard_normal<double>({6, 7});
  const D value = e;
  CHECK(array_equal(e.T(), value.T()));
  CHECK(array_equal(e(range(_, _, -2), 3), value(range(_, _, -2), 3)));
  CHECK(array_equal((e * 2 + 1)(2), value(2) * 2 + 1));
  CHECK(gpu::allclose(gpu::sum(e, 0), gpu::sum(value, 0)));
  CHECK(e(5, 6).item() == value(5, 6));
}

TEST_CASE_TEMPLATE("random: uniform numbers in their interval, of the right mean", E, gpu::float16, gpu::bfloat16,
                   float, double) {
  auto rng = gpu::random::default_rng(1);
  const gpu::ndarray<E> a = rng.random<E>({20000});
  const D x = gpu::astype<double>(a);
  CHECK(gpu::all(x >= 0));
  CHECK(gpu::all(x < 1));
  CHECK(gpu::mean(x) == doctest::Approx(0.5).epsilon(0.02));
  const D u = gpu::astype<double>(rng.uniform<E>(-2, 6, {20000}));
  CHECK(gpu::all(u >= -2));
  CHECK(gpu::all(u <= 6));
  CHECK(gpu::mean(u) == doctest::Approx(2).epsilon(0.05));
}

TEST_CASE("random: normal numbers have their mean and deviation") {
  auto rng = gpu::random::default_rng(2);
  const D a = rng.normal<double>(3, 0.5, {40000});
  CHECK(gpu::mean(a) == doctest::Approx(3).epsilon(0.01));
  CHECK(gpu::stddev(a) == doctest::Approx(0.5).epsilon(0.02));
  CHECK_THROWS_AS((void)rng.normal<double>(0, -1, {2}), gpu::value_error);
  CHECK(gpu::all(gpu::isfinite(D(rng.standard_normal<double>({40000})))));
}

TEST_CASE("random: integers reach both ends of their interval and nothing beyond") {
  auto rng = gpu::random::default_rng(3);
  const L a = rng.integers(-3, 4, {5000});
  CHECK(gpu::min(a) == -3);
  CHECK(gpu::max(a) == 3);
  CHECK(gpu::max(L(rng.integers(0, 4, {5000}, true))) == 4);
  const gpu::ndarray<std::uint8_t> b = rng.integers<std::uint8_t>(0, 255, {5000}, true);
  CHECK(gpu::min(b) == 0);
  CHECK(gpu::max(b) == 255);
  const gpu::ndarray<std::uint64_t> w =
      rng.integers<std::uint64_t>(0, std::numeric_limits<std::uint64_t>::max(), {1000}, true);
  CHECK(gpu::any(w > (std::uint64_t{1} << 63)));
  const L whole =
      rng.integers(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(), {1000}, true);
  CHECK(gpu::any(whole < 0));
  CHECK(gpu::any(whole > 0));
  CHECK(gpu::all(L(rng.integers(7, 8, {10})) == 7));
  CHECK_THROWS_AS((void)rng.integers(4, 4, {2}), gpu::value_error);
  CHECK_THROWS_AS((void)rng.integers(5, 4, {2}), gpu::value_error);
  CHECK_THROWS_AS((void)rng.integers<std::uint8_t>(0, 257, {2}), gpu::value_error);
  CHECK_THROWS_AS((void)rng.integers<std::int8_t>(-129, 0, {2}), gpu::value_error);
}

TEST_CASE("random: shapes: 0-d, empty, negative") {
  auto rng = gpu::random::default_rng(4);
  CHECK(rng.random<double>().ndim() == 0);
  const double x = rng.random();
  CHECK(x >= 0);
  CHECK(F(rng.random<float>({0, 3})).shape() == gpu::shape{0, 3});
  CHECK_THROWS_AS((void)rng.random<float>({-1}), gpu::value_error);
  CHECK_FALSE(array_equal(F(gpu::random::default_rng().random<float>({100})),
                          F(gpu::random::default_rng().random<float>({100}))));
}

TEST_CASE("random [7]: the same numbers on the CPU and on the default device") {
  auto here = gpu::random::default_rng(11);
  const F a = here.random<float>({5000}), n = here.standard_normal<float>({5000});
  const L i = here.integers(0, 1000, {5000});
  const gpu::device_guard on(gpu::cpu());
  auto there = gpu::random::default_rng(11);
  CHECK(array_equal(F(there.random<float>({5000})), a.to(gpu::cpu())));
  CHECK(gpu::allclose(F(there.standard_normal<float>({5000})), n.to(gpu::cpu())));
  CHECK(array_equal(L(there.integers(0, 1000, {5000})), i.to(gpu::cpu())));
}

// Comparisons, logic, where, closeness.
#include <doctest/doctest.h>

#include <complex>
#include <cstdint>
#include <limits>

#include <gpu/gpu.hpp>
#include <gpu/testing.hpp>

#include "layouts.hpp"

using F = gpu::ndarray<float>;
using D = gpu::ndarray<double>;
using I = gpu::ndarray<int>;
using B = gpu::ndarray<bool>;
using gpu::array_equal;

namespace {
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double quiet_nan = std::numeric_limits<double>::quiet_NaN();
}  // namespace

TEST_CASE("logic: comparisons, NaN is unequal to itself") {
  const D a = {1, quiet_nan, 3}, b = {1, quiet_nan, 2};
  CHECK(array_equal(gpu::equal(a, b), B{true, false, false}));
  CHECK(array_equal(gpu::not_equal(a, b), B{false, true, true}));
  CHECK(array_equal(gpu::less(a, b), B{false, false, false}));
  CHECK(array_equal(gpu::greater_equal(a, b), B{true, false, true}));
  CHECK(array_equal(gpu::less_equal(1, a), B{true, false, true}));
  using C = std::complex<float>;
  CHECK(array_equal(gpu::less(gpu::ndarray<C>{C(1, 2), C(1, 2)}, gpu::ndarray<C>{C(1, 3), C(0, 9)}), B{true, false}));
}

TEST_CASE("logic: logical functions on what is not zero") {
  const D a = {0, -0.0, quiet_nan, 2};
  const I b = {1, 0, 0, 3};
  CHECK(array_equal(gpu::logical_and(a, b), B{false, false, false, true}));
  CHECK(array_equal(gpu::logical_or(a, b), B{true, false, true, true}));
  CHECK(array_equal(gpu::logical_xor(a, b), B{true, false, true, false}));
  CHECK(array_equal(gpu::logical_not(a), B{true, true, false, false}));
}

TEST_CASE("logic: isnan, isinf, isfinite, of complex either part") {
  const D a = {quiet_nan, inf, -inf, 0};
  CHECK(array_equal(gpu::isnan(a), B{true, false, false, false}));
  CHECK(array_equal(gpu::isinf(a), B{false, true, true, false}));
  CHECK(array_equal(gpu::isfinite(a), B{false, false, false, true}));
  using C = std::complex<double>;
  CHECK(array_equal(gpu::isnan(gpu::ndarray<C>{C(quiet_nan, 0), C(0, quiet_nan), C(1, 1)}), B{true, true, false}));
  CHECK(array_equal(gpu::isfinite(I{1, 2}), B{true, true}));
}

TEST_CASE("logic: where") {
  const F a = {1, 2, 3};
  const B c = {true, false, true};
  CHECK(array_equal(gpu::where(c, a, -a), F{1, -2, 3}));
  CHECK(array_equal(gpu::where(c, a, 0), F{1, 0, 3}));
  CHECK(array_equal(gpu::where(c, 0, a), F{0, 2, 0}));
  CHECK(array_equal(gpu::where(a, 1, 2), gpu::ndarray<std::int64_t>{1, 1, 1}));
  static_assert(std::is_same_v<decltype(gpu::where(c, 1, 2)), gpu::expr<std::int64_t>>);
  static_assert(std::is_same_v<decltype(gpu::where(c, 1.0, 2)), gpu::expr<double>>);
  static_assert(std::is_same_v<decltype(gpu::where(c, true, false)), gpu::expr<bool>>);
  static_assert(std::is_same_v<decltype(gpu::where(c, a, 1.0)), gpu::expr<float>>);
  static_assert(std::is_same_v<decltype(gpu::where(c, a, I{})), gpu::expr<double>>);
  CHECK(array_equal(gpu::where(B{{true}, {false}}, a, F{9}), F{{1, 2, 3}, {9, 9, 9}}));
  CHECK_THROWS_AS((void)gpu::where(c, a, F{1, 2}), gpu::shape_error);
  CHECK_THROWS_AS((void)gpu::where(c, gpu::ndarray<std::uint8_t>{1, 2, 3}, 300), gpu::value_error);
}

TEST_CASE_TEMPLATE("logic: where in every layout", E, std::uint8_t, double, std::complex<float>) {
  for (const auto& s : layouts::of_shape<E>({5, 7}))
    for (const auto& m : layouts::of_shape<bool>({5, 7})) {
      CAPTURE(s.name);
      CAPTURE(m.name);
      const auto want = reference::map<E>(s.host.dims, m.host, s.host, [](bool c, E x) { return c ? x : E(7); });
      CHECK(reference::equal(gpu::expr<E>(gpu::where(m.view, s.view, 7)), want));
    }
}

TEST_CASE("logic: isclose, allclose, array_equal") {
  const D a = {1, inf, quiet_nan, 100}, b = {1 + 1e-9, inf, quiet_nan, 101};
  CHECK(array_equal(gpu::isclose(a, b), B{true, true, false, false}));
  CHECK(array_equal(gpu::isclose(a, b, {.rtol = 0.1, .equal_nan = true}), B{true, true, true, true}));
  CHECK_FALSE(gpu::allclose(a, b));
  CHECK(gpu::allclose(F{1, 2}, 1.5, {.atol = 0.6}));
  CHECK_FALSE(gpu::allclose(D{inf}, -inf));
  CHECK(gpu::allclose(I{1, 2}, D{1, 2}));
  CHECK_FALSE(array_equal(a, a));
  CHECK(array_equal(a, a, true));
  CHECK_FALSE(array_equal(F{1, 2}, F{{1, 2}}));
  CHECK(array_equal(F{}, F{}));
  CHECK(array_equal(I{1, 2}, F{1, 2}));
  CHECK_THROWS_AS((void)gpu::allclose(F{1, 2}, F{1, 2, 3}), gpu::shape_error);
}

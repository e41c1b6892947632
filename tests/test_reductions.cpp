// Reductions over every layout, axis and option. Numbers in brackets are the rules of the design.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <gpu/gpu.hpp>
#include <gpu/testing.hpp>

#include "layouts.hpp"

using gpu::all, gpu::range, gpu::placeholders::_;
using F = gpu::ndarray<float>;
using D = gpu::ndarray<double>;
using I = gpu::ndarray<int>;
using L = gpu::ndarray<std::int64_t>;
using B = gpu::ndarray<bool>;
using gpu::array_equal;

namespace {

constexpr float quiet_nan = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE_TEMPLATE("reductions: sum, min, max, all and any along each axis of each layout", E, bool, std::int8_t,
                   std::uint32_t, double) {
  using sum_type =
      gpu::detail::promote_t<E, std::conditional_t<std::is_same_v<E, double>, double,
                                                   std::conditional_t<std::is_unsigned_v<E> && !std::is_same_v<E, bool>,
                                                                      std::uint64_t, std::int64_t>>>;
  for (const auto& s : layouts::all<E>()) {
    CAPTURE(s.name);
    for (int axis = 0; axis < s.host.dims.ndim(); ++axis) {
      CAPTURE(axis);
      const auto add = [](sum_type a, E b) { return static_cast<sum_type>(a + static_cast<sum_type>(b)); };
      CHECK(reference::equal(gpu::expr<sum_type>(gpu::sum(s.view, axis)),
                             reference::fold<sum_type>(s.host, axis, sum_type(0), add)));
      const auto any = [](bool a, E b) { return a || b != E(0); };
      CHECK(reference::equal(gpu::expr<bool>(gpu::any(s.view, axis)), reference::fold<bool>(s.host, axis, false, any)));
      const auto every = [](bool a, E b) { return a && b != E(0); };
      CHECK(
          reference::equal(gpu::expr<bool>(gpu::all(s.view, axis)), reference::fold<bool>(s.host, axis, true, every)));
      if (s.host.dims[axis] == 0) continue;
      const E low = std::is_same_v<E, bool> ? E(0) : static_cast<E>(std::numeric_limits<E>::lowest());
      const E high = std::is_same_v<E, bool> ? E(1) : static_cast<E>(std::numeric_limits<E>::max());
      const auto larger = [](E a, E b) { return a > b ? a : b; };
      const auto smaller = [](E a, E b) { return a < b ? a : b; };
      CHECK(reference::equal(gpu::expr<E>(gpu::max(s.view, axis)), reference::fold<E>(s.host, axis, low, larger)));
      CHECK(reference::equal(gpu::expr<E>(gpu::min(s.view, axis)), reference::fold<E>(s.host, axis, high, smaller)));
    }
  }
}

TEST_CASE("reductions: argmin and argmax give C-order positions in every layout") {
  for (const auto& s : layouts::all<float>()) {
    if (s.host.values.empty()) continue;
    CAPTURE(s.name);
    const auto& v = s.host.values;
    const auto position = [&](auto it) { return static_cast<std::int64_t>(it - v.begin()); };
    CHECK(gpu::argmax(s.view) == position(std::max_element(v.begin(), v.end())));
    CHECK(gpu::argmin(s.view) == position(std::min_element(v.begin(), v.end())));
    for (int axis = 0; axis < s.host.dims.ndim(); ++axis) {
      const L at = gpu::argmax(s.view, axis);
      CHECK(at.shape() == gpu::max(s.view, axis).shape());
      CHECK(gpu::all(at >= 0));
    }
  }
}

TEST_CASE("reductions [6]: NaN: first NaN wins in arg functions, min and max give NaN; first of equals") {
  const F a = {1, quiet_nan, 3, quiet_nan};
  CHECK(gpu::argmax(a) == 1);
  CHECK(gpu::argmin(a) == 1);
  CHECK(std::isnan(static_cast<float>(gpu::max(a))));
  CHECK(std::isnan(static_cast<float>(gpu::min(a))));
  CHECK(std::isnan(static_cast<float>(gpu::sum(a))));
  CHECK(gpu::argmax(F{2, 5, 5}) == 1);
  CHECK(gpu::argmin(F{2, 1, 1}) == 1);
  CHECK(gpu::argmax(B{false, true, true}) == 1);
}

TEST_CASE("reductions [6]: accumulators: integers in 64 bits, 16-bit floats in float32, or the type given") {
  const I i = {2147483647, 1};
  static_assert(std::is_same_v<decltype(gpu::sum(i)), gpu::expr<std::int64_t>>);
  CHECK(gpu::sum(i) == 2147483648LL);
  static_assert(std::is_same_v<decltype(gpu::sum(gpu::ndarray<std::uint8_t>{})), gpu::expr<std::uint64_t>>);
  static_assert(std::is_same_v<decltype(gpu::sum(B{})), gpu::expr<std::int64_t>>);
  static_assert(std::is_same_v<decltype(gpu::mean(i)), gpu::expr<double>>);
  static_assert(std::is_same_v<decltype(gpu::mean(F{})), gpu::expr<float>>);
  static_assert(std::is_same_v<decltype(gpu::sum<double>(F{}, 0)), gpu::expr<double>>);
  static_assert(std::is_same_v<decltype(gpu::var(gpu::ndarray<std::complex<float>>{})), gpu::expr<float>>);
  static_assert(std::is_same_v<decltype(gpu::max(i)), gpu::expr<int>>);
  gpu::ndarray<gpu::float16> h = gpu::ones<gpu::float16>({4096});
  CHECK(static_cast<float>(gpu::sum(h).item()) == 4096);
  h = h * 100;
  CHECK(static_cast<float>(gpu::mean(h).item()) == 100);  // the sum alone would overflow float16
  CHECK(gpu::sum<double>(F{0.1F, 0.2F}) == static_cast<double>(0.1F) + static_cast<double>(0.2F));
}

TEST_CASE("reductions [8]: axes: one, lists, spans, negative, none") {
  const D a = gpu::arange<double>(24).reshape({2, 3, 4});
  CHECK(gpu::sum(a) == 276);
  CHECK(gpu::sum(a, {}).shape() == a.shape());
  CHECK(array_equal(gpu::sum(a, {}), a));
  CHECK(array_equal(gpu::sum(a, {0, 2}), D{60, 92, 124}));
  CHECK(array_equal(gpu::sum(a, {2, 0}), D{60, 92, 124}));
  CHECK(array_equal(gpu::sum(a, {-1, 0}), D{60, 92, 124}));
  const std::vector<gpu::axis> axes{0, 2};
  CHECK(array_equal(gpu::sum(a, std::span<const gpu::axis>(axes)), D{60, 92, 124}));
  CHECK(gpu::sum(a, std::size_t{1}).shape() == gpu::shape{2, 4});
  CHECK(gpu::sum(a, -2, {.keepdims = true}).shape() == gpu::shape{2, 1, 4});
  CHECK(gpu::sum(a, {0, 1, 2}, {.keepdims = true}).shape() == gpu::shape{1, 1, 1});
  CHECK(gpu::sum(a, {.keepdims = true}).shape() == gpu::shape{1, 1, 1});
  CHECK_THROWS_AS((void)gpu::sum(a, 3), gpu::axis_error);
  CHECK_THROWS_AS((void)gpu::sum(a, -4), gpu::axis_error);
  CHECK_THROWS_AS((void)gpu::sum(a, {0, 0}), gpu::axis_error);
  CHECK_THROWS_AS((void)gpu::sum(a, {0, -3}), gpu::axis_error);
  CHECK_THROWS_WITH_AS((void)gpu::mean(a, 5), "axis 5 is out of bounds for array of dimension 3", gpu::axis_error);
}

TEST_CASE("reductions [8]: options: initial, where, ddof") {
  const D a = {{1, 2}, {3, 4}};
  const B m = {{true, false}, {true, true}};
  CHECK(gpu::sum(a, {.initial = 10}) == 20);
  CHECK(array_equal(gpu::sum(a, 0, {.where = m}), D{4, 4}));
  CHECK(array_equal(gpu::prod(a, 1, {.initial = 2, .where = m}), D{2, 24}));
  CHECK(array_equal(gpu::max(a, 1, {.initial = 3.5}), D{3.5, 4}));
  CHECK(array_equal(gpu::min(a, 0, {.initial = 9, .where = a > 2}), D{3, 4}));
  CHECK(array_equal(gpu::mean(a, 1, {.where = m}), D{1, 3.5}));
  CHECK(gpu::any(a, {.where = a > 5}) == false);
  CHECK(gpu::count_nonzero(a, {.where = m}) == 3);
  CHECK(gpu::var(a, {.ddof = 1}) == doctest::Approx(5.0 / 3));
  CHECK(array_equal(gpu::var(a, 0, {.ddof = 1, .keepdims = true}), D{{2, 2}}));
  CHECK(gpu::stddev(a) == doctest::Approx(std::sqrt(1.25)));
  CHECK(array_equal(gpu::sum(a, 0, {.where = B{true, false}}), D{4, 0}));
  CHECK_THROWS_AS((void)gpu::sum(a, {.where = B{true, false, true}}), gpu::shape_error);
  CHECK_THROWS_AS((void)gpu::max(a, {.where = m}), gpu::value_error);
}

TEST_CASE("reductions [6]: empty arrays: identities, and errors where there is none") {
  const F none(gpu::shape{0, 3}), thin(gpu::shape{3, 0});
  CHECK(gpu::sum(none) == 0);
  CHECK(gpu::prod(none) == 1);
  CHECK(gpu::all(none) == true);
  CHECK(gpu::any(none) == false);
  CHECK(gpu::count_nonzero(none) == 0);
  CHECK(array_equal(gpu::sum(none, 0), F{0, 0, 0}));
  CHECK(gpu::sum(none, 1).shape() == gpu::shape{0});
  CHECK(F(gpu::max(none, 1)).shape() == gpu::shape{0});
  CHECK(F(gpu::sum(thin, 0)).shape() == gpu::shape{0});
  CHECK(array_equal(gpu::prod(thin, 1, {.keepdims = true}), F{{1}, {1}, {1}}));
  CHECK_THROWS_AS((void)gpu::max(none), gpu::value_error);
  CHECK_THROWS_AS((void)gpu::min(none, 0), gpu::value_error);
  CHECK_THROWS_AS((void)gpu::argmax(none), gpu::value_error);
  CHECK_THROWS_AS((void)gpu::argmin(none, 0), gpu::value_error);
  CHECK(gpu::max(none, {.initial = 4}) == 4);
  CHECK(std::isnan(static_cast<float>(gpu::mean(none))));
  CHECK(std::isnan(static_cast<float>(gpu::var(none))));
}

TEST_CASE("reductions: of expressions, of reductions, and as members") {
  const D a = gpu::arange<double>(12).reshape({3, 4});
  CHECK(gpu::sum(a * a + 1) == 506 + 12);
  CHECK(gpu::max(gpu::sum(a, 1)) == 38);
  CHECK(array_equal(a - gpu::mean(a, 0), D{{-4, -4, -4, -4}, {0, 0, 0, 0}, {4, 4, 4, 4}}));
  CHECK(a.sum() == 66);
  CHECK(array_equal(a.max(0), D{8, 9, 10, 11}));
  CHECK(a.mean({0, 1}) == 5.5);
  CHECK((a + 1).min() == 1);
  CHECK(a.argmax() == 11);
  CHECK(array_equal(a.argmin(1, {.keepdims = true}), L{{0}, {0}, {0}}));
  CHECK(a.ptp() == 11);
  CHECK(a.T().sum(0).shape() == gpu::shape{3});
  CHECK((a > 3).any());
  CHECK(gpu::variance(a, 1)(0) == 1.25);
  CHECK(array_equal(gpu::amax(a, {0}), gpu::max(a, 0)));
}

TEST_CASE("reductions: large, in blocks and threads, the same bits from run to run") {
  const F a = gpu::sin(gpu::arange<float>(300007));
  const float first = gpu::sum(a);
  for (int i = 0; i < 5; ++i) CHECK(gpu::sum(a) == first);
  double exact = 0, magnitude = 0;
  for (float x : a) {
    exact += static_cast<double>(x);
    magnitude += std::abs(static_cast<double>(x));
  }
  const double eps = 5.96e-8;
  CHECK(std::abs(static_cast<double>(first) - exact) <= 4 * eps * std::log2(300007.0) * magnitude);
  const L i = gpu::arange<std::int64_t>(1000003);
  CHECK(gpu::sum(i) == 1000003LL * 1000002 / 2);
  CHECK(gpu::argmax(i) == 1000002);
  const D m = gpu::arange<double>(200000).reshape({2, 100000});
  CHECK(array_equal(gpu::sum(m, 1), D{99999.0 * 100000 / 2, 100000.0 * 100000 + 99999.0 * 100000 / 2}));
  CHECK(array_equal(gpu::sum(m.T(), 0), gpu::sum(m, 1)));
}

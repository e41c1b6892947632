// Element-wise functions of math.hpp: every dtype against the C++ library, specials, typing.
#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

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

/// Whether f of every sample is within a few units in the last place of `want`.
template <class Got, class Want>
void check_function(const char* name, Got&& f, Want&& want, double low, double high) {
  CAPTURE(name);
  std::vector<double> x;
  for (int i = 0; i <= 1000; ++i) x.push_back(low + (high - low) * i / 1000.0);
  const D a(x);
  const auto y = D(f(a)).to_vector();
  const F single = gpu::astype<float>(a);
  const auto s = F(f(single)).to_vector();
  for (std::size_t i = 0; i < x.size(); ++i) {
    CAPTURE(x[i]);
    CHECK(y[i] == doctest::Approx(want(x[i])).epsilon(1e-13));
    CHECK(static_cast<double>(s[i]) ==
          doctest::Approx(want(static_cast<double>(static_cast<float>(x[i])))).epsilon(1e-5));
  }
}

}  // namespace

#define CHECK_AS_STD(ours, theirs, low, high) \
  check_function(                             \
      #ours, [](const auto& a) { return gpu::ours(a); }, [](double x) { return std::theirs(x); }, low, high)

TEST_CASE("math: functions of one operand against the C++ library") {
  CHECK_AS_STD(sqrt, sqrt, 0, 10);
  CHECK_AS_STD(cbrt, cbrt, -10, 10);
  CHECK_AS_STD(exp, exp, -5, 5);
  CHECK_AS_STD(exp2, exp2, -5, 5);
  CHECK_AS_STD(expm1, expm1, -2, 2);
  CHECK_AS_STD(log, log, 0.1, 10);
  CHECK_AS_STD(log2, log2, 0.1, 10);
  CHECK_AS_STD(log10, log10, 0.1, 10);
  CHECK_AS_STD(log1p, log1p, -0.5, 5);
  CHECK_AS_STD(sin, sin, -6, 6);
  CHECK_AS_STD(cos, cos, -6, 6);
  CHECK_AS_STD(tan, tan, -1.5, 1.5);
  CHECK_AS_STD(arcsin, asin, -0.99, 0.99);
  CHECK_AS_STD(arccos, acos, -0.99, 0.9);
  CHECK_AS_STD(arctan, atan, -9, 9);
  CHECK_AS_STD(sinh, sinh, -3, 3);
  CHECK_AS_STD(cosh, cosh, -3, 3);
  CHECK_AS_STD(tanh, tanh, -3, 3);
  CHECK_AS_STD(arcsinh, asinh, -9, 9);
  CHECK_AS_STD(arccosh, acosh, 1.1, 9);
  CHECK_AS_STD(arctanh, atanh, -0.9, 0.9);
  CHECK_AS_STD(erf, erf, -3, 3);
  CHECK_AS_STD(erfc, erfc, -3, 3);
  CHECK_AS_STD(floor, floor, -3, 3);
  CHECK_AS_STD(ceil, ceil, -3, 3);
  CHECK_AS_STD(trunc, trunc, -3, 3);
  CHECK_AS_STD(rint, nearbyint, -3.001, 3.001);
  CHECK_AS_STD(fabs, abs, -3, 3);
}

TEST_CASE("math: functions of two operands") {
  const D a = {3, -4, 0.5}, b = {4, 3, -2};
  CHECK(gpu::allclose(gpu::hypot(a, b), D{5, 5, std::hypot(0.5, 2)}, {.rtol = 1e-15}));
  CHECK(
      gpu::allclose(gpu::arctan2(a, b), D{std::atan2(3, 4), std::atan2(-4, 3), std::atan2(0.5, -2)}, {.rtol = 1e-15}));
  CHECK(array_equal(gpu::maximum(a, b), D{4, 3, 0.5}));
  CHECK(array_equal(gpu::minimum(a, 1), D{1, -4, 0.5}));
  CHECK(array_equal(gpu::copysign(a, b), D{3, 4, -0.5}));
  CHECK(array_equal(gpu::fmod(D{-7, 7}, 3), D{-1, 1}));
  CHECK(array_equal(gpu::remainder(D{-7, 7}, 3), D{2, 1}));
  CHECK(array_equal(gpu::floor_divide(D{-7, 7}, 2), D{-4, 3}));
  CHECK(gpu::allclose(gpu::power(a, 2), D{9, 16, 0.25}));
  CHECK(gpu::allclose(gpu::logaddexp(D{1000, 0}, D{1000, 0}), D{1000 + std::log(2), std::log(2)}));
  CHECK(array_equal(gpu::heaviside(D{-1, 0, 2}, 0.5), D{0, 0.5, 1}));
  CHECK(array_equal(gpu::nextafter(D{1}, 2), D{1 + 0x1p-52}));
  CHECK(array_equal(gpu::ldexp(D{3, 5}, I{2, -1}), D{12, 2.5}));
  CHECK(array_equal(gpu::ldexp(D{3}, 4), D{48}));
  CHECK(array_equal(gpu::fma(D{2, 3}, 4, D{1, -1}), D{9, 11}));
}

TEST_CASE("math: integers") {
  const I a = {7, -7, 0}, b = {2, 2, 0};
  CHECK(array_equal(gpu::floor_divide(a, b), I{3, -4, 0}));
  CHECK(array_equal(gpu::remainder(a, b), I{1, 1, 0}));
  CHECK(array_equal(gpu::fmod(a, 2), I{1, -1, 0}));
  CHECK(array_equal(gpu::gcd(I{12, -18}, 8), I{4, 2}));
  CHECK(array_equal(gpu::lcm(I{4, 6}, I{6, 9}), I{12, 18}));
  CHECK(array_equal(gpu::power(I{2, -3}, 3), I{8, -27}));
  CHECK(array_equal(gpu::square(I{-5}), I{25}));
  CHECK(array_equal(gpu::sign(a), I{1, -1, 0}));
  CHECK(array_equal(gpu::abs(a), I{7, 7, 0}));
  CHECK(array_equal(gpu::bitwise_count(I{7, -1, 8}), gpu::ndarray<std::uint8_t>{3, 1, 1}));
  const I edge = {std::numeric_limits<int>::min()};
  CHECK(array_equal(gpu::abs(edge), edge));
  CHECK(array_equal(-edge, edge));
  CHECK(array_equal(gpu::floor_divide(edge, -1), edge));
  CHECK(array_equal(edge - 1, I{std::numeric_limits<int>::max()}));
  CHECK(array_equal(gpu::divide(I{1, -1}, 0), D{inf, -inf}));
}

TEST_CASE("math [6]: dtypes of results") {
  using gpu::expr;
  gpu::ndarray<std::int8_t> i8;
  gpu::ndarray<std::int16_t> i16;
  gpu::ndarray<std::complex<float>> c;
  static_assert(std::is_same_v<decltype(gpu::sin(i8)), expr<gpu::float16>>);
  static_assert(std::is_same_v<decltype(gpu::sin(i16)), expr<float>>);
  static_assert(std::is_same_v<decltype(gpu::sin(I{})), expr<double>>);
  static_assert(std::is_same_v<decltype(gpu::sin(F{})), expr<float>>);
  static_assert(std::is_same_v<decltype(gpu::sin(c)), expr<std::complex<float>>>);
  static_assert(std::is_same_v<decltype(gpu::abs(c)), expr<float>>);
  static_assert(std::is_same_v<decltype(gpu::real(c)), expr<float>>);
  static_assert(std::is_same_v<decltype(gpu::angle(c)), expr<float>>);
  static_assert(std::is_same_v<decltype(gpu::floor(I{})), expr<int>>);
  static_assert(std::is_same_v<decltype(gpu::divide(i8, i8)), expr<double>>);
  static_assert(std::is_same_v<decltype(gpu::add(B{}, B{})), expr<bool>>);
  static_assert(std::is_same_v<decltype(gpu::power(B{}, B{})), expr<std::int8_t>>);
  static_assert(std::is_same_v<decltype(gpu::arctan2(i8, i16)), expr<float>>);
  static_assert(std::is_same_v<decltype(gpu::float_power(F{}, 2)), expr<double>>);
  static_assert(std::is_same_v<decltype(gpu::clip(i8, 0, 1)), expr<std::int8_t>>);
  static_assert(std::is_same_v<decltype(gpu::clip(i8, 0, 1.5)), expr<double>>);
  static_assert(std::is_same_v<decltype(gpu::round(B{})), expr<gpu::float16>>);
  CHECK(true);
}

TEST_CASE("math [6]: NaN, infinities, signed zeros") {
  const D a = {quiet_nan, inf, -inf, -0.0, 1};
  CHECK(array_equal(gpu::maximum(a, 0), D{quiet_nan, inf, 0, 0, 1}, true));
  CHECK(array_equal(gpu::fmax(a, 0), D{0, inf, 0, 0, 1}));
  CHECK(array_equal(gpu::isnan(a), B{true, false, false, false, false}));
  CHECK(array_equal(gpu::signbit(a), B{false, false, true, true, false}));
  CHECK(array_equal(gpu::sqrt(D{-1, 4}), D{quiet_nan, 2}, true));
  CHECK(array_equal(D{1, 0, -1} / 0, D{inf, quiet_nan, -inf}, true));
  CHECK(gpu::signbit(gpu::minimum(D{0.0}, -0.0)).item());
  CHECK_FALSE(gpu::signbit(gpu::maximum(D{0.0}, -0.0)).item());
  CHECK(gpu::signbit(gpu::negative(D{0.0})).item());
}

TEST_CASE("math: round") {
  CHECK(array_equal(gpu::round(D{0.5, 1.5, 2.5, -0.5}), D{0, 2, 2, 0}));
  CHECK(gpu::allclose(gpu::round(D{1.235, 1.245}, 1), D{1.2, 1.2}));
  CHECK(array_equal(gpu::round(D{1250, 1350}, -2), D{1200, 1400}));
  CHECK(array_equal(gpu::round(I{15, 25}), I{15, 25}));
  CHECK(array_equal(gpu::around(D{2.7}), D{3}));
}

TEST_CASE("math: clip and where take operands and scalars") {
  const F a = {-1, 0.5F, 3};
  CHECK(array_equal(gpu::clip(a, 0, 1), F{0, 0.5F, 1}));
  CHECK(array_equal(gpu::clip(a, F{0, 1, 0}, 2.5), F{0, 1, 2.5F}));
  CHECK(array_equal(gpu::clip(a, 2, 1), F{1, 1, 1}));  // as NumPy: the upper bound wins
  CHECK(array_equal(gpu::clip(F{{0}, {5}}, F{1, 2}, 4), F{{1, 2}, {4, 4}}));
}

TEST_CASE_TEMPLATE("math [6]: float to integer clamps, NaN gives 0", T, std::int8_t, std::uint8_t, std::int32_t,
                   std::uint32_t, std::int64_t, std::uint64_t) {
  const D a = {quiet_nan, inf, -inf, 1e30, -1e30, 1.9, -1.9};
  const auto got = gpu::ndarray<T>(gpu::astype<T>(a)).to_vector();
  constexpr T low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
  CHECK(got == std::vector<T>{0, high, low, high, low, 1, std::is_signed_v<T> ? static_cast<T>(-1) : T(0)});
}

TEST_CASE_TEMPLATE("math: casts between every pair of dtypes keep small values, in every layout", U, bool, std::int8_t,
                   std::uint16_t, std::int64_t, gpu::float16, gpu::bfloat16, float, double, std::complex<float>) {
  const auto check = [](auto tag) {
    using E = decltype(tag);
    for (const auto& s : layouts::of_shape<E>({3, 11})) {
      CAPTURE(s.name);
      const auto got = gpu::ndarray<U>(gpu::astype<U>(s.view)).to_vector();
      for (std::size_t i = 0; i < got.size(); ++i) {
        if constexpr (std::is_same_v<U, bool>)
          CHECK(got[i]);
        else if constexpr (std::is_same_v<U, std::complex<float>>)
          CHECK(got[i] == U(static_cast<float>(static_cast<E>(s.host.values[i]))));
        else if constexpr (gpu::dtype_of<U> >= gpu::dtype::float16)
          CHECK(static_cast<double>(got[i]) == static_cast<double>(static_cast<E>(s.host.values[i])));
        else
          CHECK(static_cast<std::int64_t>(got[i]) == static_cast<std::int64_t>(static_cast<E>(s.host.values[i])));
      }
    }
  };
  check(std::uint8_t{});
  check(std::uint32_t{});
  if constexpr (gpu::dtype_of<U> != gpu::dtype::uint16 || std::is_same_v<U, bool>) {
    check(std::int16_t{});
    check(float{});
    check(double{});
  }
}

TEST_CASE("math: complex") {
  using C = std::complex<double>;
  const gpu::ndarray<C> z = {C(3, 4), C(-1, 0)};
  CHECK(array_equal(gpu::abs(z), D{5, 1}));
  CHECK(array_equal(gpu::real(z), D{3, -1}));
  CHECK(array_equal(gpu::imag(z), D{4, 0}));
  CHECK(array_equal(gpu::conj(z), gpu::ndarray<C>{C(3, -4), C(-1, 0)}));
  CHECK(gpu::allclose(gpu::angle(z), D{std::atan2(4, 3), std::acos(-1.0)}));
  CHECK(gpu::allclose(gpu::sqrt(z), gpu::ndarray<C>{C(2, 1), C(0, 1)}));
  CHECK(gpu::allclose(gpu::exp(gpu::log(z)), z));
  CHECK(array_equal(z * z, gpu::ndarray<C>{C(-7, 24), C(1, 0)}));
  CHECK(array_equal(z + C(0, 1), gpu::ndarray<C>{C(3, 5), C(-1, 1)}));
}

// The operators, over every pair of layouts. Numbers in brackets are the rules of the design.
#include <doctest/doctest.h>

#include <complex>
#include <cstdint>
#include <limits>
#include <sstream>
#include <vector>

#include <gpu/gpu.hpp>
#include <gpu/testing.hpp>

#include "layouts.hpp"

using gpu::all, gpu::range, gpu::placeholders::_;
using F = gpu::ndarray<float>;
using D = gpu::ndarray<double>;
using I = gpu::ndarray<int>;
using U8 = gpu::ndarray<std::uint8_t>;
using B = gpu::ndarray<bool>;
using gpu::array_equal;

namespace {

/// f on two operands of every layout of a shape against the loop; the second also narrower, so that it broadcasts.
template <class R, class E, class Got, class Want>
void check_layouts(const gpu::shape& dims, Got&& got, Want&& want) {
  const auto lefts = layouts::of_shape<E>(dims);
  auto rights = layouts::of_shape<E>(dims);
  for (int k = 0; k < dims.ndim(); ++k)
    if (dims.count() > 0) rights.push_back(layouts::broadcast<E>(dims, k));
  if (dims.ndim() > 1) {
    gpu::shape row = dims;
    row.erase(0);
    rights.push_back(layouts::of_shape<E>(row)[3]);
  }
  rights.push_back(layouts::of_shape<E>({})[0]);
  for (const auto& a : lefts)
    for (const auto& b : rights) {
      CAPTURE(a.name);
      CAPTURE(b.name);
      CHECK(reference::equal(gpu::expr<R>(got(a.view, b.view)), reference::map<R>(dims, a.host, b.host, want)));
    }
}

}  // namespace

TEST_CASE_TEMPLATE("operators: + - * and comparisons in every pair of layouts", E, std::int16_t, std::uint32_t, float,
                   double) {
  for (const gpu::shape& dims :
       {gpu::shape{}, gpu::shape{0}, gpu::shape{33}, gpu::shape{257}, gpu::shape{3, 5}, gpu::shape{2, 3, 4}}) {
    check_layouts<E, E>(
        dims, [](const auto& a, const auto& b) { return a + b; }, [](E a, E b) { return static_cast<E>(a + b); });
    check_layouts<E, E>(
        dims, [](const auto& a, const auto& b) { return a * b - a; },
        [](E a, E b) { return static_cast<E>(a * b - a); });
    check_layouts<bool, E>(
        dims, [](const auto& a, const auto& b) { return a < b; }, [](E a, E b) { return a < b; });
  }
}

TEST_CASE("operators: long arrays around block sizes") {
  for (std::int64_t n : {1023, 1024, 1025, 40001}) {
    const D a = gpu::arange<double>(n), b = gpu::arange<double>(n) * 2;
    const D sum = a(range(_, _, -1)) + b;
    CHECK(sum(0) == static_cast<double>(n - 1));
    CHECK(sum(-1) == static_cast<double>(2 * (n - 1)));
    CHECK(gpu::sum(sum) == 1.5 * static_cast<double>(n) * static_cast<double>(n - 1));
  }
}

TEST_CASE("operators [6]: C++ scalars are weak") {
  F f = {1, 2};
  I i = {7, -7};
  static_assert(std::is_same_v<decltype(i + f), gpu::expr<double>>);
  static_assert(std::is_same_v<decltype(f + 1.0), gpu::expr<float>>);
  static_assert(std::is_same_v<decltype(1.0 + f), gpu::expr<float>>);
  static_assert(std::is_same_v<decltype(i / 2), gpu::expr<double>>);
  static_assert(std::is_same_v<decltype(i + 1LL), gpu::expr<int>>);
  static_assert(std::is_same_v<decltype(i + 1.5), gpu::expr<double>>);
  static_assert(std::is_same_v<decltype(f * std::complex<double>(0, 1)), gpu::expr<std::complex<float>>>);
  static_assert(std::is_same_v<decltype(gpu::ndarray<gpu::float16>{} + 1.0), gpu::expr<gpu::float16>>);
  static_assert(std::is_same_v<decltype(B{} + 1), gpu::expr<std::int64_t>>);
  CHECK(array_equal(i % 2, I{1, 1}));
  CHECK(array_equal(i / 2, D{3.5, -3.5}));
  CHECK(array_equal(2 - f, F{1, 0}));
}

TEST_CASE("operators [6]: an integer that does not fit is a value_error") {
  U8 u = {1, 255};
  CHECK_THROWS_AS((void)(u + 300), gpu::value_error);
  CHECK_THROWS_AS((void)(u - -1), gpu::value_error);
  CHECK_THROWS_AS((u += 256), gpu::value_error);
  CHECK_THROWS_AS((u(all()) = 256), gpu::value_error);
  CHECK_THROWS_AS((u(u > 3) = -1), gpu::value_error);
  CHECK(u.to_vector() == std::vector<std::uint8_t>{1, 255});
  CHECK(array_equal(u + 1, U8{2, 0}));
  try {
    (void)(u + 300);
  } catch (const gpu::value_error& e) {
    CHECK(std::string(e.what()) == "integer 300 is out of bounds for uint8");
  }
}

TEST_CASE("operators [6]: comparing with an integer beyond the dtype's range has a known answer") {
  const U8 u = {0, 255};
  CHECK(gpu::all(u < 300));
  CHECK(gpu::all(u > -1));
  CHECK_FALSE(gpu::any(u == 300));
  CHECK(gpu::all(u != -1));
  CHECK(gpu::all(300 >= u));
  CHECK((u < 300).shape() == gpu::shape{2});
  const gpu::ndarray<std::int64_t> i = {-1, 1};
  const gpu::ndarray<std::uint64_t> w = {std::numeric_limits<std::uint64_t>::max(), 1};
  CHECK(array_equal(i == w, B{false, true}));
  CHECK(array_equal(i < w, B{true, false}));
  CHECK(array_equal(w >= i, B{true, true}));
}

TEST_CASE("operators [4]: == is element-wise; an if on more than one element throws") {
  F a = {1, 2}, b = {1, 3};
  CHECK(array_equal(a == b, B{true, false}));
  CHECK_THROWS_AS([&] { return a == b ? 1 : 0; }(), gpu::value_error);
  CHECK_THROWS_WITH_AS([&] { return static_cast<bool>(a == b); }(), doctest::Contains("use array_equal or all"),
                       gpu::value_error);
  if (a(0) == b(0)) CHECK(true);
}

TEST_CASE("operators [4]: doctest's CHECK, CHECK_EQ and Approx") {
  F a = {1, 2, 3};
  CHECK(gpu::sum(a) == 6);
  CHECK(gpu::sum(a) == 6.0);
  CHECK(6 == gpu::sum(a));
  CHECK(gpu::sum(a) != 7);
  CHECK(a(0) < a(1));
  CHECK_EQ(gpu::sum(a), 6);
  CHECK_EQ(a(2), 3);
  CHECK_NE(a(2), 2);
  CHECK_GT(a(2), 2);
  CHECK(gpu::mean(a) == doctest::Approx(2));
  CHECK(a(0) == doctest::Approx(1.0));
  CHECK(doctest::Approx(1.0) == static_cast<float>(a(0)));
  CHECK_FALSE(gpu::any(a > 3));
  CHECK(gpu::all(a > 0));
}

TEST_CASE("operators [4]: && and || short-circuit where one side is a plain bool") {
  F a = {1, 2, 3};
  int evaluated = 0;
  const auto element = [&](int i) {
    ++evaluated;
    return a(i);
  };
  for (int i = 2; i < 5; ++i)
    if (i < 3 && element(i) > 0) CHECK(i == 2);
  CHECK(evaluated == 1);
  const bool yes = true;
  if (yes || element(7) > 0) CHECK(true);
  CHECK(evaluated == 1);
  CHECK(array_equal((a > 1) && (a < 3), B{false, true, false}));
  CHECK(array_equal((a < 2) || (a > 2), B{true, false, true}));
  CHECK(array_equal(!(a > 1), B{true, false, false}));
}

TEST_CASE("operators: bits and shifts of integers, logic of bool") {
  I i = {6, 3}, j = {1, 40};
  CHECK(array_equal(i & 5, I{4, 1}));
  CHECK(array_equal(i | j, I{7, 43}));
  CHECK(array_equal(i ^ 1, I{7, 2}));
  CHECK(array_equal(~i, I{-7, -4}));
  CHECK(array_equal(i << j, I{12, 0}));
  CHECK(array_equal(I{-8, 8} >> j, I{-4, 0}));
  CHECK(array_equal(1 << i, I{64, 8}));
  CHECK(array_equal(-i, I{-6, -3}));
  CHECK(array_equal(+i, i));
  B t = {true, false};
  CHECK(array_equal(t & B{true, true}, t));
  CHECK(array_equal(~t, !t));
  CHECK(array_equal(t + t, t));
}

namespace {

template <class A, class X>
concept adds = requires(A a, X x) {
  a + x;
};
template <class A, class X>
concept takes_remainder = requires(A a, X x) {
  a % x;
};
template <class A, class X>
concept ands = requires(A a, X x) {
  a& x;
};
template <class A>
concept negates = requires(A a) {
  -a;
};
template <class A>
concept inverts = requires(A a) {
  ~a;
};
template <class A, class X>
concept subtracts = requires(A a, X x) {
  a - x;
};
template <class A, class X>
concept adds_in_place = requires(A a, X x) {
  a += x;
};
template <class A, class X>
concept divides_in_place = requires(A a, X x) {
  a /= x;
};
enum plain { one };

}  // namespace

// Each is a deleted operator: were it missing, operator T would let the built-in one in.
TEST_CASE("operators [4]: what NumPy forbids does not compile") {
  static_assert(!adds<I&, const char*> && !adds<const char*, I&> && !adds<F&, const char*>);
  static_assert(!adds<I&, plain> && !adds<I&, std::vector<int>> && !adds<I&, std::nullptr_t>);
  static_assert(!takes_remainder<gpu::ndarray<std::complex<float>>&, int>);
  static_assert(takes_remainder<F&, int> && takes_remainder<I&, F&>);
  static_assert(!ands<F&, int> && !ands<I&, F&> && ands<I&, B&> && !ands<I&, double>);
  static_assert(!negates<B&> && negates<F&> && negates<U8&>);
  static_assert(!inverts<F&> && inverts<B&> && inverts<I&>);
  static_assert(!subtracts<B&, B&> && !subtracts<B&, bool> && subtracts<B&, int>);
  static_assert(adds_in_place<U8&, int> && !adds_in_place<U8&, double> && !adds_in_place<I&, F&>);
  static_assert(adds_in_place<F&, D&> && adds_in_place<I&, gpu::ndarray<std::int64_t>&> &&
                !adds_in_place<U8&, gpu::ndarray<std::int8_t>&>);
  static_assert(!divides_in_place<I&, int> && divides_in_place<F&, int>);
  static_assert(!adds_in_place<const F&, F&> && !adds_in_place<gpu::ndview<const float>&, F&>);
  CHECK(true);
}

TEST_CASE(
    "operators [10]: a 0-d cpu operand may join another device's expression; any other mixture is a device_error") {
  const gpu::device other =
      gpu::default_device() == gpu::cpu() ? gpu::device(gpu::device_type::dry, 0) : gpu::default_device();
  gpu::device_guard on(other);
  F a = {1, 2, 3};
  F on_cpu = a.to(gpu::cpu());
  CHECK(on_cpu.device() == gpu::cpu());
  F s = a * on_cpu(1);
  CHECK(s.device() == other);
  CHECK(s.to_vector() == std::vector<float>{2, 4, 6});
  F t = on_cpu(1) + a * on_cpu(2);
  CHECK(t.to_vector() == std::vector<float>{5, 8, 11});
  F u = (on_cpu(0) + on_cpu(1)) * a;
  CHECK(u.device() == other);
  F m = a - gpu::max(on_cpu);  // the reduction is computed on the CPU
  CHECK(m.to_vector() == std::vector<float>{-2, -1, 0});
  a(all()) = gpu::sum(on_cpu);
  CHECK(a.to_vector() == std::vector<float>{6, 6, 6});
  a += on_cpu(0);
  CHECK(a(0) == 7);
  CHECK_THROWS_AS((void)(a + on_cpu), gpu::device_error);
  CHECK_THROWS_AS((void)(on_cpu * a), gpu::device_error);
  CHECK_THROWS_AS((a(all()) = on_cpu), gpu::device_error);
  CHECK_THROWS_AS((void)(on_cpu(range(0, 1)) + a), gpu::device_error);
  CHECK_THROWS_AS((void)(on_cpu + a(0)), gpu::device_error);
  try {
    (void)(a + on_cpu);
  } catch (const gpu::device_error& e) {
    const std::string text = e.what();
    CHECK(text.find("cpu") != std::string::npos);
    CHECK(text.find(other.name()) != std::string::npos);
  }
  CHECK((on_cpu > 300).device() == gpu::cpu());
  CHECK((gpu::ndarray<std::uint8_t>{1}.to(gpu::cpu()) > 300).device() == gpu::cpu());
}

TEST_CASE_TEMPLATE("operators [7]: the same bits on the default device and on the CPU, however fused", E, std::int32_t,
                   gpu::float16, gpu::bfloat16, float, double) {
  auto rng = gpu::random::default_rng(5);
  const gpu::ndarray<E> a = gpu::astype<E>(rng.normal<double>(0, 30, {5003})),
                        b = gpu::astype<E>(rng.normal<double>(0, 30, {5003}));
  const gpu::ndarray<E> c = a.to(gpu::cpu()), d = b.to(gpu::cpu());
  const auto same = [](const auto& here, const auto& there) { return array_equal(here.to(gpu::cpu()), there, true); };
  const auto fused = [](const auto& x, const auto& y) {
    return gpu::maximum(x * y + x, y - x) * y - gpu::minimum(x, y);
  };
  CHECK(same(gpu::ndarray<E>(fused(a, b)), gpu::ndarray<E>(fused(c, d))));
  CHECK(same(B(a * b < a + b), B(c * d < c + d)));
  CHECK(same(gpu::ndarray<E>(gpu::fmod(a, b)), gpu::ndarray<E>(gpu::fmod(c, d))));
  CHECK(same(gpu::ndarray<E>(gpu::remainder(a, b)), gpu::ndarray<E>(gpu::remainder(c, d))));
  CHECK(same(gpu::copy(a / b), gpu::copy(c / d)));
  CHECK(same(gpu::copy(gpu::sqrt(a)), gpu::copy(gpu::sqrt(c))));
  CHECK(same(gpu::copy(gpu::astype<std::uint8_t>(a)), gpu::copy(gpu::astype<std::uint8_t>(c))));
  CHECK(same(gpu::copy(gpu::astype<gpu::float16>(a)), gpu::copy(gpu::astype<gpu::float16>(c))));
}

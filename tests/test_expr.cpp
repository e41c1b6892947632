// gpu::expr: one lazy type, a handle to a node of a graph. Numbers in brackets are the rules of the design.
#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <vector>

#include <gpu/gpu.hpp>
#include <gpu/testing.hpp>

#include "layouts.hpp"
#include "runtime/counters.hpp"

using gpu::all, gpu::range, gpu::newaxis, gpu::placeholders::_;
using F = gpu::ndarray<float>;
using D = gpu::ndarray<double>;
using L = gpu::ndarray<std::int64_t>;
using gpu::array_equal;
using floats = std::vector<float>;

namespace {

struct counts {
  std::uint64_t launches, waits, allocations, generated;
  static counts now() {
    auto& c = gpu::runtime::counters();
    return {c.launches.get(), c.waits.get(), c.allocations.get(), c.kernels_generated.get()};
  }
  friend counts operator-(counts a, counts b) {
    return {a.launches - b.launches, a.waits - b.waits, a.allocations - b.allocations, a.generated - b.generated};
  }
};

/// A function as users write it: anything readable in, an expression out.
template <class T>
gpu::expr<T> relu(const gpu::operand<T>& x) {
  return gpu::maximum(x, 0);
}

}  // namespace

TEST_CASE("expr [1]: a function over operand<T> takes arrays, views, selections and expressions") {
  F a = {-1, 2, -3};
  CHECK(F(relu(a)).to_vector() == floats{0, 2, 0});
  CHECK(F(relu(a(range(1, _)))).to_vector() == floats{2, 0});
  CHECK(F(relu(a(L{1, 0}))).to_vector() == floats{2, 0});
  CHECK(F(relu(a * -1)).to_vector() == floats{1, 0, 3});
}

TEST_CASE("expr [3]: one type, that can be stored, returned, kept in a vector and grown in a loop") {
  F a = {1, 2};
  static_assert(std::is_same_v<decltype(a + a), gpu::expr<float>>);
  static_assert(std::is_same_v<decltype(gpu::sin(a) * a + 1), gpu::expr<float>>);
  static_assert(std::is_same_v<decltype(gpu::sum(a)), gpu::expr<float>>);
  std::vector<gpu::expr<float>> list{a + 1, a * 2, gpu::sqrt(a)};
  gpu::expr<float> e = a;
  for (const auto& x : list) e = e + x;
  for (int n = 0; n < 5; ++n) e = e + a * n;
  CHECK(F(e)(1) == doctest::Approx(2 + 3 + 4 + std::sqrt(2.0) + 20));
}

TEST_CASE("expr [3]: nothing is computed until it is asked for; operands are read then; twice is twice") {
  F a = {1, 2};
  const counts before = counts::now();
  auto e = a + 1;
  CHECK((counts::now() - before).launches == 0);
  a += 10;
  CHECK(F(e).to_vector() == floats{12, 13});
  a(0) = 0;
  CHECK(F(e).to_vector() == floats{1, 13});
}

TEST_CASE("expr [3]: auto never dangles") {
  auto e = F{1, 2} + F{3, 4};
  auto s = F{1, 2, 3}(range(1, _)) * 2;
  CHECK(F(e).to_vector() == floats{4, 6});
  CHECK(F(s).to_vector() == floats{4, 6});
}

TEST_CASE("expr [3]: converts implicitly only from operands of the same element type") {
  static_assert(std::is_convertible_v<F, gpu::expr<float>>);
  static_assert(std::is_convertible_v<gpu::ndview<float>, gpu::expr<float>>);
  static_assert(!std::is_convertible_v<D, gpu::expr<float>>);
  static_assert(!std::is_convertible_v<F, gpu::expr<double>>);
}

TEST_CASE("expr [3]: one launch an expression, no allocation beyond the result, no wait") {
  F a = gpu::ones<float>({1000}), b = gpu::ones<float>({1000}), out = gpu::ones<float>({1000});
  {
    const counts before = counts::now();
    F y = gpu::sin(a) * b + gpu::where(a > 0.5, b, a) / 3 - gpu::clip(b, 0, 1);
    const counts d = counts::now() - before;
    CHECK(d.launches == 1);
    CHECK(d.allocations == 1);
    CHECK(d.waits == 0);
  }
  {
    const counts before = counts::now();
    out(all()) = a * 2 + b;
    out += a;
    const counts d = counts::now() - before;
    CHECK(d.launches == 2);
    CHECK(d.allocations == 0);
    CHECK(d.waits == 0);
  }
  {
    const counts before = counts::now();
    gpu::expr<float> total = gpu::sum(a * b + 1);
    F t = total;
    CHECK((counts::now() - before).launches <= 2);
  }
}

TEST_CASE("expr [3]: scalars and shapes are parameters: one kernel for 1000 literals") {
  F a = gpu::ones<float>({10});
  float total = 0;
  F first = a * 0.5F + 7;
  const counts before = counts::now();
  for (int i = 0; i < 1000; ++i) {
    F y = a * (static_cast<float>(i) * 0.25F) + 1;
    if (i % 100 == 0) total += y(3);
  }
  CHECK(total == 10 + 0.25F * 4500);
  CHECK((counts::now() - before).generated == 0);
}

TEST_CASE("expr [3]: a node used twice is computed once: e = e + e forty times") {
  D a = {1, 2};
  gpu::expr<double> e = a;
  for (int i = 0; i < 40; ++i) e = e + e;
  const counts before = counts::now();
  D y = e;
  CHECK((counts::now() - before).launches == 1);
  CHECK(y(0) == 0x1p40);
  CHECK(y(1) == 0x1p41);
  D s = e(range(1, _));
  CHECK(s(0) == 0x1p41);
  D t = gpu::transpose(e);
  CHECK(t(1) == 0x1p41);
}

TEST_CASE("expr [3]: a layer that normalises itself, thirty deep, is a graph of thirty layers") {
  for (int axis : {0, 1}) {
    CAPTURE(axis);
    D a = gpu::arange<double>(12).reshape({3, 4}) + 1;
    D step = a;
    gpu::expr<double> e = a;
    for (int i = 0; i < 30; ++i) {
      e = e / gpu::sum(e, axis, {.keepdims = true}) + 1;
      step = step / gpu::sum(step, axis, {.keepdims = true}) + 1;
    }
    CHECK(gpu::allclose(e, step));
  }
}

TEST_CASE("expr [3]: a chain of a million nodes is built, destroyed, and cut when it is computed") {
  F a = {1, 2};
  {
    gpu::expr<float> e = a;
    for (int i = 0; i < 1000000; ++i) e = e + 1;
    CHECK(e.shape() == gpu::shape{2});
  }
  gpu::expr<float> e = a;
  for (int i = 0; i < 20000; ++i) e = e + 1;
  F y = e;
  CHECK(y.to_vector() == floats{20001, 20002});
}

TEST_CASE("expr: graphs larger than a kernel are cut, and equal evaluation step by step") {
  std::vector<D> leaves;
  leaves.reserve(200);
  for (int i = 0; i < 200; ++i) leaves.emplace_back(gpu::arange<double>(37) * i + 1);
  gpu::expr<double> sum = leaves[0];
  D by_steps = leaves[0];
  for (int i = 1; i < 200; ++i) {
    sum = sum + leaves[static_cast<std::size_t>(i)];
    by_steps += leaves[static_cast<std::size_t>(i)];
  }
  CHECK(array_equal(sum, by_steps));

  // a balanced tree of the same leaves
  std::vector<gpu::expr<double>> level(leaves.begin(), leaves.end());
  while (level.size() > 1) {
    std::vector<gpu::expr<double>> next;
    for (std::size_t i = 0; i + 1 < level.size(); i += 2) next.push_back(level[i] * 0.5 + level[i + 1] * 0.5);
    if (level.size() % 2 == 1) next.push_back(level.back());
    level = next;
  }
  CHECK(level[0](3).item() > 0);
  D tree = level[0];
  CHECK(tree(3) == level[0](3).item());

  gpu::expr<double> deep = leaves[1];
  D deep_steps = leaves[1];
  for (int i = 0; i < 500; ++i) {
    const D& leaf = leaves[static_cast<std::size_t>(i % 200)];
    deep = (deep - leaf) * 0.5;
    deep_steps = D((deep_steps - leaf) * 0.5);
  }
  CHECK(array_equal(deep, deep_steps));
}

TEST_CASE("expr: scalars on either side of nested operations keep their places") {
  F x = {1, 2, 3}, y = {4, 5, 6};
  CHECK(F(3 * (2 - x * y) + x).to_vector() == floats{-5, -22, -45});
  CHECK(F(1 - (3 * (2 - x * y) + x)).to_vector() == floats{6, 23, 46});
  L flat = {6, 7};
  CHECK(L(10 * gpu::floor_divide(flat, 4) + gpu::remainder(gpu::floor_divide(flat, 2), 2)).to_vector() ==
        std::vector<std::int64_t>{11, 11});
}

TEST_CASE("expr [3]: slices, T() and newaxis move to the leaves") {
  F a = gpu::arange<float>(12).reshape({3, 4}), row = {1, 2, 3, 4}, column = {{10}, {20}, {30}};
  auto e = a * 2 + row - column;
  const F value = e;
  CHECK(array_equal(e(1), value(1)));
  CHECK(array_equal(e(range(_, _, -2), range(1, 3)), value(range(_, _, -2), range(1, 3))));
  CHECK(array_equal(e.T(), value.T()));
  CHECK(array_equal(e(gpu::ellipsis(), newaxis()), value(gpu::ellipsis(), newaxis())));
  CHECK(array_equal(e("1:, ::2"), value("1:, ::2")));
  CHECK(array_equal(e.T()(1), value.T()(1)));
  CHECK(array_equal(gpu::swapaxes(e, 0, 1), value.T()));
  CHECK(array_equal(gpu::reshape(e, {2, 6}), value.reshape({2, 6})));
  CHECK(array_equal(gpu::expand_dims(e, 0), value(newaxis())));
  CHECK(array_equal(gpu::broadcast_to(row + 1, {2, 4}), F{{2, 3, 4, 5}, {2, 3, 4, 5}}));
  auto r = gpu::sum(a * row, 0);
  CHECK(array_equal(r(range(1, 3)), F(r)(range(1, 3))));
  auto k = gpu::mean(e, 1, {.keepdims = true});
  CHECK(array_equal(k.T(), F(k).T()));
  CHECK(array_equal(k(range(1, _)), F(k)(range(1, _))));
  CHECK(array_equal((e - k)(2, range(_, _, -1)), F(e - k)(2, range(_, _, -1))));
  CHECK(array_equal(gpu::max(k(all(), newaxis()), 0), gpu::max(F(k)(all(), newaxis()), 0)));
  CHECK_THROWS_AS((void)e(3), gpu::index_error);
  CHECK_THROWS_AS((void)e(0, 0, 0), gpu::index_error);
  const float x = e(2, -1);
  CHECK(x == value(2, 3));
}

TEST_CASE("expr [9]: shapes are checked when the expression is built, and the message has both") {
  F a = gpu::ones<float>({2, 3}), b = gpu::ones<float>({4});
  try {
    auto e = a + b;
    FAIL("no exception");
  } catch (const gpu::shape_error& error) {
    const std::string text = error.what();
    CHECK(text.find("(2, 3)") != std::string::npos);
    CHECK(text.find("(4,)") != std::string::npos);
  }
  CHECK_THROWS_AS((void)gpu::where(a > 0, a, b), gpu::shape_error);
  CHECK_THROWS_AS((void)gpu::clip(a, b, 1), gpu::shape_error);
}

TEST_CASE("expr: default-made expressions are unbound") {
  gpu::expr<float> e;
  CHECK_THROWS_AS((void)e.shape(), gpu::value_error);
  CHECK_THROWS_AS((void)(e + 1), gpu::value_error);
  e = F{1};
  CHECK(e.item() == 1);
}

TEST_CASE("expr: results keep their operands' axis order in memory, and values are right for every layout") {
  for (const auto& s : layouts::of_shape<float>({5, 7})) {
    CAPTURE(s.name);
    F doubled = s.view * 2;
    auto want = s.host;
    for (float& x : want.values) x *= 2;
    CHECK(reference::equal(doubled, want));
  }
  F f = gpu::ones<float>({3, 4}).T();
  CHECK(F(f + 1).strides() == gpu::shape{1, 4});
}

TEST_CASE("a view of an expression computes a value that is broadcast once, not for each element") {
  const gpu::ndarray<float> m = gpu::arange<float>(6).reshape({2, 3});
  const auto bytes_of = [](auto&& x) {
    const auto d = gpu::testing::counted([&] { const gpu::ndarray<float> r = x; });
    return d.bytes_allocated;
  };
  const auto centred = m - gpu::mean(m);
  const auto of_rows = m - gpu::mean(m, 1, {.keepdims = true});
  CHECK(bytes_of(centred.T()) == bytes_of(centred));
  CHECK(bytes_of(of_rows.T()) == bytes_of(of_rows));
  CHECK(gpu::array_equal(centred.T(), gpu::ndarray<float>(centred).T()));
  CHECK(gpu::array_equal(of_rows(gpu::all(), gpu::range(1, 3)),
                         gpu::ndarray<float>(of_rows)(gpu::all(), gpu::range(1, 3))));
}

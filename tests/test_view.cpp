// gpu::ndview: a strided window that shares its array's storage. Numbers in brackets are the rules of the design.
#include <doctest/doctest.h>

#include <complex>
#include <utility>
#include <vector>

#include <gpu/gpu.hpp>
#include <gpu/testing.hpp>

#include "layouts.hpp"

using gpu::all, gpu::range, gpu::newaxis, gpu::ellipsis, gpu::placeholders::_;
using F = gpu::ndarray<float>;
using I = gpu::ndarray<std::int32_t>;
using gpu::array_equal;
using floats = std::vector<float>;

TEST_CASE("view [1]: shares ownership, so it never dangles") {
  gpu::ndview<float> v;
  {
    F a = {1, 2, 3};
    v.rebind(a(range(1, _)));
  }
  CHECK(v.to_vector() == floats{2, 3});
  auto w = F{4, 5}(range(_, _, -1));
  CHECK(w.to_vector() == floats{5, 4});
}

TEST_CASE("view [2]: copying makes another window; assigning writes elements; rebind re-points") {
  F a = {1, 2, 3, 4};
  auto v = a(range(0, 2)), w = a(range(2, 4));
  gpu::ndview<float> u = v;
  CHECK(u.data() == v.data());
  u = w;
  CHECK(a.to_vector() == floats{3, 4, 3, 4});
  u = gpu::ndview<float>(a(range(1, 3)));  // by move
  CHECK(a.to_vector() == floats{4, 3, 3, 4});
  u.rebind(w);
  u = 0;
  CHECK(a.to_vector() == floats{4, 3, 0, 0});
  u = {8, 9};
  CHECK(a.to_vector() == floats{4, 3, 8, 9});
  u.fill(1);
  CHECK(a(3) == 1);
}

TEST_CASE("view [2]: a moved-from or default view is unbound; assigning binds it; swap swaps windows") {
  F a = {1, 2}, b = {3, 4};
  auto v = a(all()), w = b(all());
  std::swap(v, w);
  CHECK(v.data() == b.data());
  CHECK(w.data() == a.data());
  CHECK(a.to_vector() == floats{1, 2});
  CHECK(b.to_vector() == floats{3, 4});
  auto moved = std::move(v);
  CHECK_THROWS_AS((void)v.size(), gpu::value_error);
  CHECK_THROWS_AS((v = 1), gpu::value_error);
  CHECK_THROWS_AS((void)F(v), gpu::value_error);
  CHECK_THROWS_AS((void)(v + 1), gpu::value_error);
  v = moved;
  CHECK(v.data() == moved.data());
  gpu::ndview<float> fresh;
  fresh = w;
  CHECK(fresh.data() == a.data());
}

TEST_CASE("view [2]: const arrays and broadcasts give read-only views") {
  F a = {1, 2, 3};
  const F& c = a;
  static_assert(std::is_same_v<decltype(c(all())), gpu::ndview<const float>>);
  static_assert(std::is_same_v<decltype(c.T()), gpu::ndview<const float>>);
  static_assert(std::is_same_v<decltype(gpu::broadcast_to(a, {2, 3})), gpu::ndview<const float>>);
  static_assert(!std::is_assignable_v<gpu::ndview<const float>, float>);
  static_assert(!std::is_assignable_v<decltype(c(0)), int>);
  static_assert(std::is_convertible_v<gpu::ndview<float>, gpu::ndview<const float>>);
  static_assert(!std::is_convertible_v<gpu::ndview<const float>, gpu::ndview<float>>);
  auto b = gpu::broadcast_to(a, {2, 3});
  CHECK(b.strides() == gpu::shape{0, 1});
  CHECK(array_equal(b, F{{1, 2, 3}, {1, 2, 3}}));
  a(0) = 9;
  CHECK(b(1, 0) == 9);
}

TEST_CASE("view [2]: overlapping operands behave as if the right side were complete first, 1-D") {
  F a = gpu::arange<float>(100), forward = a, backward = a, reversed = a, interleaved = a;
  forward(range(1, _)) = forward(range(_, -1));
  CHECK(forward(0) == 0);
  CHECK(array_equal(forward(range(1, _)), a(range(_, -1))));
  backward(range(_, -1)) = backward(range(1, _));
  CHECK(array_equal(backward(range(_, -1)), a(range(1, _))));
  CHECK(backward(-1) == 99);
  reversed(all()) = reversed(range(_, _, -1));
  CHECK(array_equal(reversed, a(range(_, _, -1))));
  interleaved(range(_, _, 2)) = interleaved(range(1, _, 2));
  CHECK(array_equal(interleaved(range(_, _, 2)), a(range(1, _, 2))));
  F b = a;
  b(range(2, _)) += b(range(_, -2));
  F want = a;
  want(range(2, _)) = F(a(range(2, _)) + a(range(_, -2)));
  CHECK(array_equal(b, want));
}

TEST_CASE("view [2]: overlapping operands, 2-D: shifts in both axes, the transpose, a broadcast row") {
  const F start = gpu::arange<float>(36).reshape({6, 6});
  for (int down : {-1, 0, 1})
    for (int right : {-1, 0, 1}) {
      CAPTURE(down);
      CAPTURE(right);
      F a = start;
      const auto part = [](int by) { return by > 0 ? range(by, _) : by < 0 ? range(_, by) : all(); };
      a(part(down), part(right)) = a(part(-down), part(-right));
      CHECK(array_equal(a(part(down), part(right)), start(part(-down), part(-right))));
    }
  F t = start;
  t(all()) = t.T();
  CHECK(array_equal(t, start.T()));
  F row = start;
  row(all()) = row(2) + row(all(), range(0, 1));
  CHECK(array_equal(row, start(2) + start(all(), range(0, 1))));
  F plus = start;
  plus += plus.T();
  CHECK(array_equal(plus, start + start.T()));
  F scaled = start;
  scaled /= scaled(5, 5);
  CHECK(array_equal(scaled, start / 35.F));
}

TEST_CASE("view [2]: assignment broadcasts, and refuses what does not fit") {
  F a = gpu::zeros<float>({2, 3});
  a(all()) = F{1, 2, 3};
  CHECK(array_equal(a, F{{1, 2, 3}, {1, 2, 3}}));
  a(all()) = F{{{7}}};  // leading axes of length 1 are ignored, as NumPy does
  CHECK(array_equal(a, gpu::full<float>({2, 3}, 7)));
  CHECK_THROWS_AS((a(all()) = F{1, 2}), gpu::shape_error);
  CHECK_THROWS_AS((a(0) = F{{1, 2, 3}, {4, 5, 6}}), gpu::shape_error);
  CHECK(array_equal(a, gpu::full<float>({2, 3}, 7)));
}

TEST_CASE("view: chained windows are windows of the array") {
  F a = gpu::arange<float>(24).reshape({2, 3, 4});
  auto v = a(1)(range(_, _, 2), all()).T()(range(1, 3));
  CHECK(v.shape() == gpu::shape{2, 2});
  CHECK(array_equal(v, F{{13, 21}, {14, 22}}));
  v(0, 1) = -1;
  CHECK(a(1, 2, 1) == -1);
  v += 100;
  CHECK(a(1, 0, 1) == 113);
}

TEST_CASE("view: newaxis, ellipsis, negative steps") {
  F a = gpu::arange<float>(6).reshape({2, 3});
  CHECK(a(ellipsis(), newaxis()).shape() == gpu::shape{2, 3, 1});
  CHECK(a(newaxis(), ellipsis(), 0).shape() == gpu::shape{1, 2});
  CHECK(a(all(), newaxis(), all()).shape() == gpu::shape{2, 1, 3});
  CHECK(array_equal(a(range(_, _, -1), range(2, 0, -1)), F{{5, 4}, {2, 1}}));
  CHECK(a(ellipsis()).shape() == a.shape());
  CHECK(a().shape() == a.shape());
  CHECK(a(1, 2, ellipsis()).ndim() == 0);
  CHECK_THROWS_AS((void)a(ellipsis(), ellipsis()), gpu::index_error);
}

TEST_CASE_TEMPLATE("view: every layout can be written element by element", E, bool, std::uint8_t, float,
                   std::complex<double>) {
  for (const gpu::shape& dims :
       {gpu::shape{}, gpu::shape{33}, gpu::shape{1025}, gpu::shape{5, 7}, gpu::shape{2, 0, 3}, gpu::shape{2, 3, 4}}) {
    for (const auto& from : layouts::of_shape<E>(dims)) {
      CAPTURE(from.name);
      std::vector<gpu::axis> order;
      gpu::shape base;
      for (int k = dims.ndim() - 1; k >= 0; --k) {
        order.emplace_back(k);
        base.push_back(2 * dims[k] + 1);
      }
      gpu::ndarray<E> target = gpu::zeros<E>(base);
      std::vector<gpu::slice_item> odd(order.size(), range(1, _, 2));
      auto window = gpu::transpose(target(std::span<const gpu::slice_item>(odd)), std::span<const gpu::axis>(order));
      window = from.view;
      CHECK(reference::equal(window, from.host));
      const std::int64_t written = gpu::count_nonzero(window);
      CHECK(gpu::count_nonzero(target) == written);  // nothing beside the window
    }
  }
}

TEST_CASE("view: reshape shares where the layout allows, else copies") {
  F a = gpu::arange<float>(12);
  auto m = a.reshape({3, 4});
  m(0, 0) = -5;
  CHECK(a(0) == -5);
  auto stepped = a(range(_, _, 2)).reshape({2, 3});
  stepped(0, 1) = 50;
  CHECK(a(2) == 50);
  auto copied = m.T().reshape({12});
  copied(0) = 1;
  CHECK(a(0) == -5);
  CHECK(m.reshape({-1, 2}).shape() == gpu::shape{6, 2});
  CHECK_THROWS_AS((void)m.reshape({5, 2}), gpu::shape_error);
  CHECK_THROWS_AS((void)m.reshape({-1, -1}), gpu::value_error);
  CHECK_THROWS_AS((void)m.reshape({-2, 6}), gpu::value_error);
  CHECK_THROWS_AS((void)m.reshape({-1, 0}), gpu::shape_error);
  CHECK_THROWS_AS((void)m.reshape({std::int64_t{1} << 62, 4, 12}), gpu::shape_error);
}

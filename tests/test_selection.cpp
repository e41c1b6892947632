// gpu::selection: a(mask) and a(index_array), alone and mixed with slices. Numbers in brackets are the rules of the design.
#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include <gpu/counters.hpp>
#include <gpu/gpu.hpp>
#include <gpu/testing.hpp>

#include "runtime/call_seam.hpp"

using gpu::all, gpu::range, gpu::newaxis, gpu::ellipsis, gpu::placeholders::_;
using F = gpu::ndarray<float>;
using L = gpu::ndarray<std::int64_t>;
using B = gpu::ndarray<bool>;
using gpu::array_equal;
using floats = std::vector<float>;

TEST_CASE("selection [1]: reading gathers, assigning scatters") {
  F a = {10, 20, 30, 40};
  const L at = {3, 1, 3};
  F g = a(at);
  CHECK(g.to_vector() == floats{40, 20, 40});
  a(at) = F{1, 2, 3};
  CHECK(a.to_vector() == floats{10, 2, 30, 3});  // the last one where an index is named twice
  a(at) = 0;
  CHECK(a.to_vector() == floats{10, 0, 30, 0});
  a(at) += 5;
  CHECK(a.to_vector() == floats{10, 5, 30, 5});
  a(at) = {7, 8, 9};
  CHECK(a.to_vector() == floats{10, 8, 30, 9});
}

TEST_CASE("selection [1]: masks read and assign") {
  F a = {1, -2, 3, -4};
  F g = a(a < 0);
  CHECK(g.to_vector() == floats{-2, -4});
  a(a < 0) = 0;
  CHECK(a.to_vector() == floats{1, 0, 3, 0});
  a(a == 0) = F{7, 8};
  CHECK(a.to_vector() == floats{1, 7, 3, 8});
  a(a > 2) *= 10;
  CHECK(a.to_vector() == floats{1, 70, 30, 80});
  CHECK_THROWS_AS((a(a > 2) = F{1, 2}), gpu::shape_error);
  CHECK(a.to_vector() == floats{1, 70, 30, 80});
  CHECK(F(a(a > 1000)).shape() == gpu::shape{0});
  a(a > 1000) = 5;
  a(a > 1000) = F{};
  CHECK(a.to_vector() == floats{1, 70, 30, 80});
}

TEST_CASE("selection [1]: the mask and the value may be expressions with reductions in them") {
  F a = {1, 2, 3, 6};
  a(a > gpu::mean(a)) = gpu::max(a) * 10;
  CHECK(a.to_vector() == floats{1, 2, 3, 60});
  a(a > gpu::mean(a)) = gpu::max(a);
  CHECK(a.to_vector() == floats{1, 2, 3, 60});
  a(a < gpu::mean(a)) = gpu::min(a);
  CHECK(a.to_vector() == floats{1, 1, 1, 60});
  a(gpu::argmax(a)) = 5;
  CHECK(a.to_vector() == floats{1, 1, 1, 5});
  a(gpu::argmax(a) + L{0, -1}) = gpu::sum(a);
  CHECK(a.to_vector() == floats{1, 1, 8, 8});
}

TEST_CASE("selection [2]: assigning a selection to a selection reads, then writes") {
  F a = {1, 2, 3, 4}, b = {5, 6, 7, 8};
  a(a > 2) = b(b > 6);
  CHECK(a.to_vector() == floats{1, 2, 7, 8});
  a(L{0, 1, 2}) = a(L{1, 2, 3});
  CHECK(a.to_vector() == floats{2, 7, 8, 8});
  a(L{0, 1, 2, 3}) = a(range(_, _, -1));
  CHECK(a.to_vector() == floats{8, 8, 7, 2});
  b(B{true, false, true, false}) += b(B{false, true, false, true});
  CHECK(b.to_vector() == floats{11, 6, 15, 8});
}

TEST_CASE("selection [3]: as an expression it is read where it becomes one") {
  F a = {1, 2, 3};
  gpu::expr<float> e = a(L{2, 0});
  auto f = a(L{1}) + 0;
  a(all()) = 0;
  CHECK(F(e).to_vector() == floats{3, 1});
  CHECK(F(f).to_vector() == floats{2});
}

TEST_CASE("selection: index arrays mixed with slices, as NumPy places their axes") {
  F a = gpu::arange<float>(24).reshape({2, 3, 4});
  const L i = {1, 0}, j = {{2}, {0}};
  CHECK(F(a(i)).shape() == gpu::shape{2, 3, 4});
  CHECK(F(a(all(), i)).shape() == gpu::shape{2, 2, 4});
  CHECK(F(a(all(), j)).shape() == gpu::shape{2, 2, 1, 4});
  CHECK(F(a(i, all(), i)).shape() == gpu::shape{2, 3});
  CHECK(F(a(0, all(), i)).shape() == gpu::shape{2, 3});  // an integer beside an index array counts as one
  CHECK(F(a(i, i)).shape() == gpu::shape{2, 4});
  CHECK(F(a(all(), i, j)).shape() == gpu::shape{2, 2, 2});
  CHECK(F(a(ellipsis(), i)).shape() == gpu::shape{2, 3, 2});
  CHECK(F(a(newaxis(), i)).shape() == gpu::shape{1, 2, 3, 4});
  CHECK(F(a(i, newaxis(), i)).shape() == gpu::shape{2, 1, 4});
  CHECK(array_equal(a(i, all(), L{3, -4}), F{{15, 19, 23}, {0, 4, 8}}));
  CHECK(array_equal(a(1, range(_, _, -1), i), F{{21, 17, 13}, {20, 16, 12}}));
}

TEST_CASE("selection: masks mixed with slices and of more axes") {
  F a = gpu::arange<float>(12).reshape({3, 4});
  CHECK(array_equal(a(B{true, false, true}), F{{0, 1, 2, 3}, {8, 9, 10, 11}}));
  CHECK(array_equal(a(all(), B{false, true, true, false}), F{{1, 2}, {5, 6}, {9, 10}}));
  CHECK(array_equal(a(1, B{false, true, true, false}), F{5, 6}));
  CHECK(array_equal(a(B{true, false, true}, L{0, 3}), F{0, 11}));
  a(B{true, false, true}) = F{1, 2, 3, 4};
  CHECK(array_equal(a, F{{1, 2, 3, 4}, {4, 5, 6, 7}, {1, 2, 3, 4}}));
  a(B{false, true, false}) = 0;
  CHECK(array_equal(a, F{{1, 2, 3, 4}, {0, 0, 0, 0}, {1, 2, 3, 4}}));
  F cube = gpu::arange<float>(8).reshape({2, 2, 2});
  CHECK(array_equal(cube(cube > 5), F{6, 7}));
  CHECK(array_equal(cube(B{{true, false}, {false, true}}), F{{0, 1}, {6, 7}}));
  CHECK(array_equal(cube(all(), B{{true, false}, {false, true}}), F{{0, 3}, {4, 7}}));
}

TEST_CASE("selection: an index array of two axes gives an element each") {
  F a = {10, 20, 30};
  CHECK(array_equal(a(L{{0, 1}, {2, 0}}), F{{10, 20}, {30, 10}}));
  const gpu::ndarray<std::uint8_t> small = {2, 1};
  CHECK(array_equal(a(small), F{30, 20}));
  CHECK(a(L{-1}).item() == 30);
  CHECK(F(a(gpu::zeros<std::int64_t>({0}))).shape() == gpu::shape{0});
  CHECK(F(a(gpu::zeros<std::int64_t>({2, 0}))).shape() == gpu::shape{2, 0});
}

TEST_CASE("selection: views and expressions select too") {
  F a = gpu::arange<float>(10);
  auto v = a(range(_, _, 2));
  CHECK(F(v(L{1, -1})).to_vector() == floats{2, 8});
  v(L{0}) = 100;
  CHECK(a(0) == 100);
  v(v > 5) = -1;
  CHECK(a.to_vector() == floats{-1, 1, 2, 3, 4, 5, -1, 7, -1, 9});
  CHECK(array_equal((a + 1)(L{1, 2}), F{2, 3}));
  const F& c = a;
  static_assert(std::is_same_v<decltype(c(L{1})), F>);
  CHECK(array_equal(c(L{1}), F{1}));
}

TEST_CASE("selection [12]: indices out of range") {
  F a = {1, 2, 3};
  const auto gather = [&] {
    F g = a(L{0, 3});
    gpu::synchronize();
    (void)g.to_vector();
  };
  CHECK_THROWS_AS(gather(), gpu::index_error);
  const auto scatter = [&] {
    a(L{0, -4}) = 9;
    gpu::synchronize();
    (void)a.to_vector();
  };
  CHECK_THROWS_AS(scatter(), gpu::index_error);
  CHECK(a.to_vector() == floats{1, 2, 3});  // nothing is written if one is bad
  try {
    F m = gpu::zeros<float>({2, 5});
    F g = m(all(), L{7});
    gpu::synchronize();
    (void)g.to_vector();
    FAIL("no exception");
  } catch (const gpu::index_error& e) {
    const std::string text = e.what();
    CAPTURE(text);
    CHECK(text.find('7') != std::string::npos);
    CHECK(text.find("axis 1") != std::string::npos);
    CHECK(text.find('5') != std::string::npos);
  }
  F next = a(L{2});
  CHECK(next(0) == 3);
}

TEST_CASE("selection [9]: shapes that do not fit are refused where they are made") {
  F a = gpu::zeros<float>({2, 3});
  CHECK_THROWS_AS((void)a(B{true, false, true}), gpu::index_error);
  CHECK_THROWS_AS((void)a(L{0}, L{0}, L{0}), gpu::index_error);
  CHECK_THROWS_AS((void)a(L{0, 1}, L{0, 1, 2}), gpu::index_error);
  CHECK_THROWS_AS((void)a(B{{true, false}, {true, false}}), gpu::index_error);
  CHECK_THROWS_AS((a(L{0}) = F{1, 2}), gpu::shape_error);
}

TEST_CASE("selection: what it says of itself") {
  F a = gpu::arange<float>(6).reshape({2, 3});
  auto s = a(a > 2);
  CHECK(s.size() == 3);
  CHECK(s.shape() == gpu::shape{3});
  CHECK(a(L{1}).shape() == gpu::shape{1, 3});
  CHECK(gpu::sum(a(a > 2)) == 12);
  for (float x : a(L{1})) CHECK(x > 2);
}

TEST_CASE("selection: one mask and one value cost one kernel and no wait for a count") {
  F a = gpu::arange<float>(100);
  a(a > 50) = 1;
  CHECK(gpu::max(a) == 50);
  a(a > 25 && a < 30) = a(0);
  CHECK(gpu::sum(a) == 50 * 51 / 2 + 49 - 26 - 27 - 28 - 29);
}

TEST_CASE("selection: what is computed at once gathers straight into its place, without an array between") {
  F a = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  const L rows = {2, 0};
  F target(gpu::shape{4, 3}, 0.0F), named;
  const auto one_launch = [](std::uint64_t allocations, auto&& statement) {
    const auto d = gpu::testing::counted(statement);
    CHECK(d.launches == 1);
    CHECK(d.allocations == allocations);
  };
  one_launch(1, [&] { const F r = a(rows); });
  one_launch(1, [&] { const gpu::ndarray<double> r = a(rows); });  // converted on the way
  one_launch(1, [&] { named = a(rows); });
  one_launch(0, [&] { named = a(rows); });
  CHECK(array_equal(named, F{{7, 8, 9}, {1, 2, 3}}));
  one_launch(0, [&] { target(range(1, 3)) = a(rows); });
  CHECK(array_equal(target, F{{0, 0, 0}, {7, 8, 9}, {1, 2, 3}, {0, 0, 0}}));
  a(range(0, 2)) = a(rows);  // overlaps: as if read before it is written
  CHECK(array_equal(a, F{{7, 8, 9}, {1, 2, 3}, {7, 8, 9}}));
  const F columns = F{{1, 2, 3}, {4, 5, 6}}.T()(L{2, 1});
  CHECK(columns.is_contiguous());
  CHECK(array_equal(columns, F{{3, 6}, {2, 5}}));
  const auto read_beyond = [&] {
    named = a(L{3, 0});
    gpu::synchronize();
  };
  CHECK_THROWS_AS(read_beyond(), gpu::index_error);
}

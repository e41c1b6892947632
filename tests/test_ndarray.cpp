// gpu::ndarray: a value that owns its data. Numbers in brackets are the rules of the design that a test is for.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <complex>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <gpu/gpu.hpp>
#include <gpu/testing.hpp>

#include "layouts.hpp"
#include "runtime/counters.hpp"

using gpu::all, gpu::range, gpu::placeholders::_;
using F = gpu::ndarray<float>;
using D = gpu::ndarray<double>;
using I = gpu::ndarray<int>;
using B = gpu::ndarray<bool>;
using Z = gpu::ndarray<std::complex<double>>;
using gpu::array_equal;

TEST_CASE("ndarray [5]: braces are values, to any depth") {
  CHECK(F{2, 3}.shape() == gpu::shape{2});
  CHECK(F({2, 3}).shape() == gpu::shape{2});
  CHECK(F{5}.to_vector() == std::vector<float>{5});
  const F a = {{1, 2, 3}, {4, 5, 6}};
  CHECK(a.shape() == gpu::shape{2, 3});
  CHECK(a.to_vector() == std::vector<float>{1, 2, 3, 4, 5, 6});
  CHECK(F{{1}}.shape() == gpu::shape{1, 1});
  CHECK(F{{1}, {2}}.shape() == gpu::shape{2, 1});
  CHECK(F{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}.shape() == gpu::shape{2, 2, 2});
  CHECK(F{{}}.shape() == gpu::shape{1, 0});
  const int i = 7;
  CHECK(F{i, 2}.to_vector() == std::vector<float>{7, 2});
  CHECK(B{true, false, true}.to_vector() == std::vector<bool>{true, false, true});
}

TEST_CASE("ndarray [5]: braces of complex numbers, of which pairs are rows") {
  using C = std::complex<double>;
  const Z z = {{1, 2}, {3, 4}};
  CHECK(z.shape() == gpu::shape{2, 2});
  CHECK(z.to_vector() == std::vector<C>{1, 2, 3, 4});
  const Z w = {C(1, 2), C(3, 4)};
  CHECK(w.to_vector() == std::vector<C>{C(1, 2), C(3, 4)});
}

TEST_CASE("ndarray [5]: F{a} is a copy, and vector<F>{a} holds one") {
  F a = {1, 2, 3};
  F b{a};
  b(0) = 9;
  CHECK(b.shape() == gpu::shape{3});
  CHECK(a.to_vector() == std::vector<float>{1, 2, 3});
  const std::vector<F> list{a};
  CHECK(list.size() == 1);
  CHECK(array_equal(list[0], a));
}

TEST_CASE("ndarray [5]: ragged braces are a value_error") {
  CHECK_THROWS_AS((F{{1, 2}, {3}}), gpu::value_error);
  CHECK_THROWS_AS((F{{1, 2}, 3}), gpu::value_error);
  CHECK_THROWS_AS((F{1, {2}}), gpu::value_error);
  CHECK_THROWS_AS((F{{{1}}, {{1}, {2}}}), gpu::value_error);
}

TEST_CASE("ndarray: made from a shape, a shape and a value, host memory, host ranges") {
  CHECK(F(gpu::shape{4, 5}).shape() == gpu::shape{4, 5});
  CHECK(F(gpu::shape{}).size() == 1);
  CHECK(F(gpu::shape{2}, 3).to_vector() == std::vector<float>{3, 3});
  const std::vector<float> host{1, 2, 3, 4};
  CHECK(F(gpu::shape{2, 2}, host.data())(1, 0) == 3);
  CHECK(F(host).to_vector() == host);
  CHECK(F(std::array<float, 2>{1, 2}).shape() == gpu::shape{2});
  CHECK(F(std::span<const float>(host).subspan(1)).to_vector() == std::vector<float>{2, 3, 4});
  CHECK(B(std::vector<bool>{true, false}).to_vector() == std::vector<bool>{true, false});
  CHECK_THROWS_AS(F(gpu::shape{-1}), gpu::value_error);
  CHECK_THROWS_AS((F(gpu::shape{2, -3}, 1)), gpu::value_error);
}

TEST_CASE("ndarray [2]: default and moved-from arrays have shape (0) and can be used") {
  F a;
  CHECK(a.shape() == gpu::shape{0});
  CHECK(a.size() == 0);
  F b = {1, 2};
  F c = std::move(b);
  CHECK(c.size() == 2);
  CHECK(b.shape() == gpu::shape{0});
  CHECK(b.to_vector().empty());
  CHECK(array_equal(b, a));
  CHECK(gpu::sum(b) == 0);
  F d = b;
  CHECK(d.shape() == gpu::shape{0});
  b += 1;
  b = F{5};
  CHECK(b(0) == 5);
  F e = {1}, f = {2, 3};
  e = std::move(f);
  CHECK(e.size() == 2);
  CHECK(f.shape() == gpu::shape{0});
  CHECK(f.data() == nullptr);
  CHECK(f.device() == gpu::default_device());
}

TEST_CASE("ndarray [2]: copying copies, moving keeps the storage") {
  F a = {1, 2, 3};
  F b = a;
  CHECK(b.data() != a.data());
  b(all()) = 0;
  CHECK(a(0) == 1);
  const float* p = a.data();
  F c = std::move(a);
  CHECK(c.data() == p);
  std::swap(b, c);
  CHECK(b.data() == p);
  swap(b, c);
  CHECK(c.data() == p);
}

TEST_CASE("ndarray [2]: assigning to a name leaves views and pending expressions with the old value") {
  F a = {1, 2, 3};
  auto v = a(range(1, _));
  auto e = a + 1;
  a = F{7, 8, 9};
  CHECK(v.to_vector() == std::vector<float>{2, 3});
  CHECK(F(e).to_vector() == std::vector<float>{2, 3, 4});
  CHECK(a.to_vector() == std::vector<float>{7, 8, 9});
  a = a + a;
  CHECK(a.to_vector() == std::vector<float>{14, 16, 18});
  auto w = a(all());
  a = a * 2;
  CHECK(w(0) == 14);
  CHECK(a(0) == 28);
}

TEST_CASE("ndarray [2]: the old storage is used again when nothing else refers to it") {
  F a = gpu::zeros<float>({8}), b = gpu::ones<float>({8});
  const float* p = a.data();
  const auto before = gpu::runtime::counters().allocations.get();
  a = b + 1;
  CHECK(a.data() == p);
  CHECK(gpu::runtime::counters().allocations.get() == before);
  CHECK(a(7) == 2);
  a = gpu::ones<float>({9}) + 0;
  CHECK(a.shape() == gpu::shape{9});
}

TEST_CASE("ndarray [2]: self-assignment and assignment of a view of itself") {
  F a = {1, 2, 3};
  F& same = a;
  a = same;
  CHECK(a.to_vector() == std::vector<float>{1, 2, 3});
  a = a(range(_, _, -1));
  CHECK(a.to_vector() == std::vector<float>{3, 2, 1});
  a = a(range(0, 2));
  CHECK(a.to_vector() == std::vector<float>{3, 2});
  a = {4, 5, 6};
  CHECK(a.to_vector() == std::vector<float>{4, 5, 6});
  D m = {{1, 2}, {3, 4}};
  m = m.T();
  CHECK(array_equal(m, D{{1, 3}, {2, 4}}));
}

TEST_CASE("ndarray [2]: a(all()) = x, a += x and fill write in place and are seen through views") {
  F a = {1, 2, 3};
  auto v = a(range(0, 2));
  a(all()) = F{4, 5, 6};
  CHECK(v(1) == 5);
  a += 1;
  CHECK(v(1) == 6);
  a.fill(2);
  CHECK(v.to_vector() == std::vector<float>{2, 2});
  v *= 3;
  CHECK(a.to_vector() == std::vector<float>{6, 6, 2});
  a -= F{1, 2, 3};
  a /= 2;
  CHECK(a.to_vector() == std::vector<float>{2.5F, 2, -0.5F});
  I i = {7, -7, 5};
  i %= 4;
  CHECK(i.to_vector() == std::vector<int>{3, 1, 1});
  i <<= 2;
  i |= 1;
  i ^= I{1, 0, 0};
  i &= 15;
  i >>= 1;
  CHECK(i.to_vector() == std::vector<int>{6, 2, 2});
}

TEST_CASE("ndarray [2]: in place needs the target's shape") {
  F a = {1, 2, 3};
  CHECK_THROWS_AS((a += F{{1, 2, 3}, {1, 2, 3}}), gpu::shape_error);
  CHECK_THROWS_AS((a += F{1, 2}), gpu::shape_error);
  CHECK(a.to_vector() == std::vector<float>{1, 2, 3});
  F m = gpu::ones<float>({2, 3});
  m += a;
  CHECK(array_equal(m, F{{2, 3, 4}, {2, 3, 4}}));
}

TEST_CASE("ndarray [6]: assigning follows same_kind") {
  const D d = {1.5, 2.5};
  F f = d;
  CHECK(f(0) == 1.5F);
  I i = gpu::ndarray<std::int64_t>{1, 2};
  CHECK(i(1) == 2);
  f = i;
  CHECK(f(1) == 2);
  CHECK(std::is_constructible_v<F, const D&>);
  CHECK_FALSE(std::is_constructible_v<I, const F&>);
  CHECK_FALSE(std::is_constructible_v<gpu::ndarray<unsigned>, const I&>);
  CHECK_FALSE(std::is_constructible_v<D, const Z&>);
  CHECK_FALSE(std::is_assignable_v<I&, const F&>);
  CHECK_FALSE(std::is_assignable_v<F&, float>);
  CHECK_FALSE(std::is_convertible_v<float, F>);
  CHECK(std::is_assignable_v<Z&, const F&>);
}

TEST_CASE("ndarray [5]: elements are 0-d views; bounds are checked; negative indices count from the end") {
  F a = {{1, 2, 3}, {4, 5, 6}};
  CHECK(a(1, 2) == 6);
  CHECK(a(-1, -3) == 4);
  CHECK(a.at(0, 1) == 2);
  auto x = a(0, 0);
  CHECK(x.ndim() == 0);
  x = 9;
  CHECK(a(0, 0) == 9);
  CHECK_THROWS_AS((void)a(2, 0), gpu::index_error);
  CHECK_THROWS_AS((void)a(0, -4), gpu::index_error);
  CHECK_THROWS_AS((void)a.at(0, 3), gpu::index_error);
  CHECK_THROWS_AS((void)a(0, 0, 0), gpu::index_error);
  CHECK(a(1).shape() == gpu::shape{3});
}

TEST_CASE("ndarray [5]: iterators walk one host copy, read-only, random access") {
  const F a = {{1, 2}, {3, 4}};
  using It = decltype(a.begin());
  static_assert(std::random_access_iterator<It>);
  static_assert(std::is_same_v<decltype(*a.begin()), const float&>);
  CHECK(std::accumulate(a.begin(), a.end(), 0.F) == 10);
  CHECK(std::ranges::max(a) == 4);
  CHECK(std::ranges::count_if(a, [](float x) { return x > 1; }) == 3);
  CHECK(std::is_sorted(a.begin(), a.end()));
  CHECK(*std::ranges::find(a, 3.F) == 3);
  const auto waits_of_a_loop = [&] {
    const auto before = gpu::runtime::counters().bytes_copied.get();
    float s = 0;
    for (float x : a) s += x;
    CHECK(s == 10);
    return gpu::runtime::counters().bytes_copied.get() - before;
  };
  CHECK(waits_of_a_loop() <= 4 * sizeof(float));
  const auto first = a.begin();
  CHECK(first[3] == 4);
  CHECK(*(first + 2) == 3);
  CHECK(a.end() - first == 4);
  CHECK(first < a.end());
  for (float x : F{}) CHECK(x != x);
}

TEST_CASE("ndarray [5]: a host mirror has real references and is written back") {
  F a = gpu::zeros<float>({2, 3});
  {
    auto m = a.host();
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j) m(i, j) = static_cast<float>(i + j);
    m(-1, -1) += 10;
    CHECK_THROWS_AS((void)m(2, 0), gpu::index_error);
    CHECK_THROWS_AS((void)m(0), gpu::index_error);
    CHECK(m.shape() == gpu::shape{2, 3});
    CHECK(a(1, 2) == 0);
    m.flush();
    CHECK(a(1, 2) == 13);
    m(0, 0) = 5;
  }
  CHECK(a(0, 0) == 5);
  auto view = a(0);
  {
    auto m = a.host();
    auto n = std::move(m);
    std::fill(n.begin(), n.end(), 2.F);
  }
  CHECK(view.to_vector() == std::vector<float>{2, 2, 2});
  B b = {true, false};
  {
    auto m = b.host();
    m(1) = true;
  }
  CHECK(gpu::all(b));
  F t = F{{1, 2}, {3, 4}}.T();  // keeps its operands' order: F order
  {
    auto m = t.host();
    CHECK(m(0, 1) == 3);
    m(0, 1) = 30;
  }
  CHECK(array_equal(t, F{{1, 30}, {2, 4}}));
}

TEST_CASE("ndarray [4]: one element converts to its value, more are a value_error") {
  const F a = {7};
  const float x = a;
  CHECK(x == 7);
  CHECK(a.item() == 7);
  const float y = F{{{8}}};
  CHECK(y == 8);
  CHECK_THROWS_AS((void)static_cast<float>(F{1, 2}), gpu::value_error);
  CHECK_THROWS_AS((void)static_cast<float>(F{}), gpu::value_error);
  CHECK_THROWS_AS((void)F(gpu::shape{2, 0}).item(), gpu::value_error);
  CHECK(std::sin(a(0)) == std::sin(7.F));
  float sum = 1;
  sum += a(0);
  CHECK(sum == 8);
  I i = {2};
  switch (i(0)) {
    case 2: CHECK(true); break;
    default: CHECK(false);
  }
  CHECK(std::pow(a(0), 2) == 49);
  CHECK(std::to_string(i(0)) == "2");
}

TEST_CASE("ndarray: what it says about itself") {
  const F a(gpu::shape{2, 3, 4});
  CHECK(a.ndim() == 3);
  CHECK(a.dimension() == 3);
  CHECK(a.shape(1) == 3);
  CHECK(a.shape(-1) == 4);
  CHECK_THROWS_AS((void)a.shape(3), gpu::axis_error);
  CHECK(a.size() == 24);
  CHECK(F::itemsize() == 4);
  CHECK(a.nbytes() == 96);
  CHECK(F::dtype() == gpu::dtype::float32);
  CHECK(a.strides() == gpu::shape{12, 4, 1});
  CHECK(a.is_contiguous());
  CHECK(a.device() == gpu::default_device());
  for (std::int64_t n : (a + a).shape()) CHECK(n > 0);
}

TEST_CASE("ndarray: rank 32 works, rank 33 is refused") {
  gpu::shape dims = gpu::shape::filled(32, 1);
  dims[3] = 2;
  dims[31] = 3;
  std::vector<float> values{1, 2, 3, 4, 5, 6};
  F a(dims, values.data());
  CHECK(a.ndim() == 32);
  CHECK(F(a + a).to_vector() == std::vector<float>{2, 4, 6, 8, 10, 12});
  CHECK(gpu::sum(a) == 21);
  CHECK(F(gpu::sum(a, 3)).ndim() == 31);
  CHECK(F(a.T()).to_vector() == std::vector<float>{1, 4, 2, 5, 3, 6});
  CHECK_THROWS_AS((void)a(gpu::newaxis()), gpu::value_error);
  CHECK_THROWS_AS((void)gpu::shape::filled(33, 1), gpu::value_error);
}

TEST_CASE("ndarray: rank 32 with every axis walked differently") {
  gpu::shape dims = gpu::shape::filled(32, 1);
  for (int k = 0; k < 6; ++k) dims[2 * k] = 2;
  F a = gpu::arange<float>(64).reshape(dims);
  auto v = a.T();  // its axes of length 2 are those where a has 1, so that each element meets each
  F sum = a + v;
  CHECK(sum.ndim() == 32);
  CHECK(sum.size() == 64 * 64);
  CHECK(gpu::sum(sum) == 64 * 2 * (63 * 64 / 2));
}

TEST_CASE_TEMPLATE("ndarray: copy, flatten and to keep the elements of every layout", E, bool, std::int8_t,
                   gpu::float16, double, std::complex<float>) {
  for (const auto& s : layouts::all<E>()) {
    CAPTURE(s.name);
    CHECK(reference::equal(gpu::ndarray<E>(s.view), s.host));
    CHECK(reference::equal(s.view.copy(), s.host));
    CHECK(s.view.flatten().to_vector() == s.host.values);
    CHECK(reference::equal(s.view.to(gpu::cpu()), s.host));
  }
}

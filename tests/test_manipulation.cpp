// Views under NumPy's names, of arrays, views, const ones and expressions.
#include <doctest/doctest.h>

#include <cstdint>
#include <span>
#include <vector>

#include <gpu/gpu.hpp>
#include <gpu/testing.hpp>

#include "layouts.hpp"

using gpu::all, gpu::range, gpu::placeholders::_;
using F = gpu::ndarray<float>;
using gpu::array_equal;

TEST_CASE("manipulation: what a view is of") {
  F a = gpu::arange<float>(6).reshape({2, 3});
  const F& c = a;
  static_assert(std::is_same_v<decltype(gpu::transpose(a)), gpu::ndview<float>>);
  static_assert(std::is_same_v<decltype(gpu::transpose(c)), gpu::ndview<const float>>);
  static_assert(std::is_same_v<decltype(gpu::transpose(a + 1)), gpu::expr<float>>);
  static_assert(std::is_same_v<decltype(gpu::transpose(a(all()))), gpu::ndview<float>>);
  static_assert(std::is_same_v<decltype(gpu::transpose(c(all()))), gpu::ndview<const float>>);
  static_assert(std::is_same_v<decltype(gpu::transpose(F{1})), gpu::ndview<float>>);
  gpu::transpose(a)(2, 0) = 50;
  CHECK(a(0, 2) == 50);
}

TEST_CASE("manipulation: transpose, permute_dims, swapaxes, moveaxis") {
  F a = gpu::arange<float>(24).reshape({2, 3, 4});
  CHECK(gpu::transpose(a).shape() == gpu::shape{4, 3, 2});
  CHECK(gpu::transpose(a, {1, 0, 2}).shape() == gpu::shape{3, 2, 4});
  CHECK(gpu::transpose(a, {-1, 0, 1}).shape() == gpu::shape{4, 2, 3});
  CHECK(gpu::permute_dims(a, {2, 0, 1})(3, 1, 2) == a(1, 2, 3));
  CHECK(a.transpose({2, 1, 0})(3, 2, 1) == a(1, 2, 3));
  CHECK(gpu::swapaxes(a, 0, -1)(3, 2, 1) == a(1, 2, 3));
  CHECK(a.swapaxes(0, 1).shape() == gpu::shape{3, 2, 4});
  CHECK(gpu::moveaxis(a, 0, -1).shape() == gpu::shape{3, 4, 2});
  CHECK(gpu::moveaxis(a, {0, 1}, {-1, 0}).shape() == gpu::shape{3, 4, 2});
  CHECK(gpu::moveaxis(a, 2, 0)(3, 1, 2) == a(1, 2, 3));
  CHECK(F(3.F * gpu::ones<float>({})).T().ndim() == 0);
  CHECK_THROWS_AS((void)gpu::transpose(a, {0, 1}), gpu::value_error);
  CHECK_THROWS_AS((void)gpu::transpose(a, {0, 0, 1}), gpu::axis_error);
  CHECK_THROWS_AS((void)gpu::transpose(a, {0, 1, 3}), gpu::axis_error);
  CHECK_THROWS_AS((void)gpu::swapaxes(a, 0, 3), gpu::axis_error);
  CHECK_THROWS_AS((void)gpu::moveaxis(a, {0, 1}, {0}), gpu::value_error);
}

TEST_CASE("manipulation: squeeze and expand_dims") {
  F a(gpu::shape{1, 3, 1}, 2);
  CHECK(gpu::squeeze(a).shape() == gpu::shape{3});
  CHECK(gpu::squeeze(a, 0).shape() == gpu::shape{3, 1});
  CHECK(gpu::squeeze(a, {0, -1}).shape() == gpu::shape{3});
  CHECK_THROWS_AS((void)gpu::squeeze(a, 1), gpu::value_error);
  CHECK_THROWS_AS((void)gpu::squeeze(a, 3), gpu::axis_error);
  CHECK(a.squeeze().shape() == gpu::shape{3});
  F b = {1, 2, 3};
  CHECK(gpu::expand_dims(b, 0).shape() == gpu::shape{1, 3});
  CHECK(gpu::expand_dims(b, -1).shape() == gpu::shape{3, 1});
  CHECK(gpu::expand_dims(b, {0, 2}).shape() == gpu::shape{1, 3, 1});
  CHECK_THROWS_AS((void)gpu::expand_dims(b, 2), gpu::axis_error);
  CHECK_THROWS_AS((void)gpu::expand_dims(b, {0, 0}), gpu::axis_error);
}

TEST_CASE("manipulation: broadcast_to") {
  const F a = {1, 2};
  CHECK(array_equal(gpu::broadcast_to(a, {3, 2}), F{{1, 2}, {1, 2}, {1, 2}}));
  CHECK(array_equal(gpu::broadcast_to(a + 1, {2, 2}), F{{2, 3}, {2, 3}}));
  CHECK(gpu::broadcast_to(a, {0, 2}).shape() == gpu::shape{0, 2});
  CHECK_THROWS_AS((void)gpu::broadcast_to(a, {3}), gpu::shape_error);
  CHECK_THROWS_AS((void)gpu::broadcast_to(a, {2, 3}), gpu::shape_error);
  CHECK_THROWS_AS((void)gpu::broadcast_to(F{{1, 2}}, {2}), gpu::shape_error);
  CHECK_THROWS_AS((void)gpu::broadcast_to(a, {-1, 2}), gpu::value_error);
  CHECK(gpu::sum(gpu::broadcast_to(a, {1000, 2})) == 3000);
}

TEST_CASE_TEMPLATE("manipulation: reshape and ravel are in C order in every layout", E, bool, std::int32_t, double) {
  for (const gpu::shape& dims : {gpu::shape{12}, gpu::shape{3, 4}, gpu::shape{2, 1, 6}, gpu::shape{2, 2, 3}}) {
    for (const auto& s : layouts::of_shape<E>(dims)) {
      CAPTURE(s.name);
      for (const gpu::shape& to :
           {gpu::shape{12}, gpu::shape{4, 3}, gpu::shape{1, 12, 1}, gpu::shape{2, 3, 2}, gpu::shape{6, -1}}) {
        const auto r = gpu::reshape(s.view, to);
        CHECK(r.size() == 12);
        CHECK(r.to_vector() == s.host.values);
      }
      CHECK(gpu::ravel(s.view).to_vector() == s.host.values);
    }
  }
  const gpu::ndarray<E> empty(gpu::shape{0, 3});
  CHECK(gpu::reshape(empty, {3, 0}).shape() == gpu::shape{3, 0});
  CHECK(gpu::reshape(empty, {-1, 3}).shape() == gpu::shape{0, 3});
  const gpu::ndarray<E> one = gpu::ones<E>({});
  CHECK(gpu::reshape(one, {1, 1}).shape() == gpu::shape{1, 1});
  CHECK(gpu::reshape(gpu::ones<E>({1, 1}), {}).ndim() == 0);
  CHECK_THROWS_AS((void)gpu::reshape(one, {2}), gpu::shape_error);
}

TEST_CASE("manipulation: long arrays transposed and added, sizes around tiles") {
  for (std::int64_t n : {31, 32, 33, 127, 129}) {
    CAPTURE(n);
    const F a = gpu::arange<float>(n * (n + 1)).reshape({n, n + 1});
    const F b = gpu::transpose(a) * 2;
    CHECK(b.shape() == gpu::shape{n + 1, n});
    CHECK(b(n, 3) == 2 * a(3, n));
    CHECK(array_equal(gpu::transpose(b), a + a));
    CHECK(array_equal(a(all(), range(0, n)) + gpu::transpose(a(all(), range(0, n))),
                      gpu::transpose(a(all(), range(0, n)) + gpu::transpose(a(all(), range(0, n))))));
  }
}

// Making arrays.
#include <doctest/doctest.h>

#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

#include <gpu/gpu.hpp>
#include <gpu/testing.hpp>

#include "runtime/call_seam.hpp"

using gpu::all, gpu::range, gpu::placeholders::_;
using F = gpu::ndarray<float>;
using D = gpu::ndarray<double>;
using L = gpu::ndarray<std::int64_t>;
using gpu::array_equal;

TEST_CASE_TEMPLATE("creation: zeros, ones, full, and their _like", E, bool, std::int8_t, std::uint64_t, gpu::float16,
                   gpu::bfloat16, float, std::complex<double>) {
  for (const gpu::shape& dims :
       {gpu::shape{}, gpu::shape{0}, gpu::shape{1025}, gpu::shape{3, 5}, gpu::shape{2, 0, 3}}) {
    CAPTURE(dims);
    const gpu::ndarray<E> z = gpu::zeros<E>(dims), o = gpu::ones<E>(dims), f = gpu::full<E>(dims, 1);
    CHECK(z.shape() == dims);
    CHECK(gpu::count_nonzero(z) == 0);
    CHECK(gpu::count_nonzero(o) == dims.count());
    CHECK(array_equal(o, f));
    CHECK(array_equal(gpu::zeros_like(o), z));
    CHECK(array_equal(gpu::ones_like(z), o));
    CHECK(array_equal(gpu::full_like(z, 1), f));
    CHECK(gpu::empty_like(z + z).shape() == dims);
  }
}

TEST_CASE("creation: a shape in braces is a shape in a factory's argument") {
  CHECK(gpu::zeros<float>({2, 3}).shape() == gpu::shape{2, 3});
  CHECK(gpu::zeros<float>({}).ndim() == 0);
  const std::size_t n = 4;
  const int m = 2;
  CHECK(gpu::ones<float>({n, m}).shape() == gpu::shape{4, 2});
  CHECK_THROWS_AS((void)gpu::zeros<float>({2, -1}), gpu::value_error);
  CHECK_THROWS_AS((void)gpu::full<std::uint8_t>({2}, 256), gpu::value_error);
  CHECK_THROWS_AS((void)gpu::full<std::int8_t>({2}, -129), gpu::value_error);
}

TEST_CASE("creation: empty in C and F order") {
  CHECK(gpu::empty<float>({2, 3}).strides() == gpu::shape{3, 1});
  CHECK(gpu::empty<float>({2, 3}, gpu::layout::f).strides() == gpu::shape{1, 2});
}

TEST_CASE("creation: arange") {
  CHECK(array_equal(gpu::arange<std::int64_t>(5), L{0, 1, 2, 3, 4}));
  CHECK(array_equal(gpu::arange<std::int64_t>(2, 7, 2), L{2, 4, 6}));
  CHECK(array_equal(gpu::arange<std::int64_t>(5, 0, -2), L{5, 3, 1}));
  CHECK(gpu::arange<float>(0).shape() == gpu::shape{0});
  CHECK(gpu::arange<float>(5, 2).shape() == gpu::shape{0});
  CHECK(array_equal(gpu::arange<double>(0.0, 1.0, 0.25), D{0, 0.25, 0.5, 0.75}));
  CHECK(gpu::arange<double>(0, 1, 0.1).size() == 10);
  CHECK_THROWS_AS((void)gpu::arange<float>(0, 1, 0), gpu::value_error);
  CHECK_THROWS_AS((void)gpu::arange<float>(0.0, std::numeric_limits<double>::infinity(), 1.0), gpu::value_error);
  const L large = gpu::arange<std::int64_t>((std::int64_t{1} << 62) - 2, std::int64_t{1} << 62);
  CHECK(large(1) == (std::int64_t{1} << 62) - 1);
}

TEST_CASE("creation: linspace, eye, identity") {
  CHECK(array_equal(gpu::linspace(0, 1, 5), D{0, 0.25, 0.5, 0.75, 1}));
  CHECK(array_equal(gpu::linspace(0, 1, 4, false), D{0, 0.25, 0.5, 0.75}));
  CHECK(array_equal(gpu::linspace(3, 9, 1), D{3}));
  CHECK(gpu::linspace(0, 1, 0).shape() == gpu::shape{0});
  CHECK(gpu::linspace(0, 1).size() == 50);
  CHECK(gpu::linspace(0.1, 0.7, 7)(-1) == 0.7);
  CHECK(array_equal(gpu::linspace<std::int64_t>(0, 5, 4), L{0, 1, 3, 5}));
  CHECK_THROWS_AS((void)gpu::linspace(0, 1, -1), gpu::value_error);
  CHECK(array_equal(gpu::eye<float>(2), F{{1, 0}, {0, 1}}));
  CHECK(array_equal(gpu::eye<float>(2, 3, 1), F{{0, 1, 0}, {0, 0, 1}}));
  CHECK(array_equal(gpu::eye<float>(3, 2, -1), F{{0, 0}, {1, 0}, {0, 1}}));
  CHECK(gpu::eye(0).shape() == gpu::shape{0, 0});
  CHECK(array_equal(gpu::identity<float>(2), gpu::eye<float>(2)));
}

TEST_CASE("creation: copy and asarray give arrays of their own") {
  F a = {1, 2, 3};
  F b = gpu::copy(a(range(1, _))), c = gpu::asarray(a + 1);
  a.fill(0);
  CHECK(array_equal(b, F{2, 3}));
  CHECK(array_equal(c, F{2, 3, 4}));
}

TEST_CASE("creation: adopt looks into foreign memory and calls the deleter once") {
  std::vector<float> host{1, 2, 3, 4};
  static int deleted;
  deleted = 0;
  {
    gpu::ndview<float> kept;
    {
      F a = gpu::adopt(
          host.data(), {2, 2}, gpu::cpu(), [](void*, void* count) { ++*static_cast<int*>(count); }, &deleted);
      CHECK(a(1, 0) == 3);
      a(0, 0) = 10;
      kept.rebind(a(1));
      F b = a;
      CHECK(b.data() != host.data());
    }
    CHECK(deleted == 0);
    CHECK(kept(1) == 4);
  }
  CHECK(deleted == 1);
  CHECK(host[0] == 10);
}

TEST_CASE("creation [12]: an allocation larger than memory is out_of_memory, and everything works afterwards") {
  CHECK_THROWS_AS((void)gpu::empty<double>({std::int64_t{1} << 58}), gpu::out_of_memory);
  CHECK_THROWS_AS((void)gpu::zeros<double>({std::int64_t{1} << 40, std::int64_t{1} << 40}), gpu::out_of_memory);
  CHECK_THROWS_AS((void)gpu::arange<double>(std::int64_t{1} << 57), gpu::out_of_memory);
  D a = {1, 2};
  const auto wide = gpu::broadcast_to(a, {std::int64_t{1} << 56, 2});
  CHECK_THROWS_AS((void)D(wide), gpu::out_of_memory);
  CHECK_THROWS_AS((a = wide + 1), gpu::out_of_memory);
  CHECK(array_equal(a + 1, D{2, 3}));
  try {
    (void)gpu::empty<double>({std::int64_t{1} << 58});
  } catch (const gpu::out_of_memory& e) {
    CHECK(std::string(e.what()).size() > 10);
  }
}

TEST_CASE("creation [12]: where an allocation fails, operands are as before and the next call works") {
  namespace seam = gpu::runtime::seam;
  F a = gpu::arange<float>(5000), b = a * 2;
  const auto fails_then_works = [&](auto&& statement) {
    for (long n = 1; n < 20; ++n) {
      seam::arm(static_cast<unsigned>(seam::kind::allocation), n, 1000);  // the retry fails too
      bool failed = false;
      try {
        statement();
      } catch (const gpu::error&) {
        failed = true;
      }
      seam::disarm();
      if (!failed) return n > 1;
      CHECK(gpu::sum<double>(a) == 4999.0 * 2500);
      CHECK(gpu::sum<double>(b) == 4999.0 * 5000);
    }
    return false;
  };
  // each round wants a block of a new size, so that none is found among the freed ones
  std::int64_t size = 100000;
  CHECK(fails_then_works([&] { F c = gpu::zeros<float>({size += 100003}); }));
  CHECK(fails_then_works([&] { F c = gpu::broadcast_to(a(0), {size += 100003}) + 1; }));
  CHECK(fails_then_works([&] { F c = gpu::sum(gpu::broadcast_to(a(0), {size += 100003, 2}), 1); }));
  CHECK(fails_then_works([&] { (void)gpu::arange<double>(size += 100003).to_vector(); }));
  CHECK(array_equal(a + a, b));
}

// gpu::shape.
#include <doctest/doctest.h>

#include <cstdint>
#include <numeric>
#include <span>
#include <sstream>
#include <vector>

#include <gpu/gpu.hpp>
#include <gpu/testing.hpp>

using gpu::shape;

TEST_CASE("shape: from braces of any integers, from spans") {
  const std::size_t n = 3;
  const int m = 2;
  const shape s{n, m, 5};
  CHECK(s.ndim() == 3);
  CHECK(s[0] == 3);
  CHECK(s[2] == 5);
  CHECK(s.count() == 30);
  CHECK(shape{}.count() == 1);
  CHECK(shape{}.empty());
  CHECK((shape{2, 0, 3}.count()) == 0);
  const std::vector<int> list{4, 5};
  CHECK(shape(std::span<const int>(list)) == shape{4, 5});
  CHECK(std::accumulate(s.begin(), s.end(), std::int64_t{0}) == 10);
  static_assert(!std::is_constructible_v<gpu::dim, bool> && !std::is_constructible_v<gpu::dim, double>);
}

TEST_CASE("shape: equality is of lengths and rank") {
  CHECK(shape{2, 3} == shape{2, 3});
  CHECK(shape{2, 3} != shape{3, 2});
  CHECK(shape{2} != shape{2, 1});
}

TEST_CASE("shape: push_back, insert, erase, to rank 32 and no further") {
  shape s{1, 3};
  s.insert(1, 2);
  CHECK(s == shape{1, 2, 3});
  s.erase(0);
  CHECK(s == shape{2, 3});
  s.push_back(4);
  CHECK(s == shape{2, 3, 4});
  while (s.ndim() < gpu::max_rank) s.push_back(1);
  CHECK_THROWS_AS(s.push_back(1), gpu::value_error);
  CHECK_THROWS_AS(s.insert(0, 1), gpu::value_error);
  CHECK(s.ndim() == 32);
  const std::vector<int> many(33, 1);
  CHECK_THROWS_AS((void)shape(std::span<const int>(many)), gpu::value_error);
}

TEST_CASE("shape: text as NumPy's tuples") {
  CHECK(gpu::to_string(shape{}) == "()");
  CHECK(gpu::to_string(shape{5}) == "(5,)");
  CHECK(gpu::to_string(shape{2, 3}) == "(2, 3)");
  std::ostringstream out;
  out << shape{1, 0};
  CHECK(out.str() == "(1, 0)");
}

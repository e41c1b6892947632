// Slices against a plain loop with Python's rules, and slices from text.
#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <gpu/gpu.hpp>
#include <gpu/testing.hpp>

using gpu::all, gpu::range, gpu::newaxis, gpu::ellipsis, gpu::placeholders::_;
using L = gpu::ndarray<std::int64_t>;
using gpu::array_equal;

namespace {

/// Python's range(*slice(start, stop, step).indices(length)).
std::vector<std::int64_t> python_slice(std::optional<std::int64_t> start, std::optional<std::int64_t> stop,
                                       std::int64_t step, std::int64_t length) {
  const auto clip = [&](std::int64_t i) {
    if (i < 0) i += length;
    if (i < 0) return step < 0 ? std::int64_t{-1} : std::int64_t{0};
    return i >= length ? (step < 0 ? length - 1 : length) : i;
  };
  const std::int64_t first = start ? clip(*start) : step < 0 ? length - 1 : 0;
  const std::int64_t last = stop ? clip(*stop) : step < 0 ? -1 : length;
  std::vector<std::int64_t> result;
  for (std::int64_t i = first; step > 0 ? i < last : i > last; i += step) result.push_back(i);
  return result;
}

gpu::detail::bound bound_of(std::optional<std::int64_t> v) {
  return v ? gpu::detail::bound(*v) : gpu::detail::bound(_);
}

}  // namespace

TEST_CASE("slice: every start, stop and step as Python") {
  std::vector<std::optional<std::int64_t>> ends{std::nullopt};
  for (std::int64_t i = -7; i <= 7; ++i) ends.emplace_back(i);
  for (std::int64_t length : {0, 1, 5}) {
    const L a = gpu::arange<std::int64_t>(length);
    for (const auto& start : ends)
      for (const auto& stop : ends)
        for (std::int64_t step : {1, 2, 3, 7, -1, -2, -7}) {
          CAPTURE(length);
          CAPTURE(step);
          CHECK(a(range(bound_of(start), bound_of(stop), step)).to_vector() == python_slice(start, stop, step, length));
        }
  }
}

TEST_CASE("slice: ends and steps as large as int64") {
  const L a = gpu::arange<std::int64_t>(5);
  constexpr std::int64_t low = std::numeric_limits<std::int64_t>::min(),
                         high = std::numeric_limits<std::int64_t>::max();
  CHECK(a(range(low, high)).size() == 5);
  CHECK(a(range(high, low)).size() == 0);
  CHECK(a(range(high, low, -1)).size() == 5);
  CHECK(a(range(_, _, high)).to_vector() == std::vector<std::int64_t>{0});
  CHECK(a(range(_, _, low)).to_vector() == std::vector<std::int64_t>{4});
  CHECK_THROWS_AS((void)a(low), gpu::index_error);
  CHECK_THROWS_AS((void)a(high), gpu::index_error);
}

TEST_CASE("slice: a step of 0 is a value_error, named") {
  L a = gpu::arange<std::int64_t>(5);
  CHECK_THROWS_WITH_AS((void)a(range(_, _, 0)), "slice step cannot be zero", gpu::value_error);
  CHECK_THROWS_AS((void)a("::0"), gpu::value_error);
  CHECK_THROWS_AS((void)(a + 1)(range(0, 3, 0)), gpu::value_error);
}

TEST_CASE("slice: messages of indices out of range") {
  L a = gpu::zeros<std::int64_t>({2, 3});
  CHECK_THROWS_WITH_AS((void)a(0, 3), "index 3 is out of bounds for axis 1 with size 3", gpu::index_error);
  CHECK_THROWS_WITH_AS((void)a(-3), "index -3 is out of bounds for axis 0 with size 2", gpu::index_error);
  CHECK_THROWS_WITH_AS((void)a(0, 0, 0), "too many indices for array: array is 2-dimensional, but 3 were indexed",
                       gpu::index_error);
}

TEST_CASE("slice: from text") {
  L a = gpu::arange<std::int64_t>(24).reshape({2, 3, 4});
  const auto same = [&](const char* text, const gpu::ndview<std::int64_t>& want) {
    CAPTURE(text);
    const auto got = a(text);
    CHECK(got.shape() == want.shape());
    CHECK(got.data() == want.data());
    CHECK(got.strides() == want.strides());
  };
  same("", a(all()));
  same("1", a(1));
  same("-1, 2", a(-1, 2));
  same(":", a(all()));
  same("1:, ::-1", a(range(1, _), range(_, _, -1)));
  same("...,0", a(ellipsis(), 0));
  same("0, None, 1:3", a(0, newaxis(), range(1, 3)));
  same(" 0 , newaxis , : 2 ", a(0, newaxis(), range(_, 2)));
  same(":-1,+1:2:1", a(range(_, -1), range(1, 2)));
  same("1,", a(1));
}

TEST_CASE("slice: text that is no slice is a value_error that shows it") {
  L a = gpu::arange<std::int64_t>(24).reshape({2, 3, 4});
  for (const char* text :
       {"x", "1;2", "1 2", ",", "1:2:3:4", "1.5", "--1", "1,,2", "....", "9999999999999999999", "1: :x", ":None"}) {
    CAPTURE(text);
    CHECK_THROWS_AS((void)a(text), gpu::value_error);
    CHECK_THROWS_WITH((void)a(text), doctest::Contains(text));
  }
  CHECK_THROWS_AS((void)a("7"), gpu::index_error);
  CHECK_THROWS_AS((void)a("0,0,0,0"), gpu::index_error);
}

TEST_CASE("slice: items in a span, for ranks that the program does not know") {
  L a = gpu::arange<std::int64_t>(6).reshape({2, 3});
  const std::vector<gpu::slice_item> items{1, range(_, _, 2)};
  CHECK(a(std::span<const gpu::slice_item>(items)).to_vector() == std::vector<std::int64_t>{3, 5});
}

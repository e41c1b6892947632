// <gpu/interop/xtensor.hpp>: conversions both ways over random layouts and all dtypes; xtensor is right under C++20; and our
// functions against xtensor's, where the two mean the same.
#include <gpu/interop/xtensor.hpp>

#include <gpu/testing.hpp>

#include <complex>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#if __has_include(<xtensor/core/xmath.hpp>)
#include <xtensor/core/xmath.hpp>
#include <xtensor/generators/xbuilder.hpp>
#include <xtensor/misc/xmanipulation.hpp>
#include <xtensor/reducers/xnorm.hpp>
#include <xtensor/views/xstrided_view.hpp>
#include <xtensor/views/xview.hpp>
#else
#include <xtensor/xbuilder.hpp>
#include <xtensor/xmanipulation.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnorm.hpp>
#include <xtensor/xstrided_view.hpp>
#include <xtensor/xview.hpp>
#endif

namespace {

constexpr auto column_major = xt::layout_type::column_major;
using lengths = std::vector<std::size_t>;

/// A value for the i-th element that every dtype holds exactly.
template <class E>
E value_at(std::size_t i) {
  if constexpr (std::is_same_v<E, bool>)
    return i % 3 == 0;
  else if constexpr (gpu::detail::is_std_complex<E>::value)
    return E(static_cast<typename E::value_type>(i % 100), static_cast<typename E::value_type>(i % 7) - 3);
  else
    return static_cast<E>(static_cast<float>(i % 100));
}

template <class Container>
Container filled(const lengths& shape) {
  Container c;
  c.resize(typename Container::shape_type(shape.begin(), shape.end()));
  std::size_t i = 0;
  for (auto& x : c) x = value_at<typename Container::value_type>(i++);
  return c;
}

/// The elements of an xtensor expression in C order, one by one through its own indexing.
template <class X>
std::vector<typename X::value_type> walked(const X& x) {
  std::vector<typename X::value_type> values;
  lengths index(x.dimension(), 0);
  std::size_t count = 1;
  for (const std::size_t n : x.shape()) count *= n;
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t rest = i;
    for (std::size_t k = index.size(); k-- > 0;) {
      index[k] = rest % x.shape()[k];
      rest /= x.shape()[k];
    }
    values.push_back(x.element(index.begin(), index.end()));
  }
  return values;
}

/// An expression comes over whole: shape and every element.
template <class X>
void check_from(const X& x) {
  const auto array = gpu::from_xtensor(x);
  REQUIRE(array.shape() == gpu::detail::shape_from(x.shape()));
  REQUIRE(array.to_vector() == walked(x));
}

/// And back, through an xarray.
template <class E>
void check_to(const gpu::operand<E>& x) {
  const auto back = gpu::to_xtensor(x);
  REQUIRE(gpu::detail::shape_from(back.shape()) == x.shape());
  REQUIRE(walked(back) == x.to_vector());
}

/// A random slice of `length` elements, as xtensor's and as ours.
struct slice_pair {
  xt::xstrided_slice<std::ptrdiff_t> theirs;
  gpu::slice_item ours;
};
slice_pair random_slice(std::size_t length, std::mt19937& random) {
  const auto n = static_cast<std::ptrdiff_t>(length);
  const auto pick = [&](std::ptrdiff_t low, std::ptrdiff_t high) {
    return std::uniform_int_distribution<std::ptrdiff_t>(low, high)(random);
  };
  switch (pick(0, 3)) {
    case 0: return {xt::all(), gpu::all()};
    case 1: {
      const std::ptrdiff_t i = pick(0, n - 1);
      return {i, gpu::slice_item(i)};
    }
    case 2: {
      const std::ptrdiff_t first = pick(0, n - 1), last = pick(first, n), step = pick(1, 3);
      return {xt::range(first, last, step), gpu::range(first, last, step)};
    }
    default:
      return {xt::range(xt::placeholders::_, xt::placeholders::_, -1),
              gpu::range(gpu::placeholders::_, gpu::placeholders::_, -1)};
  }
}

lengths random_shape(std::mt19937& random) {
  lengths shape(std::uniform_int_distribution<std::size_t>(1, 4)(random));
  for (std::size_t& n : shape) n = std::uniform_int_distribution<std::size_t>(1, 6)(random);
  return shape;
}

template <class E, xt::layout_type Layout>
void check_random_view(std::mt19937& random) {
  const auto whole = filled<xt::xarray<E, Layout>>(random_shape(random));
  xt::xstrided_slice_vector theirs;
  std::vector<gpu::slice_item> ours;
  for (const std::size_t n : whole.shape()) {
    const slice_pair s = random_slice(n, random);
    theirs.push_back(s.theirs);
    ours.push_back(s.ours);
  }
  const auto view = xt::strided_view(whole, theirs);
  const gpu::ndarray<E> array = gpu::from_xtensor(whole);
  const auto window = array(std::span<const gpu::slice_item>(ours));
  check_from(view);
  check_to(window);
  CHECK_ARRAY_EQUAL(window, view);
  CHECK_ARRAY_EQUAL(window.T(), xt::transpose(view));
}

}  // namespace

TEST_CASE_TEMPLATE("xtensor: every dtype, both ways", E, bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t,
                   std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, float, double, std::complex<float>,
                   std::complex<double>) {
  for (const lengths& shape :
       {lengths{}, lengths{1}, lengths{7}, lengths{3, 4}, lengths{2, 1, 5}, lengths{0}, lengths{2, 0, 3}}) {
    CAPTURE(shape.size());
    check_from(filled<xt::xarray<E>>(shape));
    check_from(filled<xt::xarray<E, column_major>>(shape));
    check_to(gpu::from_xtensor(filled<xt::xarray<E>>(shape)));
    check_to(gpu::from_xtensor(filled<xt::xarray<E>>(shape)).T());
  }
}

TEST_CASE_TEMPLATE("xtensor: 16-bit floats, both ways", E, gpu::float16, gpu::bfloat16) {
  const auto a = filled<xt::xarray<E>>({3, 5});
  const gpu::ndarray<E> array = gpu::from_xtensor(a);
  CHECK(array.shape() == gpu::shape({3, 5}));
  const xt::xarray<E> back = gpu::to_xtensor(array);
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(back.data()[i].bits() == a.data()[i].bits());
}

TEST_CASE("xtensor: 600 random views of row-major and column-major arrays") {
  std::mt19937 random(20240607);
  for (int i = 0; i < 100; ++i) {
    CAPTURE(i);
    check_random_view<float, xt::layout_type::row_major>(random);
    check_random_view<float, column_major>(random);
    check_random_view<std::int32_t, xt::layout_type::row_major>(random);
    check_random_view<std::complex<double>, column_major>(random);
    check_random_view<bool, xt::layout_type::row_major>(random);
    check_random_view<std::uint64_t, column_major>(random);
  }
}

TEST_CASE("xtensor: every kind of expression comes over") {
  xt::xtensor<double, 2> t = {{1, 2, 3}, {4, 5, 6}};
  xt::xtensor_fixed<double, xt::xshape<2, 3>> fixed = {{1, 2, 3}, {4, 5, 6}};
  std::vector<double> memory = {1, 2, 3, 4, 5, 6};
  const auto adapted = xt::adapt(memory, lengths{2, 3});
  for (const auto& same : {gpu::from_xtensor(t), gpu::from_xtensor(fixed), gpu::from_xtensor(adapted)})
    CHECK_ARRAY_EQUAL(same, (gpu::ndarray<double>{{1, 2, 3}, {4, 5, 6}}));
  CHECK_ARRAY_EQUAL(gpu::from_xtensor(t + 1), (gpu::ndarray<double>{{2, 3, 4}, {5, 6, 7}}));
  CHECK_ARRAY_EQUAL(gpu::from_xtensor(t > 2), (gpu::ndarray<bool>{{false, false, true}, {true, true, true}}));
  CHECK_ARRAY_EQUAL(gpu::from_xtensor(xt::broadcast(t, {2, 2, 3})),
                    gpu::from_xtensor(t) + gpu::zeros<double>({2, 2, 3}));
  CHECK_ARRAY_EQUAL(gpu::from_xtensor(xt::arange<int>(5)), gpu::arange<int>(5));
  CHECK_ARRAY_EQUAL(gpu::from_xtensor(xt::view(t, xt::all(), 1)), (gpu::ndarray<double>{2, 5}));
  static_assert(std::is_same_v<decltype(gpu::from_xtensor(xt::xarray<long long>())), gpu::ndarray<std::int64_t>>);
  static_assert(
      std::is_same_v<decltype(gpu::from_xtensor(xt::xarray<unsigned long long>())), gpu::ndarray<std::uint64_t>>);
}

TEST_CASE("xtensor: arrays that own a stepped or dynamic layout are read by their elements") {
  xt::xarray<int, xt::layout_type::dynamic> columns;
  columns.resize({2, 3}, column_major);
  int i = 0;
  for (std::size_t r = 0; r < 2; ++r)
    for (std::size_t c = 0; c < 3; ++c) columns(r, c) = i++;
  CHECK_ARRAY_EQUAL(gpu::from_xtensor(columns), (gpu::ndarray<int>{{0, 1, 2}, {3, 4, 5}}));
}

TEST_CASE("xtensor: to a given element type and rank") {
  const gpu::ndarray<float> a = {{1.5F, 2}, {3, 4}};
  const xt::xarray<double> wide = gpu::to_xtensor<double>(a);
  CHECK(wide(0, 0) == 1.5);
  const xt::xtensor<float, 2> ranked = gpu::to_xtensor<float, 2>(a * 2);
  CHECK(ranked(1, 1) == 8);
  CHECK_THROWS_AS((void)(gpu::to_xtensor<float, 3>(a)), gpu::shape_error);
  CHECK(gpu::to_xtensor(gpu::sum(a))() == 10.5F);
  CHECK(gpu::to_xtensor(gpu::zeros<int>({0, 3})).shape(1) == 3);
}

TEST_CASE("xtensor: memory shared without a copy, on the CPU") {
  gpu::device_guard on(gpu::cpu());
  xt::xarray<double> source = {{1, 2}, {3, 4}};
  const double* memory = source.data();
  gpu::ndarray<double> taken = gpu::adopt_xtensor(std::move(source));
  CHECK(taken.data() == memory);
  CHECK_ARRAY_EQUAL(taken, (gpu::ndarray<double>{{1, 2}, {3, 4}}));
  auto adapted = gpu::adapt_to_xtensor(taken);
  CHECK(adapted.data() == memory);
  adapted(1, 0) = 7;
  CHECK(taken(1, 0) == 7);
  CHECK_THROWS_AS((void)gpu::adopt_xtensor(xt::xarray<double, column_major>({{1, 2}, {3, 4}})), gpu::value_error);
  gpu::ndarray<double> columns = gpu::empty<double>({2, 3}, gpu::layout::f);
  CHECK_THROWS_AS((void)gpu::adapt_to_xtensor(columns), gpu::value_error);
}

TEST_CASE("xtensor under C++20: axis reductions, norms and strided in-place operators give the right numbers") {
  const xt::xarray<double> a = {{1, 2, 3}, {4, 5, 9}};
  const xt::xarray<double> sums = xt::sum(a, {0}, xt::evaluation_strategy::immediate);
  CHECK(sums == xt::xarray<double>{5, 7, 12});
  const xt::xarray<double> variances = xt::variance(a, {0});
  CHECK(variances == xt::xarray<double>{2.25, 2.25, 9});
  xt::xarray<double> with_nan = a;
  with_nan(0, 0) = std::numeric_limits<double>::quiet_NaN();
  const xt::xarray<double> means = xt::nanmean(with_nan, {0});
  CHECK(means == xt::xarray<double>{4, 3.5, 6});
  const xt::xarray<double> norms = xt::norm_l1(a, {1});
  CHECK(norms == xt::xarray<double>{6, 18});
  xt::xarray<double> b = a;
  xt::strided_view(b, {xt::all(), xt::range(0, 2)}) += xt::xarray<double>{10, 20};
  CHECK(b == xt::xarray<double>{{11, 22, 3}, {14, 25, 9}});
}

TEST_CASE("xtensor as an oracle: element-wise functions") {
  const auto a = xt::eval(xt::linspace<double>(-3, 3, 60).reshape({6, 10}));
  const auto b = xt::eval(xt::linspace<double>(0.1, 2, 10));
  const gpu::ndarray<double> x = gpu::from_xtensor(a), y = gpu::from_xtensor(b);
  CHECK_ARRAY_EQUAL(x + y, a + b);
  CHECK_ARRAY_EQUAL(x * y - x / y, a * b - a / b);
  CHECK_ARRAY_EQUAL(gpu::sqrt(gpu::abs(x)), xt::sqrt(xt::abs(a)));
  CHECK_ARRAY_EQUAL(gpu::floor(x), xt::floor(a));
  CHECK_ARRAY_EQUAL(gpu::maximum(x, y), xt::maximum(a, b));
  CHECK_ARRAY_EQUAL(gpu::where(x > 0, x, y), xt::where(a > 0, a, b));
  CHECK_ARRAY_EQUAL(gpu::clip(x, -1, 1), xt::clip(a, -1, 1));
  const gpu::testing::close_check few_ulp = {.rtol = 1e-14, .atol = 1e-15};
  CHECK_ALLCLOSE(gpu::sin(x), xt::sin(a), few_ulp);
  CHECK_ALLCLOSE(gpu::exp(x), xt::exp(a), few_ulp);
  CHECK_ALLCLOSE(gpu::log(y), xt::log(b), few_ulp);
  CHECK_ALLCLOSE(gpu::tanh(x), xt::tanh(a), few_ulp);
  CHECK_ALLCLOSE(gpu::arctan2(x, y), xt::atan2(a, b), few_ulp);
  CHECK_ALLCLOSE(gpu::hypot(x, y), xt::hypot(a, b), few_ulp);
  CHECK_ALLCLOSE(gpu::power(y, x), xt::pow(b, a), few_ulp);
  CHECK_ALLCLOSE(gpu::erf(x), xt::erf(a), few_ulp);
}

TEST_CASE("xtensor as an oracle: reductions over random shapes and layouts") {
  std::mt19937 random(7);
  for (int i = 0; i < 60; ++i) {
    const auto a = filled<xt::xarray<double, column_major>>(random_shape(random));
    const gpu::ndarray<double> x = gpu::from_xtensor(a);
    const auto k = std::uniform_int_distribution<std::size_t>(0, a.dimension() - 1)(random);
    CAPTURE(i);
    CAPTURE(k);
    CHECK_ALLCLOSE(gpu::sum(x, k), xt::eval(xt::sum(a, {k})));
    CHECK_ALLCLOSE(gpu::mean(x, k), xt::eval(xt::mean(a, {k})));
    CHECK_ALLCLOSE(gpu::var(x, k), xt::eval(xt::variance(a, {k})));
    CHECK_ALLCLOSE(gpu::stddev(x), xt::eval(xt::stddev(a)));
    CHECK_ARRAY_EQUAL(gpu::max(x, k), xt::eval(xt::amax(a, {k})));
    CHECK_ARRAY_EQUAL(gpu::min(x), xt::eval(xt::amin(a)));
    CHECK_ARRAY_EQUAL(gpu::count_nonzero(x, k), xt::eval(xt::count_nonzero(a, {k})));
  }
}

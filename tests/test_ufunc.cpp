// GPU_UFUNC: functions of the user's own. Numbers in brackets are the rules of the design.
#include <gpu/testing.hpp>

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numbers>
#include <string>
#include <type_traits>

#include "cpu/run.hpp"
#include "cuda/user_functions.hpp"
#include "cuda_on_cpu.hpp"
#include "graph/node.hpp"
#include "layouts.hpp"
#include "plan/axes.hpp"
#include "plan/kernel_builder.hpp"
#include "test_ufunc_other.hpp"

using gpu::all, gpu::newaxis, gpu::range, gpu::placeholders::_;
using F = gpu::ndarray<float>;
using D = gpu::ndarray<double>;
using I = gpu::ndarray<std::int32_t>;
using B = gpu::ndarray<bool>;
using C = std::complex<double>;
using c64 = std::complex<float>;
using gpu::expr;

#define A_MACRO_OF_THE_USER 3.0F

GPU_UFUNC(cube_or, (float x, float y), { return x > 0 ? x * x * x : y; })
GPU_UFUNC(doubled, (float x), { return x * 2.0; })
GPU_UFUNC(by_macro, (float x), { return x + A_MACRO_OF_THE_USER; })
GPU_UFUNC(six, (double a, double b, double c, double d, double e, double f), { return a + b * c - d / e + f; })
GPU_UFUNC(given_type, (float x)->double, { return x; })
GPU_UFUNC(with_commas, (float x), {
  const float weights[] = {1, 2, 3};
  float sum = 0;
  for (int i = 0, n = 3; i < n; ++i) sum += weights[i] * x;
  return sum;
})
GPU_UFUNC(by_const_reference, (const float& x, const float y), { return x - y; })
GPU_UFUNC(cube_of_sum, (float x, float y), { return cube_or(x + y, -1) + 1; })
GPU_UFUNC(cube_of_sum_again, (float x), { return cube_of_sum(x, 1) * cube_or(x, 0); })
GPU_UFUNC(same_name, (float x), { return x + 1; })
GPU_UFUNC(never_called, (double x), { return std::sqrt(x); })
GPU_UFUNC(clamped_int, (std::int32_t x, std::uint8_t low, std::int64_t high),
          { return static_cast<std::int64_t>(x) < low ? std::int64_t{low} : std::min<std::int64_t>(x, high); })
GPU_UFUNC(both, (bool x, bool y), { return x && !y; })
GPU_UFUNC(is_small, (double x), { return std::abs(x) < 1; })
GPU_UFUNC(half_sum, (gpu::float16 x, gpu::bfloat16 y), { return gpu::float16(x + y / 3); })
GPU_UFUNC(brain, (gpu::bfloat16 x), { return gpu::bfloat16(x * 3); })
GPU_UFUNC(julia_step, (std::complex<double> z, std::complex<float> c), { return z * z + std::complex<double>(c); })
GPU_UFUNC(complex_parts, (std::complex<float> z), { return norm(z) + std::real(z) * imag(z) + std::abs(z); })

struct with_member {
  GPU_UFUNC(squared, (float x), { return x * x; })
};

namespace {

struct operands {
  const F a = {-2, -0.5F, 0, 0.5F, 2, 3};
  const F b = {1, 2, 3, 4, 5, 6};
};

/// f of each element, on the host.
template <class E, class Function>
gpu::ndarray<E> each(const gpu::ndarray<E>& x, Function f) {
  std::vector<E> values = x.to_vector();
  for (E& v : values) v = f(v);
  return gpu::ndarray<E>(values);
}

}  // namespace

TEST_CASE_FIXTURE(operands, "ufunc: a function of elements becomes one of arrays, views, expressions and scalars") {
  CHECK_ARRAY_EQUAL(cube_or(a, b), F{1, 2, 3, 0.125F, 8, 27});
  CHECK_ARRAY_EQUAL(cube_or(a, 5), F{5, 5, 5, 0.125F, 8, 27});
  CHECK_ARRAY_EQUAL(cube_or(1.5, b), F{3.375F, 3.375F, 3.375F, 3.375F, 3.375F, 3.375F});
  CHECK_ARRAY_EQUAL(cube_or(-a, b * 2), F{8, 0.125F, 6, 8, 10, 12});
  CHECK_ARRAY_EQUAL(cube_or(a(range(_, _, -2)), 0), F{27, 0.125F, 0});
  CHECK_ARRAY_EQUAL(cube_or(a(a > 0), 0), F{0.125F, 8, 27});
  CHECK_ARRAY_EQUAL(six(a, 1, 2, 3, 4, b), D(a) + 2.0 - 0.75 + b);
  CHECK_ARRAY_EQUAL(with_commas(a), 6 * a);
  CHECK_ARRAY_EQUAL(by_macro(a), a + 3);
  CHECK_ARRAY_EQUAL(by_const_reference(a, b), a - b);
  CHECK_ARRAY_EQUAL(with_member::squared(a), a * a);
}

TEST_CASE_FIXTURE(operands, "ufunc: at block scope") {
  GPU_UFUNC(halved, (float x), { return x / 2; })
  CHECK_ARRAY_EQUAL(halved(a), a / 2);
}

TEST_CASE_FIXTURE(operands, "ufunc: of scalars alone the value, at compile time too") {
  static_assert(std::is_same_v<decltype(cube_or(1, 2)), float>);
  static_assert(cube_or(2, 0) == 8);
  static_assert(with_member::squared(3.0F) == 9);
  CHECK(cube_or(-1.0, 4) == 4);
  CHECK(is_small(0.5));
  CHECK(julia_step(C(0, 1), c64(1, 0)) == C(0, 0));
  CHECK(in_header::offset_by(1, 2) == 5);
}

TEST_CASE_FIXTURE(operands, "ufunc: the body decides the result's type") {
  static_assert(std::is_same_v<decltype(cube_or(a, b)), expr<float>>);
  static_assert(std::is_same_v<decltype(doubled(a)), expr<double>>);
  static_assert(std::is_same_v<decltype(given_type(a)), expr<double>>);
  static_assert(std::is_same_v<decltype(is_small(a)), expr<bool>>);
  static_assert(std::is_same_v<decltype(clamped_int(I{}, 0, 9)), expr<std::int64_t>>);
  static_assert(std::is_same_v<decltype(half_sum(a, b)), expr<gpu::float16>>);
  static_assert(std::is_same_v<decltype(julia_step(a, b)), expr<C>>);
  static_assert(std::is_same_v<decltype(complex_parts(a)), expr<float>>);
  const float third = 1.0F / 3;
  CHECK(D(doubled(F{third}))(0) == third * 2.0);
  CHECK_ARRAY_EQUAL(given_type(F{third}), D{third});
}

TEST_CASE_FIXTURE(operands, "ufunc [6]: operands convert to the parameters' types by same_kind") {
  CHECK_ARRAY_EQUAL(cube_or(D{-1, 2}, I{7, 7}), F{7, 8});
  CHECK_ARRAY_EQUAL(clamped_int(gpu::ndarray<std::int64_t>{-5, 5, 50}, 0, gpu::ndarray<std::int8_t>{9}),
                    gpu::ndarray<std::int64_t>{0, 5, 9});
  CHECK_ARRAY_EQUAL(both(B{true, true, false}, B{true, false, false}), B{false, true, false});
  CHECK_THROWS_WITH_AS((void)clamped_int(I{1}, 256, 9), "integer 256 is out of bounds for uint8", gpu::value_error);
}

TEST_CASE_FIXTURE(operands, "ufunc: dtypes of every family") {
  CHECK_ARRAY_EQUAL(half_sum(F{1, 1}, F{3, 1}), gpu::ndarray<gpu::float16>{2, gpu::float16(1 + 1.0F / 3)});
  CHECK_ARRAY_EQUAL(brain(F{1, 1.0078125F}), gpu::ndarray<gpu::bfloat16>{3, gpu::bfloat16(3 * 1.0078125F)});
  CHECK_ARRAY_EQUAL(julia_step(gpu::ndarray<C>{C(1, 2), C(0, -1)}, c64(0.5F, 0)),
                    gpu::ndarray<C>{C(-2.5, 4), C(-0.5, 0)});
  CHECK_ALLCLOSE(complex_parts(gpu::ndarray<c64>{c64(3, 4), c64(0, -2)}), F{25 + 12 + 5, 4 + 0 + 2});
}

TEST_CASE_FIXTURE(operands,
                  "ufunc [9]: operands broadcast; shapes that do not are an error where the expression is built") {
  const F column = F{{1}, {2}};
  CHECK_ARRAY_EQUAL(by_const_reference(column, F{1, 2, 3}), F{{0, -1, -2}, {1, 0, -1}});
  CHECK((six(column, 1, F{1, 2, 3}, 1, 1, gpu::zeros<float>({4, 1, 1})).shape() == gpu::shape{4, 2, 3}));
  CHECK_THROWS_AS((void)cube_or(F{1, 2}, F{1, 2, 3}), gpu::shape_error);
  CHECK(cube_or(gpu::empty<float>({0, 3}), 1).shape() == gpu::shape({0, 3}));
  CHECK(F(cube_or(gpu::empty<float>({0, 3}), F{1, 2, 3})).size() == 0);
  CHECK(float(cube_or(gpu::full<float>(gpu::shape{}, 2), 0)) == 8);
}

TEST_CASE_FIXTURE(operands, "ufunc [10]: devices as of built-in functions") {
  const gpu::device elsewhere = gpu::default_device() == gpu::cpu() ? gpu::device("dry") : gpu::cpu();
  const F there = b.to(elsewhere);
  CHECK_THROWS_AS((void)cube_or(a, there), gpu::device_error);
  CHECK(cube_or(there, 1).device() == elsewhere);
  CHECK_ARRAY_EQUAL(F(cube_or(there, 1)).to(gpu::cpu()), F{1, 8, 27, 64, 125, 216}.to(gpu::cpu()));
}

TEST_CASE_FIXTURE(operands, "ufunc: fuses with what is around it") {
  F r;
  double total = 0;
  expr<float> e = gpu::sqrt(cube_or(a * 2, b) + 1) - by_macro(gpu::where(a > 0, cube_of_sum(a, b), a));
  CHECK(gpu::testing::counted([&] { r = e; }).launches == 1);
  CHECK(gpu::testing::counted([&] { total = gpu::sum<double>(cube_or(a, b) * b); }).launches == 1);
  CHECK(total == 1 + 4 + 9 + 0.5 + 40 + 162);
  const auto work = gpu::testing::counted([&] { r(all()) = cube_or(r, 1); });  // in place, nothing on the side
  CHECK(work.launches == 1);
  CHECK(work.allocations == 0);
}

TEST_CASE_FIXTURE(operands, "ufunc: in reductions, with keepdims and views of them") {
  const F m = gpu::arange<float>(12).reshape({3, 4}) - 5;
  const F cubes = gpu::where(m > 0, m * m * m, 2.0F);
  CHECK_ARRAY_EQUAL(gpu::sum(cube_or(m, 2), 0), gpu::sum(cubes, 0));
  CHECK_ARRAY_EQUAL(gpu::max(cube_or(m, 2), 1, {.keepdims = true}), gpu::max(cubes, 1, {.keepdims = true}));
  CHECK_ARRAY_EQUAL(cube_or(m, gpu::mean(m, 0)), gpu::where(m > 0, m * m * m, gpu::mean(m, 0)));
  CHECK(gpu::argmax(cube_or(m, 2)).item() == 11);
}

TEST_CASE_FIXTURE(operands, "ufunc: views of its expressions move to the leaves") {
  const F m = gpu::arange<float>(12).reshape({3, 4}) - 5;
  const F cubes = gpu::where(m > 0, m * m * m, 2.0F);
  const expr<float> e = cube_or(m, 2);
  CHECK_ARRAY_EQUAL(e.T(), cubes.T());
  CHECK_ARRAY_EQUAL(e(range(_, _, -1), range(1, _, 2)), cubes(range(_, _, -1), range(1, _, 2)));
  CHECK_ARRAY_EQUAL(e(all(), newaxis(), 2), cubes(all(), newaxis(), 2));
  CHECK_ARRAY_EQUAL(e(I{2, 0, 2}), cubes(I{2, 0, 2}));
}

TEST_CASE_FIXTURE(operands, "ufunc: written in place and to overlapping views") {
  F x = a;
  x(range(1, _)) = cube_or(x(range(_, -1)), 9);
  CHECK_ARRAY_EQUAL(x, F{-2, 9, 9, 9, 0.125F, 8});
  x(x > 8) = cube_or(x(x > 8), 0) / 9;
  CHECK_ARRAY_EQUAL(x, F{-2, 81, 81, 81, 0.125F, 8});
  F y = b;
  y += cube_or(y, 0);
  CHECK_ARRAY_EQUAL(y, b + b * b * b);
}

TEST_CASE_TEMPLATE("ufunc: every layout", T, float, double, std::int32_t) {
  for (const auto& s : layouts::of_shape<T>({3, 70})) {
    CAPTURE(s.name);
    const gpu::ndarray<T> x = s.view;
    CHECK_ARRAY_EQUAL(six(s.view, s.view, 2, 1, 1, x), D(x) * 4.0 - 1);
  }
}

TEST_CASE_FIXTURE(operands, "ufunc: lengths around a loop's chunks") {
  for (const std::int64_t n : {1, 63, 64, 65, 1000, 4099}) {
    CAPTURE(n);
    const F x = gpu::arange<float>(n) - 30;
    CHECK_ARRAY_EQUAL(cube_or(x, 4), gpu::where(x > 0, x * x * x, 4.0F));
  }
}

TEST_CASE_FIXTURE(operands, "ufunc: functions call each other") {
  static_assert(cube_of_sum(1, 1) == 9);
  CHECK_ARRAY_EQUAL(cube_of_sum(F{1, -3}, 1), F{9, 0});
  CHECK_ARRAY_EQUAL(cube_of_sum_again(F{1, 2}), F{9, 28 * 8});
}

TEST_CASE_FIXTURE(operands, "ufunc: translation units do not meet, whatever names they use") {
  CHECK_ARRAY_EQUAL(same_name(a), a + 1);
  CHECK_ARRAY_EQUAL(same_name_elsewhere(a), a + 100);
  CHECK_ARRAY_EQUAL(shifted_elsewhere(a), -(a + 2));
  CHECK_ARRAY_EQUAL(in_header::holder::negated(in_header::shifted(a)), -(a + 2));
}

TEST_CASE_FIXTURE(operands, "ufunc: a function in two translation units is one kernel") {
  const F x = gpu::arange<float>(77);
  F r = in_header::holder::negated(in_header::shifted(x));
  CHECK(gpu::testing::counted([&] { r = shifted_elsewhere(x); }).kernels_generated == 0);
}

// -- the mathematics that a body may use ------------------------------------------------------------------------------------

// clang-format off
#define ONE_ARGUMENT_FUNCTIONS(X) \
  X(fabs, 0) X(floor, 1) X(ceil, 2) X(trunc, 3) X(rint, 4) X(round, 5) X(nearbyint, 6) X(sqrt, 7) X(cbrt, 8) \
  X(exp, 9) X(exp2, 10) X(expm1, 11) X(log, 12) X(log2, 13) X(log10, 14) X(log1p, 15) X(sin, 16) X(cos, 17) X(tan, \
  18) X(asin, 19) X(acos, 20) X(atan, 21) X(sinh, 22) X(cosh, 23) X(tanh, 24) X(asinh, 25) X(acosh, 26) X(atanh, \
  27) X(erf, 28) X(erfc, 29) X(tgamma, 30) X(lgamma, 31) X(abs, 32)
// clang-format on
constexpr int function_count = 33;
#define UNQUALIFIED(name, number) \
  if (which == number) return name(x);
#define QUALIFIED(name, number) \
  if (which == number) return std::name(x);
#define OF_AN_INTEGER(name, number) \
  if (which == number) return std::name(x) + 0.0;
GPU_UFUNC(unqualified, (std::int32_t which, float x), { ONE_ARGUMENT_FUNCTIONS(UNQUALIFIED) return x; })
GPU_UFUNC(qualified, (std::int32_t which, double x), { ONE_ARGUMENT_FUNCTIONS(QUALIFIED) return x; })
GPU_UFUNC(of_an_integer, (std::int32_t which, std::int32_t x), { ONE_ARGUMENT_FUNCTIONS(OF_AN_INTEGER) return 0.0; })

GPU_UFUNC(pairs, (float x, float y), {
  return pow(x, y) + std::fmod(y, x) + atan2(x, y) + hypot(x, y) + copysign(x, -y) + std::fmin(x, y) - fmax(x, y) +
         std::fdim(y, x) + remainder(y, x) + std::min(x, y) * max(x, y) + fma(x, y, 1.0F) + ldexp(x, 3);
})
GPU_UFUNC(mixed_pairs, (float x, std::int32_t n), { return std::pow(x, n) + hypot(n, x) + fmax(x, 2.5) + pow(n, 2); })
GPU_UFUNC(tests_of_numbers, (float x),
          { return (isnan(x) ? 1 : 0) + (std::isinf(x) ? 2 : 0) + (isfinite(x) ? 4 : 0) + (std::signbit(x) ? 8 : 0); })
GPU_UFUNC(constants, (double x), {
  constexpr double huge = std::numeric_limits<double>::max();
  constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
  return x > huge ? INFINITY : x < -huge ? NAN : x * std::numbers::pi + most + std::numeric_limits<float>::epsilon();
})
GPU_UFUNC(complex_functions, (std::complex<double> z), {
  return std::exp(z) + sqrt(z) * log(z) - pow(z, std::complex<double>(2, 1)) / (1.0 + z) +
         std::conj(z) * std::polar(1.0, arg(z)) + tanh(z) + std::pow(z, 2) - 2.0 / z;
})

namespace {

/// The kernel that computes the expression, of arrays on the CPU, into an array there.
template <class T>
gpu::plan::kernel kernel_into(const gpu::ndarray<T>& to, const expr<T>& e) {
  namespace plan = gpu::plan;
  const gpu::graph::node& target = *gpu::detail::access::get(to).get();
  const plan::materialised none;
  plan::kernel_builder builder(target.dims, gpu::cpu(), none);
  plan::output out;
  out.value = builder.value_of(*gpu::detail::access::get(e).get());
  out.to.data = target.data;
  out.to.type = target.type;
  out.to.strides = target.strides;
  plan::kernel k = std::move(builder.result());
  k.outputs.push_back(std::move(out));
  plan::simplify_axes(k);
  return k;
}

/// An array on the CPU, whatever the default device.
template <class T>
gpu::ndarray<T> on_cpu(const gpu::shape& dims) {
  const gpu::device_guard guard(gpu::cpu());
  return gpu::zeros<T>(dims);
}

template <class T>
void check_same_bits(const expr<T>& e) {
  const gpu::ndarray<T> by_loop = on_cpu<T>(e.shape()), by_source = on_cpu<T>(e.shape());
  gpu::cpu_backend::run(kernel_into(by_loop, e));
  CHECK(run_generated(kernel_into(by_source, e)) == "");
  const int difference = std::memcmp(by_loop.data(), by_source.data(), by_loop.nbytes());
  CHECK(difference == 0);
}

}  // namespace

TEST_CASE_FIXTURE(operands, "ufunc [7]: a generated kernel gives the bits of the CPU's loop") {
  // arithmetic only: on a device, functions of libm may differ in the last place
  const F x = F(gpu::arange<float>(1003) / 7 - 50).to(gpu::cpu()),
          y = F(gpu::arange<float>(1003) / 3 - 9).to(gpu::cpu());
  check_same_bits<float>(gpu::sqrt(gpu::abs(cube_or(x, y) - cube_of_sum_again(y))) * with_commas(x));
  check_same_bits<double>(six(x, y, x, y, gpu::expr<float>(x + 0.3), gpu::astype<int>(y)));
  check_same_bits<gpu::float16>(half_sum(x, y));
  check_same_bits<C>(julia_step(julia_step(gpu::astype<C>(x) * C(0.01, -0.02), y), x));
  check_same_bits<bool>(is_small(x) || both(x > 0, y > 1));
  check_same_bits<std::int64_t>(clamped_int(gpu::astype<int>(x), 3, gpu::astype<int>(y)));
}

TEST_CASE_FIXTURE(operands, "ufunc: a body's mathematics are the C++ library's") {
  const F x = {0.125F, 0.75F, 1.25F, 2.5F};
  const D wide = x;
  const I whole = {1, 0, 2, -1};
  for (std::int32_t which = 0; which < function_count; ++which) {
    CAPTURE(which);
    CHECK_ALLCLOSE(unqualified(which, x), each(x, [&](float v) { return unqualified(which, v); }), {.rtol = 1e-5});
    CHECK_ALLCLOSE(qualified(which, wide), each(wide, [&](double v) { return qualified(which, v); }), {.rtol = 1e-13});
    CHECK_ALLCLOSE(of_an_integer(which, whole),
                   each(D(whole), [&](double v) { return of_an_integer(which, static_cast<std::int32_t>(v)); }),
                   {.rtol = 1e-13});
  }
  static_assert(std::is_same_v<decltype(unqualified(0, x)), expr<float>>);  // sin(x) of a float is float's
}

TEST_CASE_FIXTURE(operands, "ufunc: functions of two numbers, tests, constants and complex functions in a body") {
  const F x = {0.125F, 0.25F, 0.5F, 0.75F, 0.9375F}, y = {0.5F, 1.5F, 2.0F, -1.0F, 3.0F};
  const auto u = x.to_vector(), v = y.to_vector();
  std::vector<float> expected;
  for (std::size_t i = 0; i < u.size(); ++i) expected.push_back(pairs(u[i], v[i]));
  CHECK_ALLCLOSE(pairs(x, y), F(expected), {.rtol = 1e-5});
  CHECK_ALLCLOSE(mixed_pairs(F{1.5F, 3}, I{2, -1}), D{mixed_pairs(1.5F, 2), mixed_pairs(3.0F, -1)}, {.rtol = 1e-13});
  constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  CHECK_ARRAY_EQUAL(tests_of_numbers(F{nan, inf, -inf, -1, 2}), I{1, 2, 10, 12, 4});
  CHECK_ALLCLOSE(constants(D{1, double{inf}, -double{inf}}), D{constants(1), double{inf}, double{nan}});
  const C z(0.5, -1.25);
  CHECK_ALLCLOSE(complex_functions(gpu::ndarray<C>{z}), gpu::ndarray<C>{complex_functions(z)}, {.rtol = 1e-12});
}

// -- the check of all ---------------------------------------------------------------------------------------------------------

namespace {

void loop_of_nothing(const void* const* /*unused*/, void* /*unused*/, std::size_t /*unused*/) {}

/// A function of one float, as GPU_UFUNC would leave it.
gpu::detail::user_function written(const char* name, const char* body) {
  return {{name, "(float x)", body, "a \"quoted\" file.cpp", 4711},
          loop_of_nothing,
          gpu::dtype::float32,
          1,
          {gpu::dtype::float32}};
}

std::string problems() {
  try {
    gpu::check_user_functions();
    return {};
  } catch (const gpu::jit_error& e) {
    return e.what();
  }
}

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE_FIXTURE(
    operands,
    "check_user_functions: finds nothing in this program, and each function that does not compile for the GPU") {
  CHECK(problems() == "");
  {
    auto global = written("reads_a_global", "{ return x * some_global; }");
    auto fine = written("fine", "{ return x; }");
    auto library = written("uses_a_library", "{ return std::accumulate(x); }");
    const gpu::detail::user_registration first(global), second(fine), third(library);
    const std::string text = problems();
    CHECK(contains(text, "the user function reads_a_global (a \"quoted\" file.cpp:4711) does not compile for the GPU"));
    CHECK(contains(text, "identifier \"some_global\" is undefined"));
    CHECK(contains(text, "file.cpp(4711): error"));
    CHECK(contains(text, "the user function uses_a_library"));
    CHECK_FALSE(contains(text, "function fine"));
  }
  CHECK(problems() == "");  // a plugin that is unloaded takes its functions with it
}

TEST_CASE_FIXTURE(
    operands,
    "ufunc [12]: a body that does not compile for the GPU is an error of the statement, and names the function") {
  const gpu::device where =
      gpu::default_device().type() == gpu::device_type::cpu ? gpu::device("dry") : gpu::default_device();
  const gpu::device_guard on(where);
  auto global = written("reads_a_global", "{ return x * another_global; }");
  const gpu::detail::user_registration registered(global);
  F x = {1, 2}, y = {7};
  const gpu::detail::arg list[] = {gpu::detail::access::get(x)};
  const auto e = gpu::detail::access::make<expr<float>>(gpu::detail::map_user(global, list));
  std::string text;
  try {
    y = e + 1;
  } catch (const gpu::jit_error& error) {
    text = error.what();
  }
  CHECK(contains(text, "the user function reads_a_global (a \"quoted\" file.cpp:4711) does not compile for the GPU"));
  CHECK(contains(text, "identifier \"another_global\" is undefined"));
  CHECK_ARRAY_EQUAL(y, F{7});
}

TEST_CASE_FIXTURE(operands,
                  "user functions: sources are told apart by what they compute, not by where they are written") {
  auto one = written("f", "{ return x; }"), same = written("f", "{ return x; }"),
       other = written("f", "{ return -x; }");
  same.text.file = "elsewhere.cpp";
  const auto id = [](const gpu::detail::user_function& f) { return gpu::runtime::source_of(f).id; };
  CHECK(id(one) == id(same));
  CHECK(id(one) != id(other));
  CHECK(id(one) == id(one));
}

TEST_CASE_FIXTURE(operands,
                  "user functions: a callee is the last one before in the same file, else the only one elsewhere") {
  const auto at = [](gpu::detail::user_function f, const char* file, int line) {
    f.text.file = file;
    f.text.line = line;
    return f;
  };
  auto early = at(written("callee_of", "{ return 1; }"), "one.cpp", 10);
  auto late = at(written("callee_of", "{ return 2; }"), "one.cpp", 20);
  auto far = at(written("callee_of", "{ return 3; }"), "two.cpp", 1);
  const gpu::detail::user_registration a1(early), a2(late), a3(far);
  const auto callee = [&](const char* file, int line) {
    const auto& found = gpu::runtime::source_of(at(written("caller", "{ return callee_of(x); }"), file, line)).callees;
    return found.empty() ? std::string() : found.front()->body;
  };
  CHECK(callee("one.cpp", 15) == "{ return 1; }");
  CHECK(callee("one.cpp", 25) == "{ return 2; }");
  CHECK(callee("two.cpp", 2) == "{ return 3; }");
  CHECK(callee("three.cpp", 9) == "");
}

TEST_CASE_FIXTURE(operands, "user functions: the cache's key has no files and lines") {
  CHECK(gpu::cuda_backend::without_line_marks("a\n#line 3 \"x.cpp\"\nb\n#line 1 \"y\"\nc") == "a\nb\nc");
  CHECK(gpu::cuda_backend::without_line_marks("") == "");
  CHECK(gpu::cuda_backend::without_line_marks("#line 3\n") == "");
}

// <gpu/testing.hpp>: the checks fail when they should and say where; operands have texts; counters count.
#include <gpu/testing.hpp>

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string>

namespace {

using gpu::testing::allclose;
using gpu::testing::array_equal;
using F = gpu::ndarray<float>;

constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();
constexpr float inf_value = std::numeric_limits<float>::infinity();

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

// The cases that fail on purpose do so only in a process that this variable was set for.
constexpr const char* fail_variable = "GPU_TEST_FAIL_ON_PURPOSE";
bool fails_on_purpose() { return std::getenv(fail_variable) != nullptr; }

/// What this program prints when it runs the case of that name by itself, and how it ends.
std::string output_of(const char* name, int& status) {
  const std::string command = std::string(fail_variable) + "=1 \"" +
                              std::filesystem::read_symlink("/proc/self/exe").string() + "\" --no-colors -tc=\"" +
                              name + "\" 2>&1";
  FILE* pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string out;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) out += static_cast<char>(c);
  status = ::pclose(pipe);
  return out;
}

}  // namespace

TEST_CASE("allclose: what passes") {
  const F a = {{1, 2, 3}, {4, 5, 6}};
  CHECK_ALLCLOSE(a, a);
  CHECK_ALLCLOSE(a * 1.0000001, a);
  CHECK_ALLCLOSE(a(gpu::all(), 1), (F{2, 5}));
  CHECK_ALLCLOSE(a, a + 0.5, {.rtol = 0, .atol = 0.5});
  CHECK_ALLCLOSE(gpu::ones<double>({3}), 1);
  CHECK_ALLCLOSE(0.1, gpu::full<float>({3}, 0.1f));
  CHECK_ALLCLOSE(2, 2.0);
  CHECK_ALLCLOSE((F{nan_value, inf_value, -inf_value}), (F{nan_value, inf_value, -inf_value}));
  CHECK_ALLCLOSE(F(gpu::shape{0, 3}), F(gpu::shape{0, 3}));
  CHECK_ALLCLOSE((gpu::ndarray<std::complex<float>>{{1, 2}}), (gpu::ndarray<double>{{1, 2}}));
}

TEST_CASE("allclose: what fails") {
  const F a = {1, 2, 3, 4};
  CHECK_FALSE(allclose(a, F{1, 2, 3, 4.001F}));
  CHECK_FALSE(allclose(a, a + 0.5, {.rtol = 0, .atol = 0.4}));
  CHECK_FALSE(allclose(F{nan_value}, F{1}));
  CHECK_FALSE(allclose(F{nan_value}, F{nan_value}, {.equal_nan = false}));
  CHECK_FALSE(allclose(F{inf_value}, F{-inf_value}));
  CHECK_FALSE(allclose(F{inf_value}, F{1}));
  CHECK_FALSE(allclose(F{1}, F{inf_value}));
  CHECK_FALSE(allclose(a, gpu::ndarray<std::complex<float>>(a) + std::complex<float>(0, 1)));
  CHECK_FALSE(allclose(a, a.reshape({2, 2})));
  CHECK_FALSE(allclose(a, F{1, 2, 3, 4, 5}));
  CHECK_FALSE(allclose(a, 1));
}

TEST_CASE("array_equal: values count, not dtypes, and nothing is rounded") {
  const gpu::ndarray<std::int64_t> big = {(std::int64_t{1} << 53) + 1};
  CHECK_ARRAY_EQUAL((F{1, 2}), (gpu::ndarray<std::int8_t>{1, 2}));
  CHECK_ARRAY_EQUAL(big, (std::int64_t{1} << 53) + 1);
  CHECK_FALSE(array_equal(big, gpu::ndarray<double>{9007199254740992.0}));
  CHECK_FALSE(array_equal(gpu::full<std::uint64_t>({1}, ~std::uint64_t{0}), gpu::full<std::int64_t>({1}, -1)));
  CHECK_ARRAY_EQUAL(gpu::full<std::uint64_t>({1}, ~std::uint64_t{0}), ~std::uint64_t{0});
  CHECK_ARRAY_EQUAL((F{nan_value, 0.F}), (F{nan_value, -0.F}));
  CHECK_ARRAY_EQUAL(gpu::full<float>({2}, 0.1F), 0.1);  // a scalar is weak
  CHECK_FALSE(array_equal(gpu::full<float>({2}, 0.1F), gpu::full<double>({2}, 0.1)));
  CHECK_ARRAY_EQUAL((F{1, 2} > 1), (gpu::ndarray<bool>{false, true}));
  CHECK_FALSE(array_equal(gpu::full<std::uint8_t>({2}, 44), 300));
  CHECK_FALSE(array_equal(F{1}, F{std::nextafter(1.F, 2.F)}));
  CHECK_ARRAY_EQUAL((gpu::ndarray<gpu::bfloat16>{1.5F}), (gpu::ndarray<gpu::float16>{1.5F}));
  CHECK_FALSE(array_equal(F{1, 2}, F{{1, 2}}));
}

TEST_CASE("a failure names how many, the worst place and both values") {
  F a = gpu::zeros<float>({3, 4}), b = gpu::zeros<float>({3, 4});
  b(0, 1) = 0.5F;
  b(2, 3) = -8;
  CHECK(allclose(a, b).message() == "2 of 12 elements differ, most at index (2, 3): 0 and -8, apart by 8");
  CHECK(array_equal(a, b).message() == allclose(a, b).message());
  b(1, 0) = nan_value;
  CHECK(contains(allclose(a, b).message(), "3 of 12 elements differ, most at index (1, 0): 0 and nan"));
  CHECK(allclose(a, b.T()).message() == "shapes differ: (3, 4) and (4, 3)");
  CHECK(contains(
      array_equal(gpu::ndarray<std::complex<double>>{{1, -2}}, gpu::ndarray<std::complex<double>>{{1, 2}}).message(),
      "index (0, 1): -2+0j and 2+0j"));
  CHECK(contains(array_equal(gpu::ndarray<bool>{true, true}, gpu::ndarray<bool>{true, false}).message(),
                 "(1,): true and false"));
  CHECK(allclose(a, a).message().empty());
}

TEST_CASE("fails on purpose: values") {
  if (!fails_on_purpose()) return;
  CHECK_ALLCLOSE((F{1, 2, 3}), (F{1, 2, 4}));
  CHECK_ARRAY_EQUAL((F{1, 2, 3}), (F{1, 2, 3}));
}
TEST_CASE("fails on purpose: an exception") {
  if (!fails_on_purpose()) return;
  CHECK_ALLCLOSE((F{1, 2, 3} + F{1, 2}), (F{1, 2, 4}));
  CHECK_ARRAY_EQUAL((F{1}), (F{2}));
}
TEST_CASE("fails on purpose: an operand's text") {
  if (!fails_on_purpose()) return;
  CHECK(gpu::sum(F{1, 2, 3}) == 7);
}

TEST_CASE("doctest shows the message, goes on after a failure and after an exception") {
  int status = 0;
  const std::string values = output_of("fails on purpose: values", status);
  CHECK(status != 0);
  CHECK(contains(values, "1 of 3 elements differ, most at index (2,): 3 and 4, apart by 1"));
  CHECK(contains(values, "assertions: 2 | 1 passed | 1 failed"));
  const std::string exception = output_of("fails on purpose: an exception", status);
  CHECK(status != 0);
  CHECK(contains(exception, "could not be broadcast"));
  CHECK(contains(exception, "1 of 1 elements differ"));
  const std::string text = output_of("fails on purpose: an operand's text", status);
  CHECK(status != 0);
  CHECK(contains(text, "6. (float32, shape ()) == 7"));
}

TEST_CASE("the text of an operand") {
  CHECK(std::string(doctest::toString(F{{1, 2}, {3, 4}}).c_str()) == "[[1. 2.]\n [3. 4.]] (float32, shape (2, 2))");
  const gpu::ndarray<int> i = {7};
  CHECK(std::string(doctest::toString(i + 1).c_str()) == "[8] (int32, shape (1,))");
}

TEST_CASE("counters") {
  F a = gpu::ones<float>({1000}), b = gpu::ones<float>({1000}), c = gpu::zeros<float>({1000});
  c(gpu::all()) = a + b * 2;  // compiles the kernel
  const auto one = gpu::testing::counted([&] { c(gpu::all()) = a + b * 2; });
  CHECK(one.allocations == 0);
  CHECK(one.waits == 0);
  CHECK(one.kernels_compiled == 0);
  CHECK(gpu::testing::counted([&] { (void)a.copy(); }).allocations == 1);
  CHECK(gpu::testing::counted([&] { (void)a.copy(); }).frees == 1);
  CHECK(gpu::testing::counted([&] { (void)a.copy(); }).bytes_allocated >= 4000);
  CHECK(gpu::testing::counted([] {}).allocations == 0);
}

// dtypes and promotion: a compile-time table held against NumPy's 196 pairs and bfloat16's rows (tools/oracles/promotion.py).
#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

#include <gpu/gpu.hpp>
#include <gpu/testing.hpp>

using gpu::dtype;

#define GPU_PROMOTION(a, b, result) static_assert(gpu::promote_types(dtype::a, dtype::b) == dtype::result, #a " " #b);
#include "data/promotion.inc"
#undef GPU_PROMOTION

namespace {

constexpr int rows_of_the_table =
#define GPU_PROMOTION(a, b, result) +1
#include "data/promotion.inc"
#undef GPU_PROMOTION
    ;
static_assert(rows_of_the_table == 196 + 29);

}  // namespace

TEST_CASE("dtype [6]: NumPy's promotion, also at run time and of several") {
#define GPU_PROMOTION(a, b, result) CHECK(gpu::result_type(dtype::a, dtype::b) == dtype::result);
#include "data/promotion.inc"
#undef GPU_PROMOTION
  CHECK(gpu::result_type(dtype::int8) == dtype::int8);
  CHECK(gpu::result_type(dtype::int8, dtype::uint8, dtype::float16) == dtype::float32);
}

TEST_CASE("dtype: names, sizes and C++ types") {
  const char* names[] = {"bool",   "int8",    "int16",    "int32",   "int64",   "uint8",     "uint16",    "uint32",
                         "uint64", "float16", "bfloat16", "float32", "float64", "complex64", "complex128"};
  for (int d = 0; d < gpu::dtype_count; ++d) CHECK(std::string(gpu::dtype_name(static_cast<dtype>(d))) == names[d]);
  static_assert(gpu::dtype_of<bool> == dtype::bool_ && gpu::dtype_of<std::int8_t> == dtype::int8);
  static_assert(gpu::dtype_of<const float> == dtype::float32 &&
                gpu::dtype_of<std::complex<double>> == dtype::complex128);
  static_assert(sizeof(gpu::float16) == 2 && sizeof(gpu::bfloat16) == 2);
  static_assert(gpu::scalar<int> && gpu::scalar<bool> && gpu::scalar<std::complex<float>> && gpu::scalar<gpu::float16>);
  static_assert(!gpu::scalar<const char*> && !gpu::scalar<gpu::shape> && !gpu::scalar<gpu::ndarray<float>>);
}

TEST_CASE("dtype: every float16 survives float and back, and rounding is to nearest even") {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const float value = gpu::detail::half_bits_to_float(half);
    if (value != value)
      CHECK((gpu::detail::float_to_half_bits(value) & 0x7c00) == 0x7c00);
    else
      REQUIRE(gpu::detail::float_to_half_bits(value) == half);
  }
  const auto rounded = [](float x) { return static_cast<float>(gpu::float16(x)); };
  CHECK(rounded(2049) == 2048);
  CHECK(rounded(2051) == 2052);
  CHECK(rounded(65519.F) == 65504);
  CHECK(std::isinf(rounded(65520.F)));
  CHECK(rounded(0x1p-25F) == 0);
  CHECK(rounded(0x1.8p-25F) == 0x1p-24F);
  CHECK(std::signbit(rounded(-0.F)));
}

TEST_CASE("dtype: every bfloat16 survives float and back") {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const auto narrow = static_cast<std::uint16_t>(bits);
    const float value = gpu::detail::bfloat_bits_to_float(narrow);
    if (value == value) REQUIRE(gpu::detail::float_to_bfloat_bits(value) == narrow);
  }
  CHECK(static_cast<float>(gpu::bfloat16(257)) == 256);
  CHECK(static_cast<float>(gpu::bfloat16(259)) == 260);
  CHECK(std::isinf(static_cast<float>(gpu::bfloat16(std::numeric_limits<float>::max()))));
}

TEST_CASE("dtype [7]: arithmetic of 16-bit floats rounds each operation to its dtype") {
  const gpu::ndarray<gpu::float16> h = {2048, 1};
  const gpu::ndarray<gpu::float16> sum = h(0) + h(1) + h(1);
  CHECK(static_cast<float>(sum.item()) == 2048);
  const gpu::ndarray<gpu::bfloat16> b = {256, 1};
  CHECK(static_cast<float>(gpu::ndarray<gpu::bfloat16>(b(0) + b(1) + b(1)).item()) == 256);
  static_assert(std::is_same_v<decltype(h + b), gpu::expr<float>>);
}

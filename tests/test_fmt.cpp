// Printing: NumPy's own text (tests/data/printing_numpy.txt) character for character; what NumPy has no text for, by properties.
#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include <gpu/error.hpp>

#include "data_path.hpp"
#include "fmt/array_text.hpp"
#include "fmt/decimal.hpp"

namespace {

using gpu::dtype;
using gpu::shape;
using gpu::fmt::host_view;
using gpu::fmt::print_options;

shape c_strides(const shape& dims) {
  shape strides = dims;
  std::int64_t step = 1;
  for (int i = dims.ndim() - 1; i >= 0; --i) {
    strides[i] = step;
    step *= dims[i];
  }
  return strides;
}

template <class E>
host_view view_of(const std::vector<E>& values, const shape& dims) {
  return {values.data(), gpu::dtype_of<E>, dims, c_strides(dims)};
}

dtype type_named(const std::string& name) {
  static const char* const names[gpu::dtype_count] = {"bool",     "int8",    "int16",   "int32",     "int64",
                                                      "uint8",    "uint16",  "uint32",  "uint64",    "float16",
                                                      "bfloat16", "float32", "float64", "complex64", "complex128"};
  for (int i = 0; i < gpu::dtype_count; ++i)
    if (name == names[i]) return static_cast<dtype>(i);
  FAIL("unknown dtype " << name);
  return dtype::bool_;
}

template <class E>
std::vector<unsigned char> arange_bytes(std::size_t count) {
  std::vector<unsigned char> bytes(count * sizeof(E));
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = static_cast<E>(static_cast<float>(i));
    std::memcpy(bytes.data() + i * sizeof(E), &value, sizeof(E));
  }
  return bytes;
}

std::vector<unsigned char> arange_of(dtype type, std::size_t count) {
  switch (type) {
    case dtype::bool_: {
      std::vector<unsigned char> bytes(count, 1);
      bytes[0] = 0;
      return bytes;
    }
    case dtype::uint8: {
      std::vector<unsigned char> bytes(count);
      std::iota(bytes.begin(), bytes.end(), static_cast<unsigned char>(0));
      return bytes;
    }
    case dtype::int64: return arange_bytes<std::int64_t>(count);
    case dtype::float16: return arange_bytes<gpu::float16>(count);
    case dtype::float32: return arange_bytes<float>(count);
    case dtype::float64: return arange_bytes<double>(count);
    case dtype::complex64: return arange_bytes<std::complex<float>>(count);
    case dtype::complex128: return arange_bytes<std::complex<double>>(count);
    default: FAIL("no arange of this dtype"); return {};
  }
}

std::vector<unsigned char> bytes_of_hex(const std::string& hex) {
  std::vector<unsigned char> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<unsigned char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  return bytes;
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

// One line of the data file; tools/oracles/printing.py describes the fields.
struct printing_case {
  std::string function;
  dtype type = dtype::bool_;
  shape dims;
  print_options options;
  std::string separator;
  std::vector<unsigned char> bytes;
  std::string text;

  explicit printing_case(const std::string& line) {
    std::vector<std::string> fields;
    std::istringstream in(line);
    for (std::string field; std::getline(in, field, '\t');) fields.push_back(field);
    REQUIRE(fields.size() == 7);
    function = fields[0];
    type = type_named(fields[1]);
    std::istringstream lengths(fields[2] == "-" ? "" : fields[2]);
    for (std::string n; std::getline(lengths, n, ',');) dims.push_back(std::stoll(n));
    std::istringstream(fields[3]) >> options.precision >> options.threshold >> options.edgeitems >> options.linewidth >>
        options.suppress;
    separator = with(fields[4], "_", " ");
    if (fields[5] == "arange")
      bytes = arange_of(type, static_cast<std::size_t>(dims.count()));
    else if (fields[5] != "-")
      bytes = bytes_of_hex(fields[5]);
    text = with(fields[6], "\\n", "\n");
  }

  [[nodiscard]] host_view view() const { return {bytes.data(), type, dims, c_strides(dims)}; }
};

std::vector<printing_case> numpy_cases() {
  std::ifstream in(test_data_path("data/printing_numpy.txt"));
  REQUIRE(in.is_open());
  std::vector<printing_case> cases;
  std::string line;
  while (std::getline(in, line))
    if (!line.empty() && line[0] != '#') cases.emplace_back(line);
  return cases;
}

}  // namespace

TEST_CASE("printing matches NumPy's text") {
  const std::vector<printing_case> cases = numpy_cases();
  CHECK(cases.size() > 1000);
  for (const printing_case& c : cases) {
    CAPTURE(gpu::to_string(c.dims));
    CAPTURE(static_cast<int>(c.type));
    const std::string text = c.function == "str" ? gpu::fmt::array_str(c.view(), c.options)
                                                 : gpu::fmt::array_to_string(c.view(), c.options, c.separator);
    CHECK(text == c.text);
  }
}

TEST_CASE("printing from the edges alone gives the same text") {
  int summarised = 0;
  for (const printing_case& c : numpy_cases()) {
    const gpu::fmt::summary what = gpu::fmt::summary_edges(c.dims, c.options);
    if (!what.active || c.dims.count() == 0) continue;
    ++summarised;
    const std::size_t item = gpu::detail::item_size(c.type);
    std::vector<unsigned char> kept;
    for (std::int64_t k = 0; k < what.kept.count(); ++k) {  // k-th kept element, in C order
      const shape kept_strides = c_strides(what.kept);
      const shape strides = c_strides(c.dims);
      std::int64_t offset = 0;
      for (int axis = 0; axis < c.dims.ndim(); ++axis) {
        std::int64_t index = k / kept_strides[axis] % what.kept[axis];
        if (what.kept[axis] < c.dims[axis] && index >= c.options.edgeitems) index += c.dims[axis] - what.kept[axis];
        offset += index * strides[axis];
      }
      const auto* const at = c.bytes.data() + static_cast<std::size_t>(offset) * item;
      kept.insert(kept.end(), at, at + item);
    }
    const host_view edges{kept.data(), c.type, what.kept, c_strides(what.kept)};
    CHECK(gpu::fmt::edges_to_string(edges, c.dims, c.options, c.separator) ==
          gpu::fmt::array_to_string(c.view(), c.options, c.separator));
  }
  CHECK(summarised > 100);
}

TEST_CASE("only the edges of a summarised array are read") {
  // 10^12 elements that share four floats: reading all of them would take hours.
  const std::vector<float> row{1, 2, 3, 4};
  const host_view a{row.data(), dtype::float32, shape{1000000, 1000000, 4}, shape{0, 0, 1}};
  print_options options;
  options.edgeitems = 1;
  CHECK(gpu::fmt::array_to_string(a, options) ==
        "[[[1. ... 4.]\n  ...\n  [1. ... 4.]]\n\n ...\n\n [[1. ... 4.]\n  ...\n  [1. ... 4.]]]");
}

TEST_CASE("printing follows strides") {
  const std::vector<std::int32_t> v{1, 2, 3, 4, 5, 6};
  CHECK(gpu::fmt::array_to_string({v.data(), dtype::int32, shape{3, 2}, shape{1, 3}}) == "[[1 4]\n [2 5]\n [3 6]]");
  CHECK(gpu::fmt::array_to_string({v.data() + 5, dtype::int32, shape{3}, shape{-2}}) == "[6 4 2]");
  CHECK(gpu::fmt::array_to_string({v.data(), dtype::int32, shape{2, 2}, shape{0, 1}}) == "[[1 2]\n [1 2]]");
}

TEST_CASE("bfloat16 prints its own shortest digits") {
  const std::vector<gpu::bfloat16> v{gpu::bfloat16(0.1F), gpu::bfloat16(3.14159F), gpu::bfloat16(-2.0F)};
  CHECK(gpu::fmt::array_to_string(view_of(v, shape{3})) == "[ 0.1   3.14 -2.  ]");
  const std::vector<gpu::bfloat16> wide{gpu::bfloat16(1e30F), gpu::bfloat16(1.0F)};
  CHECK(gpu::fmt::array_to_string(view_of(wide, shape{2})) == "[1.e+30 1.e+00]");
  CHECK(gpu::fmt::scalar_to_string(v.data(), dtype::bfloat16) == "0.1");
}

TEST_CASE_TEMPLATE("every 16-bit float's scalar text reads back as the number", F, gpu::float16, gpu::bfloat16) {
  int wrong = 0;
  for (unsigned bits = 0; bits < 0x10000U; ++bits) {
    const F value = F::from_bits(static_cast<std::uint16_t>(bits));
    const std::string text = gpu::fmt::scalar_to_string(&value, gpu::dtype_of<F>);
    const F back(std::strtof(text.c_str(), nullptr));
    const bool same = std::isnan(static_cast<float>(value)) ? text == "nan" : back.bits() == value.bits();
    if (!same) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("exact rounding goes half to even and carries") {
  CHECK(gpu::fmt::round_to_places(0.125, 2).digits == "12");
  CHECK(gpu::fmt::round_to_places(0.375, 2).digits == "38");
  CHECK(gpu::fmt::round_to_digits(9.996, 3).digits == "100");
  CHECK(gpu::fmt::round_to_digits(9.996, 3).exponent == 1);
  CHECK(gpu::fmt::round_to_places(4e-9, 8).digits == "0");
  CHECK(gpu::fmt::shortest(0x1p-44).digits == "5684341886080802");
}

TEST_CASE("nonsensical print options are refused") {
  const std::vector<float> v{1};
  print_options options;
  options.precision = -1;
  CHECK_THROWS_AS(static_cast<void>(gpu::fmt::array_to_string(view_of(v, shape{1}), options)), gpu::value_error);
  options = {};
  options.edgeitems = 0;
  CHECK_THROWS_AS(static_cast<void>(gpu::fmt::array_to_string(view_of(v, shape{1}), options)), gpu::value_error);
  CHECK_THROWS_AS(static_cast<void>(gpu::fmt::edges_to_string(view_of(v, shape{1}), shape{2000})), gpu::shape_error);
}

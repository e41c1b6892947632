// Which reductions CUB computes, and that those of contiguous arrays, and the positions of true elements, are right however
// the device computes them.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gpu/gpu.hpp>
#include <gpu/testing.hpp>

#include "cuda/library_reduction.hpp"
#include "kernels_by_hand.hpp"
#include "reference.hpp"

using gpu::dtype;
using gpu::ndarray;
using gpu::plan::reducer;

namespace {

/// A full reduction of n contiguous elements.
gpu::plan::kernel full_reduction(reducer combine, dtype from, dtype accumulate, dtype result, std::int64_t n = 100) {
  auto in = by_hand::make_operand(from, {n}, {1}, 0, gpu::cpu());
  return by_hand::reduction(combine, {n}, 1, std::move(in), accumulate, result, gpu::cpu());
}

bool by_library(const gpu::plan::kernel& k) { return gpu::cuda_backend::library_reduction_for(k) != nullptr; }

}  // namespace

TEST_CASE("library_reduction_for: one contiguous input reduced fully, in the dtypes that were compiled") {
  for (const dtype d : {dtype::float32, dtype::float64, dtype::int64})
    for (const reducer r : {reducer::sum, reducer::min, reducer::max}) CHECK(by_library(full_reduction(r, d, d, d)));
  CHECK(by_library(full_reduction(reducer::sum, dtype::int32, dtype::int64, dtype::int64)));
  CHECK(by_library(full_reduction(reducer::min, dtype::int32, dtype::int32, dtype::int32)));
  CHECK(!by_library(full_reduction(reducer::sum, dtype::int32, dtype::int32, dtype::int32)));
  CHECK(!by_library(full_reduction(reducer::min, dtype::int32, dtype::int64, dtype::int64)));
  CHECK(!by_library(full_reduction(reducer::sum, dtype::float32, dtype::float64, dtype::float64)));
  CHECK(!by_library(full_reduction(reducer::sum, dtype::float16, dtype::float32, dtype::float16)));
  CHECK(!by_library(full_reduction(reducer::prod, dtype::float32, dtype::float32, dtype::float32)));
  CHECK(!by_library(full_reduction(reducer::argmin, dtype::float32, dtype::float32, dtype::int64)));
  CHECK(!by_library(full_reduction(reducer::sum, dtype::complex64, dtype::complex64, dtype::complex64)));
}

TEST_CASE("library_reduction_for: anything else is a generated kernel's") {
  auto k = full_reduction(reducer::sum, dtype::float32, dtype::float32, dtype::float32);
  REQUIRE(by_library(k));
  auto stepped = k;
  stepped.inputs[0].strides[0] = 2;
  CHECK(!by_library(stepped));
  auto computed = k;
  computed.values.insert(computed.values.begin() + 1, by_hand::apply(gpu::plan::op_id::absolute, dtype::float32, {0}));
  CHECK(!by_library(computed));
  auto converted = full_reduction(reducer::sum, dtype::float32, dtype::float32, dtype::float64);
  CHECK(!by_library(converted));
  auto in = by_hand::make_operand(dtype::float32, {4, 5}, {5, 1}, 0, gpu::cpu());
  CHECK(!by_library(
      by_hand::reduction(reducer::sum, {4, 5}, 1, std::move(in), dtype::float32, dtype::float32, gpu::cpu())));
  auto map = k;
  map.kind = gpu::plan::kernel_kind::map;
  CHECK(!by_library(map));
  auto gathered = k;
  gathered.inputs[0].indexed.push_back({0, 100, 1, 0});
  CHECK(!by_library(gathered));
}

TEST_CASE("library_reduction_for: float sums too long for their error bound are left to the generated kernel") {
  auto k = full_reduction(reducer::sum, dtype::float32, dtype::float32, dtype::float32);
  k.extent[0] = gpu::cuda_backend::longest_float_sum;
  CHECK(by_library(k));
  ++k.extent[0];
  CHECK(!by_library(k));
  k.combine = reducer::max;
  CHECK(by_library(k));
}

TEST_CASE_TEMPLATE("contiguous arrays: sum, min and max of every length", E, std::int32_t, std::int64_t, float,
                   double) {
  for (const std::int64_t n : {1, 2, 31, 32, 33, 255, 257, 4095, 4097, 100003}) {
    CAPTURE(n);
    std::vector<E> values;
    std::int64_t sum = 0;
    E least = std::numeric_limits<E>::max(), greatest = std::numeric_limits<E>::lowest();
    for (std::int64_t i = 0; i < n + 1; ++i) {
      const std::int64_t x = (i * 7919) % 1009 - 300;
      values.push_back(static_cast<E>(x));
      if (i == 0) continue;
      sum += x;
      least = std::min(least, static_cast<E>(x));
      greatest = std::max(greatest, static_cast<E>(x));
    }
    ndarray<E> all(values);
    const auto a = all(gpu::range(1, n + 1));  // starts between two 16-byte words
    CHECK(static_cast<std::int64_t>(gpu::sum(a).item()) == sum);
    CHECK(gpu::min(a).item() == least);
    CHECK(gpu::max(a).item() == greatest);
  }
}

TEST_CASE_TEMPLATE("contiguous arrays: NaN wins over numbers, -0 is below +0, infinities add up", E, float, double) {
  const E nan = std::numeric_limits<E>::quiet_NaN(), inf = std::numeric_limits<E>::infinity();
  for (const std::int64_t n : {5, 5000}) {
    ndarray<E> a = gpu::ones<E>({n});
    a(n / 2) = nan;
    CHECK(std::isnan(gpu::min(a).item()));
    CHECK(std::isnan(gpu::max(a).item()));
    CHECK(std::isnan(gpu::sum(a).item()));
    ndarray<E> zeros = gpu::zeros<E>({n});
    zeros(n / 2) = E(-0.0);
    CHECK(std::signbit(gpu::min(zeros).item()));
    CHECK(!std::signbit(gpu::max(zeros).item()));
    a(n / 2) = inf;
    CHECK(gpu::sum(a).item() == inf);
    CHECK(gpu::max(a).item() == inf);
    CHECK(gpu::min(a).item() == 1);
  }
}

TEST_CASE("masks: the true elements in order, few and many") {
  for (const std::int64_t n : {0, 1, 31, 33, 1000, 70001})
    for (const std::int64_t every : {1, 2, 97, 1000000}) {
      CAPTURE(n);
      CAPTURE(every);
      std::vector<bool> flags;
      reference::array<std::int64_t> want{{0}, {}};
      for (std::int64_t i = 0; i < n; ++i) {
        flags.push_back(i % every == every - 1);
        if (flags.back()) want.values.push_back(i);
      }
      want.dims[0] = static_cast<std::int64_t>(want.values.size());
      ndarray<std::int64_t> a = gpu::arange<std::int64_t>(n);
      CHECK(reference::equal(a(ndarray<bool>(flags)), want));
    }
}

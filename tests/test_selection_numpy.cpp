// Masks and index arrays mixed with slices in every order, against NumPy (tools/oracles/selections.py).
#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include <gpu/gpu.hpp>
#include <gpu/testing.hpp>

using gpu::all, gpu::range, gpu::newaxis, gpu::ellipsis, gpu::placeholders::_;
using L = gpu::ndarray<std::int64_t>;
using B = gpu::ndarray<bool>;

namespace {

/// The oracle's sum that knows the order of the elements.
std::int64_t positions(const L& a) {
  std::int64_t sum = 0, i = 0;
  for (std::int64_t x : a) sum += x * (i++ % 97 + 1);
  return sum;
}

/// Calls check(index…, shape, read, changed) for the row of one selection.
template <class Index>
void check(const std::string& text, Index&& index, const gpu::shape& dims, std::int64_t read, std::int64_t changed) {
  CAPTURE(text);
  L a = gpu::arange<std::int64_t>(60).reshape({3, 4, 5});
  const L got = index(a);
  CHECK(got.shape() == dims);
  CHECK(positions(got) == read);
  index(a) += 100;
  CHECK(positions(a) == changed);
}

}  // namespace

TEST_CASE("selection: as NumPy places the axes of masks and index arrays among slices") {
  const B mask3 = {true, false, true};
  const B mask34 = gpu::remainder(gpu::arange<std::int64_t>(12).reshape({3, 4}), 3) == 1;
#define GPU_UNWRAP(...) __VA_ARGS__
#define GPU_SELECTION(items, dims, read, changed) \
  check(                                          \
      #items, [&](L& a) { return a items; }, gpu::shape GPU_UNWRAP dims, read, changed);
#include "data/selections.inc"
#undef GPU_SELECTION
#undef GPU_UNWRAP
}

// Generated CUDA kernels, run on the default CUDA device or, where there is none, on the CPU under a shim, and compared with plain loops over the same operands.
#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <functional>

#include <gpu/dtype.hpp>

#include "cuda/generate.hpp"
#include "cuda_on_cpu.hpp"
#include "kernels_by_hand.hpp"

using namespace by_hand;
namespace backend = gpu::cuda_backend;

namespace {

const gpu::device host = gpu::cpu();

template <class F>
void visit(dtype type, F f) {
  switch (type) {
    case dtype::bool_: return f(bool{});
    case dtype::int8: return f(std::int8_t{});
    case dtype::int16: return f(std::int16_t{});
    case dtype::int32: return f(std::int32_t{});
    case dtype::int64: return f(std::int64_t{});
    case dtype::uint8: return f(std::uint8_t{});
    case dtype::uint16: return f(std::uint16_t{});
    case dtype::uint32: return f(std::uint32_t{});
    case dtype::uint64: return f(std::uint64_t{});
    case dtype::float16: return f(gpu::float16{});
    case dtype::bfloat16: return f(gpu::bfloat16{});
    case dtype::float32: return f(float{});
    case dtype::float64: return f(double{});
    case dtype::complex64: return f(std::complex<float>{});
    case dtype::complex128: return f(std::complex<double>{});
  }
}

/// The element of `o` at `point`, a real number.
double element(const plan::operand& o, const shape& point) {
  std::int64_t at = o.offset;
  for (int axis = 0; axis < o.strides.ndim(); ++axis) at += point[axis] * o.strides[axis];
  double value = 0;
  visit(o.type, [&]<class T>(T) {
    T read;
    std::memcpy(&read, static_cast<const char*>(o.data->data) + at * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
    if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>)
      value = static_cast<double>(read.real());
    else
      value = static_cast<double>(read);
  });
  return value;
}

/// Small whole numbers in a pattern that depends on `seed`; bool gets 0 and 1.
void fill(const plan::operand& o, unsigned seed) {
  visit(o.type, [&]<class T>(T) {
    const std::size_t count = o.data->bytes / sizeof(T);
    for (std::size_t i = 0; i < count; ++i) {
      const auto number = static_cast<float>((i * 2654435761U + seed) / 64U % 7U);
      T value;
      if constexpr (std::is_same_v<T, bool>)
        value = number > 3;
      else
        value = static_cast<T>(number);
      std::memcpy(static_cast<char*>(o.data->data) + i * sizeof(T), &value, sizeof(T));
    }
  });
}

void for_each_point(const shape& extent, const std::function<void(const shape&)>& f) {
  if (extent.count() == 0) return;
  shape point = shape::filled(extent.ndim(), 0);
  for (;;) {
    f(point);
    int axis = extent.ndim() - 1;
    for (; axis >= 0 && ++point[axis] == extent[axis]; --axis) point[axis] = 0;
    if (axis < 0) return;
  }
}

std::int64_t wrong_sums(const plan::kernel& k) {
  std::int64_t wrong = 0;
  for_each_point(k.extent, [&](const shape& point) {
    const double sum = element(k.inputs[0], point) + element(k.inputs[1], point);
    wrong += element(k.outputs[0].to, point) != (k.inputs[0].type == dtype::bool_ ? std::fmin(sum, 1) : sum);
  });
  return wrong;
}

constexpr dtype some_types[] = {dtype::bool_,   dtype::int8,    dtype::uint16,    dtype::float16,
                                dtype::float32, dtype::float64, dtype::complex128};

}  // namespace

TEST_CASE("generated maps give what plain loops give, for every dtype width") {
  for (const dtype type : some_types)
    for (const shape& extent : {shape{}, shape{1}, shape{255}, shape{1003}}) {
      auto k = sum_of_two(type, extent, arranged(arrangement::c_order, type, extent, host),
                          arranged(arrangement::offset_by_one, type, extent, host),
                          arranged(arrangement::offset_by_one, type, extent, host));
      fill(k.inputs[0], 1);
      fill(k.inputs[1], 2);
      run_generated(k);
      CAPTURE(gpu::dtype_name(type));
      CAPTURE(extent.count());
      CHECK(wrong_sums(k) == 0);
    }
}

TEST_CASE("generated maps give what plain loops give, for every layout") {
  for (const arrangement a : arrangements)
    for (const arrangement out :
         {arrangement::c_order, arrangement::stepped, arrangement::padded, arrangement::offset_by_one})
      for (const shape& extent : {shape{5, 64}, shape{5, 67}, shape{3, 4, 9}}) {
        if (extent.ndim() == 3 && out != arrangement::c_order) continue;  // each layout is a compilation
        const dtype type = dtype::float32;
        auto k = sum_of_two(type, extent, arranged(a, type, extent, host),
                            arranged(arrangement::c_order, type, extent, host), arranged(out, type, extent, host));
        fill(k.inputs[0], 3);
        fill(k.inputs[1], 4);
        run_generated(k);
        CAPTURE(static_cast<int>(a));
        CAPTURE(static_cast<int>(out));
        CAPTURE(extent[1]);
        CHECK(wrong_sums(k) == 0);
      }
}

TEST_CASE("a map may write the operand that it reads") {
  const shape extent{1001};
  const auto a = arranged(arrangement::c_order, dtype::int32, extent, host);
  const auto b = arranged(arrangement::offset_by_one, dtype::int32, extent, host);
  fill(a, 1);
  fill(b, 2);
  std::vector<double> before;
  for_each_point(extent, [&](const shape& p) { before.push_back(element(a, p)); });
  run_generated(sum_of_two(dtype::int32, extent, a, b, a));
  std::int64_t wrong = 0;
  for_each_point(extent, [&](const shape& p) {
    wrong += element(a, p) != before[static_cast<std::size_t>(p[0])] + element(b, p);
  });
  CHECK(wrong == 0);
}

TEST_CASE("64-bit index arithmetic") {
  // a stride so long that only the first row is ever touched: 1 row, so nothing is out of bounds
  const shape extent{1, 37};
  auto k = sum_of_two(dtype::float32, extent, arranged(arrangement::c_order, dtype::float32, extent, host),
                      arranged(arrangement::c_order, dtype::float32, extent, host),
                      arranged(arrangement::c_order, dtype::float32, extent, host));
  k.inputs[0].strides[0] = std::int64_t{1} << 33;
  CHECK(backend::layout_of(k).wide);
  fill(k.inputs[0], 5);
  fill(k.inputs[1], 6);
  run_generated(k);
  CHECK(wrong_sums(k) == 0);
}

namespace {

/// The reduction by plain loops; NaN-free small numbers.
double reduced(const plan::kernel& k, const shape& kept_point) {
  shape reduced_extent;
  const int kept = kept_point.ndim();
  for (int axis = kept; axis < k.extent.ndim(); ++axis) reduced_extent.push_back(k.extent[axis]);
  double result = 0;
  double key = 0;
  std::int64_t at = 0;
  for_each_point(reduced_extent, [&](const shape& r) {
    shape point = kept_point;
    for (const std::int64_t i : r) point.push_back(i);
    const double x = element(k.inputs[0], point);
    const bool first = at == 0;
    switch (k.combine) {
      case plan::reducer::sum: result += x; break;
      case plan::reducer::max: result = first ? x : std::fmax(result, x); break;
      case plan::reducer::min: result = first ? x : std::fmin(result, x); break;
      case plan::reducer::any: result = first ? x != 0 : result != 0 || x != 0; break;
      case plan::reducer::all: result = first ? x != 0 : result != 0 && x != 0; break;
      case plan::reducer::argmax:
        if (first || x > key) result = static_cast<double>(at), key = x;
        break;
      case plan::reducer::argmin:
        if (first || x < key) result = static_cast<double>(at), key = x;
        break;
      case plan::reducer::prod: FAIL("not compared here");
    }
    ++at;
  });
  return result;
}

void check_reduction(const plan::kernel& k) {
  fill(k.inputs[0], 11);
  run_generated(k);
  shape kept;
  for (int axis = 0; axis < k.extent.ndim() - k.reduced_axes; ++axis) kept.push_back(k.extent[axis]);
  std::int64_t wrong = 0;
  for_each_point(kept, [&](const shape& point) { wrong += element(k.outputs[0].to, point) != reduced(k, point); });
  CAPTURE(static_cast<int>(k.combine));
  CAPTURE(gpu::dtype_name(k.inputs[0].type));
  CAPTURE(gpu::to_string(k.extent));
  CAPTURE(gpu::to_string(k.inputs[0].strides));
  CAPTURE(k.reduced_axes);
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("generated full reductions") {
  for (const std::int64_t n : {1, 31, 700, 20011})
    for (const arrangement a : {arrangement::c_order, arrangement::offset_by_one, arrangement::reversed})
      check_reduction(reduction(plan::reducer::sum, {n}, 1, arranged(a, dtype::float32, {n}, host), dtype::float32,
                                dtype::float32, host));
}

TEST_CASE("generated reductions of rows, columns and both") {
  for (const shape& extent : {shape{40, 3}, shape{7, 130}, shape{3, 5000}, shape{300, 40}})
    for (const arrangement a :
         {arrangement::c_order, arrangement::transposed, arrangement::padded, arrangement::stepped})
      check_reduction(reduction(plan::reducer::sum, extent, 1, arranged(a, dtype::float32, extent, host),
                                dtype::float32, dtype::float32, host));
  const shape three{6, 20, 12};
  for (const arrangement a : {arrangement::c_order, arrangement::transposed, arrangement::broadcast_lanes})
    check_reduction(reduction(plan::reducer::sum, three, 2, arranged(a, dtype::int32, three, host), dtype::int64,
                              dtype::int64, host));
}

TEST_CASE("generated reductions of every kind") {
  const shape extent{9, 600};
  for (const arrangement a : {arrangement::c_order, arrangement::transposed}) {
    for (const auto combine : {plan::reducer::min, plan::reducer::max})
      check_reduction(
          reduction(combine, extent, 1, arranged(a, dtype::int8, extent, host), dtype::int8, dtype::int8, host));
    for (const auto combine : {plan::reducer::argmin, plan::reducer::argmax})
      check_reduction(
          reduction(combine, extent, 1, arranged(a, dtype::float64, extent, host), dtype::float64, dtype::int64, host));
    for (const auto combine : {plan::reducer::all, plan::reducer::any})
      check_reduction(
          reduction(combine, extent, 1, arranged(a, dtype::bool_, extent, host), dtype::bool_, dtype::bool_, host));
    check_reduction(reduction(plan::reducer::sum, extent, 1, arranged(a, dtype::float16, extent, host), dtype::float32,
                              dtype::float32, host));
  }
}

TEST_CASE("few long columns are split among blocks") {
  const shape extent{5, 4000};
  check_reduction(reduction(plan::reducer::sum, extent, 1, make_operand(dtype::int16, extent, {1, 5}, 0, host),
                            dtype::int64, dtype::int64, host));
  check_reduction(reduction(plan::reducer::argmax, extent, 1, make_operand(dtype::int16, extent, {1, 5}, 0, host),
                            dtype::int16, dtype::int64, host));
}

namespace {

/// out[i] = source[index[i]]; source has `length` elements.
plan::kernel gather(std::int64_t n, std::int64_t length) {
  plan::kernel k;
  k.name = "take";
  k.extent = {n};
  k.inputs = {make_operand(dtype::int64, {n}, {1}, 0, host), make_operand(dtype::float32, {length}, {1}, 0, host)};
  k.inputs[1].strides = shape{0};
  k.inputs[1].indexed = {{0, length, 1, 0}};
  k.values = {load(dtype::int64, 0), load(dtype::float32, 1)};
  k.outputs = {store(make_operand(dtype::float32, {n}, {1}, 0, host), 1)};
  for (std::int64_t i = 0; i < length; ++i) static_cast<float*>(k.inputs[1].data->data)[i] = static_cast<float>(i);
  return k;
}

}  // namespace

TEST_CASE("a generated gather reads through indices, negative ones from the end, and reports bad ones") {
  auto k = gather(101, 10);
  auto* index = static_cast<std::int64_t*>(k.inputs[0].data->data);
  for (int i = 0; i < 101; ++i) index[i] = i % 20 - 10;
  CHECK(run_generated(k).empty());
  const auto* out = static_cast<const float*>(k.outputs[0].to.data->data);
  int wrong = 0;
  for (int i = 0; i < 101; ++i) wrong += out[i] != static_cast<float>((i % 20 - 10 + 10) % 10);
  CHECK(wrong == 0);
  index[57] = 10;
  CHECK(run_generated(k) == "take: index 10 is out of bounds for axis 0 with size 10");
}

TEST_CASE("a generated scatter writes nothing if one index is bad") {
  auto k = gather(50, 60);  // turned round: out[index[i]] = source[i]
  std::swap(k.inputs[1], k.outputs[0].to);
  auto* index = static_cast<std::int64_t*>(k.inputs[0].data->data);
  auto* source = static_cast<float*>(k.inputs[1].data->data);
  auto* out = static_cast<float*>(k.outputs[0].to.data->data);
  for (int i = 0; i < 50; ++i) index[i] = 49 - i, source[i] = static_cast<float>(1000 + i);
  index[20] = -61;
  CHECK(run_generated(k) == "take: index -61 is out of bounds for axis 0 with size 60");
  int changed = 0;
  for (int i = 0; i < 60; ++i) changed += out[i] != static_cast<float>(i);
  CHECK(changed == 0);
  index[20] = -1;
  CHECK(run_generated(k).empty());
  CHECK(out[59] == 1020);
  CHECK(out[49] == 1000);
  CHECK(out[29] == 29);
}

TEST_CASE("of several elements scattered to one place the last wins, whatever order blocks run in") {
  auto k = gather(5000, 60);
  std::swap(k.inputs[1], k.outputs[0].to);
  k.inputs[1] = make_operand(dtype::float32, {5000}, {1}, 0, host);
  auto* index = static_cast<std::int64_t*>(k.inputs[0].data->data);
  auto* source = static_cast<float*>(k.inputs[1].data->data);
  std::vector<float> want(60);
  for (int i = 0; i < 5000; ++i) {
    index[i] = (i * 37) % 53;
    source[i] = static_cast<float>(i);
    want[static_cast<std::size_t>(index[i])] = source[i];
  }
  CHECK(run_generated(k).empty());
  const auto* out = static_cast<const float*>(k.outputs[0].to.data->data);
  int wrong = 0;
  for (std::size_t i = 0; i < 53; ++i) wrong += out[i] != want[i];
  CHECK(wrong == 0);
}

TEST_CASE("a generated draw gives the same numbers whether lanes share a block of the generator or not") {
  for (const auto kind : {plan::distribution::random, plan::distribution::normal, plan::distribution::integers}) {
    const dtype type = kind == plan::distribution::integers ? dtype::int32 : dtype::float32;
    const auto draw_into = [&](arrangement out) {
      plan::kernel k;
      k.extent = {1003};
      k.draws.resize(1);
      k.draws[0] = {kind, type, 42, 8, -5, 1000, 0, {1}};
      plan::value drawn;
      drawn.kind = plan::value_kind::draw;
      drawn.type = type;
      k.values = {drawn};
      k.outputs = {store(arranged(out, type, {1003}, host), 0)};
      run_generated(k);
      return k;
    };
    const auto shared = draw_into(arrangement::c_order);
    const auto single = draw_into(arrangement::stepped);
    CHECK(backend::layout_of(shared).draws_by_four[0]);
    CHECK_FALSE(backend::layout_of(single).draws_by_four[0]);
    std::int64_t different = 0;
    std::int64_t repeated = 0;
    for (std::int64_t i = 0; i < 1003; ++i) {
      different += element(shared.outputs[0].to, {i}) != element(single.outputs[0].to, {i});
      repeated += i > 0 && element(shared.outputs[0].to, {i}) == element(shared.outputs[0].to, {i - 1});
    }
    CHECK(different == 0);
    CHECK(repeated < 10);
  }
}

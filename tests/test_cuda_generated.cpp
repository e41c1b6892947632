// What kernel_sample's comparison with the CPU back end does not say of generated kernels: bad indices, the last of several
// writers, the numbers of draws.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <gpu/device.hpp>
#include <gpu/dtype.hpp>

#include "cuda/layout.hpp"
#include "cuda_on_cpu.hpp"
#include "kernels_by_hand.hpp"

using namespace by_hand;
namespace backend = gpu::cuda_backend;

namespace {

const gpu::device host = gpu::cpu();

/// Element i of a one-dimensional operand of int32 or float32.
double element(const plan::operand& o, std::int64_t i) {
  const std::int64_t at = o.offset + i * o.strides[0];
  if (o.type == dtype::int32) return static_cast<const std::int32_t*>(o.data->data)[at];
  return static_cast<double>(static_cast<const float*>(o.data->data)[at]);
}

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

/// What an index error says; the dry device computes on the CPU, which throws it in place and needs no operation's name.
std::string bad_index(const std::string& text) {
  return (gpu::default_device().type() == gpu::device_type::dry ? "" : "take: ") + text;
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
  CHECK(run_generated(k) == bad_index("index 10 is out of bounds for axis 0 with size 10"));
}

TEST_CASE("a generated scatter writes nothing if one index is bad") {
  auto k = gather(50, 60);  // turned round: out[index[i]] = source[i]
  std::swap(k.inputs[1], k.outputs[0].to);
  auto* index = static_cast<std::int64_t*>(k.inputs[0].data->data);
  auto* source = static_cast<float*>(k.inputs[1].data->data);
  auto* out = static_cast<float*>(k.outputs[0].to.data->data);
  for (int i = 0; i < 50; ++i) index[i] = 49 - i, source[i] = static_cast<float>(1000 + i);
  index[20] = -61;
  CHECK(run_generated(k) == bad_index("index -61 is out of bounds for axis 0 with size 60"));
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
      different += element(shared.outputs[0].to, i) != element(single.outputs[0].to, i);
      repeated += i > 0 && element(shared.outputs[0].to, i) == element(shared.outputs[0].to, i - 1);
    }
    CHECK(different == 0);
    CHECK(repeated < 10);
  }
}

// The planner's pure functions: ordering and merging axes, overlap, what fits one kernel.
#include <doctest/doctest.h>

#include <gpu/gpu.hpp>
#include <gpu/testing.hpp>

#include "plan/axes.hpp"
#include "plan/cut.hpp"
#include "plan/overlap.hpp"
#include "runtime/storage.hpp"

using gpu::shape;
using gpu::plan::kernel;
using gpu::plan::kernel_kind;
using gpu::plan::operand;
using gpu::plan::output;

namespace {

kernel map_of(const shape& extent, const shape& out, const std::vector<shape>& inputs) {
  kernel k;
  k.extent = extent;
  output o;
  o.to.strides = out;
  k.outputs.push_back(o);
  for (const shape& s : inputs) {
    operand in;
    in.strides = s;
    k.inputs.push_back(in);
  }
  return k;
}

}  // namespace

TEST_CASE("axes: dense operands become one axis, in C and in F order") {
  for (const shape& strides : {shape{12, 4, 1}, shape{1, 2, 6}}) {
    kernel k = map_of({2, 3, 4}, strides, {strides, strides});
    gpu::plan::simplify_axes(k);
    CHECK(k.extent == shape{24});
    CHECK(k.inputs[0].strides == shape{1});
  }
}

TEST_CASE("axes: a broadcast row keeps two axes, a scalar none of its own") {
  kernel k = map_of({5, 3, 4}, {12, 4, 1}, {{12, 4, 1}, {0, 4, 1}, {0, 0, 0}});
  gpu::plan::simplify_axes(k);
  CHECK(k.extent == shape{5, 12});
  CHECK(k.inputs[1].strides == shape{0, 1});
  CHECK(k.inputs[2].strides == shape{0, 0});
}

TEST_CASE("axes: a transposed operand stays two axes in the output's order") {
  kernel k = map_of({3, 4}, {4, 1}, {{1, 3}});
  gpu::plan::simplify_axes(k);
  CHECK(k.extent == shape{3, 4});
  CHECK(k.inputs[0].strides == shape{1, 3});
}

TEST_CASE("axes: axes that all walk backwards are turned, their offset moved") {
  kernel k = map_of({5}, {-1}, {{-2}});
  k.outputs[0].to.offset = 4;
  k.inputs[0].offset = 8;
  gpu::plan::simplify_axes(k);
  CHECK(k.outputs[0].to.strides == shape{1});
  CHECK(k.outputs[0].to.offset == 0);
  CHECK(k.inputs[0].strides == shape{2});
  CHECK(k.inputs[0].offset == 0);
  kernel mixed = map_of({5}, {1}, {{-1}});
  mixed.inputs[0].offset = 4;
  gpu::plan::simplify_axes(mixed);
  CHECK(mixed.inputs[0].strides == shape{-1});
}

TEST_CASE("axes: axes of length 1 go, whatever their stride") {
  kernel k = map_of({1, 7, 1}, {99, 1, 5}, {{3, 1, 0}});
  gpu::plan::simplify_axes(k);
  CHECK(k.extent == shape{7});
  kernel scalar = map_of({1, 1}, {1, 1}, {{1, 1}});
  gpu::plan::simplify_axes(scalar);
  CHECK(scalar.extent == shape{});
}

TEST_CASE("axes: kept axes stay before reduced ones, which merge among themselves") {
  kernel k = map_of({2, 3, 4}, {1, 0, 0}, {{12, 4, 1}});
  k.kind = kernel_kind::reduce;
  k.reduced_axes = 2;
  gpu::plan::simplify_axes(k);
  CHECK(k.extent == shape{2, 12});
  CHECK(k.reduced_axes == 1);
  CHECK(k.outputs[0].to.strides == shape{1});
  kernel positions = map_of({3, 4}, {0, 0}, {{1, 3}});
  positions.kind = kernel_kind::reduce;
  positions.reduced_axes = 2;
  positions.combine = gpu::plan::reducer::argmax;
  gpu::plan::simplify_axes(positions);  // positions are in C order: the reduced axes keep theirs
  CHECK(positions.extent == shape{3, 4});
  CHECK(positions.inputs[0].strides == shape{1, 3});
}

TEST_CASE("axes: reordering moves every operand's strides along") {
  kernel k = map_of({2, 3, 4}, {12, 4, 1}, {{1, 2, 6}});
  gpu::plan::permute_axes(k, {2, 0, 1});
  CHECK(k.extent == shape{4, 2, 3});
  CHECK(k.outputs[0].to.strides == shape{1, 12, 4});
  CHECK(k.inputs[0].strides == shape{6, 1, 2});
}

TEST_CASE("cut: what fits one kernel") {
  using gpu::plan::fits;
  CHECK(fits({128, 24}, 2));
  CHECK_FALSE(fits({129, 1}, 2));
  CHECK_FALSE(fits({30, 25}, 2));
  CHECK_FALSE(fits({30, 24}, 32));  // parameters grow with the rank
}

TEST_CASE("overlap: the same elements point by point are no hazard, shifted ones are, other storages never") {
  const auto storage = gpu::runtime::allocate(400, gpu::cpu()), other = gpu::runtime::allocate(400, gpu::cpu());
  const auto hazard = [&](const gpu::runtime::storage_ref& from, std::int64_t offset, std::int64_t stride) {
    kernel k = map_of({10}, {}, {{stride}});
    k.outputs.clear();
    k.inputs[0].data = from;
    k.inputs[0].type = gpu::dtype::float32;
    k.inputs[0].offset = offset;
    gpu::plan::destination to;
    to.data = storage;
    to.type = gpu::dtype::float32;
    to.dims = {10};
    to.offset = 20;
    to.strides = {2};
    return gpu::plan::reads_what_it_writes(k, to);
  };
  CHECK_FALSE(hazard(storage, 20, 2));
  CHECK(hazard(storage, 21, 2));  // judged by address ranges
  CHECK(hazard(storage, 20, 1));
  CHECK(hazard(storage, 38, -2));
  CHECK_FALSE(hazard(storage, 0, 1));
  CHECK_FALSE(hazard(storage, 39, 1));
  CHECK_FALSE(hazard(other, 21, 2));
}

// The planner's passes: each can be switched off, and what it is for shows in counts; results are the same without it.
#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include <gpu/gpu.hpp>
#include <gpu/testing.hpp>

#include "cuda/generate.hpp"
#include "cuda/layout.hpp"
#include "kernels_by_hand.hpp"
#include "layouts.hpp"
#include "plan/axes.hpp"
#include "plan/passes.hpp"
#include "reference.hpp"

using gpu::plan::pass;
using gpu::plan::pass_set;
using gpu::plan::passes_off_guard;

namespace {

std::vector<pass_set> switched_off() {
  std::vector<pass_set> list{{}, pass_set::all()};
  for (int i = 0; i < gpu::plan::pass_count; ++i) list.push_back({static_cast<pass>(i)});
  return list;
}

template <class F>
std::uint64_t launches_without(pass_set off, F&& f) {
  const passes_off_guard guard(off);
  return gpu::testing::counted(f).launches;
}

gpu::plan::kernel a_map() {
  const gpu::shape extent{4, 6};
  return by_hand::sum_of_two(gpu::dtype::float32, extent,
                             by_hand::make_operand(gpu::dtype::float32, extent, {6, 1}, 0, gpu::cpu()),
                             by_hand::make_operand(gpu::dtype::float32, extent, {6, 1}, 0, gpu::cpu()),
                             by_hand::make_operand(gpu::dtype::float32, extent, {6, 1}, 0, gpu::cpu()));
}

}  // namespace

TEST_CASE("passes: names, lists of names, a name that is none") {
  CHECK(gpu::plan::passes_named("") == pass_set());
  CHECK(gpu::plan::passes_named("fuse_maps, merge_axes") == pass_set{pass::merge_axes, pass::fuse_maps});
  for (int i = 0; i < gpu::plan::pass_count; ++i)
    CHECK(gpu::plan::passes_named(pass_name(static_cast<pass>(i))) == pass_set{static_cast<pass>(i)});
  CHECK_THROWS_AS((void)gpu::plan::passes_named("fuse_maps,fuse"), gpu::value_error);
}

TEST_CASE("passes: a guard switches them off, and what was off before is off again after it") {
  const passes_off_guard none_off{pass_set()};
  CHECK(enabled(pass::fuse_maps));
  {
    const passes_off_guard outer({pass::fuse_maps});
    CHECK(!enabled(pass::fuse_maps));
    CHECK(enabled(pass::merge_axes));
    {
      const passes_off_guard inner({pass::merge_axes});
      CHECK(enabled(pass::fuse_maps));
      CHECK(!enabled(pass::merge_axes));
    }
    CHECK(!enabled(pass::fuse_maps));
  }
  CHECK(enabled(pass::fuse_maps));
}

TEST_CASE("passes: fusion saves launches") {
  const gpu::ndarray<float> a = gpu::ones<float>(gpu::shape{8, 16}), b = gpu::ones<float>(gpu::shape{8, 16});
  gpu::ndarray<float> r = gpu::empty<float>(gpu::shape{8, 16}), s = gpu::empty<float>(gpu::shape{8});
  const auto map = [&] { r = gpu::negative(a * b + a); };
  CHECK(launches_without({}, map) == 1);
  CHECK(launches_without({pass::fuse_maps}, map) == 3);
  const auto sum = [&] { s(gpu::all()) = gpu::sum(gpu::negative(a), 1); };
  CHECK(launches_without({}, sum) == 1);
  CHECK(launches_without({pass::fuse_reductions}, sum) == 2);
  CHECK(launches_without({pass::reduce_in_place}, sum) == 2);
  CHECK(launches_without(pass_set::all(), sum) == 3);
}

TEST_CASE("passes: axes merge, lanes and narrow indices are chosen, only where they may") {
  auto merged = a_map();
  gpu::plan::simplify_axes(merged);
  CHECK(merged.extent == gpu::shape{24});
  auto kept = a_map();
  {
    const passes_off_guard guard({pass::merge_axes});
    gpu::plan::simplify_axes(kept);
  }
  CHECK(kept.extent == gpu::shape{4, 6});
  const auto plain = gpu::cuda_backend::layout_of(merged);
  CHECK(plain.lanes > 1);
  CHECK(!plain.wide);
  const passes_off_guard guard({pass::vector_lanes, pass::narrow_indices});
  const auto slow = gpu::cuda_backend::layout_of(merged);
  CHECK(slow.lanes == 1);
  CHECK(slow.shift == 0);
  CHECK(slow.wide);
  // a kernel made with a pass on is not found while it is off
  CHECK(gpu::cuda_backend::structure_key(merged, plain) != gpu::cuda_backend::structure_key(merged, slow));
}

TEST_CASE("passes: results are right without each, and without all") {
  for (const pass_set off : switched_off())
    for (const gpu::shape& dims : {gpu::shape{}, gpu::shape{1}, gpu::shape{3, 5}, gpu::shape{5, 1, 7, 2}})
      for (const auto& s : layouts::of_shape<std::int32_t>(dims)) {
        const passes_off_guard guard(off);
        CAPTURE(s.name);
        const gpu::ndarray<std::int32_t> r = (s.view + 1) * s.view;
        auto want = s.host;
        std::int64_t total = 0;
        for (std::int32_t& x : want.values) {
          x = (x + 1) * x;
          total += x;
        }
        CHECK(reference::equal(r, want));
        CHECK(gpu::sum((s.view + 1) * s.view).item() == total);
        gpu::ndarray<std::int32_t> to = gpu::zeros<std::int32_t>(dims);
        to(gpu::ellipsis()) = gpu::where(s.view > 0, s.view, 0);
        for (std::size_t i = 0; i < want.values.size(); ++i) want.values[i] = std::max(s.host.values[i], 0);
        CHECK(reference::equal(to, want));
      }
}

TEST_CASE("passes: overlapping, masked and scattered stores are right without them") {
  for (const pass_set off : switched_off()) {
    const passes_off_guard guard(off);
    using gpu::placeholders::_;
    gpu::ndarray<std::int32_t> a = gpu::arange<std::int32_t>(6);
    a(gpu::range(1, _)) = a(gpu::range(_, -1)) + 10;
    CHECK(a.to_vector() == std::vector<std::int32_t>{0, 10, 11, 12, 13, 14});
    a(a > 11) = 0;
    CHECK(a.to_vector() == std::vector<std::int32_t>{0, 10, 11, 0, 0, 0});
    const gpu::ndarray<std::int64_t> index{1, 0, 1};
    const gpu::ndarray<std::int32_t> values{7, 8, 9};
    a(index + 2) = values * 2;
    CHECK(a.to_vector() == std::vector<std::int32_t>{0, 10, 16, 18, 0, 0});
  }
}

// The CUDA back end without a device: what decides a kernel's source, and that every source compiles.
#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include <gpu/error.hpp>

#include "cuda/disk_cache.hpp"
#include "cuda/divisor.hpp"
#include "cuda/generate.hpp"
#include "cuda/launch_plan.hpp"
#include "cuda/nvrtc.hpp"
#include "kernels_by_hand.hpp"
#include "runtime/counters.hpp"

using namespace by_hand;
namespace backend = gpu::cuda_backend;
namespace fs = std::filesystem;

namespace {

const gpu::device host = gpu::cpu();

plan::kernel plain_sum(dtype type, const shape& extent, arrangement a = arrangement::c_order,
                       arrangement out = arrangement::c_order) {
  return sum_of_two(type, extent, arranged(a, type, extent, host), arranged(arrangement::c_order, type, extent, host),
                    arranged(out, type, extent, host));
}

std::string key_of(const plan::kernel& k) { return backend::structure_key(k, backend::layout_of(k)); }

std::string source_of(const plan::kernel& k) {
  const backend::layout l = backend::layout_of(k);
  return backend::generate(k, l, backend::param_map(k, l));
}

void check_compiles(const plan::kernel& k) {
  CAPTURE(gpu::dtype_name(k.inputs[0].type));
  std::string log;
  try {
    CHECK(!backend::compile(source_of(k), 90).empty());
  } catch (const gpu::jit_error& e) {
    log = e.what();
  }
  CHECK(log == "");
}

constexpr dtype every_width[] = {dtype::bool_,   dtype::int16,     dtype::bfloat16,  dtype::float32,
                                 dtype::float64, dtype::complex64, dtype::complex128};

}  // namespace

TEST_CASE("lanes: as many as one 16-byte access holds, fewer where rows do not fit") {
  const auto lanes = [](dtype type, const shape& extent, arrangement a = arrangement::c_order) {
    return backend::layout_of(plain_sum(type, extent, a)).lanes;
  };
  CHECK(lanes(dtype::float32, {1000}) == 4);
  CHECK(lanes(dtype::int8, {1000}) == 16);
  CHECK(lanes(dtype::float64, {1000}) == 2);
  CHECK(lanes(dtype::complex128, {1000}) == 1);
  CHECK(lanes(dtype::float32, {3}) == 2);
  CHECK(lanes(dtype::float32, {}) == 1);
  CHECK(lanes(dtype::float32, {10, 64}, arrangement::broadcast_rows) == 4);
  CHECK(lanes(dtype::float32, {10, 66}, arrangement::broadcast_rows) == 2);
  CHECK(lanes(dtype::float32, {10, 67}, arrangement::broadcast_rows) == 1);
}

TEST_CASE("access: how lanes reach each operand") {
  using backend::access;
  const auto first = [](arrangement a, arrangement out = arrangement::c_order) {
    return backend::layout_of(plain_sum(dtype::float32, {8, 64}, a, out)).inputs[0].lanes;
  };
  CHECK(first(arrangement::c_order) == access::vector);
  CHECK(first(arrangement::offset_by_one) == access::contiguous);
  CHECK(first(arrangement::padded) == access::contiguous);
  CHECK(first(arrangement::broadcast_rows) == access::vector);
  CHECK(first(arrangement::broadcast_lanes) == access::broadcast);
  CHECK(first(arrangement::stepped) == access::strided);
  CHECK(first(arrangement::reversed) == access::strided);
  // the output's alignment decides where groups of lanes begin
  CHECK(first(arrangement::offset_by_one, arrangement::offset_by_one) == access::vector);
  CHECK(first(arrangement::c_order, arrangement::offset_by_one) == access::contiguous);
}

TEST_CASE("read-only loads are for storages that nothing writes") {
  auto k = plain_sum(dtype::float32, {64});
  CHECK(backend::layout_of(k).inputs[0].read_only);
  k.outputs[0].to = k.inputs[0];
  CHECK_FALSE(backend::layout_of(k).inputs[0].read_only);
  CHECK(backend::layout_of(k).inputs[1].read_only);
}

TEST_CASE("64-bit arithmetic where an offset or the number of points needs it") {
  auto k = plain_sum(dtype::float32, {4, 4});
  CHECK_FALSE(backend::layout_of(k).wide);
  k.inputs[0].strides[0] = std::int64_t{1} << 30;
  CHECK(backend::layout_of(k).wide);
  k = plain_sum(dtype::float32, {});
  k.extent = {std::int64_t{1} << 31};
  CHECK(backend::layout_of(k).wide);
}

TEST_CASE("reductions take their lanes along the contiguous axis") {
  const auto how = [](const shape& strides, const shape& extent, int axes) {
    return backend::layout_of(reduction(plan::reducer::sum, extent, axes,
                                        make_operand(dtype::float32, extent, strides, 0, host), dtype::float32,
                                        dtype::float32, host));
  };
  CHECK(how({100, 1}, {50, 100}, 1).how == backend::strategy::reduce_inner);
  CHECK(how({1, 50}, {50, 100}, 1).how == backend::strategy::reduce_outer);
  CHECK(how({1}, {100}, 1).how == backend::strategy::reduce_inner);
  CHECK(backend::group_for(1, 1 << 20) == 1);
  CHECK(backend::group_for(8, 1 << 20) == 4);
  CHECK(backend::group_for(100, 1 << 20) == 32);
  CHECK(backend::group_for(5000, 1 << 20) == 256);
  CHECK(backend::group_for(600, 8) == 256);
}

TEST_CASE("a full reduction is shared among enough blocks to fill the device") {
  const shape extent{1 << 26};
  auto k = reduction(plan::reducer::sum, {16}, 1, make_operand(dtype::float32, {16}, {1}, 0, host), dtype::float32,
                     dtype::float32, host);
  k.extent = extent;
  const backend::layout l = backend::layout_of(k);
  const backend::launch_plan p = backend::plan_launch(k, l, 132);
  CHECK(p.blocks == 1);
  CHECK(p.splits >= 132 * 4);
  CHECK(p.splits * p.units_a_split >= p.reduced_units);
  CHECK((p.splits - 1) * p.units_a_split < p.reduced_units);
}

TEST_CASE("division by multiplication") {
  for (const std::uint64_t d : {1UL, 2UL, 3UL, 7UL, 641UL, 65536UL, 1000003UL, (1UL << 31) - 1})
    for (const std::uint64_t n : {0UL, 1UL, d - 1, d, d + 1, 5 * d - 1, (1UL << 31) - 1}) {
      if (n >= 1UL << 31) continue;
      const backend::divisor small = backend::divisor_32(d);
      const auto high = static_cast<std::uint32_t>((n * static_cast<std::uint32_t>(small.multiplier)) >> 32);
      CHECK((static_cast<std::uint32_t>(high + n) >> small.shift) == n / d);
    }
  for (const std::uint64_t d : {1UL, 3UL, 10UL, (1UL << 40) + 1, (1UL << 62) + 3})
    for (const std::uint64_t n : {0UL, d - 1, d, d + 1, (1UL << 63) - 1}) {
      const backend::divisor large = backend::divisor_64(d);
      __extension__ using wide = unsigned __int128;
      const auto high = static_cast<std::uint64_t>((static_cast<wide>(n) * large.multiplier) >> 64);
      CHECK(((high + n) >> large.shift) == n / d);
    }
}

TEST_CASE("a kernel's key knows nothing of scalars, shapes and addresses") {
  const std::string key = key_of(plain_sum(dtype::float32, {1000}));
  CHECK(key_of(plain_sum(dtype::float32, {2000})) == key);
  CHECK(key_of(plain_sum(dtype::float64, {1000})) != key);
  CHECK(key_of(plain_sum(dtype::float32, {1000}, arrangement::stepped)) != key);
  CHECK(source_of(plain_sum(dtype::float32, {2000})) == source_of(plain_sum(dtype::float32, {1000})));

  const auto plus = [](float x) {
    auto k = plain_sum(dtype::float32, {1000});
    k.values[1] = scalar(dtype::float32, 0);
    k.inputs.pop_back();
    k.scalars = {gpu::graph::scalar_value::of(x)};
    return k;
  };
  CHECK(key_of(plus(1)) == key_of(plus(2)));
  CHECK(source_of(plus(1)) == source_of(plus(2)));
  auto difference = plain_sum(dtype::float32, {1000});
  difference.values[2].op = plan::op_id::subtract;
  CHECK(key_of(difference) != key);
}

TEST_CASE("maps compile for every dtype width and layout class") {
  for (const dtype type : every_width) check_compiles(plain_sum(type, {1003}, arrangement::offset_by_one));
  for (const arrangement a : arrangements) check_compiles(plain_sum(dtype::float32, {6, 30}, a));
}

TEST_CASE("reductions compile for every kind, direction and dtype width") {
  const shape extent{40, 300};
  const auto with = [&](plan::reducer combine, dtype type, dtype accumulate, arrangement a) {
    const bool positions = combine == plan::reducer::argmin || combine == plan::reducer::argmax;
    check_compiles(reduction(combine, extent, 1, arranged(a, type, extent, host), accumulate,
                             positions ? dtype::int64 : accumulate, host));
  };
  for (const dtype type : every_width) with(plan::reducer::max, type, type, arrangement::c_order);
  for (const auto combine : {plan::reducer::sum, plan::reducer::prod, plan::reducer::min, plan::reducer::all,
                             plan::reducer::any, plan::reducer::argmin, plan::reducer::argmax}) {
    const bool logical = combine == plan::reducer::all || combine == plan::reducer::any;
    const dtype accumulate = logical ? dtype::bool_ : dtype::float32;
    with(combine, dtype::float16, accumulate, arrangement::c_order);
    with(combine, dtype::float16, accumulate, arrangement::transposed);
  }
}

TEST_CASE("draws and positions compile") {
  for (const auto kind : {plan::distribution::random, plan::distribution::normal, plan::distribution::integers}) {
    plan::kernel k;
    k.extent = {1000};
    k.draws.resize(1);
    k.draws[0].kind = kind;
    k.draws[0].type = kind == plan::distribution::integers ? dtype::int64 : dtype::float32;
    k.draws[0].strides = {1};
    k.positions = {{0, {1}}};
    plan::value drawn;
    drawn.kind = plan::value_kind::draw;
    drawn.type = k.draws[0].type;
    plan::value position;
    position.kind = plan::value_kind::index;
    position.type = dtype::int64;
    k.values = {drawn, position, cast(dtype::float64, 0), cast(dtype::float64, 1),
                apply(plan::op_id::add, dtype::float64, {2, 3})};
    k.outputs = {store(make_operand(dtype::float64, {1000}, {1}, 0, host), 4)};
    std::string log;
    try {
      CHECK(!backend::compile(source_of(k), 90).empty());
    } catch (const gpu::jit_error& e) {
      log = e.what();
    }
    CHECK(log == "");
  }
}

TEST_CASE("a source that is wrong gives a jit_error with the compiler's log") {
  try {
    (void)backend::compile("extern \"C\" __global__ void k() { undeclared(); }", 90);
    FAIL("compiled");
  } catch (const gpu::jit_error& e) {
    CHECK(std::string(e.what()).find("undeclared") != std::string::npos);
  }
}

namespace {

/// A folder of this test's own.
struct cache_folder {
  std::string path = (fs::temp_directory_path() / ("gpu_cache_test_" + std::to_string(getpid()))).string();
  cache_folder() { fs::remove_all(path); }
  ~cache_folder() { fs::remove_all(path); }
};

}  // namespace

TEST_CASE("the disk cache gives back what was written, and nothing that is damaged") {
  const cache_folder folder;
  backend::disk_cache cache(folder.path);
  CHECK_FALSE(cache.read("key").has_value());
  cache.write("key", "image");
  CHECK(cache.read("key").value() == "image");
  CHECK_FALSE(cache.read("another key").has_value());
  CHECK((fs::status(folder.path).permissions() & fs::perms::all) == fs::perms::owner_all);

  const auto rejected = gpu::runtime::counters().disk_rejects.get();
  const std::string file = cache.file_of("key");
  {
    std::fstream damaged(file, std::ios::in | std::ios::out | std::ios::binary);
    damaged.seekp(-1, std::ios::end);
    damaged.put('?');
  }
  CHECK_FALSE(cache.read("key").has_value());
  fs::resize_file(file, 10);
  CHECK_FALSE(cache.read("key").has_value());
  CHECK(gpu::runtime::counters().disk_rejects.get() == rejected + 2);
  cache.write("key", "image again");
  CHECK(cache.read("key").value() == "image again");
}

TEST_CASE("the disk cache stays within its limit and keeps what was used last") {
  const cache_folder folder;
  backend::disk_cache cache(folder.path, 20000);
  for (int i = 0; i < 10; ++i) {
    cache.write(std::to_string(i), std::string(4000, 'x'));
    fs::last_write_time(cache.file_of(std::to_string(i)),
                        fs::file_time_type::clock::now() - std::chrono::seconds(100 - i));
  }
  std::uintmax_t total = 0;
  for (const auto& entry : fs::directory_iterator(folder.path)) total += entry.file_size();
  CHECK(total <= 20000);
  CHECK(cache.read("9").has_value());
  CHECK_FALSE(cache.read("0").has_value());
}

TEST_CASE("a cache whose folder can't be made is only not used") {
  backend::disk_cache cache("/proc/no/such/folder");
  cache.write("key", "image");
  CHECK_FALSE(cache.read("key").has_value());
}

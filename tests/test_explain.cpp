// gpu::explain: it tells what evaluating does, and does none of it.
#include <gpu/testing.hpp>

#include <cstdint>
#include <sstream>
#include <string>

#include <gpu/counters.hpp>

#include "plan/program_text.hpp"
#include "plan/scalar_text.hpp"

namespace {

using gpu::explain;
using gpu::explanation;
using gpu::range;
using F = gpu::ndarray<float>;
using I = gpu::ndarray<std::int64_t>;
using namespace gpu::placeholders;

bool has(const explanation& e, const std::string& part) { return e.text.find(part) != std::string::npos; }
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Explains `x`, then evaluates it: the kernels that were announced are the ones that ran.
template <class E>
explanation checked(const gpu::operand<E>& x) {
  explanation e;
  const auto explaining = gpu::testing::counted([&] { e = explain(x); });
  CHECK(explaining.launches == 0);
  CHECK(explaining.allocations == 0);
  CHECK(explaining.waits == 0);
  CHECK(explaining.kernels_generated == 0);
  CHECK(explaining.kernels_compiled == 0);
  const auto evaluating = gpu::testing::counted([&] { (void)gpu::ndarray<E>(x); });
  CHECK(evaluating.launches == e.kernels.size());
  if (gpu::default_device().type() != gpu::device_type::cuda)  // there kernels take scratch memory
    CHECK(evaluating.allocations == static_cast<std::uint64_t>(e.temporaries) + 1);
  return e;
}

}  // namespace

TEST_CASE("explain: one map, its formula, operands and bytes") {
  const F a(gpu::shape{100, 8}, 2.0F), b(gpu::shape{8}, 1.0F);
  const explanation e = checked(gpu::sin(a * b + 1));
  REQUIRE(e.kernels.size() == 1);
  CHECK(e.kernels[0].kind == "map");
  CHECK(e.kernels[0].name == "multiply_add_sin");
  CHECK(e.kernels[0].computes == "result = sin(a * b + 1)");
  CHECK(e.kernels[0].reason.empty());
  CHECK(e.kernels[0].bytes_read == 3200 + 32);
  CHECK(e.kernels[0].bytes_written == 3200);
  CHECK(e.temporaries == 0);
  CHECK(e.bytes_moved == 6432);
  CHECK(e.floor_bytes == 6432);
  CHECK(has(e, "float32 (100, 8) on " + gpu::default_device().name() + ": 1 kernel; 6432 bytes moved"));
  CHECK(has(e, "reads    b  float32 (8,)  contiguous, vectors of 16 bytes, broadcast along axis 0  32 bytes"));
  CHECK(has(e, "grid 1x1, block 256, 4 elements a thread"));
  std::ostringstream printed;
  printed << e;
  CHECK(printed.str() == e.text);
}

TEST_CASE("explain: a reduction that a map reads is computed first, and says so") {
  const F a(gpu::shape{64, 32}, 2.0F);
  const explanation e = checked(gpu::exp(a) / gpu::sum(gpu::exp(a), 1, {.keepdims = true}));
  REQUIRE(e.kernels.size() == 2);
  CHECK(e.kernels[0].kind == "reduce");
  CHECK(e.kernels[0].computes == "t1 = sum(exp(a), 1)");
  CHECK(e.kernels[0].reason == "computed first: a map, kernel 2, reads its result");
  CHECK(e.kernels[1].computes == "result = exp(a) / t1");
  CHECK(e.temporaries == 1);
  CHECK(e.temporary_bytes == 64 * 4);
  CHECK(e.floor_bytes == 2 * 64 * 32 * 4);
  CHECK(e.bytes_moved == 3 * 64 * 32 * 4 + 2 * 64 * 4);
}

TEST_CASE("explain: one array read by several kernels is in the floor once") {
  const F a(gpu::shape{64, 32}, 2.0F);
  const explanation e = checked((a - gpu::mean(a, 0)) / gpu::stddev(a, 0));
  CHECK(e.kernels.size() == 4);
  CHECK(e.floor_bytes == 2 * 64 * 32 * 4);
  CHECK(e.kernels[0].computes == "t1 = sum(a, 0)");
  CHECK(e.kernels[1].computes == "x1 = a - t1 / 64; t2 = sum(x1 * x1, 0)");
  CHECK(e.kernels[1].floor_bytes == 0);
  CHECK(has(e, "reads    t1  float32 (32,)"));
}

TEST_CASE("explain: how operands lie") {
  const F a(gpu::shape{64, 64}, 2.0F), b(gpu::shape{64, 64}, 1.0F);
  CHECK(has(checked(a + b.T()), "float32 (64, 64)  transposed  16384 bytes"));
  CHECK(has(checked(a(gpu::all(), range(_, _, 2)) * 2), "reads    a  float32 (64, 32)  stepped  8192 bytes"));
  CHECK(has(checked(a(gpu::all(), range(1, _)) + 1), "reads    a  float32 (64, 63)  contiguous, element by element"));
  CHECK(has(checked(a + b(gpu::all(), range(0, 1))),
            "b  float32 (64, 1)  one element for all of a thread, broadcast along"));
  const explanation windows = checked(a(range(1, _)) / a(range(_, -1)));
  CHECK(windows.kernels[0].computes == "result = a / a2");
  const I index = {3, 4, 5};
  F source(gpu::shape{64, 64}, 2.0F);
  const explanation lazy = explain(source(index));
  CHECK(lazy.kernels[0].computes == "result = a[b]");
  CHECK(has(lazy, "a  float32 (3, 64)  at computed places  768 bytes"));
}

TEST_CASE("explain: what does not fit one kernel is cut, and says where") {
  const F a = {1, 2, 3};
  gpu::expr<float> e = a;
  for (int i = 0; i < 100; ++i) e = e * a + 1;
  const explanation cut = checked(e);
  REQUIRE(cut.kernels.size() > 1);
  CHECK(has(cut.kernels[0].reason, "the largest part of what does not fit one kernel (128 nodes, 24 operands"));
  CHECK(cut.kernels.back().reason.empty());
  CHECK(cut.kernels[0].computes.size() < 450);  // formulas are bounded
}

TEST_CASE("explain: assignments; an overlapping one needs a temporary") {
  F a = gpu::arange<float>(20);
  const auto before = gpu::testing::counters();
  const explanation shifted = explain(a(range(1, _)), a(range(_, -1)) * 2);
  const explanation aligned = explain(a(gpu::all()), a * 2);
  const explanation nothing = explain(a(range(0, 0)), a(range(0, 0)) * 2);
  CHECK((gpu::testing::counters() - before).launches == 0);
  REQUIRE(shifted.kernels.size() == 2);
  CHECK(shifted.kernels[0].computes == "t1 = a * 2");
  CHECK(shifted.kernels[0].reason ==
        "computed first: the destination shares memory with an operand, other than element by element");
  CHECK(shifted.kernels[1].computes == "a2 = t1");
  REQUIRE(aligned.kernels.size() == 1);
  CHECK(aligned.kernels[0].computes == "a = a * 2");
  CHECK(nothing.kernels.empty());
  CHECK(has(nothing, "nothing to run"));
  const F wrong(gpu::shape{3}, 0.0F);
  CHECK_THROWS_AS((void)explain(a(gpu::all()), wrong), gpu::shape_error);
  CHECK(gpu::testing::counted([&] { a(range(1, _)) = a(range(_, -1)) * 2; }).launches == 2);
}

TEST_CASE("explain: a reduction is written in place where it can be") {
  const F a(gpu::shape{4, 8}, 1.0F);
  F row(gpu::shape{8}), wide(gpu::shape{2, 8});
  const explanation direct = explain(row(gpu::all()), gpu::sum(a, 0));
  CHECK(direct.kernels.size() == 1);
  const explanation spread = explain(wide(gpu::all()), gpu::sum(a, 0));
  REQUIRE(spread.kernels.size() == 2);
  CHECK(has(spread.kernels[0].reason, "computed first: only a destination of the same dtype and shape"));
}

TEST_CASE("explain: a value of the CPU in another device's expression") {
  if (gpu::default_device() == gpu::cpu()) return;
  const F a = {1, 2, 3};
  const F on_cpu = F{1, 2}.to(gpu::cpu());
  const explanation e = explain(a + gpu::sum(on_cpu));
  REQUIRE(e.kernels.size() == 2);
  CHECK(e.kernels[0].reason == "computed on cpu, where its operands are: one value, which is then a parameter");
  CHECK_ARRAY_EQUAL(F(a + gpu::sum(on_cpu)), (F{4, 5, 6}));
}

TEST_CASE("explain: a selection by a mask is counted first") {
  F a = {1, 2, 3};
  const auto mask = gpu::ndarray<bool>(a > 1);
  explanation e;
  const auto d = gpu::testing::counted([&] { e = explain(a(mask)); });
  CHECK(d.launches == 0);
  CHECK(d.waits == 0);
  REQUIRE(e.kernels.size() == 1);
  CHECK(e.kernels[0].computes == "result = sum(int64(a))");
  CHECK(has(e, "the host waits for that number"));
}

TEST_CASE("explain: whether a program is there already") {
  if (gpu::default_device() == gpu::cpu()) return;
  const gpu::ndarray<std::uint8_t> a = {1, 2, 3};
  const auto statement = [&] { return (a | 5) ^ (a & 3); };
  CHECK_FALSE(has(explain(statement()), "program in memory"));
  (void)gpu::ndarray<std::uint8_t>(statement());
  CHECK(has(explain(statement()), "program in memory"));
}

TEST_CASE("explain: nothing to compute is nothing to run; an array is copied") {
  CHECK(checked(F(gpu::shape{0, 3}) + 1).kernels.empty());
  const explanation copy = checked(F{1, 2, 3});
  REQUIRE(copy.kernels.size() == 1);
  CHECK(copy.kernels[0].computes == "result = a");
  const gpu::ndview<float> unbound;
  CHECK_THROWS_AS((void)explain(unbound), gpu::value_error);
}

TEST_CASE("explain: formulas read as they were written") {
  const F a = {1, 2}, b = {3, 4};
  const auto formula = [](const auto& x) { return checked(x).kernels[0].computes; };
  CHECK(formula((a + b) * (a - b)) == "result = (a + b) * (a - b)");
  CHECK(formula(a - (b - a)) == "result = a - (b - a)");
  CHECK(formula(a - b - a) == "result = a - b - a");
  CHECK(formula(-(a * -2)) == "result = -(a * -2)");
  CHECK(formula(gpu::where(a < b && !(a == 1), a, b / 0.5)) == "result = where(a < b && !(a == 1), a, b / 0.5)");
  CHECK(formula(gpu::astype<std::int32_t>(a % b)) == "result = int32(a % b)");
  CHECK(formula(gpu::argmax(a)) == "result = argmax(a)");
  CHECK(formula(gpu::sum(gpu::ndarray<std::int32_t>{1, 2})) == "result = sum(int64(a))");
  auto g = gpu::random::default_rng(1);
  CHECK(formula(g.random<float>({2}) + a) == "result = random() + a");
  const F cube(gpu::shape{2, 3, 4}, 1.0F);
  CHECK(formula(gpu::max(cube, {0, 2})) == "result = max(a, {0, 2})");
}

TEST_CASE("explain: scalars as people write them") {
  using gpu::graph::scalar_value;
  CHECK(gpu::plan::text_of(scalar_value::of(1.0F)) == "1");
  CHECK(gpu::plan::text_of(scalar_value::of(0.1)) == "0.1");
  CHECK(gpu::plan::text_of(scalar_value::of(true)) == "true");
  CHECK(gpu::plan::text_of(scalar_value::of(std::int8_t{-5})) == "-5");
  CHECK(gpu::plan::text_of(scalar_value::of(~std::uint64_t{0})) == "18446744073709551615");
  CHECK(gpu::plan::text_of(scalar_value::of(gpu::float16(0.5F))) == "0.5");
  CHECK(gpu::plan::text_of(scalar_value::of(std::complex<double>(1, -2))) == "(1-2j)");
  CHECK(gpu::plan::axes_text(0b101, 3) == "{0, 2}");
  CHECK(gpu::plan::axes_text(0b010, 3) == "1");
  CHECK(gpu::plan::axes_text(0b111, 3).empty());
}

// Rows of the fault sweep: reductions, products of matrices, random numbers.
#include <string>
#include <vector>

#include "fault_sweep.hpp"

namespace faults {
namespace {

using gpu::shape;
constexpr row::trait quiet = row::trait::quiet;

/// A reduction over all axes, over one and over a list, in several dtypes.
template <class Reduce>
void add_reduction(std::vector<row>& rows, const std::string& name, Reduce reduce) {
  const auto add = [&](const char* more, auto call) {
    rows.push_back({name + more, [reduce, call](operands& o) { return result(call(reduce, o)); }});
  };
  add("", [](Reduce r, operands& o) { return r(o.f); });
  add(" over one axis", [](Reduce r, operands& o) { return r(o.f, 0); });
  add(" over the last axis of integers", [](Reduce r, operands& o) { return r(o.i, -1); });
  add(" of float16", [](Reduce r, operands& o) { return r(o.h, 1); });
  add(" of bool", [](Reduce r, operands& o) { return r(o.b != o.b(0), 0); });
  add(" of an expression in Fortran order", [](Reduce r, operands& o) { return r(o.fortran * o.row, 1); });
}

#define GPU_REDUCTION_ROW(name) \
  add_reduction(rows, #name, [](const auto& x, auto... more) { return gpu::name(x, more...); })

void add_reductions(std::vector<row>& rows) {
  GPU_REDUCTION_ROW(sum);
  GPU_REDUCTION_ROW(prod);
  GPU_REDUCTION_ROW(mean);
  GPU_REDUCTION_ROW(min);
  GPU_REDUCTION_ROW(max);
  GPU_REDUCTION_ROW(amin);
  GPU_REDUCTION_ROW(amax);
  GPU_REDUCTION_ROW(var);
  GPU_REDUCTION_ROW(variance);
  GPU_REDUCTION_ROW(stddev);
  GPU_REDUCTION_ROW(all);
  GPU_REDUCTION_ROW(any);
  GPU_REDUCTION_ROW(count_nonzero);
  GPU_REDUCTION_ROW(argmin);
  GPU_REDUCTION_ROW(argmax);
  add_reduction(rows, "ptp", [](const auto& x, auto... more) { return gpu::ptp(gpu::astype<double>(x), more...); });
}
#undef GPU_REDUCTION_ROW

const std::vector<row>& more_reductions() {
  static const std::vector<row> rows = {
      {"sum of a large array", [](operands&) { return result(gpu::sum(gpu::full<float>({40000}, 2), {0})); }},
      {"sum of complex numbers",
       [](operands& o) {
         return result(gpu::sum(o.z, {0, 1}, {.keepdims = true}));
       }},
      {"sum with a mask", [](operands& o) { return result(gpu::sum<double>(o.f, 1, {.initial = 3, .where = o.b})); }},
      {"sum of nothing",
       [](operands&) {
         return result(gpu::sum(gpu::zeros<float>({0, 3}), 0));
       }},
      {"operand::sum", [](operands& o) { return result(o.f.sum(0)); }},
      {"operand::prod", [](operands& o) { return result(o.f.prod()); }},
      {"operand::min", [](operands& o) { return result(o.f.min(1)); }},
      {"operand::max",
       [](operands& o) {
         return result((o.f * 2).max({0, 1}));
       }},
      {"operand::mean", [](operands& o) { return result(o.i.mean(0)); }},
      {"operand::all", [](operands& o) { return result(o.b.all()); }},
      {"operand::any", [](operands& o) { return result(o.b.any(0)); }},
      {"operand::var", [](operands& o) { return result(o.z.var(0)); }},
      {"operand::stddev", [](operands& o) { return result(o.d.stddev(0, {.ddof = 1})); }},
      {"operand::ptp", [](operands& o) { return result(o.d.ptp(1)); }},
      {"operand::argmin", [](operands& o) { return result(o.f.argmin(1)); }},
      {"operand::argmax", [](operands& o) { return result(o.f.argmax()); }},
  };
  return rows;
}

const std::vector<row>& products() {
  static const std::vector<row> rows = {
      {"matmul", [](operands& o) { return result(gpu::matmul(o.f, o.g.T())); }},
      {"matmul of layouts that BLAS cannot read",
       [](operands& o) { return result(gpu::matmul(o.window.T(), o.f("::-1, ::2"))); }},
      {"matmul of expressions", [](operands& o) { return result(gpu::matmul(o.d * 2, (o.d + 1).T())); }},
      {"matmul of integers", [](operands& o) { return result(gpu::matmul(o.i.T(), o.i)); }},
      {"matmul of bool", [](operands& o) { return result(gpu::matmul(o.b, o.b.T())); }},
      {"matmul of float16", [](operands& o) { return result(gpu::matmul(o.h, o.h.T())); }},
      {"matmul of complex numbers", [](operands& o) { return result(gpu::matmul(o.z.T(), o.z)); }},
      {"matmul in a batch",
       [](operands& o) {
         return result(gpu::matmul(gpu::broadcast_to(o.f, {3, 6, 5}), o.f.T()));
       }},
      {"matmul of vectors", [](operands& o) { return result(gpu::matmul(o.row, o.row * 2)); }},
      {"matmul of nothing",
       [](operands&) {
         return result(gpu::matmul(gpu::zeros<float>({2, 0}), gpu::zeros<float>({0, 3})));
       }},
      {"dot", [](operands& o) { return result(gpu::dot(o.f, o.row)); }},
      {"dot of a number", [](operands& o) { return result(gpu::dot(o.one(0), o.f)); }},
      {"dot of stacks",
       [](operands& o) {
         return result(gpu::dot(o.f, gpu::broadcast_to(o.f.T(), {2, 5, 6})));
       }},
  };
  return rows;
}

/// Lazy draws take their numbers when they are made, so these rows draw from a copy of the operands' generator: evaluating may
/// fail after that. bytes() is eager, and a call that fails must not have moved the generator.
const std::vector<row>& draws() {
  static const std::vector<row> rows = {
      {"random::default_rng", [](operands&) { return result(gpu::random::default_rng(5).seed() == 5); }, quiet},
      {"random::generator::generator", [](operands&) { return result(gpu::random::generator(5).seed() == 5); }, quiet},
      {"random::generator::seed", [](operands& o) { return result(o.rng.seed() == 20261201); }, quiet},
      {"random::generator::random",
       [](operands& o) {
         auto g = o.rng;
         return result(g.random<float>({7, 3}));
       }},
      {"random::generator::uniform",
       [](operands& o) {
         auto g = o.rng;
         return result(g.uniform(-1, 3, {7, 3}));
       }},
      {"random::generator::standard_normal",
       [](operands& o) {
         auto g = o.rng;
         return result(g.standard_normal({7, 3}));
       }},
      {"random::generator::normal",
       [](operands& o) {
         auto g = o.rng;
         return result(g.normal<float>(2, 3, {21}) + o.one);
       }},
      {"random::generator::integers",
       [](operands& o) {
         auto g = o.rng;
         return result(g.integers<std::int32_t>(0, 6, {21}, true));
       }},
      {"random::generator::bytes", [](operands& o) { return result(o.rng.bytes(1001)); }},
  };
  return rows;
}

}  // namespace

std::vector<row> reduction_rows() {
  std::vector<row> rows;
  add_reductions(rows);
  for (const auto* list : {&more_reductions(), &products(), &draws()})
    rows.insert(rows.end(), list->begin(), list->end());
  return rows;
}

}  // namespace faults

#include "kernel_coverage.hpp"

#include <algorithm>

#include "cuda/generate.hpp"
#include "cuda/launch_plan.hpp"
#include "cuda/point_writer.hpp"
#include "cuda_on_cpu.hpp"

namespace kernel_coverage {
namespace {

namespace backend = gpu::cuda_backend;
namespace plan = gpu::plan;
using backend::access;
using backend::cat;

// A switch without default: the compiler names what a new enumerator leaves out here, and all_accesses below with it.
std::string name_of(access a) {
  switch (a) {
    case access::vector: return "vector";
    case access::contiguous: return "contiguous";
    case access::broadcast: return "broadcast";
    case access::strided: return "strided";
  }
  return "";
}

std::string name_of(plan::reducer r) {
  switch (r) {
    case plan::reducer::sum: return "sum";
    case plan::reducer::prod: return "prod";
    case plan::reducer::min: return "min";
    case plan::reducer::max: return "max";
    case plan::reducer::all: return "all";
    case plan::reducer::any: return "any";
    case plan::reducer::argmin: return "argmin";
    case plan::reducer::argmax: return "argmax";
  }
  return "";
}

std::string name_of(plan::distribution d) {
  switch (d) {
    case plan::distribution::random: return "random";
    case plan::distribution::normal: return "normal";
    case plan::distribution::integers: return "integers";
  }
  return "";
}

std::string yes_no(bool b) { return b ? "yes" : "no"; }

std::string template_of(const plan::kernel& k, backend::strategy how) {
  switch (how) {
    case backend::strategy::reduce_inner: return "inner reduction";
    case backend::strategy::reduce_outer: return "outer reduction";
    case backend::strategy::map: break;
  }
  if (backend::picks_last_writer(k)) return "scatter of values";
  if (backend::needs_check(k)) return "scatter of one value";
  if (k.outputs.size() > 1) return "map of several outputs";
  if (k.outputs.front().masked) return "masked map";
  const bool gathers =
      std::any_of(k.inputs.begin(), k.inputs.end(), [](const plan::operand& in) { return !in.indexed.empty(); });
  if (gathers) return "gather";
  if (!k.draws.empty()) return "draw";
  return k.positions.empty() ? "map" : "ramp";
}

/// The operand that a kernel is about: the first that is indexed, else the first.
std::size_t main_input(const plan::kernel& k) {
  for (std::size_t i = 0; i < k.inputs.size(); ++i)
    if (!k.inputs[i].indexed.empty()) return i;
  return 0;
}

void add_reduction(properties& p, const plan::kernel& k, const backend::layout& l) {
  const bool is_position = k.combine == plan::reducer::argmin || k.combine == plan::reducer::argmax;
  const bool adds = k.combine == plan::reducer::sum || k.combine == plan::reducer::prod;
  const backend::launch_plan launch = backend::plan_launch(k, l, shim_multiprocessors);
  p["combine"] = name_of(k.combine);
  p["fold"] = is_position                                       ? "position"
              : adds && k.accumulate >= gpu::dtype::float16 ? "cascaded"
                                                                : "plain";
  p["state"] = std::to_string(gpu::detail::item_size(k.accumulate));
  p["group"] = std::to_string(l.group);
  p["split"] = yes_no(launch.splits > 1);
  p["kept"] = std::to_string(std::min(2, l.rank - k.reduced_axes));
  p["reduced"] = std::to_string(std::min(2, k.reduced_axes));
}

}  // namespace

properties properties_of(const plan::kernel& k) {
  const backend::layout l = backend::layout_of(k);
  // names every member: a new one does not compile until it is taken in here
  const auto& [how, rank, lane_axis, lanes, exact, wide, group, repeat, shift, inputs, outputs, draws_by_four] = l;
  properties p;
  p["template"] = template_of(k, how);
  const plan::operand& out = k.outputs.front().to;
  p["width"] = std::to_string(gpu::detail::item_size(out.type));
  p["out"] = name_of(outputs.front().lanes);
  p["parts out"] = yes_no(outputs.front().parts);
  p["lanes"] = std::to_string(lanes);
  p["exact"] = yes_no(exact);
  p["wide"] = yes_no(wide);
  p["peel"] = yes_no(shift > 0);
  p["repeat"] = std::to_string(repeat);
  p["rank"] = std::to_string(std::min(3, rank));
  p["lane axis"] = lane_axis == rank - 1 ? "last" : "kept";
  p["masked"] = yes_no(k.outputs.front().masked);
  if (!out.indexed.empty()) p["indices"] = std::to_string(out.indexed.size());
  if (!k.inputs.empty()) {
    const std::size_t i = main_input(k);
    p["in"] = name_of(inputs[i].lanes);
    p["width in"] = std::to_string(gpu::detail::item_size(k.inputs[i].type));
    p["read only"] = yes_no(inputs[i].read_only);
    p["parts in"] = yes_no(inputs[i].parts);
    if (!k.inputs[i].indexed.empty()) p["indices"] = std::to_string(k.inputs[i].indexed.size());
  }
  if (!k.draws.empty()) {
    p["distribution"] = name_of(k.draws.front().kind);
    p["by four"] = yes_no(draws_by_four.front());
  }
  if (k.kind == plan::kernel_kind::reduce) add_reduction(p, k, l);
  return p;
}

std::set<std::string> classes_of(const properties& p) {
  std::set<std::string> classes;
  for (auto a = p.begin(); a != p.end(); ++a) {
    classes.insert(a->first + ' ' + a->second);
    for (auto b = std::next(a); b != p.end(); ++b)
      classes.insert(a->first + ' ' + a->second + ", " + b->first + ' ' + b->second);
  }
  return classes;
}

std::vector<std::string> templates() {
  return {"map",  "masked map",       "map of several outputs", "gather", "scatter of one value", "scatter of values",
          "draw", "ramp", "inner reduction",  "outer reduction"};
}

}  // namespace kernel_coverage

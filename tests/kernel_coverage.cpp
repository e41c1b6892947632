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
  p["fold"] = is_position ? "position" : adds && k.accumulate >= gpu::dtype::float16 ? "cascaded" : "plain";
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
  return {"map",  "masked map", "map of several outputs", "gather",         "scatter of one value", "scatter of values",
          "draw", "ramp",       "inner reduction",        "outer reduction"};
}

namespace {

using values = std::vector<std::string>;
using field_values = std::map<std::string, values>;

const values either = {"no", "yes"};
const values widths = {"1", "2", "4", "8", "16"};
const values accesses = {name_of(access::vector), name_of(access::contiguous), name_of(access::broadcast),
                         name_of(access::strided)};
const values element_by_element(accesses.begin() + 1, accesses.end());

bool is_reduction(const std::string& t) { return t == "inner reduction" || t == "outer reduction"; }
bool is_scatter(const std::string& t) { return t == "scatter of one value" || t == "scatter of values"; }

field_values fields_of_map(const std::string& t) {
  field_values f;
  f["width"] = f["lanes"] = widths;
  f["out"] = is_scatter(t) ? element_by_element : accesses;
  f["parts out"] = f["exact"] = f["wide"] = f["peel"] = either;
  f["repeat"] = {"1", "2", "4"};
  f["rank"] = {"1", "2", "3"};
  if (t == "draw") {
    f["distribution"] = {"random", "normal", "integers"};
    f["by four"] = either;
  }
  if (t == "gather" || is_scatter(t)) f["indices"] = {"1", "2"};
  if (is_scatter(t)) f["masked"] = either;
  if (t == "draw" || t == "ramp" || t == "scatter of one value") return f;
  f["in"] = t == "gather" ? element_by_element : accesses;
  f["parts in"] = either;
  if (t != "gather") f["width in"] = widths;
  if (t != "gather" && !is_scatter(t)) f["read only"] = either;
  return f;
}

field_values fields_of_reduction(const std::string& t) {
  const bool inner = t == "inner reduction";
  field_values f;
  f["width in"] = f["lanes"] = widths;
  f["in"] = accesses;
  f["parts in"] = f["parts out"] = f["exact"] = f["wide"] = f["peel"] = f["split"] = either;
  f["reduced"] = {"1", "2"};
  f["combine"] = {"sum", "prod", "min", "max", "all", "any", "argmin", "argmax"};
  f["fold"] = {"plain", "cascaded", "position"};
  f["rank"] = inner ? values{"1", "2", "3"} : values{"2", "3"};
  f["kept"] = inner ? values{"0", "1", "2"} : values{"1", "2"};
  if (inner)
    f["group"] = {"1", "4", "32", "256"};
  else
    f["out"] = {name_of(access::vector), name_of(access::contiguous), name_of(access::strided)};
  return f;
}

/// The numbers of lanes that a kernel of a class can have.
struct lane_range {
  int least = 1;
  int most = backend::max_lanes;
};

lane_range lanes_of(const std::string& t, const std::string& field, const std::string& value) {
  const bool output_decides = !is_reduction(t) && !is_scatter(t);
  if (field == "lanes") return {std::stoi(value), std::stoi(value)};
  // 16 bytes, of the widest item, are the most that a thread moves at once
  if (field == "width in" || field == "width") return {1, backend::vector_bytes / std::stoi(value)};
  if (field == "by four" && value == "yes") return {4, backend::max_lanes};
  if (value == "vector" || (field == "exact" && value == "no") || (field == "peel" && value == "yes"))
    return {2, backend::max_lanes};
  if (field == "repeat" && value != "1") return {1, 1};
  if (output_decides && (field == "out" || (field == "parts out" && value == "yes"))) return {1, 1};
  if (t == "scatter of values" && field == "in" && value == "contiguous") return {1, 1};  // it decides there
  if (field.starts_with("parts") && value == "yes") return {1, 2};
  // at most 64 bytes of states: a position has 8 beside its key, sums at least 4
  if (value == "position" || value == "argmin" || value == "argmax") return {1, 4};
  if (value == "cascaded" || value == "sum" || value == "prod") return {1, 8};
  return {};
}

/// Pairs of classes that no kernel has, though their lanes agree.
class exclusions {
 public:
  explicit exclusions(const std::string& t) {
    never("exact", {"yes"}, "peel", {"yes"});  // the first group of a shifted row is a part of one
    for (const std::string side : {"in", "out"}) {
      never("parts " + side, {"yes"}, side, {"vector"});
      never("parts " + side, {"yes"}, side == "in" ? "width in" : "width", {"1", "2", "4"});  // not complex
    }
    if (is_reduction(t))
      of_reductions(t == "inner reduction");
    else
      of_maps(t);
  }
  [[nodiscard]] bool contain(const std::string& pair) const { return pairs_.contains(pair); }

 private:
  void never(const std::string& a, const values& of_a, const std::string& b, const values& of_b) {
    for (const std::string& x : of_a)
      for (const std::string& y : of_b) pairs_.insert(a < b ? pair_of(a, x, b, y) : pair_of(b, y, a, x));
  }
  static std::string pair_of(const std::string& a, const std::string& x, const std::string& b, const std::string& y) {
    std::string text = a;
    text.append(" ").append(x).append(", ").append(b).append(" ").append(y);
    return text;
  }
  void of_maps(const std::string& t) {
    for (const std::string width : {"width", "width in"}) {  // groups make up for what one lacks of 16 bytes
      never("repeat", {"4"}, width, {"8", "16"});
      never("repeat", {"2"}, width, {"16"});
    }
    never("repeat", {"4"}, "parts in", {"yes"});
    never("repeat", {"4"}, "parts out", {"yes"});
    if (t == "gather") never("parts in", {"yes"}, "width", {"1", "2", "4"});  // both are of one dtype
    if (is_scatter(t)) return;
    // an output without a stride has one element: so have all operands, and (the sample's) axes of length 1 are few
    never("out", {"broadcast"}, "in", {"contiguous", "strided"});
    never("out", {"broadcast"}, "rank", {"3"});
  }
  void of_reductions(bool inner) {
    never("combine", {"all", "any", "min", "max"}, "fold", {"cascaded", "position"});
    never("combine", {"argmin", "argmax"}, "fold", {"cascaded", "plain"});
    never("combine", {"sum", "prod"}, "fold", {"position"});
    never("combine", {"all", "any", "argmin", "argmax"}, "parts out", {"yes"});  // bool and int64
    never("fold", {"position"}, "parts out", {"yes"});
    never("fold", {"cascaded"}, "width in", {"1"});  // integers add up exactly
    never("parts out", {"yes"}, "width in", {"1", "2", "4"});
    // the sample has no products of complex numbers: the signs of their zeros depend on the order
    never("combine", {"prod"}, "width in", {"16"});
    never("combine", {"prod"}, "parts in", {"yes"});
    never("combine", {"prod"}, "parts out", {"yes"});
    never("kept", {"1"}, "rank", {"1"});
    never("kept", {"2"}, "rank", {"1", "2"});
    never("reduced", {"2"}, "rank", inner ? values{"1"} : values{"1", "2"});
    never("wide", {"yes"}, "rank", inner ? values{"1"} : values{"2"});  // the long axis is one more
    if (!inner) return;
    never("reduced", {"2"}, "exact", {"no"});  // lanes are then such that rows fit
    never("reduced", {"2"}, "peel", {"yes"});
    never("split", {"yes"}, "group", {"1", "4", "32"});  // only whole blocks share an output
  }
  std::set<std::string> pairs_;
};

}  // namespace

std::set<std::string> all_classes(const std::string& of_template) {
  const field_values fields = is_reduction(of_template) ? fields_of_reduction(of_template) : fields_of_map(of_template);
  const exclusions excluded(of_template);
  std::set<std::string> classes;
  const auto add_pair = [&](const std::string& a, const std::string& x, const std::string& b, const std::string& y) {
    const lane_range one = lanes_of(of_template, a, x);
    const lane_range other = lanes_of(of_template, b, y);
    const std::string pair = a + ' ' + x + ", " + b + ' ' + y;
    if (std::max(one.least, other.least) <= std::min(one.most, other.most) && !excluded.contain(pair))
      classes.insert(pair);
  };
  for (auto a = fields.begin(); a != fields.end(); ++a)
    for (const std::string& x : a->second) {
      classes.insert(a->first + ' ' + x);
      for (auto b = std::next(a); b != fields.end(); ++b)
        for (const std::string& y : b->second) add_pair(a->first, x, b->first, y);
    }
  return classes;
}

}  // namespace kernel_coverage

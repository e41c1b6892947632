#include "cuda/point_writer.hpp"

#include "cuda/user_functions.hpp"
#include "plan/names.hpp"

namespace gpu::cuda_backend {

const char* type_name(dtype d) noexcept {
  constexpr const char* names[dtype_count] = {"bool", "i8",  "i16",  "i32", "i64", "u8",  "u16", "u32",
                                              "u64",  "f16", "bf16", "f32", "f64", "c64", "c128"};
  return names[static_cast<int>(d)];
}

namespace {

const char* bool_text(bool b) noexcept { return b ? "true" : "false"; }

}  // namespace

/// Σ c<k> * stride word, computed in `type`.
std::string point_writer::linear(int first_stride, std::string_view type, int axes) const {
  std::string sum = axes == 0 ? "0" : "";
  for (int axis = 0; axis < axes; ++axis)
    sum += cat(axis == 0 ? "" : " + ", "static_cast<", type, ">(c", axis, ") * device::word<", type, ">(",
               word(first_stride + axis), ")");
  return sum;
}

std::string point_writer::address(const plan::operand& o, const operand_words& words, bool constant, int axes) const {
  return cat("device::pointer<", constant ? "const " : "", type_name(o.type), ">(", word(words.address), ") + (",
             linear(words.strides, "idx", axes), ")");
}

std::string point_writer::stride_text(const operand_words& words, access lanes) const {
  if (lanes == access::vector || lanes == access::contiguous) return "idx{1}";
  if (lanes == access::broadcast) return "idx{0}";
  return cat("device::word<idx>(", word(words.strides + l_.lane_axis), ")");
}

std::string point_writer::declare_input(std::size_t i) const {
  const plan::operand& in = k_.inputs[i];
  std::string text =
      cat("  const ", type_name(in.type), "* const a", i, " = ", address(in, map_.inputs[i], true, l_.rank), ";\n");
  if (in.indexed.empty()) {
    const bool single = l_.inputs[i].lanes == access::broadcast;
    text += cat("  ", type_name(in.type), " x", i, single ? "" : cat("[", l_.lanes, "]"), ";\n");
  }
  return text;
}

/// The load of input i. `full`: all lanes are inside.
std::string point_writer::load_input(std::size_t i, bool full) const {
  const operand_layout& how = l_.inputs[i];
  const char* read_only = bool_text(how.read_only);
  if (how.lanes == access::broadcast)
    return cat("  x", i, " = device::load", how.parts ? "_parts" : "", "<", read_only, ">(a", i, ");\n");
  if (how.lanes == access::vector && full) return cat("  device::load_vector<", read_only, ">(a", i, ", x", i, ");\n");
  return cat("  device::load_lanes", how.parts ? "_in_parts" : "", "<", read_only, ">(a", i, ", ",
             stride_text(map_.inputs[i], how.lanes), ", ", full ? "0" : "low", ", ",
             full ? std::to_string(l_.lanes) : "high", ", x", i, ");\n");
}

std::string point_writer::loads() const {
  std::string text;
  std::string full;
  std::string guarded;
  for (std::size_t i = 0; i < k_.inputs.size(); ++i) {
    text += declare_input(i);
    if (!k_.inputs[i].indexed.empty()) continue;  // loaded where its index is known
    full += load_input(i, true);
    guarded += load_input(i, false);
  }
  if (full == guarded || l_.exact) return text + full;
  return text + "  if (full) {\n" + full + "  } else {\n" + guarded + "  }\n";
}

std::set<int> point_writer::needed(const std::set<int>& wanted) const {
  std::set<int> all = wanted;
  const auto add_indexed = [&](const plan::operand& o) {
    for (const plan::indexed_axis& axis : o.indexed) all.insert(axis.value);
  };
  for (int i = static_cast<int>(k_.values.size()) - 1; i >= 0; --i) {  // arguments come before their users
    if (!all.contains(i)) continue;
    const plan::value& v = k_.values[static_cast<std::size_t>(i)];
    if (v.kind == plan::value_kind::load) add_indexed(k_.inputs[v.slot]);
    if (plan::has_arguments(v.kind))
      for (int a = 0; a < v.nargs; ++a) all.insert(v.args[static_cast<std::size_t>(a)]);
  }
  return all;
}

std::string point_writer::lane_loop(const std::set<int>& wanted, std::string_view tail) const {
  std::string text;
  for (std::size_t i = 0; i < k_.positions.size(); ++i)
    text += cat("  const i64 position", i, " = device::word<i64>(", word(map_.positions[i].offset), ") + ",
                linear(map_.positions[i].strides, "i64", l_.rank), ";\n");
  for (std::size_t i = 0; i < k_.draws.size(); ++i)
    text += cat("  const i64 drawn", i, " = device::word<i64>(", word(map_.draws[i].seed + 4), ") + ",
                linear(map_.draws[i].strides, "i64", l_.rank), ";\n",
                l_.draws_by_four[i] ? draws_of_lanes(i) : std::string());
  text += cat("#pragma unroll\n  for (int j = 0; j < ", l_.lanes, "; ++j) {\n");
  text += cat("    [[maybe_unused]] const bool active = ", l_.exact ? "true" : "full || (j >= low && j < high)", ";\n");
  for (const int i : needed(wanted))
    text +=
        cat("    const ", type_name(k_.values[static_cast<std::size_t>(i)].type), " v", i, " = ", value_text(i), ";\n");
  return cat(text, tail, "  }\n");
}

std::string point_writer::value_text(int index) const {
  const plan::value& v = k_.values[static_cast<std::size_t>(index)];
  const char* type = type_name(v.type);
  switch (v.kind) {
    case plan::value_kind::load: return load_value(v, index);
    case plan::value_kind::scalar: return cat("device::scalar<", type, ">(", word(map_.scalars + 2 * v.slot), ")");
    case plan::value_kind::draw: return draw_value(v);
    case plan::value_kind::cast: return cat("cast<", type, ">(v", v.args[0], ")");
    case plan::value_kind::index:
      return cat("position", v.slot, " + j * device::word<i64>(", word(map_.positions[v.slot].strides + l_.lane_axis),
                 ")");
    case plan::value_kind::user: return user_value(v);
    case plan::value_kind::op: break;
  }
  std::string text = cat("apply<", plan::op_name(v.op), ">(");
  for (int a = 0; a < v.nargs; ++a) text += cat(a == 0 ? "v" : ", v", v.args[static_cast<std::size_t>(a)]);
  return text + ")";
}

std::string point_writer::user_value(const plan::value& v) const {
  std::vector<std::string> arguments;
  for (std::size_t i = 0; i < v.nargs; ++i) arguments.push_back(cat("v", v.args[i]));
  return user_functions(k_).call(runtime::source_of(*k_.users[v.slot]), arguments);
}

std::string point_writer::load_value(const plan::value& v, int index) const {
  const plan::operand& in = k_.inputs[v.slot];
  const operand_layout& how = l_.inputs[v.slot];
  if (in.indexed.empty()) return cat("x", v.slot, how.lanes == access::broadcast ? "" : "[j]");
  const operand_words& words = map_.inputs[v.slot];
  return cat("[&]() -> ", type_name(v.type), " {\n      bool ok", index, " = active;\n      i64 at", index,
             " = static_cast<i64>(j * ", stride_text(words, how.lanes), ");\n",
             resolve(in, words, cat("ok", index), cat("at", index)), "      return ok", index, " ? device::load",
             how.parts ? "_parts" : "", "<", bool_text(how.read_only), ">(a", v.slot, " + at", index,
             ") : ", type_name(v.type), "{};\n    }()");
}

std::string point_writer::resolve(const plan::operand& o, const operand_words& words, std::string_view ok,
                                  std::string_view offset) const {
  std::string text;
  for (std::size_t i = 0; i < o.indexed.size(); ++i) {
    const int first = words.indexed + 3 * static_cast<int>(i);
    const std::string index = cat("v", o.indexed[i].value);
    const std::string length = cat("device::word<i64>(", word(first), ")");
    text += cat("      if (", ok, " && !device::resolve(", index, ", ", length, ", device::word<i64>(", word(first + 1),
                "), ", offset, ")) {\n        device::report(device::pointer<device::error_slot>(", word(map_.slot),
                "), ", word(map_.slot + 1), ", device::word<i32>(", word(first + 2), "), ", index, ", ", length,
                ");\n        ", ok, " = false;\n      }\n");
  }
  return text;
}

namespace {

const char* draw_function(plan::distribution kind) noexcept {
  switch (kind) {
    case plan::distribution::random: return "draw_random";
    case plan::distribution::normal: return "draw_normal";
    case plan::distribution::integers: break;
  }
  return "draw_integers";
}

}  // namespace

/// The arguments of a draw's function up to the position, which is `position`, and those after it.
std::string point_writer::draw_arguments(std::size_t slot, std::string_view position) const {
  const int first = map_.draws[slot].seed;
  std::string text = cat(word(first), ", ", word(first + 1), ", static_cast<u64>(", position, ")");
  if (k_.draws[slot].kind == plan::distribution::integers)
    text += cat(", device::word<i64>(", word(first + 2), "), ", word(first + 3));
  return text;
}

/// All lanes' numbers at once: four of them share a block of the generator.
std::string point_writer::draws_of_lanes(std::size_t slot) const {
  const plan::draw& d = k_.draws[slot];
  const bool integers = d.kind == plan::distribution::integers;
  const std::string type = integers ? "" : cat("<", type_name(d.type), ">");
  return cat("  ", integers ? "i64" : type_name(d.type), " r", slot, "[", l_.lanes,
             "];\n#pragma unroll\n  for (int j = 0; j < ", l_.lanes, "; j += 4) ", draw_function(d.kind), "4", type,
             "(", draw_arguments(slot, cat("drawn", slot, " + j")), ", r", slot, " + j);\n");
}

std::string point_writer::draw_value(const plan::value& v) const {
  const plan::draw& d = k_.draws[v.slot];
  const bool integers = d.kind == plan::distribution::integers;
  std::string drawn = cat("r", v.slot, "[j]");
  if (!l_.draws_by_four[v.slot]) {
    const std::string position =
        cat("drawn", v.slot, " + j * device::word<i64>(", word(map_.draws[v.slot].strides + l_.lane_axis), ")");
    drawn = cat(draw_function(d.kind), integers ? "" : cat("<", type_name(d.type), ">"), "(",
                draw_arguments(v.slot, position), ")");
  }
  return integers ? cat("cast<", type_name(d.type), ">(", drawn, ")") : drawn;
}

void point_writer::collect_names(std::set<std::string_view>& names) const {
  names.insert("cast");
  for (const plan::value& v : k_.values)
    if (v.kind == plan::value_kind::op) names.insert(plan::op_name(v.op));
  for (const plan::draw& d : k_.draws) names.insert(draw_function(d.kind));
}

}  // namespace gpu::cuda_backend

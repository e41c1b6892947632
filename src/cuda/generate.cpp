#include "cuda/generate.hpp"

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "cuda/op_text.hpp"
#include "cuda/point_writer.hpp"
#include "cuda/user_functions.hpp"
#include "plan/names.hpp"

namespace gpu::cuda_backend {
namespace {

/// Appends numbers to a key.
class key_writer {
 public:
  key_writer() { bytes_.reserve(256); }
  template <class... Numbers>
  void add(Numbers... numbers) {
    const std::uint16_t words[] = {static_cast<std::uint16_t>(numbers)...};
    append(words, sizeof words);
  }
  void add(const plan::operand& o, const operand_layout& how) {
    add(o.type, how.lanes, how.read_only, how.parts, o.indexed.size());
    for (const plan::indexed_axis& axis : o.indexed) add(axis.value);
  }
  void add(const std::vector<plan::value>& values) {
    static_assert(std::has_unique_object_representations_v<plan::value>, "values are compared as bytes");
    add(values.size());
    append(values.data(), values.size() * sizeof(plan::value));
  }
  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  void append(const void* bytes, std::size_t count) { bytes_.append(static_cast<const char*>(bytes), count); }
  std::string bytes_;
};

}  // namespace

bool needs_check(const plan::kernel& k) noexcept {
  return std::any_of(k.outputs.begin(), k.outputs.end(),
                     [](const plan::output& out) { return !out.to.indexed.empty(); });
}

bool picks_last_writer(const plan::kernel& k) noexcept {
  return std::any_of(k.outputs.begin(), k.outputs.end(), [&](const plan::output& out) {
    return !out.to.indexed.empty() && k.values[out.value].kind != plan::value_kind::scalar;
  });
}

std::string structure_key(const plan::kernel& k, const layout& l) {
  key_writer key;
  key.add(k.kind, l.how, l.rank, l.lane_axis, l.lanes, l.exact, l.wide, l.group, l.repeat);
  key.add(k.reduced_axes, k.combine, k.accumulate);
  key.add(k.values);
  key.add(k.inputs.size(), k.scalars.size(), k.draws.size(), k.positions.size(), k.outputs.size(), k.users.size());
  for (std::size_t i = 0; i < k.inputs.size(); ++i) key.add(k.inputs[i], l.inputs[i]);
  for (std::size_t i = 0; i < k.draws.size(); ++i)
    key.add(k.draws[i].kind, k.draws[i].type, l.draws_by_four[i] ? 1 : 0);
  for (const detail::user_function* f : k.users) {
    const std::uint32_t id = runtime::source_of(*f).id;
    key.add(id, id >> 16);
  }
  for (std::size_t i = 0; i < k.outputs.size(); ++i) {
    key.add(k.outputs[i].to, l.outputs[i]);
    key.add(k.outputs[i].value, k.outputs[i].masked, k.outputs[i].masked ? k.outputs[i].mask : 0);
  }
  return key.take();
}

std::string decompose(const layout& l, const param_map& map, int first, int last, int lane_axis,
                      std::string_view unit) {
  std::string text = cat("  uidx rest = ", unit, ";\n");
  const auto split = [&](int axis, int length_word, int divisor_word) {  // peels the fastest coordinate off
    if (axis == first) return cat("  const idx u", axis, " = static_cast<idx>(rest);\n");
    return cat("  const uidx q", axis, " = device::divide(rest, ", point_writer::word(divisor_word), ", ",
               point_writer::word(divisor_word + 1), ");\n  const idx u", axis, " = static_cast<idx>(rest - q", axis,
               " * device::word<uidx>(", point_writer::word(length_word), "));\n  rest = q", axis, ";\n");
  };
  for (int axis = last - 1; axis >= first; --axis) {
    if (axis == lane_axis) {
      text += split(axis, map.lane_chunks, map.lane_chunks + 1);
      text += cat("  const idx c", axis, " = u", axis, " * ", l.lanes,
                  l.exact ? std::string() : cat(" - device::word<idx>(", point_writer::word(map.shift), ")"), ";\n");
    } else {
      text += split(axis, map.axes + 3 * axis, map.axes + 3 * axis + 1);
      text += cat("  const idx c", axis, " = u", axis, ";\n");
    }
  }
  return text;
}

std::string lane_bounds(const layout& l, const param_map& map) {
  if (l.exact)
    return cat("  [[maybe_unused]] constexpr bool full = true;\n  [[maybe_unused]] constexpr int low = 0, high = ",
               l.lanes, ";\n");
  return cat("  const idx left = device::word<idx>(", point_writer::word(map.axes + 3 * l.lane_axis), ") - c",
             l.lane_axis, ";\n  const int low = c", l.lane_axis, " < 0 ? static_cast<int>(-c", l.lane_axis,
             ") : 0;\n  const int high = left < ", l.lanes, " ? static_cast<int>(left) : ", l.lanes,
             ";\n  [[maybe_unused]] const bool full = low == 0 && high == ", l.lanes, ";\n");
}

source_parts parts_of(const plan::kernel& k, const layout& l, const param_map& map) {
  source_parts parts;
  const point_writer points(k, l, map);
  points.collect_names(parts.ops);
  const user_functions functions(k);
  functions.collect_names(parts.ops);
  parts.users = functions.text();
  parts.reduces = k.kind == plan::kernel_kind::reduce;
  if (parts.reduces) parts.ops.insert(plan::reducer_name(k.combine));
  parts.kernel = cat("using idx = ", l.wide ? "i64" : "i32", ";\nusing uidx = ", l.wide ? "u64" : "u32",
                     ";\nstruct alignas(16) params {\n  u64 w[", map.count, "];\n};\n\n",
                     parts.reduces ? generate_reduction(k, l, map) : generate_map(k, l, map));
  return parts;
}

std::string shared_text(const std::set<std::string_view>& ops, bool reduces) {
  return op_source(ops) + device_text("prelude.cuh") + (reduces ? device_text("reduce.cuh") : std::string());
}

std::string generate(const plan::kernel& k, const layout& l, const param_map& map) {
  const source_parts parts = parts_of(k, l, map);
  return cat(shared_text(parts.ops, parts.reduces), parts.users, "\nnamespace gpu {\nnamespace ops {\n\n", parts.kernel,
             "\n}  // namespace ops\n}  // namespace gpu\n");
}

}  // namespace gpu::cuda_backend

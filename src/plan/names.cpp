#include "plan/names.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include <gpu/detail/user_function.hpp>

namespace gpu::plan {
namespace {

bool is_indexed(const operand& o) noexcept { return !o.indexed.empty(); }

bool gathers(const kernel& k) noexcept { return std::any_of(k.inputs.begin(), k.inputs.end(), is_indexed); }

bool scatters(const kernel& k) noexcept {
  return std::any_of(k.outputs.begin(), k.outputs.end(), [](const output& o) { return is_indexed(o.to); });
}

/// What computes a value.
const char* value_name(const kernel& k, const value& v) noexcept {
  switch (v.kind) {
    case value_kind::load: return is_indexed(k.inputs[v.slot]) ? "take" : "copy";
    case value_kind::scalar: return "fill";
    case value_kind::draw: return distribution_name(k.draws[v.slot].kind);
    case value_kind::op: return op_name(v.op);
    case value_kind::user: return k.users[v.slot]->text.name;
    case value_kind::cast: return "astype";
    case value_kind::index: break;
  }
  return "positions";
}

/// Operations, not what they read: a copy is the name of a kernel that does nothing else.
bool is_work(const kernel& k, const value& v) noexcept {
  return has_arguments(v.kind) || v.kind == value_kind::draw ||
         (v.kind == value_kind::load && is_indexed(k.inputs[v.slot]));
}

std::vector<std::string_view> work_of(const kernel& k) {
  std::vector<std::string_view> words;
  for (const value& v : k.values)
    if (is_work(k, v)) words.emplace_back(value_name(k, v));
  if (k.kind == kernel_kind::reduce) words.emplace_back(reducer_name(k.combine));
  if (scatters(k)) words.emplace_back("scatter");
  if (words.empty()) words.emplace_back(value_name(k, k.values[k.outputs.front().value]));
  return words;
}

}  // namespace

const char* reducer_name(reducer r) noexcept {
  constexpr const char* names[] = {"sum", "prod", "min", "max", "all", "any", "argmin", "argmax"};
  return names[static_cast<int>(r)];
}

const char* distribution_name(distribution d) noexcept {
  constexpr const char* names[] = {"random", "normal", "integers"};
  return names[static_cast<int>(d)];
}

const char* short_name(const kernel& k) noexcept {
  if (scatters(k)) return "scatter";
  if (gathers(k)) return "take";
  return k.kind == kernel_kind::reduce ? reducer_name(k.combine) : value_name(k, k.values[k.outputs.front().value]);
}

std::string full_name(const kernel& k) {
  const std::vector<std::string_view> words = work_of(k);
  constexpr std::size_t room_for_count = 18;  // "_and_123_more_"
  const std::string last(words.back());
  std::string name;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (name.size() + words[i].size() + last.size() + room_for_count > longest_name) {
      name += "and_" + std::to_string(words.size() - 1 - i) + "_more_";
      break;
    }
    name.append(words[i]).push_back('_');
  }
  return name + last;
}

}  // namespace gpu::plan

#include "plan/passes.hpp"

#include <array>
#include <atomic>
#include <cstdlib>
#include <string>

#include <gpu/error.hpp>

namespace gpu::plan {
namespace {

constexpr std::array<const char*, pass_count> names = {"merge_axes",      "fuse_maps",          "fuse_reductions",
                                                       "reduce_in_place", "library_reductions", "vector_lanes",
                                                       "narrow_indices"};

pass pass_of(std::string_view name) {
  for (int p = 0; p < pass_count; ++p)
    if (name == names[static_cast<std::size_t>(p)]) return static_cast<pass>(p);
  std::string known;
  for (const char* n : names) known += std::string(known.empty() ? "" : ", ") + n;
  throw value_error("\"" + std::string(name) + "\" names no pass; these do: " + known);
}

pass_set off_from_environment() {
  const char* text = std::getenv("GPU_PASSES_OFF");
  return text == nullptr ? pass_set() : passes_named(text);
}

/// A static, so that a bad GPU_PASSES_OFF throws at every use.
std::atomic<pass_set>& passes_off() {
  static std::atomic<pass_set> off{off_from_environment()};
  return off;
}

}  // namespace

const char* pass_name(pass p) noexcept { return names[static_cast<std::size_t>(p)]; }

pass_set passes_named(std::string_view text) {
  pass_set found;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    std::string_view name = text.substr(0, comma);
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    while (!name.empty() && name.front() == ' ') name.remove_prefix(1);
    while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
    if (!name.empty()) found.insert(pass_of(name));
  }
  return found;
}

bool enabled(pass p) { return !passes_off().load(std::memory_order_relaxed).contains(p); }

passes_off_guard::passes_off_guard(pass_set off) : previous_(passes_off().exchange(off)) {}

passes_off_guard::~passes_off_guard() { passes_off().store(previous_); }

}  // namespace gpu::plan

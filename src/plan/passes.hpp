// The passes: what the planner, and the CUDA back end when it lays a kernel out, do beyond the plain fallback. Each can be
// switched off, for the whole process, and results must stay right: tests and tools/fuzz compare with and without.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace gpu::plan {

enum class pass : std::uint8_t {
  merge_axes,          // a kernel's axes are sorted, turned and merged; off: they stay as the user's shapes have them
  fuse_maps,           // operations join the kernel of the operation that reads them; off: each is a kernel of its own
  fuse_reductions,     // what a reduction reads is computed in its kernel; off: it is an array first
  reduce_in_place,     // a reduction writes its destination; off: an array of its own, which is copied
  library_reductions,  // CUB computes the reductions that it has; off: generated kernels do
  vector_lanes,        // a thread takes several neighbours, with wide accesses; off: one element
  narrow_indices,      // 32-bit index arithmetic where it suffices; off: always 64 bits
};
inline constexpr int pass_count = 7;

/// The pass's name, as the environment variable GPU_PASSES_OFF has it.
[[nodiscard]] const char* pass_name(pass p) noexcept;

/// A set of passes.
class pass_set {
 public:
  constexpr pass_set() noexcept = default;
  constexpr pass_set(std::initializer_list<pass> passes) noexcept {
    for (const pass p : passes) bits_ |= bit(p);
  }
  [[nodiscard]] static constexpr pass_set all() noexcept {
    pass_set s;
    s.bits_ = (1U << pass_count) - 1;
    return s;
  }
  [[nodiscard]] constexpr bool contains(pass p) const noexcept { return (bits_ & bit(p)) != 0; }
  constexpr void insert(pass p) noexcept { bits_ |= bit(p); }
  friend constexpr bool operator==(pass_set, pass_set) noexcept = default;

 private:
  static constexpr std::uint32_t bit(pass p) noexcept { return 1U << static_cast<unsigned>(p); }
  std::uint32_t bits_ = 0;
};

/// The passes of a list of names with commas between, spaces ignored. Throws value_error for an unknown name.
[[nodiscard]] pass_set passes_named(std::string_view names);

/// Whether the pass is on: all are but those that GPU_PASSES_OFF names, read when first asked, and those of a guard. Throws
/// value_error for a name there that is no pass.
[[nodiscard]] bool enabled(pass p);

/// Switches exactly these passes off while it lives, for all threads; then what was off before. For one guard at a time in a
/// process, or nested ones.
class passes_off_guard {
 public:
  [[nodiscard]] explicit passes_off_guard(pass_set off);
  ~passes_off_guard();
  passes_off_guard(const passes_off_guard&) = delete;
  passes_off_guard& operator=(const passes_off_guard&) = delete;

 private:
  pass_set previous_;
};

}  // namespace gpu::plan

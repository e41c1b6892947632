// From a kernel description to CUDA C++.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "cuda/layout.hpp"
#include "cuda/params.hpp"
#include "plan/kernel.hpp"

namespace gpu::cuda_backend {

/// The names of the generated entry points.
inline constexpr const char* main_entry = "gpu_kernel";
inline constexpr const char* check_entry =
    "gpu_check";  // there only where an output is indexed: checks all indices first

/// Whether a scatter's indices are checked by a kernel of their own.
[[nodiscard]] bool needs_check(const plan::kernel& k) noexcept;

/// Whether a scatter stores values that differ from point to point, so that of several points with one target the last has
/// to win: the check kernel then leaves the number of the last point, plus 1, in a word for each element of the storage, and
/// the main kernel stores where its own number stands there.
[[nodiscard]] bool picks_last_writer(const plan::kernel& k) noexcept;

/// The whole source of `k` under layout `l`: complete in itself, the same for every shape and scalar.
[[nodiscard]] std::string generate(const plan::kernel& k, const layout& l, const param_map& map);

/// A source in its parts: what kernels may share, named here and written by shared_text(); after it the user functions; at the
/// end the kernel's own text, which stands in namespace gpu::ops.
struct source_parts {
  std::set<std::string_view> ops;  // names of src/ops
  bool reduces = false;
  std::string users;
  std::string kernel;
};
[[nodiscard]] source_parts parts_of(const plan::kernel& k, const layout& l, const param_map& map);
[[nodiscard]] std::string shared_text(const std::set<std::string_view>& ops, bool reduces);

/// Everything that generate() depends on, as bytes: equal keys give equal sources.
[[nodiscard]] std::string structure_key(const plan::kernel& k, const layout& l);

// The kinds, each in a file of its own: the entry points without the bodies before them.
[[nodiscard]] std::string generate_map(const plan::kernel& k, const layout& l, const param_map& map);
[[nodiscard]] std::string generate_reduction(const plan::kernel& k, const layout& l, const param_map& map);

/// Statements that set coordinates c<first> … c<last - 1> from `unit`, a number of type uidx that counts groups of lanes along
/// `lane_axis` (which must be last - 1, or -1 for none) fastest.
[[nodiscard]] std::string decompose(const layout& l, const param_map& map, int first, int last, int lane_axis,
                                    std::string_view unit);
/// Statements that set full, low and high from the lane axis's coordinate.
[[nodiscard]] std::string lane_bounds(const layout& l, const param_map& map);

}  // namespace gpu::cuda_backend

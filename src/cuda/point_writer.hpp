// Writes the part that all kernels share: from a point's coordinates to its values, lane by lane.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "cuda/layout.hpp"
#include "cuda/params.hpp"

namespace gpu::cuda_backend {

/// The name of a dtype's C++ type in src/ops.
[[nodiscard]] const char* type_name(dtype d) noexcept;

/// Joins texts and numbers.
template <class... Parts>
[[nodiscard]] std::string cat(const Parts&... parts) {
  std::string text;
  const auto append = [&](const auto& part) {
    if constexpr (std::is_convertible_v<decltype(part), std::string_view>)
      text += std::string_view(part);
    else
      text += std::to_string(part);
  };
  (append(parts), ...);
  return text;
}

/// Text of one kernel's points. Coordinates are variables c0, c1, … of type idx, that of the lane axis for lane 0; lanes low to
/// high - 1 are inside. The value of a point's lane j in `values[i]` becomes y<k>[j] for the k-th output.
class point_writer {
 public:
  point_writer(const plan::kernel& k, const layout& l, const param_map& map) : k_(k), l_(l), map_(map) {}

  /// Declarations of every operand's address at the point, and its loads.
  [[nodiscard]] std::string loads() const;
  /// The loop over lanes that computes `wanted` values and those they need; `tail` ends each lane.
  [[nodiscard]] std::string lane_loop(const std::set<int>& wanted, std::string_view tail) const;

  /// An element address: pointer and offset of `o` at coordinates c0 … c<axes - 1>, without its indexed axes.
  [[nodiscard]] std::string address(const plan::operand& o, const operand_words& words, bool constant, int axes) const;
  [[nodiscard]] std::string stride_text(const operand_words& words, access lanes) const;
  /// "p.w[n]"
  [[nodiscard]] static std::string word(int n) { return cat("p.w[", n, "]"); }

  /// Adds the names of src/ops that the wanted values use.
  void collect_names(std::set<std::string_view>& names) const;
  /// The values that `wanted` depend on, themselves included.
  [[nodiscard]] std::set<int> needed(const std::set<int>& wanted) const;
  /// Statements that resolve the indexed axes of `o`: `ok` is false for a lane whose index is bad, which is reported.
  [[nodiscard]] std::string resolve(const plan::operand& o, const operand_words& words, std::string_view ok,
                                    std::string_view offset) const;

 private:
  [[nodiscard]] std::string linear(int first_stride, std::string_view type, int axes) const;
  [[nodiscard]] std::string declare_input(std::size_t i) const;
  [[nodiscard]] std::string load_input(std::size_t i, bool full) const;
  [[nodiscard]] std::string value_text(int index) const;
  [[nodiscard]] std::string user_value(const plan::value& v) const;
  [[nodiscard]] std::string load_value(const plan::value& v, int index) const;
  [[nodiscard]] std::string draw_arguments(std::size_t slot, std::string_view position) const;
  [[nodiscard]] std::string draws_of_lanes(std::size_t slot) const;
  [[nodiscard]] std::string draw_value(const plan::value& v) const;

  const plan::kernel& k_;
  const layout& l_;
  const param_map& map_;
};

}  // namespace gpu::cuda_backend

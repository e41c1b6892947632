// A kernel's values as a list of steps over blocks: which loop computes each, and into which scratch register.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cpu/boxes.hpp"
#include "cpu/loop_table.hpp"
#include "cpu/small_vector.hpp"
#include "plan/kernel.hpp"

namespace gpu::cpu_backend {

/// One value to compute. Registers are blocks of scratch memory; no_register marks a value that needs none.
struct step {
  static constexpr std::uint16_t no_register = 0xffff;
  std::uint16_t value = 0;
  std::uint16_t reg = no_register;
  bool once = false;  // the same for every point: computed when a thread begins
  map_loop loop = nullptr;
};

/// An output whose blocks may be computed in place, without passing through scratch.
struct direct_output {
  std::uint16_t value = 0;
  std::uint16_t output = 0;
};

/// Values, inputs, … of a kernel for which no memory is allocated.
inline constexpr std::size_t few = 16;

/// The steps that a set of values needs, in order, with registers shared by values that are not alive together.
class program {
 public:
  /// For the values `roots` of `k` over its axes in the order `axes`. `in_place`: outputs may be written as they are computed.
  program(const plan::kernel& k, std::span<const std::uint16_t> roots, std::span<const int> axes, bool in_place);

  [[nodiscard]] const plan::kernel& kernel() const noexcept { return *kernel_; }
  [[nodiscard]] std::span<const step> steps() const noexcept { return {steps_.data(), steps_.size()}; }
  [[nodiscard]] std::span<const direct_output> direct_outputs() const noexcept {
    return {direct_.data(), direct_.size()};
  }
  [[nodiscard]] const shape& extent() const noexcept { return extent_; }
  [[nodiscard]] int registers() const noexcept { return registers_; }
  [[nodiscard]] std::size_t widest() const noexcept { return widest_; }
  /// `strides` of the kernel's axes in this program's order; axes beyond them get 0.
  [[nodiscard]] shape in_order(const shape& strides) const;
  [[nodiscard]] const shape& input_strides(std::size_t slot) const noexcept {
    return as_given_ ? kernel_->inputs[slot].strides : inputs_[slot];
  }

 private:
  void select_steps(std::span<const std::uint16_t> roots);
  void assign_registers(std::span<const std::uint16_t> roots);
  void find_direct_outputs();

  const plan::kernel* kernel_;
  small_vector<int, few> axes_;
  bool as_given_ = true;  // the axes are in the kernel's order
  shape extent_;
  std::vector<shape> inputs_;  // strides in this program's order, where that differs
  small_vector<step, few> steps_;
  small_vector<direct_output, 4> direct_;
  int registers_ = 0;
  std::size_t widest_ = 1;
};

}  // namespace gpu::cpu_backend

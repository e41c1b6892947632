// A kernel's values as a list of steps over blocks: which loop computes each, and into which scratch register.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cpu/boxes.hpp"
#include "cpu/loop_table.hpp"
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

/// The steps that a set of values needs, in order, with registers shared by values that are not alive together.
class program {
 public:
  /// For the values `roots` of `k` over its axes in the order `axes`. `in_place`: outputs may be written as they are computed.
  program(const plan::kernel& k, std::span<const std::uint16_t> roots, std::span<const int> axes, bool in_place);

  [[nodiscard]] const plan::kernel& kernel() const noexcept { return *kernel_; }
  [[nodiscard]] const std::vector<step>& steps() const noexcept { return steps_; }
  [[nodiscard]] const std::vector<direct_output>& direct_outputs() const noexcept { return direct_; }
  [[nodiscard]] const shape& extent() const noexcept { return extent_; }
  [[nodiscard]] int registers() const noexcept { return registers_; }
  [[nodiscard]] std::size_t widest() const noexcept { return widest_; }
  /// `strides` of the kernel's axes in this program's order; axes beyond them get 0.
  [[nodiscard]] shape in_order(const shape& strides) const;
  [[nodiscard]] const shape& input_strides(int slot) const noexcept { return inputs_[static_cast<std::size_t>(slot)]; }

 private:
  void select_steps(std::span<const std::uint16_t> roots);
  void assign_registers(std::span<const std::uint16_t> roots);
  void find_direct_outputs();

  const plan::kernel* kernel_;
  std::vector<int> axes_;
  shape extent_;
  std::vector<shape> inputs_;
  std::vector<step> steps_;
  std::vector<direct_output> direct_;
  int registers_ = 0;
  std::size_t widest_ = 1;
};

}  // namespace gpu::cpu_backend

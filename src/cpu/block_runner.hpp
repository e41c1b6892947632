// Computes a program's values for one box after another, in a thread's scratch memory.
#pragma once

#include <cstdint>

#include "cpu/boxes.hpp"
#include "cpu/program.hpp"
#include "cpu/scratch.hpp"

namespace gpu::cpu_backend {

class block_runner {
 public:
  /// For boxes of at most `capacity` elements.
  block_runner(const program& p, std::int64_t capacity);

  /// Computes all values for the box. Throws index_error where a load's index is out of bounds.
  void compute(const box& b);

  /// Computes them and stores the kernel's outputs. For programs whose axes are in the kernel's order.
  void compute_and_store(const box& b);

  /// The offsets, in elements, of an indexed operand's elements in the box just computed; `strides` are its strides in the
  /// program's order, `where` (if given) tells which elements count. Valid until the next call.
  const std::int64_t* offsets(const box& b, const plan::operand& what, const std::int64_t* strides, const bool* where);

  /// The box's elements of a value just computed, contiguous.
  [[nodiscard]] const void* values(std::uint16_t value) const noexcept { return pointers_[value]; }

 private:
  [[nodiscard]] void* register_memory(std::uint16_t reg) const noexcept;
  void compute_once();
  void place_direct_outputs(const box& b);
  void run_step(const step& s, const box& b);
  void load(const step& s, const plan::value& v, const box& b, void* to);
  void draw(const plan::value& v, const box& b, void* to);
  void store(const plan::output& out, const box& b);

  const program& program_;
  std::int64_t capacity_;
  std::size_t register_bytes_;
  scratch memory_;
  small_vector<const void*, few> pointers_;  // by value
  small_vector<void*, few> direct_;          // by value: where to compute it instead of its register, for this box
};

}  // namespace gpu::cpu_backend

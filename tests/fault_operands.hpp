// What the functions of the fault sweep compute with: small arrays of every dtype class, made anew for each attempt and
// compared with their first state after it.
#pragma once

#include <complex>
#include <cstdint>
#include <string>

#include <gpu/gpu.hpp>

namespace faults {

struct operands {
  gpu::ndarray<bool> b;
  gpu::ndarray<std::int32_t> i;
  gpu::ndarray<std::uint8_t> u;
  gpu::ndarray<gpu::float16> h;
  gpu::ndarray<float> f;
  gpu::ndarray<double> d;
  gpu::ndarray<std::complex<float>> z;

  gpu::ndarray<float> g;                 // like f, other values
  gpu::ndarray<float> row;               // f's last axis
  gpu::ndarray<float> one;               // shape (1)
  gpu::ndarray<std::int64_t> index;      // into f's first axis, one number twice
  gpu::ndarray<float> target;            // written in place
  gpu::ndarray<std::int32_t> target_i;   // written in place
  gpu::ndarray<float> fortran;           // written in place; not dense in C order
  gpu::ndview<float> window;             // every second column of target
  gpu::random::generator rng{20261201};  // its state counts: a call that fails must not move it

  operands();

  /// The operand of a dtype class: the members of one letter.
  [[nodiscard]] const gpu::detail::handle& of(gpu::dtype d) const;
  /// All elements, and the generator's next numbers.
  [[nodiscard]] std::string bits() const;
};

/// The elements of an array in C order.
[[nodiscard]] std::string bits_of(const gpu::detail::handle& array);

}  // namespace faults

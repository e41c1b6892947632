// Integers: bits, shifts, divisors.
#include "dispatch.hpp"

namespace conformance {

void add_bits(registry& r) {
  r.add("invert", unary(GPU_CALL(gpu::invert)));
  r.add("bitwise_count", unary(GPU_CALL(gpu::bitwise_count)));
  r.add("bitwise_and", binary(GPU_CALL(gpu::bitwise_and)));
  r.add("bitwise_or", binary(GPU_CALL(gpu::bitwise_or)));
  r.add("bitwise_xor", binary(GPU_CALL(gpu::bitwise_xor)));
  r.add("left_shift", binary(GPU_CALL(gpu::left_shift)));
  r.add("right_shift", binary(GPU_CALL(gpu::right_shift)));
  r.add("gcd", binary(GPU_CALL(gpu::gcd)));
  r.add("lcm", binary(GPU_CALL(gpu::lcm)));
}

}  // namespace conformance

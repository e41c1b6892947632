// float16 (IEEE binary16) and bfloat16: storage types of two bytes that convert to and from float.
// Conversions round to nearest even; arithmetic happens in float (`float16` values convert implicitly).
#pragma once

#include <bit>
#include <cstdint>

#include <gpu/detail/config.hpp>

GPU_BEGIN_NAMESPACE
namespace detail {

/// IEEE binary16 bits of `value`, rounded to nearest even; NaN stays NaN, overflow gives infinity.
constexpr std::uint16_t float_to_half_bits(float value) noexcept {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000U;
  const std::uint32_t magnitude = bits & 0x7fffffffU;
  if (magnitude > 0x7f800000U)  // NaN: keep the top payload bits, force quiet
    return static_cast<std::uint16_t>(sign | 0x7e00U | ((magnitude >> 13) & 0x3ffU));
  if (magnitude >= 0x47800000U)  // 65536 and above, infinity included
    return static_cast<std::uint16_t>(sign | 0x7c00U);
  if (magnitude >= 0x38800000U) {  // normal: re-bias the exponent by 127 - 15, round the 13 bits dropped
    const std::uint32_t rounded = magnitude + 0xfffU + ((magnitude >> 13) & 1U) - 0x38000000U;
    return static_cast<std::uint16_t>(sign | (rounded >> 13));
  }
  if (magnitude < 0x33000000U) return static_cast<std::uint16_t>(sign);  // below half of the smallest denormal
  const std::uint32_t exponent = magnitude >> 23;                        // denormal: shift the mantissa in place
  const std::uint32_t mantissa = (magnitude & 0x7fffffU) | 0x800000U;
  const std::uint32_t shift = 126U - exponent;  // 14 … 24
  const std::uint32_t kept = mantissa >> shift;
  const std::uint32_t dropped = mantissa & ((1U << shift) - 1U);
  const std::uint32_t half = 1U << (shift - 1U);
  const std::uint32_t up = (dropped > half || (dropped == half && (kept & 1U) != 0U)) ? 1U : 0U;
  return static_cast<std::uint16_t>(sign | (kept + up));
}

/// The float with the value of the IEEE binary16 `bits`; exact.
constexpr float half_bits_to_float(std::uint16_t half) noexcept {
  const std::uint32_t sign = (static_cast<std::uint32_t>(half) & 0x8000U) << 16;
  const std::uint32_t exponent = (static_cast<std::uint32_t>(half) >> 10) & 0x1fU;
  const std::uint32_t mantissa = static_cast<std::uint32_t>(half) & 0x3ffU;
  if (exponent == 31U) return std::bit_cast<float>(sign | 0x7f800000U | (mantissa << 13));
  if (exponent != 0U) return std::bit_cast<float>(sign | ((exponent + 112U) << 23) | (mantissa << 13));
  const float denormal = static_cast<float>(mantissa) * 0x1p-24F;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(denormal) | sign);
}

/// bfloat16 bits of `value`, rounded to nearest even; NaN stays NaN.
constexpr std::uint16_t float_to_bfloat_bits(float value) noexcept {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7fffffffU) > 0x7f800000U) return static_cast<std::uint16_t>((bits >> 16) | 0x40U);
  return static_cast<std::uint16_t>((bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16);
}

/// The float with the value of the bfloat16 `bits`; exact.
constexpr float bfloat_bits_to_float(std::uint16_t bits) noexcept {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

}  // namespace detail

/// IEEE binary16: 11 bits of precision, range ±65504.
class float16 {
 public:
  float16() = default;
  constexpr float16(float value) noexcept : bits_(detail::float_to_half_bits(value)) {}
  constexpr operator float() const noexcept { return detail::half_bits_to_float(bits_); }

  /// The value whose bit pattern is `bits`.
  [[nodiscard]] static constexpr float16 from_bits(std::uint16_t bits) noexcept {
    float16 value;
    value.bits_ = bits;
    return value;
  }
  /// The bit pattern.
  [[nodiscard]] constexpr std::uint16_t bits() const noexcept { return bits_; }

 private:
  std::uint16_t bits_ = 0;
};

/// The upper half of a float: 8 bits of precision, float's range.
class bfloat16 {
 public:
  bfloat16() = default;
  constexpr bfloat16(float value) noexcept : bits_(detail::float_to_bfloat_bits(value)) {}
  constexpr operator float() const noexcept { return detail::bfloat_bits_to_float(bits_); }

  /// The value whose bit pattern is `bits`.
  [[nodiscard]] static constexpr bfloat16 from_bits(std::uint16_t bits) noexcept {
    bfloat16 value;
    value.bits_ = bits;
    return value;
  }
  /// The bit pattern.
  [[nodiscard]] constexpr std::uint16_t bits() const noexcept { return bits_; }

 private:
  std::uint16_t bits_ = 0;
};

GPU_END_NAMESPACE

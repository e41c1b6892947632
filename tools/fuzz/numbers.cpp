// Conversions between the element types, written by the rules alone.
#include <cmath>
#include <complex>
#include <cstring>

#include "elements.hpp"
#include "graph/visit_dtype.hpp"

namespace fuzz {
namespace {

using gpu::dtype;

/// Precision in bits, and the exponent of the smallest positive number, of the 16-bit floats.
struct short_float {
  int digits, least, exponent_bits;
};
constexpr short_float binary16 = {11, -24, 5};
constexpr short_float brain16 = {8, -133, 8};

/// The number rounded to nearest even in the format, by scaling: quanta of 2^(exponent - digits + 1) or of the least number.
unsigned short rounded_bits(long double x, const short_float& f) {
  const unsigned sign = std::signbit(x) ? 0x8000U : 0U;
  const int mantissa_bits = f.digits - 1;
  const unsigned infinite = ((1U << f.exponent_bits) - 1) << mantissa_bits;
  if (std::isnan(x)) return static_cast<unsigned short>(infinite | (1U << (mantissa_bits - 1)));
  const long double magnitude = std::fabs(x);
  if (magnitude == 0) return static_cast<unsigned short>(sign);
  if (std::isinf(x)) return static_cast<unsigned short>(sign | infinite);
  int exponent = 0;
  (void)std::frexp(magnitude, &exponent);
  const int quantum = std::max(exponent - f.digits, f.least);
  const auto multiple = static_cast<unsigned>(std::nearbyint(std::ldexp(magnitude, -quantum)));
  // bits count quanta: consecutive patterns are consecutive numbers
  const auto binades = static_cast<unsigned>(quantum - f.least);
  const unsigned bits = (binades << mantissa_bits) + multiple;
  return static_cast<unsigned short>(sign | (bits < infinite ? bits : infinite));
}

long double widened(unsigned short bits, const short_float& f) {
  const int mantissa_bits = f.digits - 1;
  const unsigned mantissa = bits & ((1U << mantissa_bits) - 1);
  const unsigned exponent = (bits & 0x7fffU) >> mantissa_bits;
  const long double sign = (bits & 0x8000U) != 0 ? -1 : 1;
  if (exponent == (1U << f.exponent_bits) - 1) return mantissa != 0 ? std::nanl("") : sign * HUGE_VALL;
  if (exponent == 0) return sign * std::ldexp(static_cast<long double>(mantissa), f.least);
  return sign * std::ldexp(static_cast<long double>(mantissa + (1U << mantissa_bits)),
                           f.least + static_cast<int>(exponent) - 1);
}

__extension__ using int128 = __int128;

template <class E>
wide_number from_element(E x) {
  wide_number n;
  if constexpr (gpu::detail::is_std_complex<E>::value) {
    n.re = static_cast<long double>(x.real());
    n.im = static_cast<long double>(x.imag());
  } else if constexpr (std::is_integral_v<E>) {
    n.is_whole = true;
    n.whole = static_cast<int128>(x);
  } else {
    n.re = static_cast<long double>(x);
  }
  return n;
}

template <class P>
P part(const wide_number& x) {
  return x.is_whole ? static_cast<P>(x.whole) : static_cast<P>(x.re);
}

template <class I>
I clamped(long double x) {
  using limits = std::numeric_limits<I>;
  if (std::isnan(x)) return 0;
  if (x <= static_cast<long double>(limits::min())) return limits::min();
  if (x >= static_cast<long double>(limits::max())) return limits::max();
  return static_cast<I>(x);
}

template <class E>
E to_element(const wide_number& x) {
  if constexpr (std::is_same_v<E, bool>)
    return x.is_whole ? x.whole != 0 : x.re != 0 || x.im != 0;
  else if constexpr (std::is_integral_v<E>)
    return x.is_whole ? static_cast<E>(static_cast<std::make_unsigned_t<E>>(x.whole)) : clamped<E>(x.re);
  else if constexpr (gpu::detail::is_std_complex<E>::value)
    return {part<typename E::value_type>(x), static_cast<typename E::value_type>(x.is_whole ? 0 : x.im)};
  else
    return part<E>(x);
}

bool is_short(dtype d) { return gpu::detail::is_16bit_float(d); }

}  // namespace

wide_number load_element(dtype type, const std::byte* from) {
  if (is_short(type)) {
    unsigned short bits = 0;
    std::memcpy(&bits, from, sizeof bits);
    wide_number n;
    n.re = widened(bits, type == dtype::float16 ? binary16 : brain16);
    return n;
  }
  return gpu::graph::visit_dtype(type, [&](auto tag) {
    using E = typename decltype(tag)::type;
    if constexpr (std::is_same_v<E, gpu::float16> || std::is_same_v<E, gpu::bfloat16>) {
      return wide_number{};
    } else {
      E x;
      std::memcpy(&x, from, sizeof x);
      return from_element(x);
    }
  });
}

void store_element(dtype type, std::byte* to, const wide_number& x) {
  if (is_short(type)) {
    const unsigned short bits = rounded_bits(part<long double>(x), type == dtype::float16 ? binary16 : brain16);
    std::memcpy(to, &bits, sizeof bits);
    return;
  }
  gpu::graph::visit_dtype(type, [&](auto tag) {
    using E = typename decltype(tag)::type;
    if constexpr (!std::is_same_v<E, gpu::float16> && !std::is_same_v<E, gpu::bfloat16>) {
      const E e = to_element<E>(x);
      std::memcpy(to, &e, sizeof e);
    }
  });
}

double unit_roundoff(dtype type) {
  switch (gpu::detail::real_of(type)) {
    case dtype::float16: return 0x1p-11;
    case dtype::bfloat16: return 0x1p-8;
    case dtype::float32: return 0x1p-24;
    case dtype::float64: return 0x1p-53;
    default: return 0;
  }
}

double largest(dtype type) {
  switch (gpu::detail::real_of(type)) {
    case dtype::float16: return 65504;
    case dtype::bfloat16: return 0x1.fep127;
    case dtype::float32: return 0x1.fffffep127;
    default: return 0x1.fffffffffffffp1023;
  }
}

double tiniest(dtype type) {
  switch (gpu::detail::real_of(type)) {
    case dtype::float16: return 0x1p-24;
    case dtype::bfloat16: return 0x1p-133;
    case dtype::float32: return 0x1p-149;
    default: return 0x1p-1074;
  }
}

}  // namespace fuzz

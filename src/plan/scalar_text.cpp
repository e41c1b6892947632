#include "plan/scalar_text.hpp"

#include <array>
#include <charconv>
#include <complex>
#include <type_traits>

#include "graph/visit_dtype.hpp"

namespace gpu::plan {
namespace {

template <class Number>
std::string digits(Number x) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), x).ptr;
  return {text.data(), end};
}

template <class Part>
std::string text_of(std::complex<Part> z) {
  const std::string imaginary = digits(z.imag());
  return '(' + digits(z.real()) + (imaginary.front() == '-' ? "" : "+") + imaginary + "j)";
}

std::string text_of(bool b) { return b ? "true" : "false"; }
std::string text_of(float16 x) { return digits(static_cast<float>(x)); }
std::string text_of(bfloat16 x) { return digits(static_cast<float>(x)); }
template <class Number>
  requires std::is_arithmetic_v<Number> std::string text_of(Number x) { return digits(x); }

}  // namespace

std::string text_of(const graph::scalar_value& s) {
  return graph::visit_dtype(s.type, [&](auto tag) { return text_of(s.as<typename decltype(tag)::type>()); });
}

}  // namespace gpu::plan

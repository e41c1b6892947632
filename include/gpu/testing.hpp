// For tests written with doctest: comparisons of whole arrays that say where they fail, the text of operands in doctest's
// messages, and counters of what the library did (<gpu/counters.hpp>).
//
//   CHECK_ARRAY_EQUAL(gpu::sum(a, 0), expected);
//   CHECK_ALLCLOSE(gpu::sin(a), b, {.rtol = 1e-6});
//   CHECK(gpu::testing::counted([&] { c = a + b; }).launches == 1);
//
// Include it in every file of a test program that checks operands: doctest's templates must see one way to print them.
//
// A side is any operand, a scalar, or an xtensor container or expression where <gpu/interop/xtensor.hpp> is included.
#pragma once

#include <doctest/doctest.h>

#include <exception>
#include <string>

#include <gpu/counters.hpp>
#include <gpu/detail/compare.hpp>
#include <gpu/detail/foreign_array.hpp>
#include <gpu/gpu.hpp>

GPU_BEGIN_NAMESPACE
namespace testing {

/// How a comparison went: true in a condition where it passed; the message says how it failed.
class comparison {
 public:
  comparison() = default;
  explicit comparison(std::string message) : message_(std::move(message)) {}
  [[nodiscard]] bool passed() const noexcept { return message_.empty(); }
  [[nodiscard]] const std::string& message() const noexcept { return message_; }
  explicit operator bool() const noexcept { return passed(); }

 private:
  std::string message_;
};

/// Options of testing::allclose.
struct close_check {
  named only_by_name = named();
  double rtol = 1e-5;     ///< relative tolerance, of |b|
  double atol = 1e-8;     ///< absolute tolerance
  bool equal_nan = true;  ///< whether nan equals nan, as in numpy.testing
};

}  // namespace testing

namespace detail {

template <class E>
E element_of(const operand<E>*);

/// One side of a comparison as an operand; `like` is the other side, whose element type a floating scalar takes (it is weak).
template <class E, class Other>
const operand<E>& compared(const operand<E>& x, const Other&) {
  return x;
}
template <foreign_readable X, class Other>
auto compared(const X& x, const Other&) {
  return foreign_array<X>::read(x);
}
template <scalar S, class Other>
auto compared(S value, const Other& like) {
  if constexpr (kind_of<S> < scalar_kind::floating) {
    using integer = std::conditional_t<std::is_unsigned_v<S> && !std::is_same_v<S, bool>, std::uint64_t, std::int64_t>;
    return full<integer>(gpu::shape{}, value);
  } else if constexpr (scalar<Other>) {
    return full<type_of<default_dtype(kind_of<S>)>>(gpu::shape{}, value);
  } else {
    using element = decltype(element_of(&compared(like, value)));
    return full<promote_weak_t<element, S>>(gpu::shape{}, value);
  }
}

}  // namespace detail

namespace testing {

/// Whether |a - b| <= atol + rtol * |b| for all elements, and infinities are the same. Shapes have to be equal, but a 0-d side
/// or a scalar goes with any. The message has how many differ, where they differ most, and both values there. Waits.
template <class A, class B>
[[nodiscard]] comparison allclose(const A& a, const B& b, const close_check& o = {}) {
  const auto& x = detail::compared(a, b);
  const auto& y = detail::compared(b, a);
  return comparison(detail::compare_close(detail::access::get(x), detail::access::get(y), o.rtol, o.atol, o.equal_nan));
}

/// Whether all elements are equal; nan equals nan, and 0 equals -0. Values are compared, not dtypes, without rounding: int64
/// with float64 too. Shapes as above. Waits.
template <class A, class B>
[[nodiscard]] comparison array_equal(const A& a, const B& b) {
  const auto& x = detail::compared(a, b);
  const auto& y = detail::compared(b, a);
  return comparison(detail::compare_equal(detail::access::get(x), detail::access::get(y)));
}

}  // namespace testing
GPU_END_NAMESPACE

namespace doctest {

/// A failed comparison shows its message.
template <>
struct StringMaker<gpu::testing::comparison> {
  static String convert(const gpu::testing::comparison& c) {
    return c.passed() ? String("equal") : String(c.message().c_str());
  }
};

/// An operand shows NumPy's text, dtype and shape; what goes wrong while reading it shows as text too.
template <class X>
  requires(!std::is_void_v<typename gpu::detail::operand_element<X>::type>)
struct StringMaker<X> {
  static String convert(const X& x) {
    try {
      const std::string text =
          gpu::to_string(x) + " (" + gpu::dtype_name(X::dtype()) + ", shape " + gpu::to_string(x.shape()) + ')';
      return {text.c_str()};
    } catch (const std::exception& e) {
      return {(std::string("<cannot be read: ") + e.what() + '>').c_str()};
    }
  }
};

}  // namespace doctest

#define CHECK_ALLCLOSE(...) DOCTEST_CHECK(gpu::testing::allclose(__VA_ARGS__))
#define CHECK_ARRAY_EQUAL(...) DOCTEST_CHECK(gpu::testing::array_equal(__VA_ARGS__))
#define REQUIRE_ALLCLOSE(...) DOCTEST_REQUIRE(gpu::testing::allclose(__VA_ARGS__))
#define REQUIRE_ARRAY_EQUAL(...) DOCTEST_REQUIRE(gpu::testing::array_equal(__VA_ARGS__))

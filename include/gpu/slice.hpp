// What goes between the parentheses of `a(…)`: integers, ranges, all(), newaxis(), ellipsis().
#pragma once

#include <cstdint>
#include <type_traits>

#include <gpu/detail/config.hpp>
#include <gpu/shape.hpp>

GPU_BEGIN_NAMESPACE

namespace placeholders {
/// Stands for an end of a range that is left out.
struct omitted {};
inline constexpr omitted _{};
}  // namespace placeholders

namespace detail {

/// One end of a range: a number, or omitted.
struct bound {
  std::int64_t value = 0;
  bool given = false;
  constexpr bound(placeholders::omitted) noexcept {}
  template <class I>
    requires(std::is_integral_v<I> && !std::is_same_v<I, bool>)
  constexpr bound(I v) noexcept : value(static_cast<std::int64_t>(v)), given(true) {}
};

enum class slice_kind : std::uint8_t { index, range, newaxis, ellipsis };

}  // namespace detail

/// One entry of an index: an integer (counts from the end if negative), a range, newaxis() or ellipsis().
class slice_item {
 public:
  template <class I>
    requires(std::is_integral_v<I> && !std::is_same_v<I, bool>)
  constexpr slice_item(I index) noexcept : start(index) {}
  constexpr slice_item(detail::slice_kind k, detail::bound first, detail::bound last, std::int64_t by) noexcept
      : kind(k), start(first), stop(last), step(by) {}

  detail::slice_kind kind = detail::slice_kind::index;
  detail::bound start = placeholders::_;
  detail::bound stop = placeholders::_;
  std::int64_t step = 1;
};

/// Elements start, start + step, … before stop, as Python's start:stop:step; `_` leaves an end out, negative ends count from
/// the end of the axis, ends beyond it are clipped. A step of 0 is a value_error where the slice is applied.
[[nodiscard]] constexpr slice_item range(detail::bound start, detail::bound stop, dim step = 1) noexcept {
  return {detail::slice_kind::range, start, stop, step};
}
/// Elements 0 … stop - 1.
[[nodiscard]] constexpr slice_item range(detail::bound stop) noexcept {
  return {detail::slice_kind::range, placeholders::_, stop, 1};
}
/// A whole axis (Python's ":").
[[nodiscard]] constexpr slice_item all() noexcept {
  return {detail::slice_kind::range, placeholders::_, placeholders::_, 1};
}
/// A new axis of length 1.
[[nodiscard]] constexpr slice_item newaxis() noexcept {
  return {detail::slice_kind::newaxis, placeholders::_, placeholders::_, 1};
}
/// As many whole axes as are left.
[[nodiscard]] constexpr slice_item ellipsis() noexcept {
  return {detail::slice_kind::ellipsis, placeholders::_, placeholders::_, 1};
}

GPU_END_NAMESPACE

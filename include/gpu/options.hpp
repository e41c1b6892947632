// Options of functions: aggregates whose members are set by name, `{.keepdims = true}`, in declared order.
#pragma once

#include <gpu/detail/entry.hpp>

GPU_BEGIN_NAMESPACE

template <class E>
class operand;

/// First member of every options struct: keeps `{0, 1}` (a list of axes) from becoming options.
struct named {
  explicit named() = default;
};

namespace detail {

/// An optional scalar option.
struct optional_scalar {
  weak_scalar value{};
  bool given = false;
  constexpr optional_scalar() noexcept = default;
  template <scalar S>
  constexpr optional_scalar(S v) noexcept : value(weak_scalar::of(v)), given(true) {}
};

/// An optional mask option; borrows the operand for the duration of the call.
struct optional_mask {
  const node* mask = nullptr;
  optional_mask() noexcept = default;
  optional_mask(const operand<bool>& m) noexcept;
};

}  // namespace detail

/// Options of sum, prod, min, max.
struct reduce_options {
  named only_by_name = named();
  bool keepdims = false;              ///< reduced axes stay, with length 1
  detail::optional_scalar initial{};  ///< combined with the elements; makes empty min and max legal
  detail::optional_mask where{};      ///< only elements where this bool operand (broadcast) is true
};

/// Options of mean, all, any, count_nonzero.
struct mean_options {
  named only_by_name = named();
  bool keepdims = false;          ///< reduced axes stay, with length 1
  detail::optional_mask where{};  ///< only elements where this bool operand (broadcast) is true
};

/// Options of var and stddev.
struct var_options {
  named only_by_name = named();
  double ddof = 0;                ///< the divisor is the number of elements less this
  bool keepdims = false;          ///< reduced axes stay, with length 1
  detail::optional_mask where{};  ///< only elements where this bool operand (broadcast) is true
};

/// Options of argmin, argmax and ptp.
struct keepdims_options {
  named only_by_name = named();
  bool keepdims = false;  ///< reduced axes stay, with length 1
};

namespace detail {

inline reduce_args to_args(const reduce_options& o) {
  reduce_args r;
  r.keepdims = o.keepdims;
  r.has_initial = o.initial.given;
  r.initial = o.initial.value;
  r.where = o.where.mask;
  return r;
}
inline reduce_args to_args(const mean_options& o) {
  reduce_args r;
  r.keepdims = o.keepdims;
  r.where = o.where.mask;
  return r;
}
inline reduce_args to_args(const var_options& o) {
  reduce_args r;
  r.keepdims = o.keepdims;
  r.ddof = o.ddof;
  r.where = o.where.mask;
  return r;
}
inline reduce_args to_args(const keepdims_options& o) {
  reduce_args r;
  r.keepdims = o.keepdims;
  return r;
}

}  // namespace detail
GPU_END_NAMESPACE

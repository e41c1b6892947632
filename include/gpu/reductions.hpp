// Reductions over all axes, one axis, or several. Lazy: what feeds them fuses into them. Axes may be negative; one out of
// range or named twice is an axis_error. Reducing an empty axis gives the identity (sum 0, prod 1, all true, any false);
// min, max, argmin and argmax of nothing are a value_error. The accumulator's dtype can be given: `sum<double>(a, 1)`.
#pragma once

#include <initializer_list>

#include <gpu/expr.hpp>

GPU_BEGIN_NAMESPACE
namespace detail {

/// dtype of sum and prod: integers widen to 64 bits.
constexpr dtype sum_dtype(dtype d) noexcept {
  if (is_bool(d) || is_signed_integer(d)) return dtype::int64;
  return is_unsigned_integer(d) ? dtype::uint64 : d;
}
/// dtype of mean: integers become float64.
constexpr dtype mean_dtype(dtype d) noexcept { return d < dtype::float16 ? dtype::float64 : d; }
/// dtype of var and stddev: real.
constexpr dtype var_dtype(dtype d) noexcept { return real_of(mean_dtype(d)); }

/// dtype of a reduction's result; `given` is the accumulator's C++ type, void where none was given.
template <class Given>
constexpr dtype reduced_dtype(reduction_id id, dtype d) noexcept {
  switch (id) {
    case reduction_id::sum:
    case reduction_id::prod:
      if constexpr (!std::is_void_v<Given>) return dtype_of<Given>;
      return sum_dtype(d);
    case reduction_id::mean:
      if constexpr (!std::is_void_v<Given>) return dtype_of<Given>;
      return mean_dtype(d);
    case reduction_id::var:
    case reduction_id::stddev:
      if constexpr (!std::is_void_v<Given>) return real_of(dtype_of<Given>);
      return var_dtype(d);
    case reduction_id::min:
    case reduction_id::max:
    case reduction_id::ptp: return d;
    case reduction_id::all:
    case reduction_id::any: return dtype::bool_;
    case reduction_id::argmin:
    case reduction_id::argmax:
    case reduction_id::count_nonzero: return dtype::int64;
  }
  return d;
}

template <class Given, class Result, class Options>
expr<Result> reduce_with(reduction_id id, const handle& a, const axes_arg& axes, const Options& o) {
  reduce_args args = to_args(o);
  if constexpr (!std::is_void_v<Given>) {
    args.has_dtype = true;
    args.type = dtype_of<Given>;
  }
  return access::make<expr<Result>>(reduce(id, a, axes, args));
}

}  // namespace detail

#define GPU_REDUCTION_OVERLOAD(name, options, axes_parameter, axes)                                               \
  template <class Accumulator = void, class A>                                                                    \
  [[nodiscard]] auto name(const operand<A>& a axes_parameter, const options& o = {}) {                            \
    using result = type_of<detail::reduced_dtype<Accumulator>(detail::reduction_id::name, dtype_of<A>)>;          \
    return detail::reduce_with<Accumulator, result>(detail::reduction_id::name, detail::access::get(a), axes, o); \
  }
#define GPU_COMMA ,
#define GPU_REDUCTION_LISTS(name, options)                                                                      \
  GPU_REDUCTION_OVERLOAD(name, options, , detail::axes_arg())                                                   \
  GPU_REDUCTION_OVERLOAD(name, options, GPU_COMMA axis over, detail::axes_arg(std::span<const axis>(&over, 1))) \
  GPU_REDUCTION_OVERLOAD(name, options, GPU_COMMA std::initializer_list<axis> over,                             \
                         detail::axes_arg(std::span<const axis>(over.begin(), over.size())))                    \
  GPU_REDUCTION_OVERLOAD(name, options, GPU_COMMA std::span<const axis> over, detail::axes_arg(over))

/// Sum. Integers are added in 64 bits, 16-bit floats in float32; the error of float sums is at most 4 eps log2(n) Σ|x|, with
/// the same bits from run to run.
GPU_REDUCTION_LISTS(sum, reduce_options)
/// Product. Integers are multiplied in 64 bits.
GPU_REDUCTION_LISTS(prod, reduce_options)
/// Arithmetic mean; integers give float64.
GPU_REDUCTION_LISTS(mean, mean_options)
/// Variance: the mean of |x - mean(x)|², in two passes. `ddof` is subtracted from the number of elements.
GPU_REDUCTION_LISTS(var, var_options)
/// Standard deviation: the root of var.
GPU_REDUCTION_LISTS(stddev, var_options)
/// Smallest element; nan if there is one. Complex numbers compare lexicographically.
GPU_REDUCTION_LISTS(min, reduce_options)
/// Largest element; nan if there is one.
GPU_REDUCTION_LISTS(max, reduce_options)
/// max - min.
GPU_REDUCTION_LISTS(ptp, keepdims_options)
/// Whether all elements are true (not zero).
GPU_REDUCTION_LISTS(all, mean_options)
/// Whether any element is true (not zero).
GPU_REDUCTION_LISTS(any, mean_options)
/// How many elements are not zero, as int64.
GPU_REDUCTION_LISTS(count_nonzero, mean_options)
/// Index of the smallest element along one axis, or in the flattened array; the first of equals, the first nan. int64.
GPU_REDUCTION_OVERLOAD(argmin, keepdims_options, , detail::axes_arg())
GPU_REDUCTION_OVERLOAD(argmin, keepdims_options, GPU_COMMA axis over, detail::axes_arg(std::span<const axis>(&over, 1)))
/// Index of the largest element along one axis, or in the flattened array; the first of equals, the first nan. int64.
GPU_REDUCTION_OVERLOAD(argmax, keepdims_options, , detail::axes_arg())
GPU_REDUCTION_OVERLOAD(argmax, keepdims_options, GPU_COMMA axis over, detail::axes_arg(std::span<const axis>(&over, 1)))

#define GPU_REDUCTION_ALIAS(alias, name, options)                                                          \
  template <class Accumulator = void, class A>                                                             \
  [[nodiscard]] auto alias(const operand<A>& a, const options& o = {}) {                                   \
    return gpu::name<Accumulator>(a, o);                                                                   \
  }                                                                                                        \
  template <class Accumulator = void, class A>                                                             \
  [[nodiscard]] auto alias(const operand<A>& a, axis over, const options& o = {}) {                        \
    return gpu::name<Accumulator>(a, over, o);                                                             \
  }                                                                                                        \
  template <class Accumulator = void, class A>                                                             \
  [[nodiscard]] auto alias(const operand<A>& a, std::initializer_list<axis> over, const options& o = {}) { \
    return gpu::name<Accumulator>(a, over, o);                                                             \
  }
GPU_REDUCTION_ALIAS(variance, var, var_options)
GPU_REDUCTION_ALIAS(amin, min, reduce_options)
GPU_REDUCTION_ALIAS(amax, max, reduce_options)

#define GPU_MEMBER_REDUCTION(name, options)               \
  template <class E>                                      \
  auto operand<E>::name(const options& o) const {         \
    return gpu::name(*this, o);                           \
  }                                                       \
  template <class E>                                      \
  auto operand<E>::name(axis a, const options& o) const { \
    return gpu::name(*this, a, o);                        \
  }
#define GPU_MEMBER_REDUCTION_LISTS(name, options)                                \
  GPU_MEMBER_REDUCTION(name, options)                                            \
  template <class E>                                                             \
  auto operand<E>::name(std::initializer_list<axis> a, const options& o) const { \
    return gpu::name(*this, a, o);                                               \
  }
GPU_MEMBER_REDUCTION_LISTS(sum, reduce_options)
GPU_MEMBER_REDUCTION_LISTS(prod, reduce_options)
GPU_MEMBER_REDUCTION_LISTS(min, reduce_options)
GPU_MEMBER_REDUCTION_LISTS(max, reduce_options)
GPU_MEMBER_REDUCTION_LISTS(mean, mean_options)
GPU_MEMBER_REDUCTION_LISTS(all, mean_options)
GPU_MEMBER_REDUCTION_LISTS(any, mean_options)
GPU_MEMBER_REDUCTION_LISTS(var, var_options)
GPU_MEMBER_REDUCTION_LISTS(stddev, var_options)
GPU_MEMBER_REDUCTION_LISTS(ptp, keepdims_options)
GPU_MEMBER_REDUCTION(argmin, keepdims_options)
GPU_MEMBER_REDUCTION(argmax, keepdims_options)

#undef GPU_MEMBER_REDUCTION
#undef GPU_MEMBER_REDUCTION_LISTS
#undef GPU_REDUCTION_ALIAS
#undef GPU_REDUCTION_LISTS
#undef GPU_REDUCTION_OVERLOAD
#undef GPU_COMMA

GPU_END_NAMESPACE

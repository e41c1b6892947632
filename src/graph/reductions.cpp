#include "graph/reductions.hpp"

#include <array>
#include <string>
#include <vector>

#include <gpu/error.hpp>

#include "graph/build.hpp"
#include "graph/scalars.hpp"
#include "graph/view_map.hpp"

namespace gpu::graph {

using detail::arg;
using detail::axes_arg;
using detail::reduce_args;
using detail::reduction_id;
using detail::weak_scalar;
using plan::reducer;

namespace {

using axis_set = std::array<bool, max_rank>;

axis_set reduced_set(const axes_arg& axes, int rank) {
  axis_set set{};
  if (axes.all) {
    for (int k = 0; k < rank; ++k) set[static_cast<std::size_t>(k)] = true;
    return set;
  }
  for (std::size_t i = 0; i < axes.count; ++i) {
    const auto k = static_cast<std::size_t>(normalize_axis(axes.first[i], rank));
    if (set[k]) throw axis_error("duplicate value in 'axis': " + std::to_string(k));
    set[k] = true;
  }
  return set;
}

/// One reduction call: which axes it reduces, and how its results get their final shape.
struct context {
  int rank = 0;
  axis_mask mask;
  axis_set reduced{};
  std::int64_t length = 1;  // elements per result
  std::int64_t results = 1;

  context(const shape& dims, const axes_arg& axes) : rank(dims.ndim()), reduced(reduced_set(axes, dims.ndim())) {
    for (int k = 0; k < rank; ++k) {
      const bool r = reduced[static_cast<std::size_t>(k)];
      if (r) mask.bits |= 1U << k;
      (r ? length : results) *= dims[k];
    }
  }

  /// A result with the reduced axes back as axes of length 1.
  [[nodiscard]] handle with_axes(const handle& r) const {
    return apply_view(
        bound(r),
        expanding_map(bound(r).dims, std::span<const bool>(reduced.data(), static_cast<std::size_t>(rank)), rank));
  }
  [[nodiscard]] handle reduce(reducer by, const handle& x, dtype accumulate, dtype result) const {
    return make_reduce(by, make_cast(x, accumulate), mask, result);
  }
};

/// 16-bit floats accumulate in float32.
dtype accumulator_of(dtype d) { return detail::is_16bit_float(d) ? dtype::float32 : d; }

dtype sum_dtype(dtype d, const reduce_args& args) {
  if (args.has_dtype) return args.type;
  if (detail::is_bool(d) || detail::is_signed_integer(d)) return dtype::int64;
  return detail::is_unsigned_integer(d) ? dtype::uint64 : d;
}

dtype mean_dtype(dtype d, const reduce_args& args) {
  if (args.has_dtype) return args.type;
  return d < dtype::float16 ? dtype::float64 : d;
}

handle mask_of(const reduce_args& args) { return make_cast(share(args.where), dtype::bool_); }

/// x where the mask option holds, `identity` elsewhere; broadcast to x's shape.
handle masked(const handle& x, const reduce_args& args, const scalar_value& identity) {
  if (args.where == nullptr) return x;
  const handle m = mask_of(args);
  if (!broadcasts_to(bound(m).dims, bound(x).dims))
    throw shape_error("the where mask of shape " + to_string(bound(m).dims) + " does not broadcast to " +
                      to_string(bound(x).dims));
  return make_map(op_id::where, m, x, scalar_node(identity));
}

handle with_initial(op_id combine, const handle& r, const reduce_args& args) {
  if (!args.has_initial) return r;
  return make_map(combine, r, args.initial);
}

handle sum_like(bool product, const handle& a, const context& c, const reduce_args& args) {
  const dtype result = sum_dtype(bound(a).type, args);
  const dtype acc = accumulator_of(result);
  const handle x = masked(make_cast(a, result), args, constant(product ? 1 : 0, result));
  const handle r = c.reduce(product ? reducer::prod : reducer::sum, x, acc, result);
  return with_initial(product ? op_id::multiply : op_id::add, r, args);
}

handle extremum(bool largest, const handle& a, const context& c, const reduce_args& args) {
  const char* name = largest ? "maximum" : "minimum";
  if (!args.has_initial) {
    if (args.where != nullptr)
      throw value_error(std::string("reduction operation '") + name +
                        "' does not have an identity, so to use a where mask one has to specify 'initial'");
    if (c.length == 0 && c.results > 0)
      throw value_error(std::string("zero-size array to reduction operation ") + name + " which has no identity");
  }
  const dtype d = bound(a).type;
  const op_id combine = largest ? op_id::maximum : op_id::minimum;
  if (!args.has_initial) return c.reduce(largest ? reducer::max : reducer::min, a, d, d);
  const scalar_value initial = convert(args.initial, d);
  const handle start = scalar_node(initial);
  if (c.length == 0) return make_map(combine, c.reduce(largest ? reducer::max : reducer::min, a, d, d), start);
  return make_map(combine, c.reduce(largest ? reducer::max : reducer::min, masked(a, args, initial), d, d), start);
}

/// How many elements each mean divides by: a number, or counts where there is a mask.
handle element_count(const handle& a, const context& c, const reduce_args& args, dtype d) {
  if (args.where == nullptr) return make_constant(static_cast<double>(c.length), d);
  const handle spread = apply_view(bound(mask_of(args)), broadcasting_map(bound(args.where).dims, bound(a).dims));
  return make_cast(c.reduce(reducer::sum, spread, dtype::int64, dtype::int64), d);
}

/// Sum in `acc` divided by the count.
handle mean_in(const handle& a, const context& c, const reduce_args& args, dtype acc) {
  const handle x = masked(make_cast(a, acc), args, constant(0, acc));
  return make_map(op_id::divide, c.reduce(reducer::sum, x, acc, acc), element_count(a, c, args, detail::real_of(acc)));
}

handle mean(const handle& a, const context& c, const reduce_args& args) {
  const dtype result = mean_dtype(bound(a).type, args);
  return make_cast(mean_in(a, c, args, accumulator_of(result)), result);
}

handle variance(const handle& a, const context& c, const reduce_args& args) {
  const dtype d = mean_dtype(bound(a).type, args);
  const dtype acc = accumulator_of(d);
  const dtype real = detail::real_of(acc);
  const handle centre = c.with_axes(mean_in(a, c, args, acc));
  const handle deviation = make_map(op_id::subtract, make_cast(a, acc), centre);
  handle squares;
  if (detail::is_complex(acc)) {
    const handle re = make_map(op_id::real, deviation), im = make_map(op_id::imag, deviation);
    squares = make_map(op_id::add, make_map(op_id::square, re), make_map(op_id::square, im));
  } else {
    squares = make_map(op_id::multiply, deviation, deviation);
  }
  const handle total = c.reduce(reducer::sum, masked(squares, args, constant(0, real)), real, real);
  const handle count = element_count(a, c, args, real);
  const handle divisor =
      make_map(op_id::maximum, make_map(op_id::subtract, count, weak_scalar::of(args.ddof)), weak_scalar::of(0));
  return make_map(op_id::divide, total, divisor);
}

handle truth(const handle& a, const context& c, const reduce_args& args, bool all) {
  const handle x = masked(make_cast(a, dtype::bool_), args, scalar_value::of(all));
  return c.reduce(all ? reducer::all : reducer::any, x, dtype::bool_, dtype::bool_);
}

handle arg_extremum(const handle& a, const context& c, bool largest) {
  if (c.length == 0)
    throw value_error(std::string("attempt to get ") + (largest ? "argmax" : "argmin") + " of an empty sequence");
  const dtype d = bound(a).type;
  return make_reduce(largest ? reducer::argmax : reducer::argmin, make_cast(a, d), c.mask, dtype::int64);
}

handle dispatch(reduction_id id, const handle& a, const context& c, const reduce_args& args) {
  const dtype d = bound(a).type;
  switch (id) {
    case reduction_id::sum: return sum_like(false, a, c, args);
    case reduction_id::prod: return sum_like(true, a, c, args);
    case reduction_id::mean: return mean(a, c, args);
    case reduction_id::var: return make_cast(variance(a, c, args), detail::real_of(mean_dtype(d, args)));
    case reduction_id::stddev:
      return make_cast(make_map(op_id::sqrt, variance(a, c, args)), detail::real_of(mean_dtype(d, args)));
    case reduction_id::min: return extremum(false, a, c, args);
    case reduction_id::max: return extremum(true, a, c, args);
    case reduction_id::ptp: return make_map(op_id::subtract, extremum(true, a, c, args), extremum(false, a, c, args));
    case reduction_id::all: return truth(a, c, args, true);
    case reduction_id::any: return truth(a, c, args, false);
    case reduction_id::argmin: return arg_extremum(a, c, false);
    case reduction_id::argmax: return arg_extremum(a, c, true);
    case reduction_id::count_nonzero: {
      const handle x = masked(make_cast(a, dtype::bool_), args, scalar_value::of(false));
      return c.reduce(reducer::sum, x, dtype::int64, dtype::int64);
    }
  }
  throw error("internal: unknown reduction");
}

}  // namespace

handle build_reduction(reduction_id id, const handle& a, const axes_arg& axes, const reduce_args& args) {
  const context c(bound(a).dims, axes);
  const handle r = dispatch(id, a, c, args);
  return args.keepdims ? c.with_axes(r) : r;
}

}  // namespace gpu::graph

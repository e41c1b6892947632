#include "errors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fuzz {
namespace {

using gpu::dtype;
using gpu::detail::op_id;

constexpr double unknown = std::numeric_limits<double>::infinity();
constexpr double function_ulps = 64;   // of the worst function on any device; most are within 4
constexpr double complex_ulps = 1024;  // of the modulus

double size(const uncertain& x) { return static_cast<double>(std::fabs(x.re) + std::fabs(x.im)); }
bool finite(const uncertain& x) { return std::isfinite(x.re) && std::isfinite(x.im); }

/// Functions on 16-bit floats are computed in float32, then rounded.
double roundoff_of_function(dtype compute) {
  return unit_roundoff(gpu::detail::is_16bit_float(compute) ? dtype::float32 : compute);
}

double smallest_normal(dtype d) { return tiniest(d) / (2 * unit_roundoff(d)); }

double real_function_error(op_id op, dtype compute, std::span<const uncertain> args, const uncertain& result,
                           dtype type) {
  if (std::isnan(result.re)) return 0;
  bool at_edge = false;  // of what the function is defined for: infinity there is meant
  double scale = size(result);
  for (const uncertain& a : args) {
    at_edge = at_edge || !finite(a) || a.re == 0;
    if (op == op_id::logaddexp || op == op_id::logaddexp2) scale += size(a);
  }
  if (!finite(result)) return at_edge ? 0 : unknown;
  return function_ulps * roundoff_of_function(compute) * scale + 2 * unit_roundoff(type) * size(result) +
         2 * smallest_normal(type);
}

double complex_function_error(dtype compute, std::span<const uncertain> args, const uncertain& result) {
  double scale = 1 + size(result);
  for (const uncertain& a : args) {
    if (!finite(a) || size(a) > 64 || (size(a) < 1e-3 && size(a) != 0)) return unknown;
    scale += size(a);
  }
  return finite(result) ? complex_ulps * unit_roundoff(compute) * scale : unknown;
}

/// What errors of the operands do, without the operation's own rounding.
double propagated(op_id op, std::span<const uncertain> x) {
  switch (op) {
    case op_id::add:
    case op_id::subtract: return x[0].error + x[1].error;
    case op_id::multiply: return size(x[0]) * x[1].error + size(x[1]) * x[0].error + 2 * x[0].error * x[1].error;
    case op_id::square: return 2 * size(x[0]) * x[0].error + 2 * x[0].error * x[0].error;
    case op_id::where: return x[x[0].re != 0 ? 1 : 2].error;
    default: break;
  }
  double most = 0;
  for (const uncertain& a : x) most = std::max(most, a.error);
  return most;
}

/// Whether a factor may be zero or not while the other is infinite.
bool undecided_product(op_id op, std::span<const uncertain> x) {
  if (op != op_id::multiply) return false;
  const auto near_zero = [](const uncertain& a) { return a.error > 0 && size(a) <= a.error; };
  return (!finite(x[0]) && near_zero(x[1])) || (!finite(x[1]) && near_zero(x[0]));
}

}  // namespace

uncertain uncertain_at(const value& v, std::int64_t i) {
  const wide_number n = load_element(v.type, v.at(i));
  return {n.is_whole ? static_cast<long double>(n.whole) : n.re, n.im, v.error_at(i)};
}

bool is_smooth(op_id op, dtype compute) {
  switch (op) {
    case op_id::add:
    case op_id::subtract:
    case op_id::multiply:
    case op_id::square:
    case op_id::negative:
    case op_id::positive:
    case op_id::where: return true;
    case op_id::absolute:
    case op_id::maximum:
    case op_id::minimum:
    case op_id::clip: return !gpu::detail::is_complex(compute);
    default: return false;
  }
}

double settled(double bound, const uncertain& result, dtype type) {
  if (!finite(result)) return bound;
  return size(result) + bound >= 0.99 * largest(type) ? unknown : bound;
}

double error_of(op_id op, dtype compute, std::span<const uncertain> args, const uncertain& result, dtype type) {
  const bool exact_operands = std::all_of(args.begin(), args.end(), [](const uncertain& a) { return a.error == 0; });
  if (exact_operands && is_exact(op, compute)) return 0;
  if (exact_operands)
    return settled(gpu::detail::is_complex(compute) ? complex_function_error(compute, args, result)
                                                    : real_function_error(op, compute, args, result, type),
                   result, type);
  if (op == op_id::where) return propagated(op, args);
  if (std::any_of(args.begin(), args.end(), [](const uncertain& a) { return std::isinf(a.error); })) return unknown;
  if (undecided_product(op, args)) return unknown;
  if (!finite(result)) {  // of a complex number one part may be finite, and inexact
    const bool decided = !gpu::detail::is_complex(type) && !std::all_of(args.begin(), args.end(), finite);
    return decided ? 0 : unknown;
  }
  return settled(propagated(op, args) + 4 * unit_roundoff(type) * size(result) + tiniest(type), result, type);
}

double error_of_cast(const uncertain& from, const uncertain& result, dtype type) {
  if (from.error == 0) return 0;
  if (!finite(result)) return finite(from) || gpu::detail::is_complex(type) ? unknown : from.error;
  return settled(from.error + 2 * unit_roundoff(type) * size(result) + tiniest(type), result, type);
}

}  // namespace fuzz

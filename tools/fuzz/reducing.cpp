// Reductions of the reference: over the elements of each result in C order, sums in long double.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "errors.hpp"
#include "reference_parts.hpp"

namespace fuzz {
namespace {

using gpu::detail::is_complex;

constexpr double unknown = std::numeric_limits<double>::infinity();

/// The positions of a reduction's elements: result r reduces the elements kept[r] + over[i], i in C order of the reduced axes.
struct partition {
  shape dims;
  std::vector<std::int64_t> kept, over;
};

std::vector<std::int64_t> offsets_along(const shape& dims, const std::vector<bool>& reduced, bool which) {
  std::vector<std::int64_t> list{0};
  std::int64_t stride = dims.count();
  for (int k = 0; k < dims.ndim(); ++k) {
    stride = dims[k] == 0 ? 0 : stride / dims[k];
    if (reduced[static_cast<std::size_t>(k)] != which) continue;
    std::vector<std::int64_t> longer;
    for (const std::int64_t at : list)
      for (std::int64_t i = 0; i < dims[k]; ++i) longer.push_back(at + i * stride);
    list = std::move(longer);
  }
  return list;
}

partition partitioned(const shape& dims, const std::vector<bool>& reduced, bool keepdims) {
  partition p;
  for (int k = 0; k < dims.ndim(); ++k) {
    if (!reduced[static_cast<std::size_t>(k)])
      p.dims.push_back(dims[k]);
    else if (keepdims)
      p.dims.push_back(1);
  }
  p.kept = offsets_along(dims, reduced, false);
  p.over = offsets_along(dims, reduced, true);
  return p;
}

/// A number with its error, of a real or complex sum.
struct total {
  long double re = 0, im = 0;
  double error = 0;
};

bool is_finite(const total& t) { return std::isfinite(t.re) && std::isfinite(t.im); }

/// The promise for sums: 4 eps log2(n) Σ|x| of the accumulator's dtype, and what the elements' own errors give.
total sum_of(const value& x, const std::vector<std::int64_t>& over, std::int64_t at, dtype accumulate) {
  total sum;
  long double magnitude = 0;
  double errors = 0;
  for (const std::int64_t i : over) {
    const uncertain e = uncertain_at(x, at + i);
    sum.re += e.re;
    sum.im += e.im;
    const long double size = std::fabs(e.re) + std::fabs(e.im);
    if (std::isfinite(size)) magnitude += size;
    errors += e.error;
  }
  const double n = std::max<double>(2, static_cast<double>(over.size()));
  sum.error = 8 * unit_roundoff(accumulate) * std::log2(n) * static_cast<double>(magnitude) + errors;
  if (!(magnitude + static_cast<long double>(sum.error) < 0.99L * static_cast<long double>(largest(accumulate))))
    sum.error = unknown;
  return sum;
}

void put(value& result, std::int64_t i, const total& t) {
  wide_number n;
  n.re = t.re;
  n.im = t.im;
  store_element(result.type, result.at(i), n);
  const uncertain stored = uncertain_at(result, i);
  const double rounding =
      is_finite(t) ? 2 * unit_roundoff(result.type) * static_cast<double>(std::fabs(t.re) + std::fabs(t.im)) +
                         tiniest(result.type)
                   : 0;
  double bound = 0;  // not finite by the elements: NaN and infinity come out whatever the order
  const bool one_part = is_complex(result.type) && !is_finite(t);  // the other may be finite, and inexact
  if (std::isinf(t.error) || one_part || (is_finite(t) && !std::isfinite(stored.re + stored.im)))
    bound = unknown;
  else if (is_finite(t))
    bound = settled(t.error + rounding, stored, result.type);
  result.error.push_back(bound);
}

dtype accumulator_of(dtype d) { return gpu::detail::is_16bit_float(d) ? dtype::float32 : d; }

dtype sum_type(dtype d) {
  if (gpu::detail::is_bool(d) || gpu::detail::is_signed_integer(d)) return dtype::int64;
  return gpu::detail::is_unsigned_integer(d) ? dtype::uint64 : d;
}

value whole_total(reduction_id id, const value& x, const partition& p) {
  value result(sum_type(x.type), p.dims);
  for (std::size_t r = 0; r < p.kept.size(); ++r) {
    std::uint64_t t = id == reduction_id::prod ? 1 : 0;
    for (const std::int64_t i : p.over) {
      const auto e = static_cast<std::uint64_t>(load_element(x.type, x.at(p.kept[r] + i)).whole);
      t = id == reduction_id::prod ? t * e : t + e;
    }
    std::memcpy(result.at(static_cast<std::int64_t>(r)), &t, sizeof t);
  }
  return result;
}

value float_sum(const value& x, const partition& p) {
  value result(x.type, p.dims);
  for (std::size_t r = 0; r < p.kept.size(); ++r)
    put(result, static_cast<std::int64_t>(r), sum_of(x, p.over, p.kept[r], accumulator_of(x.type)));
  return result;
}

/// A product's order decides whether it overflows on the way: known only where none can.
total product_of(const value& x, const std::vector<std::int64_t>& over, std::int64_t at, dtype accumulate) {
  total t;
  t.re = 1;
  long double growth = 0, shrinking = 0;
  bool special = false;
  for (const std::int64_t i : over) {
    const uncertain e = uncertain_at(x, at + i);
    t.re *= e.re;
    if (e.error != 0) t.error = unknown;
    if (!std::isfinite(e.re) || e.re == 0) {
      special = true;
      continue;
    }
    const long double binades = std::log2(std::fabs(e.re));
    (binades > 0 ? growth : shrinking) += binades;
  }
  const auto limit = static_cast<long double>(std::log2(largest(accumulate)) - 1);
  if (growth > limit || shrinking < 8 - limit) t.error = unknown;
  if (!std::isinf(t.error) && !special)
    t.error =
        4 * unit_roundoff(accumulate) * static_cast<double>(over.size() + 1) * static_cast<double>(std::fabs(t.re));
  return t;
}

value float_product(const value& x, const partition& p) {
  value result(x.type, p.dims);
  for (std::size_t r = 0; r < p.kept.size(); ++r)
    put(result, static_cast<std::int64_t>(r), product_of(x, p.over, p.kept[r], accumulator_of(x.type)));
  return result;
}

dtype mean_type(dtype d) { return d < dtype::float16 ? dtype::float64 : d; }

total mean_of(const value& x, const std::vector<std::int64_t>& over, std::int64_t at, dtype accumulate) {
  total t = sum_of(x, over, at, accumulate);
  const auto n = static_cast<long double>(over.size());
  if (over.empty()) return {std::nanl(""), is_complex(x.type) ? std::nanl("") : 0, 0};
  t.re /= n;
  t.im /= n;
  t.error = t.error / static_cast<double>(n);
  if (std::isfinite(t.re) && std::isfinite(t.im))
    t.error += 4 * unit_roundoff(accumulate) * static_cast<double>(std::fabs(t.re) + std::fabs(t.im));
  return t;
}

value mean(const value& given, const partition& p) {
  const value x = converted(given, accumulator_of(mean_type(given.type)));
  value result(mean_type(given.type), p.dims);
  for (std::size_t r = 0; r < p.kept.size(); ++r)
    put(result, static_cast<std::int64_t>(r), mean_of(x, p.over, p.kept[r], x.type));
  return result;
}

/// Σ |x - mean|² / n, with the errors of the mean, the squares and their sum.
total variance_of(const value& x, const std::vector<std::int64_t>& over, std::int64_t at) {
  const double u = unit_roundoff(x.type);
  const total centre = mean_of(x, over, at, x.type);
  total t;
  double errors = 0;
  for (const std::int64_t i : over) {
    const uncertain e = uncertain_at(x, at + i);
    const long double re = e.re - centre.re, im = e.im - centre.im;
    const double size = static_cast<double>(std::fabs(re) + std::fabs(im));
    const double off = e.error + centre.error + 2 * u * size;
    t.re += re * re + im * im;
    errors += 4 * size * off + 4 * off * off + 4 * u * size * size + tiniest(x.type);
  }
  const double n = static_cast<double>(over.size());
  const double sum = static_cast<double>(t.re);
  t.error = (errors + 8 * u * std::log2(std::max(2.0, n)) * (sum + errors)) / n + 4 * u * sum / n;
  if (std::isinf(centre.error) || (std::isfinite(t.re) && !(sum + errors < 0.49 * largest(x.type)))) t.error = unknown;
  t.re /= static_cast<long double>(n);
  return t;
}

total root(const total& variance, dtype type) {
  total t;
  t.re = std::sqrt(variance.re);
  const double r = static_cast<double>(t.re);
  t.error = r > 0 ? std::min(std::sqrt(variance.error), variance.error / r) : std::sqrt(variance.error);
  t.error += 2 * unit_roundoff(type) * r;
  if (std::isinf(variance.error)) t.error = unknown;
  return t;
}

value variance(reduction_id id, const value& given, const partition& p) {
  if (p.over.empty()) throw invalid_program("the variance of nothing");
  const dtype type = gpu::detail::real_of(mean_type(given.type));
  const value x = converted(given, accumulator_of(mean_type(given.type)));
  value result(type, p.dims);
  for (std::size_t r = 0; r < p.kept.size(); ++r) {
    const total v = variance_of(x, p.over, p.kept[r]);
    put(result, static_cast<std::int64_t>(r), id == reduction_id::stddev ? root(v, x.type) : v);
  }
  return result;
}

/// Comparisons as the extrema have them: NaN is beyond everything.
struct order {
  bool greatest;
  [[nodiscard]] static bool is_nan(const uncertain& x) { return std::isnan(x.re) || std::isnan(x.im); }
  /// Whether y displaces x, which comes before it.
  [[nodiscard]] bool better(const uncertain& y, const uncertain& x) const {
    if (is_nan(x)) return false;
    if (is_nan(y)) return true;
    const uncertain& low = greatest ? x : y;
    const uncertain& high = greatest ? y : x;
    return low.re < high.re || (low.re == high.re && low.im < high.im);
  }
};

std::int64_t best_of(const value& x, const std::vector<std::int64_t>& over, std::int64_t at, order by) {
  std::int64_t best = 0;
  for (std::size_t i = 1; i < over.size(); ++i)
    if (by.better(uncertain_at(x, at + over[i]), uncertain_at(x, at + over[static_cast<std::size_t>(best)])))
      best = static_cast<std::int64_t>(i);
  return best;
}

/// -0 lies below +0 for extrema, though not for positions.
std::int64_t with_sign(const value& x, const std::vector<std::int64_t>& over, std::int64_t at, std::int64_t best,
                       order by) {
  if (!gpu::detail::is_floating(x.type)) return best;
  const uncertain b = uncertain_at(x, at + over[static_cast<std::size_t>(best)]);
  if (b.re != 0) return best;
  for (std::size_t i = 0; i < over.size(); ++i) {
    const uncertain e = uncertain_at(x, at + over[i]);
    if (e.re == 0 && std::signbit(e.re) != by.greatest) return static_cast<std::int64_t>(i);
  }
  return best;
}

value extremum(const value& x, const partition& p, order by) {
  if (p.over.empty() && !p.kept.empty()) throw invalid_program("the extremum of nothing");
  value result(x.type, p.dims);
  for (std::size_t r = 0; r < p.kept.size(); ++r) {
    const std::int64_t best = with_sign(x, p.over, p.kept[r], best_of(x, p.over, p.kept[r], by), by);
    std::memcpy(result.at(static_cast<std::int64_t>(r)), x.at(p.kept[r] + p.over[static_cast<std::size_t>(best)]),
                x.item());
    if (x.error.empty()) continue;
    double most = 0;
    for (const std::int64_t i : p.over) most = std::max(most, x.error_at(p.kept[r] + i));
    result.error.push_back(most);
  }
  return result;
}

value position(const value& x, const partition& p, order by) {
  if (p.over.empty()) throw invalid_program("the position of an extremum of nothing");
  if (!x.error.empty()) throw invalid_program("the position of an extremum of inexact numbers");
  value result(dtype::int64, p.dims);
  for (std::size_t r = 0; r < p.kept.size(); ++r) {
    const std::int64_t best = best_of(x, p.over, p.kept[r], by);
    std::memcpy(result.at(static_cast<std::int64_t>(r)), &best, sizeof best);
  }
  return result;
}

value truth(reduction_id id, const value& given, const partition& p) {
  const value x = converted(given, dtype::bool_);
  value result(id == reduction_id::count_nonzero ? dtype::int64 : dtype::bool_, p.dims);
  for (std::size_t r = 0; r < p.kept.size(); ++r) {
    std::int64_t count = 0;
    for (const std::int64_t i : p.over) count += *x.at(p.kept[r] + i) != std::byte{0} ? 1 : 0;
    const auto all = static_cast<std::int64_t>(p.over.size());
    wide_number n;
    n.is_whole = true;
    n.whole = id == reduction_id::all ? (count == all ? 1 : 0) : id == reduction_id::any ? (count > 0 ? 1 : 0) : count;
    store_element(result.type, result.at(static_cast<std::int64_t>(r)), n);
  }
  return result;
}

}  // namespace

value reduced(reduction_id id, const value& x, const std::vector<bool>& over, bool keepdims) {
  const partition p = partitioned(x.dims, over, keepdims);
  const bool whole = x.type < dtype::float16;
  switch (id) {
    case reduction_id::sum: return whole ? whole_total(id, x, p) : float_sum(x, p);
    case reduction_id::prod:
      if (is_complex(x.type)) throw invalid_program("a complex product");
      return whole ? whole_total(id, x, p) : float_product(x, p);
    case reduction_id::mean: return mean(x, p);
    case reduction_id::var:
    case reduction_id::stddev: return variance(id, x, p);
    case reduction_id::min: return extremum(x, p, {false});
    case reduction_id::max: return extremum(x, p, {true});
    case reduction_id::argmin: return position(x, p, {false});
    case reduction_id::argmax: return position(x, p, {true});
    case reduction_id::all:
    case reduction_id::any:
    case reduction_id::count_nonzero: return truth(id, x, p);
    case reduction_id::ptp: break;
  }
  throw invalid_program("a reduction that the reference does not have");
}

}  // namespace fuzz

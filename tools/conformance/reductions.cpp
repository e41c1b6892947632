// Reductions: over all axes, one, or several; with the options of each.
#include <span>

#include "dispatch.hpp"

namespace conformance {
namespace {

gpu::detail::optional_mask where_option(const arguments& a) {
  const value* mask = a.keyword("where");
  return mask == nullptr ? gpu::detail::optional_mask() : gpu::detail::optional_mask(mask->array().as<bool>().read());
}

gpu::detail::optional_scalar initial_option(const arguments& a) {
  const value* initial = a.keyword("initial");
  if (initial == nullptr) return {};
  return std::visit([](const auto& s) { return gpu::detail::optional_scalar(s); }, initial->number());
}

// The options structs from the keyword arguments of a case.
gpu::reduce_options reduce_options(const arguments& a) {
  return {.keepdims = a.flag("keepdims", false), .initial = initial_option(a), .where = where_option(a)};
}
gpu::mean_options mean_options(const arguments& a) {
  return {.keepdims = a.flag("keepdims", false), .where = where_option(a)};
}
gpu::var_options var_options(const arguments& a) {
  return {.ddof = a.real("ddof", 0), .keepdims = a.flag("keepdims", false), .where = where_option(a)};
}
gpu::keepdims_options keepdims_options(const arguments& a) { return {.keepdims = a.flag("keepdims", false)}; }

/// f(x, options), f(x, axis, options) or f(x, axes, options), as kw.axis says. The cases with where= are along axis 0,
/// which they do not write out.
template <class F, class X, class Options>
outcome reduce(const F& f, const X& x, const arguments& a, const Options& options) {
  const value* given = a.keyword("axis");
  const auto axes = a.axes();
  if (!axes && a.keyword("where") != nullptr) return call(f, x, gpu::axis(0), options);
  if (!axes) return call(f, x, options);
  if (given->is_scalar()) return call(f, x, gpu::axis(axes->front()), options);
  const std::vector<gpu::axis> list(axes->begin(), axes->end());
  return call(f, x, std::span<const gpu::axis>(list), options);
}

/// The reduction `f` with the options that `options_of` makes.
template <class F, class Options>
function reduction(F f, Options (*options_of)(const arguments&)) {
  return [=](const arguments& a) {
    const Options options = options_of(a);
    return with_array(a[0], [&](const auto& x) { return reduce(f, x, a, options); });
  };
}

// The same with an accumulator type, sum<A>(…).
template <class A>
constexpr auto sum_as = [](const auto&... x) -> decltype(gpu::sum<A>(x...)) { return gpu::sum<A>(x...); };
template <class A>
constexpr auto prod_as = [](const auto&... x) -> decltype(gpu::prod<A>(x...)) { return gpu::prod<A>(x...); };

outcome sum(const arguments& a) {
  const value* dtype = a.keyword("dtype");
  if (dtype == nullptr) return reduction(GPU_CALL(gpu::sum), reduce_options)(a);
  return with_element(parse_dtype(dtype->text()),
                      [&]<class A>(std::type_identity<A>) { return reduction(sum_as<A>, reduce_options)(a); });
}

outcome prod(const arguments& a) {
  const value* dtype = a.keyword("dtype");
  if (dtype == nullptr) return reduction(GPU_CALL(gpu::prod), reduce_options)(a);
  return with_element(parse_dtype(dtype->text()),
                      [&]<class A>(std::type_identity<A>) { return reduction(prod_as<A>, reduce_options)(a); });
}

}  // namespace

void add_reductions(registry& r) {
  r.add("sum", sum);
  r.add("prod", prod);
  r.add("min", reduction(GPU_CALL(gpu::min), reduce_options));
  r.add("max", reduction(GPU_CALL(gpu::max), reduce_options));
  r.add("mean", reduction(GPU_CALL(gpu::mean), mean_options));
  r.add("all", reduction(GPU_CALL(gpu::all), mean_options));
  r.add("any", reduction(GPU_CALL(gpu::any), mean_options));
  r.add("count_nonzero", reduction(GPU_CALL(gpu::count_nonzero), mean_options));
  r.add("var", reduction(GPU_CALL(gpu::var), var_options));
  r.add("std", reduction(GPU_CALL(gpu::stddev), var_options));
  r.add("ptp", reduction(GPU_CALL(gpu::ptp), keepdims_options));
  r.add("argmin", reduction(GPU_CALL(gpu::argmin), keepdims_options));
  r.add("argmax", reduction(GPU_CALL(gpu::argmax), keepdims_options));
}

}  // namespace conformance

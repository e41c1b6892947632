// Views under other shapes and orders of axes; each is read through its own strides.
#include <span>

#include "dispatch.hpp"

namespace conformance {
namespace {

/// Calls `f` with the array itself, or with the window the case describes: the kinds of view depend on which it is.
template <class F>
outcome with_viewable(const value& v, F f) {
  return with_window(v, [&](auto& x) { return x.plain ? to_outcome(f(x.base)) : to_outcome(f(x.window)); });
}

outcome reshape(const arguments& a) {
  const gpu::shape to = a.required("shape").shape();
  return with_viewable(a[0], [&](auto& x) { return gpu::reshape(x, to); });
}

outcome ravel(const arguments& a) {
  return with_viewable(a[0], [](auto& x) { return gpu::ravel(x); });
}

outcome transpose(const arguments& a) {
  const value* axes = a.keyword("axes");
  if (axes == nullptr) return with_viewable(a[0], [](auto& x) { return gpu::transpose(x); });
  const std::vector<std::int64_t> given = axes->integers();
  const std::vector<gpu::axis> order(given.begin(), given.end());
  return with_viewable(a[0], [&](auto& x) { return gpu::transpose(x, std::span<const gpu::axis>(order)); });
}

outcome swapaxes(const arguments& a) {
  const gpu::axis first = a.required("axis1").integer();
  const gpu::axis second = a.required("axis2").integer();
  return with_viewable(a[0], [&](auto& x) { return gpu::swapaxes(x, first, second); });
}

outcome moveaxis(const arguments& a) {
  const gpu::axis from = a.required("source").integer();
  const gpu::axis to = a.required("destination").integer();
  return with_viewable(a[0], [&](auto& x) { return gpu::moveaxis(x, from, to); });
}

outcome squeeze(const arguments& a) {
  const value* axis = a.keyword("axis");
  if (axis == nullptr) return with_viewable(a[0], [](auto& x) { return gpu::squeeze(x); });
  const gpu::axis over = axis->integer();
  return with_viewable(a[0], [&](auto& x) { return gpu::squeeze(x, over); });
}

outcome expand_dims(const arguments& a) {
  const gpu::axis at = a.required("axis").integer();
  return with_viewable(a[0], [&](auto& x) { return gpu::expand_dims(x, at); });
}

outcome broadcast_to(const arguments& a) {
  const gpu::shape to = a.required("shape").shape();
  return with_viewable(a[0], [&](auto& x) { return gpu::broadcast_to(x, to); });
}

}  // namespace

void add_manipulation(registry& r) {
  r.add("reshape", reshape);
  r.add("ravel", ravel);
  r.add("transpose", transpose);
  r.add("swapaxes", swapaxes);
  r.add("moveaxis", moveaxis);
  r.add("squeeze", squeeze);
  r.add("expand_dims", expand_dims);
  r.add("broadcast_to", broadcast_to);
}

}  // namespace conformance

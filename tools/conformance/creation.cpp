// Making arrays. NumPy takes the dtype from the operands where none is given; here it is the template argument.
#include "dispatch.hpp"

namespace conformance {
namespace {

/// Calls `f<E>()` with the element type that kw.dtype names.
template <class F>
outcome of_dtype(const arguments& a, F f) {
  return with_element(parse_dtype(a.required("dtype").text()),
                      [&]<class E>(std::type_identity<E>) { return to_outcome(f.template operator()<E>()); });
}

outcome zeros(const arguments& a) {
  const gpu::shape dims = a.required("shape").shape();
  return of_dtype(a, [&]<class E>() { return gpu::zeros<E>(dims); });
}

outcome ones(const arguments& a) {
  const gpu::shape dims = a.required("shape").shape();
  return of_dtype(a, [&]<class E>() { return gpu::ones<E>(dims); });
}

outcome full(const arguments& a) {
  const gpu::shape dims = a.required("shape").shape();
  return std::visit(
      [&](const auto& filler) { return of_dtype(a, [&]<class E>() { return gpu::full<E>(dims, filler); }); },
      a.required("value").number());
}

/// arange in E, whose scalars are of E's own kind.
template <class E>
outcome arange_of(const std::vector<E>& bounds) {
  if (bounds.size() == 1) return to_outcome(gpu::arange<E>(bounds[0]));
  if (bounds.size() == 2) return to_outcome(gpu::arange<E>(bounds[0], bounds[1]));
  return to_outcome(gpu::arange<E>(bounds.at(0), bounds.at(1), bounds.at(2)));
}

outcome arange(const arguments& a) {
  std::vector<std::int64_t> whole;
  std::vector<double> real;
  for (std::size_t k = 0; k < a.size(); ++k) {
    real.push_back(a[k].real());
    if (std::holds_alternative<std::int64_t>(a[k].number())) whole.push_back(a[k].integer());
  }
  return whole.size() == real.size() ? arange_of(whole) : arange_of(real);
}

outcome linspace(const arguments& a) {
  return to_outcome(gpu::linspace(a[0].real(), a[1].real(), a[2].integer(), a.flag("endpoint", true)));
}

outcome eye(const arguments& a) {
  if (a.size() == 1) return to_outcome(gpu::eye(a[0].integer()));
  return to_outcome(gpu::eye(a[0].integer(), a[1].integer(), a.integer("k", 0)));
}

outcome identity(const arguments& a) { return to_outcome(gpu::identity(a[0].integer())); }

}  // namespace

void add_creation(registry& r) {
  r.add("zeros", zeros);
  r.add("ones", ones);
  r.add("full", full);
  r.add("arange", arange);
  r.add("linspace", linspace);
  r.add("eye", eye);
  r.add("identity", identity);
}

}  // namespace conformance

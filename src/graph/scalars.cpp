#include "graph/scalars.hpp"

#include <bit>
#include <limits>
#include <string>

#include <gpu/error.hpp>

#include "graph/body_type.hpp"
#include "graph/visit_dtype.hpp"
#include "ops/convert.hpp"

namespace gpu::graph {
namespace {

template <class E>
scalar_value make(body_t<E> value) {
  scalar_value s;
  s.type = dtype_of<E>;
  static_assert(sizeof(value) == sizeof(E));
  std::memcpy(s.bytes.data(), &value, sizeof(E));
  return s;
}

std::string text_of(const detail::weak_scalar& s) {
  return s.is_unsigned ? std::to_string(static_cast<std::uint64_t>(s.bits)) : std::to_string(s.bits);
}

}  // namespace

bool out_of_range(const detail::weak_scalar& s, dtype to) {
  if (s.kind != detail::scalar_kind::integer || !detail::is_integer(to)) return false;
  return visit_dtype(to, [&](auto tag) {
    using E = typename decltype(tag)::type;
    if constexpr (std::is_integral_v<E> && !std::is_same_v<E, bool>)
      return s.is_unsigned ? !std::in_range<E>(static_cast<std::uint64_t>(s.bits)) : !std::in_range<E>(s.bits);
    else
      return false;
  });
}

scalar_value convert(const detail::weak_scalar& s, dtype to) {
  if (out_of_range(s, to)) throw value_error("integer " + text_of(s) + " is out of bounds for " + dtype_name(to));
  return visit_dtype(to, [&](auto tag) {
    using E = typename decltype(tag)::type;
    using B = body_t<E>;
    switch (s.kind) {
      case detail::scalar_kind::boolean: return make<E>(ops::cast<B>(s.bits != 0));
      case detail::scalar_kind::integer:
        if (s.is_unsigned) return make<E>(ops::cast<B>(static_cast<ops::u64>(s.bits)));
        return make<E>(ops::cast<B>(static_cast<ops::i64>(s.bits)));
      case detail::scalar_kind::floating: return make<E>(ops::cast<B>(s.re));
      case detail::scalar_kind::complex: break;
    }
    return make<E>(ops::cast<B>(ops::c128{s.re, s.im}));
  });
}

scalar_value convert(const scalar_value& s, dtype to) {
  if (s.type == to) return s;
  return visit_dtype(s.type, [&](auto from_tag) {
    using F = body_t<typename decltype(from_tag)::type>;
    F from;
    std::memcpy(&from, s.bytes.data(), sizeof(F));
    return visit_dtype(to, [&](auto to_tag) {
      using E = typename decltype(to_tag)::type;
      return make<E>(ops::cast<body_t<E>>(from));
    });
  });
}

scalar_value constant(double value, dtype to) { return convert(scalar_value::of(value), to); }

}  // namespace gpu::graph

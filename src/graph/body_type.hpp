// The types by which operation bodies know the element types.
#pragma once

#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>

#include <gpu/dtype.hpp>

#include "ops/convert.hpp"

namespace gpu::graph {

template <class E>
struct body_type {
  using type = E;
};
template <>
struct body_type<float16> {
  using type = ops::f16;
};
template <>
struct body_type<bfloat16> {
  using type = ops::bf16;
};
template <class P>
struct body_type<std::complex<P>> {
  using type = ops::cplx<P>;
};
template <class E>
using body_t = typename body_type<E>::type;

}  // namespace gpu::graph

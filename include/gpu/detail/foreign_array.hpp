// Where another library's arrays can stand in for operands: the interop headers say how each kind converts.
#pragma once

#include <gpu/detail/config.hpp>

GPU_BEGIN_NAMESPACE
namespace detail {

/// Specialised for another library's array X, with a static `read(const X&)` that gives an ndarray. Looked up where it is used,
/// so that the interop header may be included before or after.
template <class X>
struct foreign_array {};

template <class X>
concept foreign_readable = requires(const X& x) {
  foreign_array<X>::read(x);
};

}  // namespace detail
GPU_END_NAMESPACE

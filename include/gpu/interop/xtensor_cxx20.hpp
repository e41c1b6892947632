// Makes xtensor before 0.26 right under C++20. Include it before any xtensor header; <gpu/interop/xtensor.hpp> does.
//
// xtensor picks the container for a result by the type of its shape: xt::detail::xtype_for_shape<Shape>. The shape of an
// xarray is svector<size_t, 4, Allocator, bool>, whose 4 is a buffer's length and not a rank. g++ lets a template with
// defaulted parameters match a shorter parameter list (P0522), so that it takes this for a list of four lengths, and axis
// reductions, norms and in-place operators on strided views crash or give wrong numbers. xtensor has the specialisation that
// prevents this, but only where __cplusplus is exactly C++17's; here it is for what came later. clang++ does not need it.
#pragma once

#if __has_include(<xtensor/core/xtensor_forward.hpp>)
#include <xtensor/core/xtensor_forward.hpp>
#else
#include <xtensor/xtensor_forward.hpp>
#endif

#if XTENSOR_VERSION_MAJOR == 0 && XTENSOR_VERSION_MINOR < 26 && defined(__GNUC__) && !defined(__clang__) && \
    __cplusplus > 201703L
namespace xt::detail {
template <class Shape>
struct xtype_for_shape;

template <template <class, std::size_t, class, bool> class Shape, class Length, std::size_t Buffer, class Allocator,
          bool Init>
struct xtype_for_shape<Shape<Length, Buffer, Allocator, Init>> {
  template <class T, layout_type L>
  using type = xarray<T, L>;
};
}  // namespace xt::detail
#endif

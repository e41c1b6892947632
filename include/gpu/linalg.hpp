// Products of vectors and matrices, through cuBLAS and OpenBLAS. Eager.
#pragma once

#include <gpu/ndarray.hpp>

GPU_BEGIN_NAMESPACE

/// How float32 products are computed: in IEEE float32; as three TF32 products; in TF32. The last two may be taken as `highest`
/// where the hardware has no TF32.
enum class precision : std::uint8_t { highest, high, fast };

/// Options of matmul and dot.
struct matmul_options {
  named only_by_name = named();
  gpu::precision precision = gpu::precision::highest;
};

/// Matrix product of the last two axes, batched and broadcast over the ones before; a 1-D operand is a row (first) or column
/// (second). dtypes promote; integers are exact modulo their width, bool is "or of ands". Transposed and strided operands
/// are not copied where the library takes them. Throws shape_error where the inner lengths differ, value_error for 0-d.
template <class A, class B>
[[nodiscard]] ndarray<detail::promote_t<A, B>> matmul(const operand<A>& a, const operand<B>& b,
                                                      const matmul_options& o = {}) {
  using result = ndarray<detail::promote_t<A, B>>;
  return detail::access::make<result>(detail::matmul(detail::access::get(a), detail::access::get(b), result::dtype(),
                                                     static_cast<detail::precision_id>(o.precision)));
}

/// NumPy's dot: 1-D inner product, 2-D matrix product, a 0-d operand scales; for more axes the last of `a` with the second to
/// last of `b`.
template <class A, class B>
[[nodiscard]] ndarray<detail::promote_t<A, B>> dot(const operand<A>& a, const operand<B>& b) {
  using result = ndarray<detail::promote_t<A, B>>;
  return detail::access::make<result>(detail::dot(detail::access::get(a), detail::access::get(b), result::dtype()));
}

GPU_END_NAMESPACE

// Complex arithmetic, order and tests. Needs base.hpp, math.hpp.
#pragma once

#include "ops/math.hpp"

namespace gpu {
namespace GPU_OPS_NAMESPACE {

template <class T>
GPU_FN cplx<T> operator+(cplx<T> a, cplx<T> b) {
  return {a.re + b.re, a.im + b.im};
}
template <class T>
GPU_FN cplx<T> operator-(cplx<T> a, cplx<T> b) {
  return {a.re - b.re, a.im - b.im};
}
template <class T>
GPU_FN cplx<T> operator-(cplx<T> a) {
  return {-a.re, -a.im};
}
/// A product, rounded. g++ 12 fuses the products of neighbouring differences and sums into vfmaddsub under
/// -ffp-contract=off too, in vector code but not in its scalar tail; an association barrier between product and sum
/// keeps it from that.
template <class T>
GPU_FN T product(T a, T b) {
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
  return __builtin_assoc_barrier(a * b);
#else
  return a * b;
#endif
}

template <class T>
GPU_FN cplx<T> operator*(cplx<T> a, cplx<T> b) {
  return {product(a.re, b.re) - product(a.im, b.im), product(a.re, b.im) + product(a.im, b.re)};
}

/// Smith's division (Communications of the ACM 5, 1962), in NumPy's order of operations. Dividing by zero divides
/// both parts.
template <class T>
GPU_FN cplx<T> operator/(cplx<T> a, cplx<T> b) {
  const T re = math::fabs(b.re);
  const T im = math::fabs(b.im);
  if (re >= im) {
    if (re == 0) return {a.re / re, a.im / re};
    const T ratio = b.im / b.re;
    const T scale = T{1} / (b.re + product(b.im, ratio));
    return {(a.re + product(a.im, ratio)) * scale, (a.im - product(a.re, ratio)) * scale};
  }
  const T ratio = b.re / b.im;
  const T scale = T{1} / (b.im + product(b.re, ratio));
  return {(product(a.re, ratio) + a.im) * scale, (product(a.im, ratio) - a.re) * scale};
}

/// Tests of parts. (The operations isnan, isinf, isfinite stand on these.)
namespace math {

template <class T>
GPU_FN bool is_nan(T x) {
  return x != x;
}
template <class T>
GPU_FN bool is_inf(T x) {
  return math::fabs(x) == infinity<T>();
}
template <class T>
GPU_FN bool is_finite(T x) {
  return math::fabs(x) < infinity<T>();
}
template <class T>
GPU_FN bool has_nan(cplx<T> z) {
  return (z.re != z.re) | (z.im != z.im);
}

/// Lexicographic order as NumPy's: NaN in an imaginary part makes a comparison of real parts false.
template <class T>
GPU_FN bool before(cplx<T> a, cplx<T> b) {
  return ((a.re < b.re) & (a.im == a.im) & (b.im == b.im)) | ((a.re == b.re) & (a.im < b.im));
}
template <class T>
GPU_FN bool not_after(cplx<T> a, cplx<T> b) {
  return ((a.re < b.re) & (a.im == a.im) & (b.im == b.im)) | ((a.re == b.re) & (a.im <= b.im));
}

/// 1 / z by Smith's method.
template <class T>
GPU_FN cplx<T> reciprocal(cplx<T> z) {
  if (math::fabs(z.im) <= math::fabs(z.re)) {
    const T ratio = z.im / z.re;
    const T denominator = z.re + product(z.im, ratio);
    return {T{1} / denominator, -ratio / denominator};
  }
  const T ratio = z.re / z.im;
  const T denominator = product(z.re, ratio) + z.im;
  return {ratio / denominator, T{-1} / denominator};
}

/// z / |z|, of an infinite part its direction; 0 for 0, NaN where there is no direction.
template <class T>
GPU_FN cplx<T> sign(cplx<T> z) {
  const T modulus = math::hypot(z.re, z.im);
  if (is_nan(modulus) || (is_inf(z.re) && is_inf(z.im))) return {quiet_nan<T>(), quiet_nan<T>()};
  if (is_inf(z.re)) return {z.re > 0 ? T{1} : T{-1}, T{0}};
  if (is_inf(z.im)) return {T{0}, z.im > 0 ? T{1} : T{-1}};
  if (modulus == 0) return {T{0}, T{0}};
  if (!is_inf(modulus)) return {z.re / modulus, z.im / modulus};
  const T quarter = math::hypot(z.re / 4, z.im / 4);
  return {z.re / 4 / quarter, z.im / 4 / quarter};
}

/// The two parts rounded to the nearest even integers.
template <class T>
GPU_FN cplx<T> rint(cplx<T> z) {
  return {math::rint(z.re), math::rint(z.im)};
}

}  // namespace math
}  // namespace GPU_OPS_NAMESPACE
}  // namespace gpu

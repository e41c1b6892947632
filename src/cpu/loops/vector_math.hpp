// The operations whose body on the CPU is a function of the SLEEF vector library, and how it is called on an array.
// The vector type is the widest of the instruction set; the tail of an array is computed by the same function on a padded vector,
// so that an element's bits do not depend on its place.
#pragma once

#include <sleef.h>

#include "cpu/loops/isa.hpp"
#include "ops/exponential.hpp"
#include "ops/integer.hpp"
#include "ops/special.hpp"
#include "ops/trigonometry.hpp"

namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE {

#if defined(__AVX512F__)
using f32_vector = __m512;
using f64_vector = __m512d;
#define GPU_SLEEF_F32(function, error) Sleef_##function##f16_##error##avx512f
#define GPU_SLEEF_F64(function, error) Sleef_##function##d8_##error##avx512f
inline bool any_infinite(__m512 x) {
  return _mm512_cmp_ps_mask(_mm512_abs_ps(x), _mm512_set1_ps(HUGE_VALF), _CMP_EQ_OQ) != 0;
}
inline bool any_infinite(__m512d x) {
  return _mm512_cmp_pd_mask(_mm512_abs_pd(x), _mm512_set1_pd(HUGE_VAL), _CMP_EQ_OQ) != 0;
}
#elif defined(__AVX2__)
using f32_vector = __m256;
using f64_vector = __m256d;
#define GPU_SLEEF_F32(function, error) Sleef_##function##f8_##error##avx2
#define GPU_SLEEF_F64(function, error) Sleef_##function##d4_##error##avx2
inline bool any_infinite(__m256 x) {
  const __m256 magnitude = _mm256_andnot_ps(_mm256_set1_ps(-0.0F), x);
  return _mm256_movemask_ps(_mm256_cmp_ps(magnitude, _mm256_set1_ps(HUGE_VALF), _CMP_EQ_OQ)) != 0;
}
inline bool any_infinite(__m256d x) {
  const __m256d magnitude = _mm256_andnot_pd(_mm256_set1_pd(-0.0), x);
  return _mm256_movemask_pd(_mm256_cmp_pd(magnitude, _mm256_set1_pd(HUGE_VAL), _CMP_EQ_OQ)) != 0;
}
#else
using f32_vector = __m128;
using f64_vector = __m128d;
#define GPU_SLEEF_F32(function, error) Sleef_##function##f4_##error##sse4
#define GPU_SLEEF_F64(function, error) Sleef_##function##d2_##error##sse4
inline bool any_infinite(__m128 x) {
  return _mm_movemask_ps(_mm_cmpeq_ps(_mm_andnot_ps(_mm_set1_ps(-0.0F), x), _mm_set1_ps(HUGE_VALF))) != 0;
}
inline bool any_infinite(__m128d x) {
  return _mm_movemask_pd(_mm_cmpeq_pd(_mm_andnot_pd(_mm_set1_pd(-0.0), x), _mm_set1_pd(HUGE_VAL))) != 0;
}
#endif

/// The vector function of Op on T: `call` where `exists`.
template <class Op, class T>
struct vector_function {
  static constexpr bool exists = false;
};

#define GPU_VECTOR_1(op, T, spelled)                            \
  template <>                                                   \
  struct vector_function<ops::op, ops::T> {                     \
    static constexpr bool exists = true;                        \
    static T##_vector call(T##_vector x) { return spelled(x); } \
  };
#define GPU_VECTOR_2(op, T, spelled)                                             \
  template <>                                                                    \
  struct vector_function<ops::op, ops::T> {                                      \
    static constexpr bool exists = true;                                         \
    static T##_vector call(T##_vector x, T##_vector y) { return spelled(x, y); } \
  };

// The op, the function, and its error bound: u10 is 1.0 ULP, u15 is 1.5.
// clang-format off
#define GPU_UNARY_FUNCTIONS(row) \
  row(cbrt, cbrt, u10)           \
  row(exp, exp, u10)             \
  row(exp2, exp2, u10)           \
  row(expm1, expm1, u10)         \
  row(log, log, u10)             \
  row(log2, log2, u10)           \
  row(log10, log10, u10)         \
  row(log1p, log1p, u10)         \
  row(sin, sin, u10)             \
  row(cos, cos, u10)             \
  row(tan, tan, u10)             \
  row(arcsin, asin, u10)         \
  row(arccos, acos, u10)         \
  row(arctan, atan, u10)         \
  row(sinh, sinh, u10)           \
  row(cosh, cosh, u10)           \
  row(tanh, tanh, u10)           \
  row(arcsinh, asinh, u10)       \
  row(arccosh, acosh, u10)       \
  row(arctanh, atanh, u10)       \
  row(erf, erf, u10)             \
  row(erfc, erfc, u15)
#define GPU_BINARY_FUNCTIONS(row) \
  row(power, pow, u10)            \
  row(arctan2, atan2, u10)        \
  row(hypot, hypot, u05)
// clang-format on

#define GPU_ROW(op, function, error)                    \
  GPU_VECTOR_1(op, f32, GPU_SLEEF_F32(function, error)) \
  GPU_VECTOR_1(op, f64, GPU_SLEEF_F64(function, error))
GPU_UNARY_FUNCTIONS(GPU_ROW)
#undef GPU_ROW
#define GPU_ROW(op, function, error)                    \
  GPU_VECTOR_2(op, f32, GPU_SLEEF_F32(function, error)) \
  GPU_VECTOR_2(op, f64, GPU_SLEEF_F64(function, error))
GPU_BINARY_FUNCTIONS(GPU_ROW)
#undef GPU_ROW

GPU_VECTOR_2(float_power, f64, GPU_SLEEF_F64(pow, u10))

/// Functions of SLEEF 3.5 that give infinity where the result, though large, or the argument, though huge, is finite. Their infinite
/// elements are computed again by the operation's own body.
template <class Op>
inline constexpr bool overflows_early =
    ops::same<Op, ops::log1p> || ops::same<Op, ops::sinh> || ops::same<Op, ops::cosh> || ops::same<Op, ops::arcsinh> ||
    ops::same<Op, ops::arccosh> || ops::same<Op, ops::power> || ops::same<Op, ops::float_power>;

#undef GPU_UNARY_FUNCTIONS
#undef GPU_BINARY_FUNCTIONS
#undef GPU_VECTOR_1
#undef GPU_VECTOR_2
#undef GPU_SLEEF_F32
#undef GPU_SLEEF_F64

template <class T>
struct vector_of_impl {
  using type = f32_vector;
};
template <>
struct vector_of_impl<ops::f64> {
  using type = f64_vector;
};
template <class T>
using vector_of = typename vector_of_impl<T>::type;

template <class T>
vector_of<T> load_vector(const T* from, size_t count) {
  vector_of<T> v{};
  __builtin_memcpy(&v, from, count * sizeof(T));
  return v;
}

template <class T, class V>
T lane(const V& v, size_t l) {
  T value;
  __builtin_memcpy(&value, reinterpret_cast<const char*>(&v) + l * sizeof(T), sizeof(T));
  return value;
}

/// One vector; see overflows_early.
template <class Op, class T, class... V>
vector_of<T> call_on_vector(V... x) {
  vector_of<T> result = vector_function<Op, T>::call(x...);
  if constexpr (overflows_early<Op>) {
    if (any_infinite(result)) {
      constexpr size_t width = sizeof(result) / sizeof(T);
      T lanes[width];
      __builtin_memcpy(lanes, &result, sizeof(result));
      for (size_t l = 0; l < width; ++l)
        if (ops::math::fabs(lanes[l]) == ops::infinity<T>()) lanes[l] = Op::f(lane<T>(x, l)...);
      __builtin_memcpy(&result, lanes, sizeof(result));
    }
  }
  return result;
}

/// out[i] = the vector function of Op on x[i] (and y[i], …), i < n.
template <class Op, class T, class... More>
void call_vector_function(size_t n, T* out, const T* x, const More*... more) {
  constexpr size_t width = sizeof(vector_of<T>) / sizeof(T);
  size_t i = 0;
  for (; i + width <= n; i += width) {
    const vector_of<T> result = call_on_vector<Op, T>(load_vector(x + i, width), load_vector(more + i, width)...);
    __builtin_memcpy(out + i, &result, sizeof(result));
  }
  if (i < n) {
    const vector_of<T> result = call_on_vector<Op, T>(load_vector(x + i, n - i), load_vector(more + i, n - i)...);
    __builtin_memcpy(out + i, &result, (n - i) * sizeof(T));
  }
}

}  // namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE

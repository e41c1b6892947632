// What the body of a user function stands on: the names of namespace std that it may use, here in a namespace std of their own,
// so that they never meet the compiler's. Read by the run-time compiler after the op bodies; includes nothing. On the host the
// same names are those of gpu/detail/user_names.hpp and the standard library.
#pragma once

namespace gpu {
namespace user {

template <class T>
GPU_FN constexpr T infinity() {
  if constexpr (ops::same<T, float>)
    return __builtin_bit_cast(float, 0x7f800000U);
  else
    return __builtin_bit_cast(double, 0x7ff0000000000000UL);
}
template <class T>
GPU_FN constexpr T quiet_nan() {
  if constexpr (ops::same<T, float>)
    return __builtin_bit_cast(float, 0x7fc00000U);
  else
    return __builtin_bit_cast(double, 0x7ff8000000000000UL);
}
// What the macros INFINITY, NAN and HUGE_VAL of <cmath> are to the compilers of the host.
#ifdef __CUDACC__
#define __builtin_inff() ::gpu::user::infinity<float>()
#define __builtin_inf() ::gpu::user::infinity<double>()
#define __builtin_huge_valf() ::gpu::user::infinity<float>()
#define __builtin_huge_val() ::gpu::user::infinity<double>()
#define __builtin_nanf(text) ::gpu::user::quiet_nan<float>()
#define __builtin_nan(text) ::gpu::user::quiet_nan<double>()
#endif

/// A stored value as a body sees it.
template <class T>
GPU_FN T argument(T x) {
  return x;
}
/// What a body returns, as it is stored.
template <class R>
struct stored {
  template <class T>
  static GPU_FN R of(T x) {
    return static_cast<R>(x);
  }
};

namespace std {

using int8_t = signed char;
using int16_t = short;
using int32_t = int;
using int64_t = long;
using uint8_t = unsigned char;
using uint16_t = unsigned short;
using uint32_t = unsigned int;
using uint64_t = unsigned long;
using size_t = unsigned long;
using ptrdiff_t = long;

template <class T>
inline constexpr bool is_whole = ops::is_int<T> || ops::same<T, bool> || ops::same<T, char> || ops::same<T, long long> ||
                                 ops::same<T, unsigned long long>;
/// Two arithmetic types whose function is that of double: not both float, nor both double.
template <class A, class B>
inline constexpr bool mixed = (is_whole<A> || ops::is_float<A>) && (is_whole<B> || ops::is_float<B>) &&
                              !(ops::same<A, B> && ops::is_float<A>);

// Functions of an integer are those of double, as in the C++ library.
#define GPU_USER_WHOLE_1(name)                      \
  template <class I>                                \
    requires(is_whole<I>)                           \
  GPU_FN auto name(I x) {                           \
    return name(static_cast<double>(x));            \
  }
#define GPU_USER_MIXED_2(name)                                       \
  template <class A, class B>                                        \
    requires(mixed<A, B>)                                            \
  GPU_FN double name(A x, B y) {                                     \
    return name(static_cast<double>(x), static_cast<double>(y));     \
  }
// The bodies of src/ops …
#define GPU_USER_OPS_1(name)  \
  using ops::math::name;      \
  GPU_USER_WHOLE_1(name)
#define GPU_USER_OPS_2(name)  \
  using ops::math::name;      \
  GPU_USER_MIXED_2(name)
// … and what they have no need of.
#define GPU_USER_1(name, R, R64)                                \
  GPU_FN R name(float x) { return ::name##f(x); }               \
  GPU_FN R64 name(double x) { return ::name(x); }               \
  GPU_USER_WHOLE_1(name)
#define GPU_USER_2(name)                                        \
  GPU_FN float name(float x, float y) { return ::name##f(x, y); } \
  GPU_FN double name(double x, double y) { return ::name(x, y); } \
  GPU_USER_MIXED_2(name)

GPU_USER_OPS_1(fabs)
GPU_USER_OPS_1(floor)
GPU_USER_OPS_1(ceil)
GPU_USER_OPS_1(trunc)
GPU_USER_OPS_1(rint)
GPU_USER_OPS_1(sqrt)
GPU_USER_OPS_1(cbrt)
GPU_USER_OPS_1(exp)
GPU_USER_OPS_1(exp2)
GPU_USER_OPS_1(expm1)
GPU_USER_OPS_1(log)
GPU_USER_OPS_1(log2)
GPU_USER_OPS_1(log10)
GPU_USER_OPS_1(log1p)
GPU_USER_OPS_1(sin)
GPU_USER_OPS_1(cos)
GPU_USER_OPS_1(tan)
GPU_USER_OPS_1(asin)
GPU_USER_OPS_1(acos)
GPU_USER_OPS_1(atan)
GPU_USER_OPS_1(sinh)
GPU_USER_OPS_1(cosh)
GPU_USER_OPS_1(tanh)
GPU_USER_OPS_1(asinh)
GPU_USER_OPS_1(acosh)
GPU_USER_OPS_1(atanh)
GPU_USER_OPS_1(erf)
GPU_USER_OPS_1(erfc)
GPU_USER_1(tgamma, float, double)
GPU_USER_1(lgamma, float, double)
GPU_USER_1(round, float, double)
GPU_USER_1(nearbyint, float, double)
GPU_USER_1(logb, float, double)
GPU_USER_1(ilogb, int, int)
GPU_USER_1(lround, long, long)
GPU_USER_1(lrint, long, long)
GPU_USER_OPS_2(atan2)
GPU_USER_OPS_2(hypot)
GPU_USER_OPS_2(pow)
GPU_USER_OPS_2(fmod)
GPU_USER_OPS_2(copysign)
GPU_USER_OPS_2(nextafter)
GPU_USER_2(fmin)
GPU_USER_2(fmax)
GPU_USER_2(fdim)
GPU_USER_2(remainder)
using ops::math::fma;
using ops::math::ldexp;

#undef GPU_USER_WHOLE_1
#undef GPU_USER_MIXED_2
#undef GPU_USER_OPS_1
#undef GPU_USER_OPS_2
#undef GPU_USER_1
#undef GPU_USER_2

GPU_FN int abs(int x) { return x < 0 ? -x : x; }
GPU_FN long abs(long x) { return x < 0 ? -x : x; }
GPU_FN long long abs(long long x) { return x < 0 ? -x : x; }
GPU_FN float abs(float x) { return ops::math::fabs(x); }
GPU_FN double abs(double x) { return ops::math::fabs(x); }

GPU_FN bool isnan(float x) { return x != x; }
GPU_FN bool isnan(double x) { return x != x; }
GPU_FN bool isinf(float x) { return ops::math::fabs(x) == ops::infinity<float>(); }
GPU_FN bool isinf(double x) { return ops::math::fabs(x) == ops::infinity<double>(); }
GPU_FN bool isfinite(float x) { return ops::math::fabs(x) < ops::infinity<float>(); }
GPU_FN bool isfinite(double x) { return ops::math::fabs(x) < ops::infinity<double>(); }
GPU_FN bool signbit(float x) { return (ops::to_bits(x) & ops::sign_bit<float>) != 0; }
GPU_FN bool signbit(double x) { return (ops::to_bits(x) & ops::sign_bit<double>) != 0; }

template <class T>
GPU_FN constexpr const T& min(const T& a, const T& b) {
  return b < a ? b : a;
}
template <class T>
GPU_FN constexpr const T& max(const T& a, const T& b) {
  return a < b ? b : a;
}
template <class T>
GPU_FN constexpr const T& clamp(const T& x, const T& low, const T& high) {
  return x < low ? low : high < x ? high : x;
}
template <class T>
GPU_FN constexpr void swap(T& a, T& b) {
  const T old = a;
  a = b;
  b = old;
}

template <class T>
struct numeric_limits {  // integers
  static GPU_FN constexpr T min() { return ops::int_min<T>; }
  static GPU_FN constexpr T lowest() { return min(); }
  static GPU_FN constexpr T max() { return ops::int_max<T>; }
};
template <>
struct numeric_limits<float> {
  static GPU_FN constexpr float min() { return 0x1p-126F; }
  static GPU_FN constexpr float max() { return 0x1.fffffep127F; }
  static GPU_FN constexpr float lowest() { return -max(); }
  static GPU_FN constexpr float epsilon() { return 0x1p-23F; }
  static GPU_FN constexpr float denorm_min() { return 0x1p-149F; }
  static GPU_FN constexpr float infinity() { return user::infinity<float>(); }
  static GPU_FN constexpr float quiet_NaN() { return user::quiet_nan<float>(); }
};
template <>
struct numeric_limits<double> {
  static GPU_FN constexpr double min() { return 0x1p-1022; }
  static GPU_FN constexpr double max() { return 0x1.fffffffffffffp1023; }
  static GPU_FN constexpr double lowest() { return -max(); }
  static GPU_FN constexpr double epsilon() { return 0x1p-52; }
  static GPU_FN constexpr double denorm_min() { return 0x1p-1074; }
  static GPU_FN constexpr double infinity() { return user::infinity<double>(); }
  static GPU_FN constexpr double quiet_NaN() { return user::quiet_nan<double>(); }
};

namespace numbers {
template <class T>
inline constexpr T pi_v = static_cast<T>(3.141592653589793238462643383279502884L);
template <class T>
inline constexpr T e_v = static_cast<T>(2.718281828459045235360287471352662498L);
template <class T>
inline constexpr T ln2_v = static_cast<T>(0.693147180559945309417232121458176568L);
template <class T>
inline constexpr T ln10_v = static_cast<T>(2.302585092994045684017991454684364208L);
template <class T>
inline constexpr T sqrt2_v = static_cast<T>(1.414213562373095048801688724209698079L);
template <class T>
inline constexpr T inv_pi_v = static_cast<T>(0.318309886183790671537767526745028724L);
inline constexpr double pi = pi_v<double>;
inline constexpr double e = e_v<double>;
inline constexpr double ln2 = ln2_v<double>;
inline constexpr double ln10 = ln10_v<double>;
inline constexpr double sqrt2 = sqrt2_v<double>;
inline constexpr double inv_pi = inv_pi_v<double>;
}  // namespace numbers

}  // namespace std
}  // namespace user
}  // namespace gpu

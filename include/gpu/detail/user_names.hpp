// The names that the body of a user function may use unqualified. On the GPU they are src/cuda/device/user.cuh and
// user_complex.cuh; here they make a body's `sin(x)` of a float be the float function, as there: C's own is of double.
#pragma once

#include <cmath>
#include <complex>
#include <utility>

#include <gpu/detail/config.hpp>

GPU_BEGIN_NAMESPACE
namespace detail::user_names {

using std::abs;
using std::acos;
using std::acosh;
using std::arg;
using std::asin;
using std::asinh;
using std::atan;
using std::atan2;
using std::atanh;
using std::cbrt;
using std::ceil;
using std::conj;
using std::copysign;
using std::cos;
using std::cosh;
using std::erf;
using std::erfc;
using std::exp;
using std::exp2;
using std::expm1;
using std::fabs;
using std::fdim;
using std::floor;
using std::fma;
using std::fmax;
using std::fmin;
using std::fmod;
using std::hypot;
using std::imag;
using std::isfinite;
using std::isinf;
using std::isnan;
using std::ldexp;
using std::lgamma;
using std::log;
using std::log10;
using std::log1p;
using std::log2;
using std::max;
using std::min;
using std::nearbyint;
using std::nextafter;
using std::norm;
using std::polar;
using std::pow;
using std::real;
using std::remainder;
using std::rint;
using std::round;
using std::signbit;
using std::sin;
using std::sinh;
using std::sqrt;
using std::swap;
using std::tan;
using std::tanh;
using std::tgamma;
using std::trunc;

}  // namespace detail::user_names
GPU_END_NAMESPACE

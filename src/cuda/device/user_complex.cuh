// std::complex for the bodies of user functions, over the complex arithmetic and functions of src/ops. Read by the run-time
// compiler after user.cuh; includes nothing.
#pragma once

namespace gpu {
namespace user {
namespace std {

template <class T>
class complex {
 public:
  using value_type = T;

  constexpr GPU_FN complex(T re = T{}, T im = T{}) : z_{re, im} {}
  constexpr GPU_FN explicit complex(ops::cplx<T> z) : z_(z) {}
  /// From the other precision: implicit to double, explicit to float.
  template <class U>
  constexpr GPU_FN explicit(sizeof(U) > sizeof(T)) complex(const complex<U>& z)
      : z_{static_cast<T>(z.real()), static_cast<T>(z.imag())} {}

  constexpr GPU_FN T real() const { return z_.re; }
  constexpr GPU_FN T imag() const { return z_.im; }
  constexpr GPU_FN void real(T re) { z_.re = re; }
  constexpr GPU_FN void imag(T im) { z_.im = im; }
  /// As the functions of src/ops take it.
  constexpr GPU_FN ops::cplx<T> parts() const { return z_; }

  GPU_FN complex& operator+=(const complex& w) { return *this = *this + w; }
  GPU_FN complex& operator-=(const complex& w) { return *this = *this - w; }
  GPU_FN complex& operator*=(const complex& w) { return *this = *this * w; }
  GPU_FN complex& operator/=(const complex& w) { return *this = *this / w; }
  GPU_FN complex& operator+=(T x) { return *this = *this + x; }
  GPU_FN complex& operator-=(T x) { return *this = *this - x; }
  GPU_FN complex& operator*=(T x) { return *this = *this * x; }
  GPU_FN complex& operator/=(T x) { return *this = *this / x; }

  friend GPU_FN complex operator+(const complex& z) { return z; }
  friend GPU_FN complex operator-(const complex& z) { return complex(-z.z_.re, -z.z_.im); }
  friend GPU_FN complex operator+(const complex& z, const complex& w) { return complex(ops::operator+(z.z_, w.z_)); }
  friend GPU_FN complex operator-(const complex& z, const complex& w) { return complex(ops::operator-(z.z_, w.z_)); }
  friend GPU_FN complex operator*(const complex& z, const complex& w) { return complex(ops::operator*(z.z_, w.z_)); }
  friend GPU_FN complex operator/(const complex& z, const complex& w) { return complex(ops::operator/(z.z_, w.z_)); }
  friend GPU_FN complex operator+(const complex& z, T x) { return complex(z.z_.re + x, z.z_.im); }
  friend GPU_FN complex operator-(const complex& z, T x) { return complex(z.z_.re - x, z.z_.im); }
  friend GPU_FN complex operator*(const complex& z, T x) { return complex(z.z_.re * x, z.z_.im * x); }
  friend GPU_FN complex operator/(const complex& z, T x) { return complex(z.z_.re / x, z.z_.im / x); }
  friend GPU_FN complex operator+(T x, const complex& z) { return complex(x + z.z_.re, z.z_.im); }
  friend GPU_FN complex operator-(T x, const complex& z) { return complex(x - z.z_.re, -z.z_.im); }
  friend GPU_FN complex operator*(T x, const complex& z) { return z * x; }
  friend GPU_FN complex operator/(T x, const complex& z) { return complex(x) / z; }
  friend GPU_FN bool operator==(const complex& z, const complex& w) { return z.z_.re == w.z_.re && z.z_.im == w.z_.im; }
  friend GPU_FN bool operator==(const complex& z, T x) { return z.z_.re == x && z.z_.im == 0; }

 private:
  ops::cplx<T> z_;
};

template <class T>
GPU_FN T real(const complex<T>& z) {
  return z.real();
}
template <class T>
GPU_FN T imag(const complex<T>& z) {
  return z.imag();
}
template <class T>
GPU_FN T abs(const complex<T>& z) {
  return ops::math::hypot(z.real(), z.imag());
}
template <class T>
GPU_FN T arg(const complex<T>& z) {
  return ops::math::atan2(z.imag(), z.real());
}
template <class T>
GPU_FN T norm(const complex<T>& z) {
  return z.real() * z.real() + z.imag() * z.imag();
}
template <class T>
GPU_FN complex<T> conj(const complex<T>& z) {
  return complex<T>(z.real(), -z.imag());
}
template <class T>
GPU_FN complex<T> polar(const T& modulus, const T& angle = T{}) {
  return complex<T>(modulus * ops::math::cos(angle), modulus * ops::math::sin(angle));
}

#define GPU_USER_COMPLEX(name)                       \
  template <class T>                                 \
  GPU_FN complex<T> name(const complex<T>& z) {      \
    return complex<T>(ops::math::name(z.parts()));   \
  }
GPU_USER_COMPLEX(exp)
GPU_USER_COMPLEX(log)
GPU_USER_COMPLEX(log10)
GPU_USER_COMPLEX(sqrt)
GPU_USER_COMPLEX(sin)
GPU_USER_COMPLEX(cos)
GPU_USER_COMPLEX(tan)
GPU_USER_COMPLEX(sinh)
GPU_USER_COMPLEX(cosh)
GPU_USER_COMPLEX(tanh)
GPU_USER_COMPLEX(asin)
GPU_USER_COMPLEX(acos)
GPU_USER_COMPLEX(atan)
GPU_USER_COMPLEX(asinh)
GPU_USER_COMPLEX(acosh)
GPU_USER_COMPLEX(atanh)
#undef GPU_USER_COMPLEX

template <class T>
GPU_FN complex<T> pow(const complex<T>& z, const complex<T>& w) {
  return complex<T>(ops::math::pow(z.parts(), w.parts()));
}
template <class T>
GPU_FN complex<T> pow(const complex<T>& z, const T& x) {
  return pow(z, complex<T>(x));
}
template <class T>
GPU_FN complex<T> pow(const T& x, const complex<T>& w) {
  return pow(complex<T>(x), w);
}
template <class T>
GPU_FN auto pow(const complex<T>& z, int n) {  // in double, as in the C++ library since C++11
  return pow(complex<double>(z), complex<double>(n));
}

}  // namespace std

template <class T>
GPU_FN std::complex<T> argument(ops::cplx<T> z) {
  return std::complex<T>(z);
}
template <class T>
struct stored<ops::cplx<T>> {
  static GPU_FN ops::cplx<T> of(const std::complex<T>& z) { return z.parts(); }
};

}  // namespace user
}  // namespace gpu

// How reductions combine: an identity and a combination, which is the body of the element-wise operation of that name.
// Needs base.hpp, convert.hpp, arithmetic.hpp, comparison.hpp.
#pragma once

#include "ops/arithmetic.hpp"
#include "ops/comparison.hpp"
#include "ops/convert.hpp"

namespace gpu {
namespace GPU_OPS_NAMESPACE {
namespace reduce {

/// The least and the greatest element of T in the order of `less` (complex: lexicographic).
template <class T>
GPU_FN T lowest() {
  if constexpr (same<T, bool>)
    return false;
  else if constexpr (is_int<T>)
    return int_min<T>;
  else if constexpr (is_complex<T>)
    return {-infinity<decltype(T::re)>(), -infinity<decltype(T::re)>()};
  else
    return negative::f(infinity<T>());
}
template <class T>
GPU_FN T highest() {
  if constexpr (same<T, bool>)
    return true;
  else if constexpr (is_int<T>)
    return int_max<T>;
  else if constexpr (is_complex<T>)
    return {infinity<decltype(T::re)>(), infinity<decltype(T::re)>()};
  else
    return infinity<T>();
}

struct sum {
  template <class T>
  static GPU_FN T identity() {
    return T{};
  }
  template <class T>
  static GPU_FN T combine(T a, T b) {
    return apply<add>(a, b);
  }
};

struct prod {
  template <class T>
  static GPU_FN T identity() {
    return cast<T>(true);
  }
  template <class T>
  static GPU_FN T combine(T a, T b) {
    return apply<multiply>(a, b);
  }
};

struct min {
  template <class T>
  static GPU_FN T identity() {
    return highest<T>();
  }
  template <class T>
  static GPU_FN T combine(T a, T b) {
    return apply<minimum>(a, b);
  }
};

struct max {
  template <class T>
  static GPU_FN T identity() {
    return lowest<T>();
  }
  template <class T>
  static GPU_FN T combine(T a, T b) {
    return apply<maximum>(a, b);
  }
};

struct all {
  template <class T>
  static GPU_FN T identity() {
    return cast<T>(true);
  }
  template <class T>
  static GPU_FN T combine(T a, T b) {
    return apply<logical_and>(a, b);
  }
};

struct any {
  template <class T>
  static GPU_FN T identity() {
    return cast<T>(false);
  }
  template <class T>
  static GPU_FN T combine(T a, T b) {
    return apply<logical_or>(a, b);
  }
};

// Positions: `better` says whether a candidate displaces the best so far. The first NaN wins; of equals the lower
// position stays, whatever order a device meets them in.

struct argmin {
  /// Whether `candidate` must replace `best`, which lies at a lower position.
  template <class T>
  static GPU_FN bool better(T candidate, T best) {
    const bool first_nan = apply<isnan>(candidate);
    const bool beyond = apply<less>(candidate, best);
    const bool settled = apply<isnan>(best);
    return (first_nan | beyond) & !settled;
  }
  /// The same for any two positions.
  template <class T>
  static GPU_FN bool better(T candidate, i64 at, T best, i64 best_at) {
    return at < best_at ? !better(best, candidate) : better(candidate, best);
  }
};

struct argmax {
  /// Whether `candidate` must replace `best`, which lies at a lower position.
  template <class T>
  static GPU_FN bool better(T candidate, T best) {
    const bool first_nan = apply<isnan>(candidate);
    const bool beyond = apply<greater>(candidate, best);
    const bool settled = apply<isnan>(best);
    return (first_nan | beyond) & !settled;
  }
  /// The same for any two positions.
  template <class T>
  static GPU_FN bool better(T candidate, i64 at, T best, i64 best_at) {
    return at < best_at ? !better(best, candidate) : better(candidate, best);
  }
};

}  // namespace reduce
}  // namespace GPU_OPS_NAMESPACE
}  // namespace gpu

// Nested braces: `{{1, 2}, {3, 4}}` as values, to any depth, through one recursive class.
#pragma once

#include <initializer_list>
#include <vector>

#include <gpu/detail/entry.hpp>

GPU_BEGIN_NAMESPACE
namespace detail {

/// A scalar, or a braced list of nested.
template <class E>
class nested {
 public:
  template <scalar S>
  nested(S value) : value_(convert(value)), is_scalar_(true) {}
  nested(std::initializer_list<nested> list) : list_(list) {}

  /// Appends the shape below this level; every list of one level has the same length.
  void measure(shape& dims) const {
    if (is_scalar_) return;
    dims.push_back(static_cast<std::int64_t>(list_.size()));
    if (list_.size() > 0) list_.begin()->measure(dims);
  }
  /// Calls f for each value in C order. Throws value_error where the lists do not make a rectangle of shape `dims`.
  template <class F>
  void walk(const shape& dims, int level, F&& f) const {
    if (is_scalar_ != (level == dims.ndim())) throw_ragged();
    if (is_scalar_) return f(value_);
    if (static_cast<std::int64_t>(list_.size()) != dims[level]) throw_ragged();
    for (const nested& item : list_) item.walk(dims, level + 1, f);
  }

 private:
  template <scalar S>
  static E convert(S value) {
    if constexpr (is_std_complex<E>::value && is_std_complex<S>::value) {
      using P = typename E::value_type;
      return E(static_cast<P>(value.real()), static_cast<P>(value.imag()));
    } else if constexpr (is_std_complex<E>::value) {
      using P = typename E::value_type;
      return E(static_cast<P>(value));
    } else {
      static_assert(!is_std_complex<S>::value, "a complex value cannot initialise a real array");
      if constexpr (std::is_same_v<E, bool>)
        return value != S(0);
      else if constexpr (is_16bit_float(dtype_of<E>))
        return E(static_cast<float>(value));
      else
        return static_cast<E>(value);
    }
  }

  E value_{};
  bool is_scalar_ = false;
  std::initializer_list<nested> list_;  // lives as long as the full expression that the braces are part of
};

/// A new array on the default device from braces.
template <class E>
handle from_nested(std::initializer_list<nested<E>> list) {
  shape dims{static_cast<std::int64_t>(list.size())};
  if (list.size() > 0) list.begin()->measure(dims);
  std::vector<unsigned char> bytes;  // std::vector<bool> has no elements to point to
  bytes.reserve(static_cast<std::size_t>(dims.count()) * sizeof(E));
  for (const nested<E>& item : list)
    item.walk(dims, 1, [&bytes](E v) {
      const auto* p = reinterpret_cast<const unsigned char*>(&v);
      bytes.insert(bytes.end(), p, p + sizeof(E));
    });
  return from_host(dims, dtype_of<E>, bytes.data());
}

}  // namespace detail
GPU_END_NAMESPACE

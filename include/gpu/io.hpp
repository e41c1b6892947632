// Files and text: NumPy's .npy format, and NumPy's text of an array.
#pragma once

#include <iosfwd>
#include <string>

#include <gpu/ndarray.hpp>

GPU_BEGIN_NAMESPACE

/// Reads a .npy file (versions 1 to 3, either byte order, C or Fortran order) onto the default device. The file's dtype
/// converts to E by same_kind (value_error where it does not). Throws io_error for a missing, damaged, truncated or foreign
/// file, before anything large is allocated.
template <element E>
[[nodiscard]] ndarray<E> load_npy(const std::string& path) {
  return detail::access::make<ndarray<E>>(detail::load_npy(path, dtype_of<E>));
}
/// Writes a .npy file; it appears whole or not at all. Waits. Throws io_error.
template <class E>
void save_npy(const std::string& path, const operand<E>& x) {
  detail::save_npy(path, detail::access::get(x));
}

/// NumPy's text of an array at default options: `str(a)`. Waits; of a large array only the printed edges are fetched.
template <class E>
[[nodiscard]] std::string to_string(const operand<E>& x) {
  return detail::to_text(detail::access::get(x), " ");
}
/// NumPy's `array2string(a, separator=…)`.
template <class E>
[[nodiscard]] std::string array2string(const operand<E>& x, const char* separator = " ") {
  return detail::to_text(detail::access::get(x), separator);
}
template <class E>
std::ostream& operator<<(std::ostream& out, const operand<E>& x) {
  detail::print(out, detail::access::get(x));
  return out;
}

GPU_END_NAMESPACE

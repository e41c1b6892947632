// The header of NumPy's .npy files (format versions 1.0, 2.0 and 3.0), apart from any file.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <gpu/dtype.hpp>
#include <gpu/shape.hpp>

namespace gpu::io {

/// What a .npy header says.
struct npy_header {
  dtype type = dtype::float64;
  shape dims;
  bool fortran_order = false;   ///< whether the file's elements are in Fortran order
  bool swapped = false;         ///< whether the file's numbers have the bytes of this machine's reversed
  std::size_t data_offset = 0;  ///< where the elements begin, in bytes from the start

  /// Bytes of all elements.
  [[nodiscard]] std::size_t data_bytes() const noexcept {
    return static_cast<std::size_t>(dims.count()) * detail::item_size(type);
  }
};

/// Bytes before the header's text: magic string, version, length. Version 1.0 has two of length, the later ones four.
inline constexpr std::size_t npy_longest_preamble = 12;

/// Where a header's text lies in the file.
struct npy_text_range {
  std::size_t begin;
  std::size_t length;
};

/// Reads the preamble from the first `start.size()` bytes of a file (12 are enough). Throws value_error with the reason
/// where it is not a .npy file or the text is longer than 10 000 bytes, NumPy's own limit.
[[nodiscard]] npy_text_range parse_npy_preamble(std::span<const unsigned char> start);

/// Reads the header's text, a Python dict. Throws value_error with the reason where it is malformed, names a dtype that
/// arrays here do not have, has a negative length, too many axes, or a size over 2^63 bytes. Leaves data_offset at 0.
[[nodiscard]] npy_header parse_npy_text(std::string_view text);

/// A version 1.0 header as NumPy writes it, up to the elements. bfloat16 is '<V2', as ml_dtypes writes it.
[[nodiscard]] std::string make_npy_header(dtype type, const shape& dims, bool fortran_order);

}  // namespace gpu::io

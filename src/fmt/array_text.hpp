// NumPy's text of arrays in host memory, character for character.
#pragma once

#include <string>
#include <string_view>

#include <gpu/dtype.hpp>
#include <gpu/shape.hpp>

#include "fmt/layout.hpp"
#include "fmt/options.hpp"

namespace gpu::fmt {

/// Elements in host memory. `data` points at element (0, …, 0); strides count elements and may be 0 or negative.
struct host_view {
  const void* data = nullptr;
  dtype type = dtype::float64;
  shape dims;
  shape strides;
};

/// NumPy's `array2string(a, separator=separator)`. Reads only the elements that are printed.
/// Throws value_error where the options make no sense.
[[nodiscard]] std::string array_to_string(const host_view& a, const print_options& options = {},
                                          std::string_view separator = " ");

/// The same for an array of shape `dims` of which only the printed elements were copied to the host: `kept` has the
/// shape `summary_edges(dims, options).kept`. Throws shape_error where it has another.
[[nodiscard]] std::string edges_to_string(const host_view& kept, const shape& dims, const print_options& options = {},
                                          std::string_view separator = " ");

/// NumPy's `str` of the scalar at `element`: all digits of a float, complex numbers in parentheses.
[[nodiscard]] std::string scalar_to_string(const void* element, dtype type);

/// NumPy's `str(a)`: `array_to_string`, but 0-d arrays are printed as scalars.
[[nodiscard]] std::string array_str(const host_view& a, const print_options& options = {});

}  // namespace gpu::fmt

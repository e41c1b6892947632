// Nested brackets, line wrapping and "..." around the texts of an array's elements.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <gpu/shape.hpp>

#include "fmt/options.hpp"

namespace gpu::fmt {

/// The part of an array that is printed.
struct summary {
  bool active = false;  ///< whether "..." stands for some of the array
  shape kept;           ///< shape of the block of printed elements: an axis longer than 2·edgeitems keeps its two ends
};

/// Which elements of an array of shape `dims` are printed: along axis k, all of them where kept[k] == dims[k], else the
/// first and the last kept[k]/2. Throws value_error where the options make no sense.
[[nodiscard]] summary summary_edges(const shape& dims, const print_options& options);

/// The bracketed text. `words` are the texts of the kept elements in C order; `dims` has at least one axis and no axis
/// of length 0.
[[nodiscard]] std::string lay_out(std::span<const std::string> words, const shape& dims, const summary& what,
                                  const print_options& options, std::string_view separator);

}  // namespace gpu::fmt

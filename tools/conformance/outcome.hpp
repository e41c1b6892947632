// What a function gave (or must give) for one case: arrays, text or an exception.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "host_array.hpp"

namespace conformance {

/// Several arrays, of a function that returns several.
using array_list = std::vector<host_array>;

/// What a call returned, brought to the host.
using outcome = std::variant<host_array, array_list, std::string>;

/// How near a value must be: |got - want| <= atol + rtol * |want|; `exact` asks for equality.
struct tolerance {
  bool exact = true;
  double rtol = 0;
  double atol = 0;
  bool zero_signs = false;  // zeros have the same sign too
};

/// An array that is wanted: all its values, or a sample of them and their sum.
struct wanted_array {
  host_array values;  // the whole array; of a sample, one axis with the sampled values
  gpu::shape shape;   // of the whole array
  bool sampled = false;
  std::vector<std::size_t> indices;  // flat C indices of the sample
  double sum = 0;
  double sum_tolerance = 0;
};

[[nodiscard]] wanted_array parse_wanted(const json& text);

/// What differs between `got` and the expected result `want` (the "out" of a case), in words; nothing if they agree.
/// dtypes and shapes are always compared, values if `compare_values`.
[[nodiscard]] std::optional<std::string> difference(const outcome& got, const json& want, const tolerance& allowed,
                                                    bool compare_values);

/// `got` in the form of the case files. Where `want` is a sample, the same indices are sampled.
[[nodiscard]] json to_json(const outcome& got, const json* want);

}  // namespace conformance

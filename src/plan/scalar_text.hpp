// A scalar as a person would write it.
#pragma once

#include <string>

#include "graph/scalar_value.hpp"

namespace gpu::plan {

/// The fewest digits that say which value it is: "1", "0.5", "true", "(1+2j)".
[[nodiscard]] std::string text_of(const graph::scalar_value& s);

}  // namespace gpu::plan

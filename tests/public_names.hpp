// The names of all public functions, found in the text of the public headers.
#pragma once

#include <set>
#include <string>
#include <string_view>

/// Names of the functions that a header declares in namespace gpu or below it, and of its classes' public members:
/// "sum", "random::default_rng", "ndarray::fill", "operator+". Without namespace detail, and without what is deleted or
/// defaulted. Throws std::runtime_error for a macro that it does not know.
[[nodiscard]] std::set<std::string> public_names_in(std::string_view header);

/// Of all public headers.
[[nodiscard]] std::set<std::string> all_public_names();

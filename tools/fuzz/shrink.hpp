// Cuts a failing program down while it still fails.
#pragma once

#include <functional>

#include "program.hpp"

namespace fuzz {

/// The smallest program found for which `fails` holds; it is only asked about valid ones.
[[nodiscard]] program shrunk(program p, const std::function<bool(const program&)>& fails, int most_tries = 2000);

}  // namespace fuzz

// A program run by the library, through its untyped entry points: one build of the fuzzer serves every combination of dtypes.
#pragma once

#include <functional>

#include "program.hpp"
#include "reference.hpp"

namespace fuzz {

/// Runs the program on the default device and waits. Throws what the library throws. `before_reading` is called when all
/// statements are done, before results are fetched.
[[nodiscard]] outcome run_library(
    const program& p, const std::vector<value>& initial_bases, const std::function<void()>& before_reading = [] {});

}  // namespace fuzz

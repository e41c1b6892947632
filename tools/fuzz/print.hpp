// A program as the lines of C++ that a user would write.
#pragma once

#include <string>

#include "program.hpp"

namespace fuzz {

[[nodiscard]] std::string cpp_text(const program& p);

}  // namespace fuzz

// The exception for an index that no array has, and its text: NumPy's.
#pragma once

#include <cstdint>

namespace gpu::runtime {

/// Throws index_error: "index 5 is out of bounds for axis 0 with size 3", preceded by the operation's name where `op` is not
/// empty.
void report_bad_index(const char* op, int axis, std::int64_t index, std::int64_t length);

}  // namespace gpu::runtime

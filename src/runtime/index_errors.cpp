#include "runtime/index_errors.hpp"

#include <string>

#include <gpu/error.hpp>

namespace gpu::runtime {

void report_bad_index(const char* op, int axis, std::int64_t index, std::int64_t length) {
  const std::string prefix = op == nullptr || *op == '\0' ? std::string() : std::string(op) + ": ";
  throw index_error(prefix + "index " + std::to_string(index) + " is out of bounds for axis " + std::to_string(axis) +
                    " with size " + std::to_string(length));
}

}  // namespace gpu::runtime

#include "value.hpp"

#include <cstring>

namespace fuzz {

void require_moderate(const gpu::shape& dims) {
  constexpr double most_elements = 400000;
  double elements = 1;  // a product of lengths may exceed 64 bits
  for (const std::int64_t n : dims) elements *= static_cast<double>(n);
  if (elements > most_elements) throw invalid_program("too many elements for plain loops");
}

value::value(gpu::dtype t, const gpu::shape& d) : type(t), dims(d) {
  require_moderate(d);
  data.resize(static_cast<std::size_t>(d.count()) * gpu::detail::item_size(t));
}

value picked(const value& from, const gpu::shape& dims, const std::vector<std::int64_t>& positions) {
  value result(from.type, dims);
  const std::size_t item = from.item();
  for (std::size_t i = 0; i < positions.size(); ++i)
    std::memcpy(result.data.data() + i * item, from.at(positions[i]), item);
  if (!from.error.empty())
    for (const std::int64_t at : positions) result.error.push_back(from.error_at(at));
  return result;
}

}  // namespace fuzz

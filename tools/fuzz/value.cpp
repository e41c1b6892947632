#include "value.hpp"

#include <cstring>

namespace fuzz {

value::value(gpu::dtype t, const gpu::shape& d)
    : type(t), dims(d), data(static_cast<std::size_t>(d.count()) * gpu::detail::item_size(t)) {}

value picked(const value& from, const gpu::shape& dims, const std::vector<std::int64_t>& positions) {
  value result(from.type, dims);
  const std::size_t item = from.item();
  for (std::size_t i = 0; i < positions.size(); ++i)
    std::memcpy(result.data.data() + i * item, from.at(positions[i]), item);
  if (!from.error.empty())
    for (const std::int64_t at : positions) result.error.push_back(from.error_at(at));
  return result;
}

void for_each_point(const gpu::shape& dims, const std::function<void(std::int64_t, const gpu::shape&)>& f) {
  gpu::shape point = gpu::shape::filled(dims.ndim(), 0);
  const std::int64_t count = dims.count();
  for (std::int64_t flat = 0; flat < count; ++flat) {
    f(flat, point);
    for (int k = dims.ndim() - 1; k >= 0 && ++point[k] == dims[k]; --k) point[k] = 0;
  }
}

}  // namespace fuzz

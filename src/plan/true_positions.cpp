// Positions of true elements: counted and written in one walk on the host.
#include <cstddef>
#include <vector>

#include "plan/library.hpp"

namespace gpu::plan {

graph::handle true_positions(const graph::handle& mask) {
  const graph::node& m = *mask.get();
  const auto count = static_cast<std::size_t>(m.dims.count());
  std::vector<unsigned char> flags(count);
  const auto* start = static_cast<const std::byte*>(m.data->data) + m.offset;
  runtime::copy(flags.data(), cpu(), start, m.where, count);
  std::vector<std::int64_t> positions;
  for (std::size_t i = 0; i < count; ++i)
    if (flags[i] != 0) positions.push_back(static_cast<std::int64_t>(i));
  graph::handle result = graph::new_array({static_cast<std::int64_t>(positions.size())}, dtype::int64, m.where);
  runtime::copy(result.get()->data->data, m.where, positions.data(), cpu(), positions.size() * sizeof(std::int64_t));
  return result;
}

}  // namespace gpu::plan

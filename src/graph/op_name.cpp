#include "graph/op_name.hpp"

namespace gpu::graph {

const char* op_name(detail::op_id op) noexcept {
  static constexpr const char* names[] = {
#define GPU_OP(name, arity, rule) #name,
#include <gpu/detail/op_table.def>
#undef GPU_OP
  };
  return names[static_cast<int>(op)];
}

}  // namespace gpu::graph

// Element-wise loops over float16 and bfloat16.
#include "cpu/loops/map_loops.hpp"
#include "cpu/loops/register_loops.hpp"

namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE {

void add_float16(loop_table& table) {
  add_map_loops<ops::f16>(table);
  add_map_loops<ops::bf16>(table);
}

}  // namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE

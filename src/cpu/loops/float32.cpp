// Element-wise loops over float32.
#include "cpu/loops/map_loops.hpp"
#include "cpu/loops/register_loops.hpp"

namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE {

void add_float32(loop_table& table) { add_map_loops<ops::f32>(table); }

}  // namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE

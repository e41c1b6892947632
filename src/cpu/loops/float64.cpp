// Element-wise loops over float64.
#include "cpu/loops/map_loops.hpp"
#include "cpu/loops/register_loops.hpp"

namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE {

void add_float64(loop_table& table) { add_map_loops<ops::f64>(table); }

}  // namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE

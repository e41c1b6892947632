// Element-wise loops over complex64 and complex128.
#include "cpu/loops/map_loops.hpp"
#include "cpu/loops/register_loops.hpp"

namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE {

void add_complex(loop_table& table) {
  add_map_loops<ops::c64>(table);
  add_map_loops<ops::c128>(table);
}

}  // namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE

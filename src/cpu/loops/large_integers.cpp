// Element-wise loops over integers of 32 and 64 bits.
#include "cpu/loops/map_loops.hpp"
#include "cpu/loops/register_loops.hpp"

namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE {

void add_large_integers(loop_table& table) {
  add_map_loops<ops::i32>(table);
  add_map_loops<ops::i64>(table);
  add_map_loops<ops::u32>(table);
  add_map_loops<ops::u64>(table);
}

}  // namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE

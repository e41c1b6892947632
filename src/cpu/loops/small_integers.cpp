// Element-wise loops over bool and integers of 8 and 16 bits.
#include "cpu/loops/map_loops.hpp"
#include "cpu/loops/register_loops.hpp"

namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE {

void add_small_integers(loop_table& table) {
  add_map_loops<bool>(table);
  add_map_loops<ops::i8>(table);
  add_map_loops<ops::i16>(table);
  add_map_loops<ops::u8>(table);
  add_map_loops<ops::u16>(table);
}

}  // namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE

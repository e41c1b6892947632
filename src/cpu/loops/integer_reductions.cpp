// Reductions of bool and the integers.
#include "cpu/loops/reduce_loops.hpp"
#include "cpu/loops/register_loops.hpp"

namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE {

void add_integer_reductions(loop_table& table) {
  add_reductions_of<bool>(table);
  add_reductions_of<ops::i8>(table);
  add_reductions_of<ops::i16>(table);
  add_reductions_of<ops::i32>(table);
  add_reductions_of<ops::i64>(table);
  add_reductions_of<ops::u8>(table);
  add_reductions_of<ops::u16>(table);
  add_reductions_of<ops::u32>(table);
  add_reductions_of<ops::u64>(table);
}

}  // namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE

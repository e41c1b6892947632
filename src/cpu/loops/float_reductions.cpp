// Reductions of real and complex floating-point numbers.
#include "cpu/loops/reduce_loops.hpp"
#include "cpu/loops/register_loops.hpp"

namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE {

void add_float_reductions(loop_table& table) {
  add_reductions_of<ops::f16>(table);
  add_reductions_of<ops::bf16>(table);
  add_reductions_of<ops::f32>(table);
  add_reductions_of<ops::f64>(table);
  add_reductions_of<ops::c64>(table);
  add_reductions_of<ops::c128>(table);
}

}  // namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE

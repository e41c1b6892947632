#include "cpu/loop_table.hpp"

#include <cstdlib>
#include <cstring>

#include "cpu/loops/register_loops.hpp"

namespace gpu::cpu_backend {
namespace {

bool runs_v2() noexcept { return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt"); }
bool runs_v3() noexcept {
  return runs_v2() && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}
bool runs_v4() noexcept {
  return runs_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}

// The table of one instruction set, filled when first asked for.
#define GPU_ADD_V2(file) loops_v2::add_##file(table);
#define GPU_ADD_V3(file) loops_v3::add_##file(table);
#define GPU_ADD_V4(file) loops_v4::add_##file(table);
#define GPU_TABLE(isa, row)                  \
  const loop_table& table_##isa() noexcept { \
    static const loop_table filled = [] {    \
      loop_table table{};                    \
      GPU_LOOP_FILES(row)                    \
      return table;                          \
    }();                                     \
    return filled;                           \
  }
GPU_TABLE(v2, GPU_ADD_V2)
GPU_TABLE(v3, GPU_ADD_V3)
GPU_TABLE(v4, GPU_ADD_V4)

struct instruction_set_entry {
  const char* name;
  bool (*runs_here)() noexcept;
  const loop_table& (*table)() noexcept;
};
constexpr instruction_set_entry best_first[] = {
    {"v4", runs_v4, table_v4}, {"v3", runs_v3, table_v3}, {"v2", runs_v2, table_v2}};

// The one asked for if this processor runs it, else the best that it does; v2 is what the library asks of every processor.
const instruction_set_entry& choose_instruction_set() noexcept {
  const char* asked = std::getenv("GPU_CPU_ISA");
  const instruction_set_entry* best = nullptr;
  for (const instruction_set_entry& entry : best_first) {
    if (!entry.runs_here()) continue;
    if (asked != nullptr && std::strcmp(asked, entry.name) == 0) return entry;
    if (best == nullptr) best = &entry;
  }
  return best != nullptr ? *best : best_first[2];
}

const instruction_set_entry& chosen() noexcept {
  static const instruction_set_entry& entry = choose_instruction_set();
  return entry;
}

}  // namespace

const loop_table& loops() noexcept {
  static const loop_table& table = chosen().table();
  return table;
}

const loop_table* loops_of(const char* name) noexcept {
  for (const instruction_set_entry& entry : best_first)
    if (std::strcmp(name, entry.name) == 0 && entry.runs_here()) return &entry.table();
  return nullptr;
}

const char* instruction_set() noexcept { return chosen().name; }

}  // namespace gpu::cpu_backend

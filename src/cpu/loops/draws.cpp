// Random draws: the elements at given positions, by runs of consecutive ones where there are such.
#include "cpu/loops/isa.hpp"
#include "cpu/loops/register_loops.hpp"
#include "ops/philox_fill.hpp"

namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE {
namespace {

/// How many of positions[0 … n) count up by one.
size_t run_length(const int64_t* positions, size_t n) {
  if (positions[n - 1] - positions[0] == static_cast<int64_t>(n) - 1) {
    size_t same = 0;
    for (size_t i = 0; i < n; ++i) same += positions[i] == positions[0] + static_cast<int64_t>(i) ? 1U : 0U;
    if (same == n) return n;
  }
  size_t length = 1;
  while (length < n && positions[length] == positions[length - 1] + 1) ++length;
  return length;
}

/// fill(first position, count, output offset) for each run.
template <class Fill>
void for_each_run(const int64_t* positions, size_t n, Fill fill) {
  for (size_t i = 0; i < n;) {
    const size_t length = run_length(positions + i, n - i);
    fill(static_cast<ops::u64>(positions[i]), static_cast<ops::u64>(length), i);
    i += length;
  }
}

template <class T>
void random_loop(const draw_parameters& d, const int64_t* positions, void* out, size_t n) {
  for_each_run(positions, n, [&](ops::u64 first, ops::u64 count, size_t at) {
    ops::fill_random(d.seed, d.first_word, first, count, static_cast<T*>(out) + at);
  });
}

template <class T>
void normal_loop(const draw_parameters& d, const int64_t* positions, void* out, size_t n) {
  for_each_run(positions, n, [&](ops::u64 first, ops::u64 count, size_t at) {
    ops::fill_normal(d.seed, d.first_word, first, count, static_cast<T*>(out) + at);
  });
}

void integers_loop(const draw_parameters& d, const int64_t* positions, void* out, size_t n) {
  for_each_run(positions, n, [&](ops::u64 first, ops::u64 count, size_t at) {
    ops::fill_integers(d.seed, d.first_word, first, count, d.low, d.range, static_cast<ops::i64*>(out) + at);
  });
}

/// Integers of another type: a few at a time through int64.
template <class T>
void narrow_integers_loop(const draw_parameters& d, const int64_t* positions, void* out, size_t n) {
  ops::i64 block[conversion_block];
  for (size_t i = 0; i < n; i += conversion_block) {
    const size_t count = n - i < conversion_block ? n - i : conversion_block;
    integers_loop(d, positions + i, block, count);
    for (size_t j = 0; j < count; ++j) static_cast<T*>(out)[i + j] = static_cast<T>(block[j]);
  }
}

template <class T>
void add_floating_draws(loop_table& table) {
  table.draws[0][type_number<T>] = random_loop<T>;
  table.draws[1][type_number<T>] = normal_loop<T>;
}

template <class... T>
void add_integer_draws(loop_table& table, type_list<T...>) {
  ((table.draws[2][type_number<T>] = narrow_integers_loop<T>), ...);
}

}  // namespace

void add_draws(loop_table& table) {
  add_floating_draws<ops::f16>(table);
  add_floating_draws<ops::bf16>(table);
  add_floating_draws<ops::f32>(table);
  add_floating_draws<ops::f64>(table);
  add_integer_draws(table, type_list<bool, ops::i8, ops::i16, ops::i32, ops::u8, ops::u16, ops::u32, ops::u64>{});
  table.draws[2][type_number<ops::i64>] = integers_loop;
}

}  // namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE

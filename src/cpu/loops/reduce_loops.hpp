// The loops of each reducer over each accumulator type.
#pragma once

#include "cpu/loops/fold.hpp"

namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE {

/// Reducers whose accumulator is a value of the type reduced.
template <class R, class T>
struct value_reduction {
  static void clear(void* acc, size_t n) {
    T* a = static_cast<T*>(acc);
    for (size_t i = 0; i < n; ++i) a[i] = R::template identity<T>();
  }
  static void columns(void* acc, const void* x, size_t rows, size_t columns, int64_t) {
    T* a = static_cast<T*>(acc);
    const T* from = static_cast<const T*>(x);
    for (size_t r = 0; r < rows; ++r) a[r] = R::combine(a[r], fold_row<R>(from + r * columns, columns));
  }
  static void rows(void* acc, const void* x, size_t rows, size_t columns, int64_t) {
    fold_rows<R>(static_cast<T*>(acc), static_cast<const T*>(x), rows, columns);
  }
  static void merge(void* acc, const void* later, size_t n) {
    T* a = static_cast<T*>(acc);
    const T* b = static_cast<const T*>(later);
    GPU_INDEPENDENT
    for (size_t i = 0; i < n; ++i) a[i] = R::combine(a[i], b[i]);
  }
  static void finish(const void* acc, void* out, size_t n) { __builtin_memcpy(out, acc, n * sizeof(T)); }

  static constexpr reduce_loops loops = {sizeof(T), clear, columns, rows, merge, finish};
};

/// argmin (R = reduce::argmin, Extreme = reduce::min) and argmax: the best value so far and its position, -1 for none.
template <class R, class Extreme, class T>
struct position_reduction {
  struct best {
    T value;
    ops::i64 at;
  };

  static void clear(void* acc, size_t n) {
    best* a = static_cast<best*>(acc);
    for (size_t i = 0; i < n; ++i) a[i] = {T{}, -1};
  }
  static void take(best& b, T value, ops::i64 at) {
    if (b.at < 0 || R::better(value, at, b.value, b.at)) b = {value, at};
  }
  /// The first place of `value`, which x has.
  static size_t place(const T* x, size_t n, T value) {
    const bool is_nan = ops::apply<ops::isnan>(value);
    for (size_t i = 0; i + 1 < n; ++i)
      if (is_nan ? ops::apply<ops::isnan>(x[i]) : ops::apply<ops::equal>(x[i], value)) return i;
    return n - 1;
  }
  static void columns(void* acc, const void* x, size_t rows, size_t columns, int64_t position) {
    best* a = static_cast<best*>(acc);
    for (size_t r = 0; r < rows; ++r) {
      const T* row = static_cast<const T*>(x) + r * columns;
      const T extreme = fold_row<Extreme>(row, columns);
      // Blocks come in order, so an equal value of this one does not count, and its place is sought only if it does.
      if (a[r].at >= 0 && !R::better(extreme, a[r].value)) continue;
      a[r] = {extreme, position + static_cast<ops::i64>(place(row, columns, extreme))};
    }
  }
  static void rows(void* acc, const void* x, size_t rows, size_t columns, int64_t position) {
    best* a = static_cast<best*>(acc);
    const T* row = static_cast<const T*>(x);
    for (size_t r = 0; r < rows; ++r, row += columns)
      for (size_t c = 0; c < columns; ++c) {
        // Rows come in order, so only a better value counts; few are, and the branch is foreseen.
        if (a[c].at < 0 || R::better(row[c], a[c].value)) a[c] = {row[c], position + static_cast<ops::i64>(r)};
      }
  }
  static void merge(void* acc, const void* later, size_t n) {
    best* a = static_cast<best*>(acc);
    const best* b = static_cast<const best*>(later);
    for (size_t i = 0; i < n; ++i)
      if (b[i].at >= 0) take(a[i], b[i].value, b[i].at);
  }
  static void finish(const void* acc, void* out, size_t n) {
    const best* a = static_cast<const best*>(acc);
    for (size_t i = 0; i < n; ++i) static_cast<ops::i64*>(out)[i] = a[i].at;
  }

  static constexpr reduce_loops loops = {sizeof(best), clear, columns, rows, merge, finish};
};

/// The reducers in the order of plan::reducer; all and any are for bool only.
template <class T>
void add_reductions_of(loop_table& table) {
  namespace reduce = ops::reduce;
  const auto add = [&](int reducer, const reduce_loops& loops) { table.reductions[reducer][type_number<T>] = loops; };
  add(0, value_reduction<reduce::sum, T>::loops);
  add(1, value_reduction<reduce::prod, T>::loops);
  add(2, value_reduction<reduce::min, T>::loops);
  add(3, value_reduction<reduce::max, T>::loops);
  if constexpr (ops::same<T, bool>) {
    add(4, value_reduction<reduce::all, T>::loops);
    add(5, value_reduction<reduce::any, T>::loops);
  }
  add(6, position_reduction<reduce::argmin, reduce::min, T>::loops);
  add(7, position_reduction<reduce::argmax, reduce::max, T>::loops);
}

}  // namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE

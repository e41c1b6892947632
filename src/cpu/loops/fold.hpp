// Combining a block's elements by a reducer: rows to one accumulator each, or all rows to one row of accumulators.
//
// Several accumulators run side by side and are folded by halves, so that a chain of roundings stays short: at most
// n / lanes + log2(lanes) steps, which for the executor's blocks is within 4 log2(n). The number of lanes depends on the type
// alone, so that every instruction set gives the same bits.
#pragma once

#include "cpu/loops/isa.hpp"
#include "ops/reducers.hpp"

namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE {

/// Accumulators side by side: 256 bytes, several of the widest vectors, so that their additions overlap.
template <class T>
inline constexpr size_t wide_lanes = 256 / sizeof(T);
inline constexpr size_t narrow_lanes = 8;
/// Below this many rows' elements the chain is short enough without lanes.
inline constexpr size_t short_row = 16;

/// lanes[0 … count) and their upper half are combined until `width` are left; count is `width` times a power of two.
template <class R, class T>
void fold_halves(T* lanes, size_t count, size_t width) {
  for (size_t half = count / 2; half >= width; half /= 2) {
    GPU_INDEPENDENT
    for (size_t i = 0; i < half; ++i) lanes[i] = R::combine(lanes[i], lanes[i + half]);
  }
}

/// x[0 … n), n >= Lanes, combined into out[0 … Width): out[w] takes the elements whose place is w modulo Width.
template <class R, size_t Lanes, size_t Width, class T>
void fold_in_lanes(T* out, const T* x, size_t n) {
  T lanes[Lanes];
  for (size_t l = 0; l < Lanes; ++l) lanes[l] = x[l];
  size_t i = Lanes;
  for (; i + Lanes <= n; i += Lanes)
    for (size_t l = 0; l < Lanes; ++l) lanes[l] = R::combine(lanes[l], x[i + l]);
  for (size_t l = 0; i + l < n; ++l) lanes[l] = R::combine(lanes[l], x[i + l]);
  fold_halves<R>(lanes, Lanes, Width);
  for (size_t w = 0; w < Width; ++w) out[w] = lanes[w];
}

/// The combination of x[0 … n), n >= 1.
template <class R, class T>
T fold_row(const T* x, size_t n) {
  T result = x[0];
  if (n < short_row) {
    for (size_t i = 1; i < n; ++i) result = R::combine(result, x[i]);
  } else if constexpr (ops::is_complex<T> && ops::same<R, ops::reduce::sum>) {
    // Parts add apart: a row of real numbers, whose vectors the compiler finds.
    using part = decltype(T::re);
    const part* parts = reinterpret_cast<const part*>(x);
    part* sum = reinterpret_cast<part*>(&result);
    if (n >= wide_lanes<part>)
      fold_in_lanes<R, wide_lanes<part>, 2>(sum, parts, 2 * n);
    else
      fold_in_lanes<R, narrow_lanes, 2>(sum, parts, 2 * n);
  } else {
    if (n >= 2 * wide_lanes<T>)
      fold_in_lanes<R, wide_lanes<T>, 1>(&result, x, n);
    else
      fold_in_lanes<R, narrow_lanes, 1>(&result, x, n);
  }
  return result;
}

/// acc[c] combined with x[r * columns + c] for all rows r, where a row is at least a few vectors long.
template <class R, class T>
void fold_long_rows(T* acc, const T* x, size_t rows, size_t columns) {
  constexpr size_t width = wide_lanes<T>;
  size_t c = 0;
  for (; c + width <= columns; c += width) {
    T lanes[width];
    for (size_t l = 0; l < width; ++l) lanes[l] = acc[c + l];
    for (size_t r = 0; r < rows; ++r)
      for (size_t l = 0; l < width; ++l) lanes[l] = R::combine(lanes[l], x[r * columns + c + l]);
    for (size_t l = 0; l < width; ++l) acc[c + l] = lanes[l];
  }
  for (size_t r = 0; r < rows; ++r) {
    GPU_INDEPENDENT
    for (size_t l = c; l < columns; ++l) acc[l] = R::combine(acc[l], x[r * columns + l]);
  }
}

/// The same for short rows: `together` rows, a power of two, are combined as one long row, then folded by halves.
template <class R, class T>
void fold_short_rows(T* acc, const T* x, size_t rows, size_t columns, size_t together) {
  T lanes[128];
  const size_t width = together * columns;
  for (size_t l = 0; l < width; ++l) lanes[l] = x[l];
  const size_t long_rows = rows / together;
  fold_long_rows<R>(lanes, x + width, long_rows - 1, width);
  const size_t done = long_rows * width;
  for (size_t l = 0; done + l < rows * columns; ++l) lanes[l] = R::combine(lanes[l], x[done + l]);
  fold_halves<R>(lanes, width, columns);
  for (size_t c = 0; c < columns; ++c) acc[c] = R::combine(acc[c], lanes[c]);
}

template <class R, class T>
void fold_rows(T* acc, const T* x, size_t rows, size_t columns) {
  size_t together = 1;
  while (together * columns < 64) together *= 2;  // at most 127 elements
  if (together > 1 && rows >= 2 * together) {
    fold_short_rows<R>(acc, x, rows, columns, together);
  } else {
    fold_long_rows<R>(acc, x, rows, columns);
  }
}

}  // namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE

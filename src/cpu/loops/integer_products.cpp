// Products of bool and integer matrices. Signed integers are multiplied as unsigned ones of their width: the bits agree.
#include "cpu/loops/isa.hpp"
#include "cpu/loops/product.hpp"

namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE {
namespace {

/// sum + a b modulo 2^width; computed in 32 bits or more, where no promotion to int can overflow.
template <class T>
struct multiply_add {
  static T f(T sum, T a, T b) {
    using W = ops::wide<T>;
    return static_cast<T>(static_cast<W>(sum) + static_cast<W>(a) * static_cast<W>(b));
  }
};
struct or_of_ands {
  static ops::u8 f(ops::u8 sum, ops::u8 a, ops::u8 b) { return static_cast<ops::u8>(sum | (a & b)); }
};

template <class T>
void pack(const product_block& b, int64_t depth, int64_t columns, void* panel) {
  const T* from = static_cast<const T*>(b.data);
  T* to = static_cast<T*>(panel);
  for (int64_t l = 0; l < depth; ++l)
    for (int64_t j = 0; j < columns; ++j) to[l * columns + j] = from[l * b.row_stride + j * b.column_stride];
}

/// Four rows at a time, so that each element of the panel that is read serves four sums.
template <class T, class Op, int Rows>
void accumulate_rows(const T* a, const product_block& layout, const T* panel, int64_t depth, int64_t columns, T* c,
                     int64_t c_stride) {
  T sums[Rows][product_columns];
  for (int r = 0; r < Rows; ++r)
    for (int64_t j = 0; j < columns; ++j) sums[r][j] = c[r * c_stride + j];
  for (int64_t l = 0; l < depth; ++l) {
    T factors[Rows];
    for (int r = 0; r < Rows; ++r) factors[r] = a[r * layout.row_stride + l * layout.column_stride];
    const T* row = panel + l * columns;
    GPU_INDEPENDENT
    for (int64_t j = 0; j < columns; ++j) {
      const T x = row[j];
      for (int r = 0; r < Rows; ++r) sums[r][j] = Op::f(sums[r][j], factors[r], x);
    }
  }
  for (int r = 0; r < Rows; ++r)
    for (int64_t j = 0; j < columns; ++j) c[r * c_stride + j] = sums[r][j];
}

template <class T, class Op>
void accumulate(const product_block& a, const void* panel, int64_t rows, int64_t depth, int64_t columns, void* c,
                int64_t c_stride, bool fresh) {
  const T* left = static_cast<const T*>(a.data);
  T* to = static_cast<T*>(c);
  if (fresh)
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j) to[i * c_stride + j] = 0;
  int64_t i = 0;
  for (; i + 4 <= rows; i += 4)
    accumulate_rows<T, Op, 4>(left + i * a.row_stride, a, static_cast<const T*>(panel), depth, columns,
                              to + i * c_stride, c_stride);
  for (; i < rows; ++i)
    accumulate_rows<T, Op, 1>(left + i * a.row_stride, a, static_cast<const T*>(panel), depth, columns,
                              to + i * c_stride, c_stride);
}

template <class T, class Op = multiply_add<T>>
constexpr product_loops loops_for = {pack<T>, accumulate<T, Op>};

}  // namespace

const product_loops* integer_products() noexcept {
  using namespace ops;
  static constexpr product_loops table[product_types] = {loops_for<u8, or_of_ands>,
                                                         loops_for<u8>,
                                                         loops_for<u16>,
                                                         loops_for<u32>,
                                                         loops_for<u64>,
                                                         loops_for<u8>,
                                                         loops_for<u16>,
                                                         loops_for<u32>,
                                                         loops_for<u64>};
  return table;
}

}  // namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE

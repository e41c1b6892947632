// matmul and dot against plain loops: dtypes, layouts, batches, shapes, errors, and that operands are not copied.
#include <doctest/doctest.h>

#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/gpu.hpp>
#include <gpu/testing.hpp>

#include "cpu/gemm.hpp"
#include "layouts.hpp"
#include "plan/gemm.hpp"
#include "runtime/counters.hpp"

using gpu::ndarray;
using gpu::range;
using gpu::placeholders::_;

namespace {

#define EVERY_DTYPE                                                                                        \
  bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t, \
      std::uint64_t, gpu::float16, gpu::bfloat16, float, double, std::complex<float>, std::complex<double>

/// The type in which a plain loop adds products of E without rounding (small values) or wrapping as E does.
template <class E>
using sum_type =
    std::conditional_t<gpu::detail::is_complex(gpu::dtype_of<E>), std::complex<double>,
                       std::conditional_t<gpu::detail::is_floating(gpu::dtype_of<E>), double, std::uint64_t>>;

template <class E>
E rounded(const sum_type<E>& sum) {
  if constexpr (std::is_same_v<E, bool>)
    return sum != 0;
  else if constexpr (gpu::detail::is_16bit_float(gpu::dtype_of<E>))
    return E(static_cast<float>(sum));
  else
    return static_cast<E>(sum);
}

/// Matrix product of the last two axes, the ones before broadcast.
template <class E>
reference::array<E> product(const reference::array<E>& a, const reference::array<E>& b, const gpu::shape& batch) {
  const int ra = a.dims.ndim(), rb = b.dims.ndim();
  const std::int64_t m = a.dims[ra - 2], k = a.dims[ra - 1], n = b.dims[rb - 1];
  gpu::shape batch_a = a.dims, batch_b = b.dims;
  for (int i = 0; i < 2; ++i) {
    batch_a.erase(batch_a.ndim() - 1);
    batch_b.erase(batch_b.ndim() - 1);
  }
  reference::array<E> c{batch, {}};
  c.dims.push_back(m);
  c.dims.push_back(n);
  for (std::int64_t p = 0; p < batch.count(); ++p) {
    const std::int64_t at_a = reference::broadcast_index(p, batch, batch_a) * m * k;
    const std::int64_t at_b = reference::broadcast_index(p, batch, batch_b) * k * n;
    for (std::int64_t i = 0; i < m; ++i)
      for (std::int64_t j = 0; j < n; ++j) {
        sum_type<E> sum{};
        for (std::int64_t l = 0; l < k; ++l)
          sum += static_cast<sum_type<E>>(static_cast<E>(a.values[static_cast<std::size_t>(at_a + i * k + l)])) *
                 static_cast<sum_type<E>>(static_cast<E>(b.values[static_cast<std::size_t>(at_b + l * n + j)]));
        c.values.push_back(rounded<E>(sum));
      }
  }
  return c;
}

template <class E>
reference::array<E> reshaped(reference::array<E> a, const gpu::shape& dims) {
  a.dims = dims;
  return a;
}

template <class E>
layouts::sample<E> dense(const gpu::shape& dims) {
  return layouts::of_shape<E>(dims).front();
}

struct copies_and_calls {
  std::uint64_t copies = gpu::runtime::counters().operand_copies.get();
  std::uint64_t calls = gpu::runtime::counters().library_calls.get();
  [[nodiscard]] std::uint64_t new_copies() const { return gpu::runtime::counters().operand_copies.get() - copies; }
  [[nodiscard]] std::uint64_t new_calls() const { return gpu::runtime::counters().library_calls.get() - calls; }
};

}  // namespace

TEST_CASE_TEMPLATE("matmul: every layout of both operands", E, EVERY_DTYPE) {
  for (const auto& [left, right] :
       {std::pair<gpu::shape, gpu::shape>{{3, 5}, {5, 4}}, {{7, 1}, {1, 6}}, {{1, 33}, {33, 2}}})
    for (const auto& a : layouts::of_shape<E>(left))
      for (const auto& b : layouts::of_shape<E>(right)) {
        CAPTURE(a.name);
        CAPTURE(b.name);
        CHECK(reference::equal(gpu::matmul(a.view, b.view), product(a.host, b.host, {})));
      }
}

TEST_CASE_TEMPLATE("matmul: batches are broadcast, in every layout", E, EVERY_DTYPE) {
  for (const auto& a : layouts::of_shape<E>({2, 3, 4}))
    for (const auto& b : layouts::of_shape<E>({2, 4, 3})) {
      CAPTURE(a.name);
      CAPTURE(b.name);
      CHECK(reference::equal(gpu::matmul(a.view, b.view), product(a.host, b.host, {2})));
    }
  struct shapes {
    gpu::shape a, b, batch;
  };
  for (const shapes& s :
       {shapes{{5, 2, 3}, {3, 4}, {5}}, shapes{{2, 3}, {5, 3, 4}, {5}}, shapes{{2, 1, 2, 3}, {3, 3, 2}, {2, 3}},
        shapes{{1, 2, 3}, {4, 3, 2}, {4}}, shapes{{3, 2, 1, 4}, {3, 1, 4, 5}, {3, 2}}}) {
    const auto a = dense<E>(s.a), b = dense<E>(s.b);
    CAPTURE(a.name);
    CAPTURE(b.name);
    CHECK(reference::equal(gpu::matmul(a.view, b.view), product(a.host, b.host, s.batch)));
  }
  const auto repeated = layouts::broadcast<E>({3, 2, 4}, 0);
  const auto b = dense<E>({3, 4, 2});
  CHECK(reference::equal(gpu::matmul(repeated.view, b.view), product(repeated.host, b.host, {3})));
  CHECK(reference::equal(gpu::matmul(b.view, repeated.view), product(b.host, repeated.host, {3})));
}

TEST_CASE_TEMPLATE("matmul: as many axes as an array can have", E, std::int32_t, gpu::float16, double) {
  gpu::shape left = gpu::shape::filled(gpu::max_rank, 1), right = left;
  left[0] = 2, left[30] = 2, left[31] = 3;
  right[1] = 3, right[30] = 3, right[31] = 2;
  const auto a = dense<E>({2, 2, 3}), b = dense<E>({3, 3, 2});
  gpu::shape batch = gpu::shape::filled(gpu::max_rank - 2, 1);
  batch[0] = 2, batch[1] = 3;
  CHECK(reference::equal(gpu::matmul(a.view.reshape(left), b.view.reshape(right)),
                         product(reshaped(a.host, left), reshaped(b.host, right), batch)));
}

TEST_CASE_TEMPLATE("matmul: 1-D operands are a row and a column", E, EVERY_DTYPE) {
  for (const auto& v : layouts::of_shape<E>({5})) {
    CAPTURE(v.name);
    const auto row = reshaped(v.host, {1, 5}), column = reshaped(v.host, {5, 1});
    CHECK(reference::equal(gpu::matmul(v.view, v.view), reshaped(product(row, column, {}), {})));
    for (const auto& m : layouts::of_shape<E>({5, 3}))
      CHECK(reference::equal(gpu::matmul(v.view, m.view), reshaped(product(row, m.host, {}), {3})));
    for (const auto& m : layouts::of_shape<E>({2, 4, 5}))
      CHECK(reference::equal(gpu::matmul(m.view, v.view), reshaped(product(m.host, column, {2}), {2, 4})));
  }
}

TEST_CASE_TEMPLATE("matmul: an empty inner axis gives zeros, empty outer ones nothing", E, EVERY_DTYPE) {
  const auto none = gpu::matmul(gpu::zeros<E>({3, 0}), gpu::zeros<E>({0, 2}));
  CHECK(reference::equal(none, reference::array<E>{{3, 2}, std::vector<E>(6, E{})}));
  CHECK(reference::equal(gpu::matmul(gpu::zeros<E>({0}), gpu::zeros<E>({0})),
                         reference::array<E>{{}, std::vector<E>(1, E{})}));
  CHECK(gpu::matmul(gpu::zeros<E>({0, 4}), gpu::zeros<E>({4, 2})).shape() == gpu::shape{0, 2});
  CHECK(gpu::matmul(gpu::zeros<E>({2, 0, 3, 4}), gpu::zeros<E>({4, 2})).shape() == gpu::shape{2, 0, 3, 2});
}

TEST_CASE_TEMPLATE("matmul: sizes beyond a tile, on several threads", E, std::int8_t, std::int64_t, bool, float,
                   std::complex<double>) {
  const auto a = layouts::of_shape<E>({131, 300})[0], b = layouts::of_shape<E>({300, 530})[1];
  const auto want = product(a.host, b.host, {});
  const int threads = gpu::num_threads();
  for (const int n : {1, 3}) {
    gpu::set_num_threads(n);
    CHECK(reference::equal(gpu::matmul(a.view, b.view), want));
  }
  gpu::set_num_threads(threads);
}

TEST_CASE("matmul: dtypes promote") {
  const ndarray<std::int32_t> a{{1, 2}, {3, 4}};
  const ndarray<float> b{{0.5F, 1}, {2, 4}};
  const ndarray<double> c = gpu::matmul(a, b);
  CHECK(gpu::array_equal(c, ndarray<double>{{4.5, 9}, {9.5, 19}}));
  const ndarray<bool> mask{{true, false}, {true, true}};
  const ndarray<std::int32_t> d = gpu::matmul(mask, a);
  CHECK(gpu::array_equal(d, ndarray<std::int32_t>{{1, 2}, {4, 6}}));
}

TEST_CASE("matmul: 16-bit floats are summed in float32 and rounded once") {
  // Summed in float16, 4096 ones would stay at 2048.
  CHECK(gpu::matmul(gpu::ones<gpu::float16>({2, 4096}), gpu::ones<gpu::float16>({4096, 2})).to_vector()[3] ==
        gpu::float16(4096));
  CHECK(gpu::matmul(gpu::ones<gpu::float16>({4096}), gpu::ones<gpu::float16>({4096})).item() == gpu::float16(4096));
  CHECK(gpu::matmul(gpu::ones<gpu::bfloat16>({2, 1024}), gpu::ones<gpu::bfloat16>({1024, 2})).to_vector()[0] ==
        gpu::bfloat16(1024));
}

TEST_CASE("matmul: float32 without options keeps float32's precision") {
  // 1 + 2^-12 needs 13 bits; TF32 has 11.
  const float x = 1 + 0x1p-12F;
  const auto a = gpu::full<float>({64, 64}, x);
  CHECK(gpu::matmul(a, gpu::eye<float>(64)).to_vector()[65] == x);
  const auto fast = gpu::matmul(a, gpu::eye<float>(64), {.precision = gpu::precision::fast});
  CHECK(fast.to_vector()[65] == doctest::Approx(x).epsilon(0x1p-10));
}

TEST_CASE("matmul: operands may be expressions and selections") {
  const ndarray<float> a{{1, 2}, {3, 4}};
  CHECK(gpu::array_equal(gpu::matmul(a + 1, a * 2), ndarray<float>{{22, 32}, {38, 56}}));
  CHECK(gpu::array_equal(gpu::matmul(a.T() + 0, a), gpu::matmul(a.T(), a)));
  ndarray<float> v{1, 2, 3, 4};
  CHECK(gpu::matmul(v(v > 2), v(v < 3)).item() == 11);
  CHECK(gpu::array_equal(gpu::matmul(gpu::astype<double>(a), a), ndarray<double>{{7, 10}, {15, 22}}));
}

TEST_CASE("matmul: NaN and infinity come through") {
  const float inf = std::numeric_limits<float>::infinity();
  const auto c = gpu::matmul(ndarray<float>{{inf, 1}, {0, 1}}, ndarray<float>{{1, 0}, {1, 1}}).to_vector();
  CHECK(c[0] == inf);
  CHECK(c[1] != c[1]);  // inf * 0
  CHECK(c[2] == 1);
}

TEST_CASE("matmul: errors name both shapes") {
  const auto a = gpu::zeros<float>({3, 4});
  CHECK_THROWS_WITH_AS((void)gpu::matmul(a, a), "matmul: shapes (3, 4) and (3, 4) not aligned: 4 (dim 1) != 3 (dim 0)",
                       gpu::shape_error);
  CHECK_THROWS_WITH_AS((void)gpu::matmul(gpu::zeros<float>({5}), a),
                       "matmul: shapes (5,) and (3, 4) not aligned: 5 (dim 0) != 3 (dim 0)", gpu::shape_error);
  CHECK_THROWS_WITH_AS((void)gpu::matmul(gpu::zeros<float>({2, 3, 4}), gpu::zeros<float>({3, 4, 5})),
                       "matmul: leading axes of shapes (2, 3, 4) and (3, 4, 5) could not be broadcast together",
                       gpu::shape_error);
  CHECK_THROWS_AS((void)gpu::matmul(gpu::full<float>({}, 2), a), gpu::value_error);
  CHECK_THROWS_AS((void)gpu::dot(a, gpu::zeros<float>({2, 3, 4})), gpu::shape_error);
  CHECK(gpu::matmul(a, gpu::zeros<float>({4, 1})).shape() == gpu::shape{3, 1});  // the next call works
}

TEST_CASE("matmul: transposed, strided and repeated operands are not copied") {
  const gpu::device d = gpu::default_device();
  ndarray<float> a = gpu::ones<float>({6, 8}), b = gpu::ones<float>({8, 6});
  ndarray<float> stack = gpu::ones<float>({4, 6, 8}), vector = gpu::ones<float>({16});
  const auto once = [&](const auto& x, const auto& y) {
    CAPTURE(x.strides());
    CAPTURE(y.strides());
    const copies_and_calls before;
    const auto c = gpu::matmul(x, y);
    CHECK(before.new_copies() == 0);
    CHECK(before.new_calls() == 1);
    CHECK(c.device() == d);
  };
  once(a, b);
  once(b.T(), b);
  once(a, a.T());
  once(a(range(_, _, 2)), b);                        // every second row
  once(a(gpu::all(), range(1, 5)), b(range(1, 5)));  // a window of columns
  once(a.T()(gpu::all(), range(_, _, 3)), a(range(2)));
  once(a, vector(range(_, _, 2)));  // a strided vector
  once(vector(range(_, _, 2)), b);
  once(stack, b);  // one matrix for the whole batch
  once(a, gpu::transpose(stack, {0, 2, 1}));
  once(stack, gpu::transpose(stack, {0, 2, 1}));
  once(stack(range(_, _, 2)), b);
  once(gpu::broadcast_to(a, {3, 6, 8}), b);
}

TEST_CASE("matmul: what the library cannot read is copied once") {
  ndarray<float> a = gpu::ones<float>({6, 8}), b = gpu::ones<float>({8, 6});
  const copies_and_calls before;
  (void)gpu::matmul(a(gpu::all(), range(_, _, 2)), b(range(_, _, 2)));  // every second column
  CHECK(before.new_copies() == 1);
  (void)gpu::matmul(a(range(_, _, -1)), b);
  CHECK(before.new_copies() == 2);
}

TEST_CASE_TEMPLATE("dot: the last axis of a with the second to last of b", E, bool, std::int32_t, gpu::float16, float,
                   std::complex<double>) {
  const auto a = dense<E>({2, 3, 4}), b = dense<E>({5, 4, 2}), v = dense<E>({4});
  // (2, 3, 4) · (5, 4, 2) has shape (2, 3, 5, 2): compare with the products of every pair, moved into place.
  const auto pairs = product(reshaped(a.host, {2, 1, 3, 4}), b.host, {2, 5});
  reference::array<E> want{{2, 3, 5, 2}, {}};
  for (std::size_t p = 0; p < 2; ++p)
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t q = 0; q < 5; ++q)
        for (std::size_t j = 0; j < 2; ++j) want.values.push_back(pairs.values[((p * 5 + q) * 3 + i) * 2 + j]);
  CHECK(reference::equal(gpu::dot(a.view, b.view), want));
  CHECK(
      reference::equal(gpu::dot(v.view, b.view), reshaped(product(reshaped(v.host, {1, 1, 4}), b.host, {5}), {5, 2})));
  CHECK(reference::equal(gpu::dot(a.view, v.view), reshaped(product(a.host, reshaped(v.host, {4, 1}), {2}), {2, 3})));
  const auto two = gpu::full<E>({}, E(true));
  CHECK(reference::equal(gpu::dot(two, v.view), v.host));
}

TEST_CASE("blas_layout_of: what BLAS reads as it lies") {
  using gpu::plan::blas_layout_of;
  const auto is = [](const auto& layout, bool transposed, std::int64_t leading) {
    return layout && layout->transposed == transposed && layout->leading == leading;
  };
  CHECK(is(blas_layout_of(3, 4, 4, 1), false, 4));
  CHECK(is(blas_layout_of(3, 4, 9, 1), false, 9));
  CHECK(is(blas_layout_of(3, 4, 1, 3), true, 3));
  CHECK(is(blas_layout_of(3, 4, 1, 7), true, 7));
  CHECK(is(blas_layout_of(1, 4, -5, 1), false, 4));  // the stride of an axis of length 1 does not count
  CHECK(is(blas_layout_of(1, 4, 0, 6), true, 6));
  CHECK(is(blas_layout_of(4, 1, 6, 0), false, 6));
  CHECK(is(blas_layout_of(1, 1, 0, 0), false, 1));
  CHECK(!blas_layout_of(3, 4, 0, 1));  // rows that repeat
  CHECK(!blas_layout_of(3, 4, 2, 1));  // rows that overlap
  CHECK(!blas_layout_of(3, 4, -4, 1));
  CHECK(!blas_layout_of(3, 4, 8, 2));
  CHECK(!blas_layout_of(4, 1, -1, 1));
}

TEST_CASE("merge_batch_axes: batches become fewer axes, or rows") {
  gpu::plan::gemm g;
  g.m = 2, g.k = 3, g.n = 4;
  g.batch = {5, 1, 6};
  g.a = {{}, 0, 3, 1, {36, 7, 6}};
  g.b = {{}, 0, 4, 1, {72, 7, 12}};
  g.c = {{}, 0, 4, 1, {48, 7, 8}};
  gpu::plan::gemm one_axis = g;
  gpu::plan::merge_batch_axes(one_axis);
  CHECK(one_axis.batch == gpu::shape{30});
  CHECK(one_axis.a.batch_strides == gpu::shape{6});
  CHECK(one_axis.m == 2);
  gpu::plan::gemm rows = g;
  rows.b.batch_strides = {0, 0, 0};
  gpu::plan::merge_batch_axes(rows);
  CHECK(rows.batch.ndim() == 0);
  CHECK(rows.m == 60);
  gpu::plan::gemm neither = g;
  neither.b.batch_strides = {0, 7, 12};
  gpu::plan::merge_batch_axes(neither);
  CHECK(neither.batch == gpu::shape{5, 6});
}

TEST_CASE("cpu gemm: lengths beyond the library's integers are cut") {
  // The limit is lowered to 3, so that 7 × 8 by 8 × 5 needs pieces along every axis and every leading dimension is too large.
  for (const bool transposed : {false, true}) {
    const gpu::device_guard on(gpu::cpu());
    const auto a = layouts::of_shape<float>({7, 8})[transposed ? 1 : 0],
               b = layouts::of_shape<float>({8, 5})[transposed ? 1 : 0];
    ndarray<float> c = gpu::zeros<float>({7, 5});
    const auto matrix = [](const auto& x) {
      gpu::plan::matrix m;
      m.data = gpu::runtime::adopt(const_cast<float*>(x.data()), x.nbytes(), gpu::cpu(), [](void*) {});
      m.row_stride = x.strides()[0];
      m.column_stride = x.strides()[1];
      return m;
    };
    gpu::plan::gemm g;
    g.m = 7, g.k = 8, g.n = 5;
    g.a = matrix(a.view), g.b = matrix(b.view), g.c = matrix(c);
    gpu::cpu_backend::run(g, 3);
    CHECK(reference::equal(c, product(a.host, b.host, {})));
  }
}

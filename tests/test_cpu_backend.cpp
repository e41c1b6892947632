// The CPU back end against plain loops, on kernels made by hand: layouts, reductions, masks, indices, threads, instruction sets.
#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gpu/device.hpp>
#include <gpu/error.hpp>

#include "cpu/boxes.hpp"
#include "cpu/loop_table.hpp"
#include "cpu/reduce.hpp"
#include "cpu/run.hpp"
#include "cpu/thread_pool.hpp"

using gpu::dtype;
using gpu::shape;
using gpu::plan::kernel;
using gpu::plan::kernel_kind;
using gpu::plan::op_id;
using gpu::plan::operand;
using gpu::plan::reducer;
using gpu::plan::value;
using gpu::plan::value_kind;
namespace cpu_backend = gpu::cpu_backend;

namespace {

// Memory with a window over it: element (i, j, …) is at offset + i * strides[0] + ….
template <class T>
struct window {
  gpu::runtime::storage_ref memory;
  std::int64_t offset = 0;
  shape extent;
  shape strides;

  [[nodiscard]] T* data() const { return static_cast<T*>(memory->data); }
  [[nodiscard]] operand as_operand() const { return {memory, gpu::dtype_of<T>, offset, strides, {}}; }
  // Element number i of the window in C order.
  [[nodiscard]] T& at(std::int64_t i) const {
    std::int64_t place = offset;
    for (int k = extent.ndim() - 1; k >= 0; --k) {
      place += i % extent[k] * strides[k];
      i /= extent[k];
    }
    return data()[place];
  }
};

template <class T>
gpu::runtime::storage_ref memory_of(std::int64_t elements) {
  auto s = gpu::runtime::allocate(static_cast<std::size_t>(elements) * sizeof(T), gpu::cpu());
  if (elements > 0) std::memset(s->data, 0, static_cast<std::size_t>(elements) * sizeof(T));
  return s;
}

enum class layout { c_order, f_order, stepped, reversed, broadcast_first, broadcast_last, offset };
constexpr layout all_layouts[] = {layout::c_order,         layout::f_order,        layout::stepped, layout::reversed,
                                  layout::broadcast_first, layout::broadcast_last, layout::offset};
constexpr layout writable_layouts[] = {layout::c_order, layout::f_order, layout::stepped, layout::reversed,
                                       layout::offset};

template <class T>
window<T> make_window(const shape& extent, layout how) {
  window<T> w{{}, 0, extent, extent};
  const int n = extent.ndim();
  std::int64_t step = how == layout::stepped ? 3 : 1;
  std::int64_t last_place = 0;
  for (int i = 0; i < n; ++i) {
    const int axis = how == layout::f_order ? i : n - 1 - i;
    const bool flat = (how == layout::broadcast_first && axis == 0) || (how == layout::broadcast_last && axis == n - 1);
    w.strides[axis] = flat ? 0 : step;
    if (flat) continue;
    last_place += (extent[axis] - 1) * step;
    step *= extent[axis];
  }
  if (how == layout::offset) w.offset = 1;
  if (how == layout::reversed) {
    w.offset = extent.count() == 0 ? 0 : last_place;
    for (int i = 0; i < n; ++i) w.strides[i] = -w.strides[i];
  }
  w.memory = memory_of<T>(extent.count() == 0 ? 0 : last_place + 2);
  return w;
}

template <class T>
T number(std::int64_t i) {
  const auto small = static_cast<float>((i * 7919 + 13) % 127 - 63);
  if constexpr (std::is_same_v<T, bool>)
    return i % 3 == 0;
  else if constexpr (std::is_same_v<T, gpu::float16> || std::is_same_v<T, gpu::bfloat16>)
    return T(small);
  else if constexpr (gpu::detail::is_std_complex<T>::value)
    return T(static_cast<typename T::value_type>(small), static_cast<typename T::value_type>(i % 5));
  else
    return static_cast<T>(static_cast<int>(small));
}

template <class T>
window<T> filled_window(const shape& extent, layout how) {
  window<T> w = make_window<T>(extent, how);
  const auto elements = static_cast<std::int64_t>(w.memory->bytes / sizeof(T));
  for (std::int64_t i = 0; i < elements; ++i) w.data()[i] = number<T>(i);
  return w;
}

value load(std::uint16_t slot, dtype type) {
  value v;
  v.kind = value_kind::load;
  v.slot = slot;
  v.type = type;
  return v;
}

value compute(op_id op, dtype type, std::initializer_list<std::uint16_t> args) {
  value v;
  v.kind = value_kind::op;
  v.op = op;
  v.type = type;
  for (const std::uint16_t a : args) v.args[v.nargs++] = a;
  return v;
}

kernel map_kernel(const shape& extent, std::vector<value> values, std::vector<operand> inputs, operand to) {
  kernel k;
  k.extent = extent;
  k.values = std::move(values);
  k.inputs = std::move(inputs);
  k.outputs.push_back({std::move(to), static_cast<std::uint16_t>(k.values.size() - 1), false, 0});
  return k;
}

template <class T>
kernel sum_of_two(const window<T>& a, const window<T>& b, const window<T>& out) {
  const dtype type = gpu::dtype_of<T>;
  return map_kernel(out.extent, {load(0, type), load(1, type), compute(op_id::add, type, {0, 1})},
                    {a.as_operand(), b.as_operand()}, out.as_operand());
}

kernel reduction(reducer how, int reduced_axes, dtype accumulate, const operand& in, const shape& extent,
                 const operand& out) {
  kernel k = map_kernel(extent, {load(0, in.type)}, {in}, out);
  k.kind = kernel_kind::reduce;
  k.reduced_axes = reduced_axes;
  k.combine = how;
  k.accumulate = accumulate;
  return k;
}

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

struct threads_guard {
  int before = gpu::num_threads();
  explicit threads_guard(int n) { gpu::set_num_threads(n); }
  threads_guard(const threads_guard&) = delete;
  threads_guard& operator=(const threads_guard&) = delete;
  ~threads_guard() { gpu::set_num_threads(before); }
};

}  // namespace

TEST_CASE_TEMPLATE("cpu backend: a map reads and writes every layout", T, bool, std::int16_t, float, double,
                   std::complex<double>) {
  const shape shapes[] = {shape{},        shape{1},       shape{7},           shape{1025},   shape{8192},
                          shape{0},       shape{3, 0},    shape{5, 3},        shape{40, 50}, shape{3, 2000},
                          shape{2000, 3}, shape{4, 5, 6}, shape{2, 33, 3, 17}};
  for (const shape& extent : shapes) {
    for (const layout left : all_layouts)
      for (const layout right : {layout::c_order, layout::f_order, layout::broadcast_last})
        for (const layout result : writable_layouts) {
          const auto a = filled_window<T>(extent, left);
          const auto b = filled_window<T>(extent, right);
          const auto out = make_window<T>(extent, result);
          cpu_backend::run(sum_of_two(a, b, out));
          bool all_right = true;
          for (std::int64_t i = 0; i < extent.count(); ++i)
            all_right = all_right && out.at(i) == static_cast<T>(a.at(i) + b.at(i));
          CHECK_MESSAGE(all_right, gpu::to_string(extent)
                                       << " layouts " << static_cast<int>(left) << ' ' << static_cast<int>(right) << ' '
                                       << static_cast<int>(result));
        }
  }
}

TEST_CASE("cpu backend: in place, several outputs, and a load after an output was computed") {
  const std::int64_t n = 5000;
  const auto a = filled_window<float>(shape{n}, layout::c_order);
  const auto b = make_window<float>(shape{n}, layout::c_order);
  std::vector<float> before(a.data(), a.data() + n);
  kernel k = map_kernel(shape{n},
                        {load(0, dtype::float32), compute(op_id::add, dtype::float32, {0, 0}), load(0, dtype::float32),
                         compute(op_id::multiply, dtype::float32, {2, 2})},
                        {a.as_operand()}, b.as_operand());
  k.outputs.push_back({a.as_operand(), 1, false, 0});
  cpu_backend::run(k);
  for (std::int64_t i = 0; i < n; ++i) {
    const float x = before[static_cast<std::size_t>(i)];
    REQUIRE(a.at(i) == x + x);
    REQUIRE(b.at(i) == x * x);
  }
}

TEST_CASE("cpu backend: scalars, casts, positions, where") {
  const shape extent{30, 70};
  const auto out = make_window<double>(extent, layout::f_order);
  kernel k = map_kernel(extent, {value{}, value{}, value{}, value{}, value{}}, {}, out.as_operand());
  k.positions.push_back({5, shape{70, 1}});
  k.scalars = {gpu::graph::scalar_value::of(std::int64_t{1000}), gpu::graph::scalar_value::of(-1.5)};
  k.values = {value{}, value{}, compute(op_id::less, dtype::bool_, {0, 1}),
              value{}, value{}, compute(op_id::where, dtype::float64, {2, 4, 3})};
  k.values[0].kind = value_kind::index;
  k.values[0].type = dtype::int64;
  k.values[1].kind = value_kind::scalar;
  k.values[1].type = dtype::int64;
  k.values[3].kind = value_kind::scalar;
  k.values[3].slot = 1;
  k.values[3].type = dtype::float64;
  k.values[4].kind = value_kind::cast;
  k.values[4].type = dtype::float64;
  k.values[4].nargs = 1;
  k.values[4].args[0] = 0;
  k.outputs[0].value = 5;
  cpu_backend::run(k);
  for (std::int64_t i = 0; i < extent.count(); ++i)
    REQUIRE(out.at(i) == (i + 5 < 1000 ? static_cast<double>(i + 5) : -1.5));
}

TEST_CASE("cpu backend: masked outputs keep what the mask leaves out") {
  const shape extent{17, 301};
  for (const layout how : writable_layouts) {
    const auto a = filled_window<std::int32_t>(extent, layout::c_order);
    const auto mask = filled_window<bool>(extent, layout::f_order);
    const auto out = make_window<std::int32_t>(extent, how);
    for (std::int64_t i = 0; i < extent.count(); ++i) out.at(i) = 1000;
    kernel k = map_kernel(extent, {load(1, dtype::bool_), load(0, dtype::int32)}, {a.as_operand(), mask.as_operand()},
                          out.as_operand());
    k.outputs[0].masked = true;
    k.outputs[0].mask = 0;
    cpu_backend::run(k);
    for (std::int64_t i = 0; i < extent.count(); ++i) REQUIRE(out.at(i) == (mask.at(i) ? a.at(i) : 1000));
  }
}

namespace {

// table[rows[i]][j] of a 6-row table, read or written.
struct indexed_case {
  static constexpr std::int64_t rows = 6;
  static constexpr std::int64_t columns = 9;
  window<float> table = filled_window<float>(shape{rows, columns}, layout::c_order);
  window<std::int64_t> index = make_window<std::int64_t>(shape{3000}, layout::c_order);
  window<float> picked = make_window<float>(shape{3000, columns}, layout::c_order);

  indexed_case() {
    for (std::int64_t i = 0; i < 3000; ++i) index.at(i) = (i * 5) % 12 - 6;
  }
  [[nodiscard]] operand index_operand() const {
    operand o = index.as_operand();
    o.strides = shape{1, 0};
    return o;
  }
  [[nodiscard]] operand table_operand() const {
    operand o = table.as_operand();
    o.strides = shape{0, 1};
    o.indexed.push_back({0, rows, columns, 0});
    return o;
  }
  [[nodiscard]] kernel gather() const {
    return map_kernel(picked.extent, {load(0, dtype::int64), load(1, dtype::float32)},
                      {index_operand(), table_operand()}, picked.as_operand());
  }
  [[nodiscard]] kernel scatter() const {
    return map_kernel(picked.extent, {load(0, dtype::int64), load(1, dtype::float32)},
                      {index_operand(), picked.as_operand()}, table_operand());
  }
};

std::string message_of(const kernel& k) {
  try {
    cpu_backend::run(k);
  } catch (const gpu::index_error& e) {
    return e.what();
  }
  return "no exception";
}

}  // namespace

TEST_CASE("cpu backend: gathers and scatters, negative indices from the end, the last of equal indices wins") {
  const indexed_case c;
  cpu_backend::run(c.gather());
  for (std::int64_t i = 0; i < 3000; ++i)
    for (std::int64_t j = 0; j < c.columns; ++j)
      REQUIRE(c.picked.at(i * c.columns + j) == c.table.at((c.index.at(i) + 6) % 6 * c.columns + j));
  for (std::int64_t i = 0; i < 3000 * c.columns; ++i) c.picked.at(i) = static_cast<float>(i);
  std::vector<float> expected(static_cast<std::size_t>(c.rows * c.columns));
  for (std::int64_t i = 0; i < 3000; ++i)
    for (std::int64_t j = 0; j < c.columns; ++j)
      expected[static_cast<std::size_t>((c.index.at(i) + 6) % 6 * c.columns + j)] =
          static_cast<float>(i * c.columns + j);
  cpu_backend::run(c.scatter());
  CHECK(std::vector<float>(c.table.data(), c.table.data() + c.rows * c.columns) == expected);
}

TEST_CASE("cpu backend: an index out of bounds is reported and nothing is written") {
  const indexed_case c;
  for (const std::int64_t bad : {std::int64_t{6}, std::int64_t{-7}, std::numeric_limits<std::int64_t>::max(),
                                 std::numeric_limits<std::int64_t>::min()}) {
    c.index.at(2999) = bad;
    const std::string expected = "index " + std::to_string(bad) + " is out of bounds for axis 0 with size 6";
    const std::vector<float> table(c.table.data(), c.table.data() + c.rows * c.columns);
    CHECK(message_of(c.gather()) == expected);
    CHECK(message_of(c.scatter()) == expected);
    CHECK(std::vector<float>(c.table.data(), c.table.data() + c.rows * c.columns) == table);
    for (std::int64_t i = 0; i < 3000 * c.columns; ++i) REQUIRE(c.picked.at(i) == 0.0F);
  }
  c.index.at(2999) = 5;
  CHECK(message_of(c.gather()) == "no exception");
}

namespace {

// The same reduction in a plain loop over a window whose last `reduced` axes go; double holds every number exactly.
template <class T>
double plain_result(reducer how, const window<T>& in, std::int64_t first, std::int64_t count) {
  double best = how == reducer::prod || how == reducer::all ? 1 : 0;
  std::int64_t where = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto x = static_cast<double>(in.at(first + i));
    switch (how) {
      case reducer::sum: best += x; break;
      case reducer::prod: best *= x; break;
      case reducer::all: best = best != 0 && x != 0 ? 1 : 0; break;
      case reducer::any: best = best != 0 || x != 0 ? 1 : 0; break;
      case reducer::min:
      case reducer::argmin:
        if (i == 0 || x < best) best = x, where = i;
        break;
      case reducer::max:
      case reducer::argmax:
        if (i == 0 || x > best) best = x, where = i;
        break;
    }
  }
  return how == reducer::argmin || how == reducer::argmax ? static_cast<double>(where) : best;
}

struct reduced_shape {
  shape extent;
  int reduced;
};
const reduced_shape reduced_shapes[] = {
    {shape{1}, 1},        {shape{9}, 1},          {shape{3000}, 1},         {shape{100000}, 1},
    {shape{5, 7}, 1},     {shape{3, 5000}, 1},    {shape{5000, 3}, 1},      {shape{40, 130}, 1},
    {shape{40, 130}, 2},  {shape{6, 5, 4, 3}, 2}, {shape{2, 3, 70, 20}, 2}, {shape{17, 3000}, 1},
    {shape{2100, 33}, 1}, {shape{100, 2, 50}, 2}, {shape{7, 1024}, 0}};

template <class T, class R>
void check_reductions(reducer how) {
  for (const reduced_shape& s : reduced_shapes)
    for (const layout from : all_layouts)
      for (const layout to : {layout::c_order, layout::reversed}) {
        auto in = filled_window<T>(s.extent, from);
        if (how == reducer::prod)
          for (std::size_t i = 0; i < in.memory->bytes / sizeof(T); ++i)
            in.data()[i] = static_cast<T>(i % 101 == 5 ? 2 : 1);
        shape kept;
        for (int axis = 0; axis < s.extent.ndim() - s.reduced; ++axis) kept.push_back(s.extent[axis]);
        const auto out = make_window<R>(kept, to);
        if (how == reducer::prod && s.extent.count() > 2000) continue;  // would overflow
        cpu_backend::run(reduction(how, s.reduced, gpu::dtype_of<T>, in.as_operand(), s.extent, out.as_operand()));
        const std::int64_t length = s.extent.count() / kept.count();
        bool all_right = true;
        for (std::int64_t i = 0; i < kept.count(); ++i)
          all_right = all_right && static_cast<double>(out.at(i)) == plain_result(how, in, i * length, length);
        CHECK_MESSAGE(all_right, gpu::to_string(s.extent)
                                     << " reduced " << s.reduced << " layout " << static_cast<int>(from) << ", "
                                     << static_cast<int>(to) << ", reducer " << static_cast<int>(how));
      }
}

}  // namespace

TEST_CASE_TEMPLATE("cpu backend: reductions of every layout agree with plain loops", T, std::int64_t, double) {
  for (const reducer how : {reducer::sum, reducer::prod, reducer::min, reducer::max}) check_reductions<T, T>(how);
  check_reductions<T, std::int64_t>(reducer::argmin);
  check_reductions<T, std::int64_t>(reducer::argmax);
}

TEST_CASE("cpu backend: all and any") {
  check_reductions<bool, bool>(reducer::all);
  check_reductions<bool, bool>(reducer::any);
}

TEST_CASE("cpu backend: the result is cast to the output's dtype") {
  const auto in = filled_window<float>(shape{10, 100}, layout::c_order);
  const auto out = make_window<std::int32_t>(shape{10}, layout::c_order);
  cpu_backend::run(reduction(reducer::sum, 1, dtype::float32, in.as_operand(), in.extent, out.as_operand()));
  for (std::int64_t i = 0; i < 10; ++i)
    CHECK(out.at(i) == static_cast<std::int32_t>(plain_result(reducer::sum, in, i * 100, 100)));
}

TEST_CASE_TEMPLATE("cpu backend: complex sums and products, along either axis", T, std::complex<float>,
                   std::complex<double>) {
  for (const std::int64_t length : {1, 5, 15, 16, 17, 31, 33, 64, 200, 5000})
    for (const layout how : {layout::c_order, layout::f_order, layout::reversed}) {
      const auto in = filled_window<T>(shape{3, length}, how);
      const auto out = make_window<T>(shape{3}, layout::c_order);
      cpu_backend::run(reduction(reducer::sum, 1, gpu::dtype_of<T>, in.as_operand(), in.extent, out.as_operand()));
      for (std::int64_t i = 0; i < 3; ++i) {
        T expected{};
        for (std::int64_t j = 0; j < length; ++j) expected += in.at(i * length + j);  // small integers: exact
        REQUIRE(out.at(i) == expected);
      }
    }
  auto turns = make_window<T>(shape{4003}, layout::stepped);
  for (std::int64_t i = 0; i < 4003; ++i) turns.at(i) = T(0, 1);
  const auto out = make_window<T>(shape{}, layout::c_order);
  cpu_backend::run(reduction(reducer::prod, 1, gpu::dtype_of<T>, turns.as_operand(), turns.extent, out.as_operand()));
  CHECK(out.at(0) == T(0, -1));  // i to the power 4003
}

TEST_CASE("cpu backend: a mask is counted, and float16 is summed in float") {
  const shape extent{70, 3001};
  const auto mask = filled_window<bool>(extent, layout::f_order);
  const auto count = make_window<std::int64_t>(shape{}, layout::c_order);
  kernel k = reduction(reducer::sum, 2, dtype::int64, mask.as_operand(), extent, count.as_operand());
  value cast;
  cast.kind = value_kind::cast;
  cast.type = dtype::int64;
  cast.nargs = 1;
  k.values.push_back(cast);
  k.outputs[0].value = 1;
  cpu_backend::run(k);
  CHECK(static_cast<double>(count.at(0)) == plain_result(reducer::sum, mask, 0, extent.count()));

  const auto ones = make_window<gpu::float16>(shape{5000}, layout::c_order);
  for (std::int64_t i = 0; i < 5000; ++i) ones.at(i) = gpu::float16(1.0F);
  const auto sum = make_window<gpu::float16>(shape{}, layout::c_order);
  k = reduction(reducer::sum, 1, dtype::float32, ones.as_operand(), ones.extent, sum.as_operand());
  cast.type = dtype::float32;
  k.values.push_back(cast);
  k.outputs[0].value = 1;
  cpu_backend::run(k);
  CHECK(static_cast<float>(sum.at(0)) == 5000.0F);  // float16 alone stops at 2048
}

TEST_CASE("cpu backend: vector math keeps special values and what is just finite") {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double huge = std::numeric_limits<double>::max();
  struct row {
    op_id op;
    double x, expected;
  };
  const row rows[] = {{op_id::sin, -0.0, -0.0},
                      {op_id::sin, inf, nan},
                      {op_id::exp, -inf, 0.0},
                      {op_id::exp, 710.0, inf},
                      {op_id::log, 0.0, -inf},
                      {op_id::log, -1.0, nan},
                      {op_id::log1p, -0.0, -0.0},
                      {op_id::log1p, huge, std::log1p(huge)},
                      {op_id::sinh, 710.0, std::sinh(710.0)},
                      {op_id::cosh, -710.0, std::cosh(710.0)},
                      {op_id::cosh, 711.0, inf},
                      {op_id::arcsinh, -1e300, std::asinh(-1e300)},
                      {op_id::arccosh, 1e300, std::acosh(1e300)},
                      {op_id::arccosh, 0.5, nan},
                      {op_id::arctanh, 1.0, inf},
                      {op_id::tanh, inf, 1.0},
                      {op_id::expm1, -0.0, -0.0},
                      {op_id::cbrt, -27.0, -3.0},
                      {op_id::erf, -inf, -1.0},
                      {op_id::erfc, inf, 0.0},
                      {op_id::exp2, 10.0, 1024.0},
                      {op_id::arctan, nan, nan}};
  for (const char* isa : {"v2", "v3", "v4"}) {
    const cpu_backend::loop_table* table = cpu_backend::loops_of(isa);
    if (table == nullptr) continue;
    for (const row& r : rows) {
      const double x[3] = {r.x, r.x, r.x};
      double y[3];
      const void* args[3] = {x, nullptr, nullptr};
      table->ops[static_cast<int>(r.op)][static_cast<int>(dtype::float64)](args, y, 3);
      for (const double got : y) {
        const bool same = std::isnan(r.expected)
                              ? std::isnan(got)
                              : (std::signbit(got) == std::signbit(r.expected) &&
                                 (got == r.expected || std::abs(got - r.expected) <= 4e-16 * std::abs(r.expected)));
        CHECK_MESSAGE(same, isa << " op " << static_cast<int>(r.op) << " of " << r.x << " gave " << got);
      }
    }
  }
}

TEST_CASE("cpu backend: empty reductions give the identity") {
  const auto in = make_window<double>(shape{4, 0}, layout::c_order);
  const auto out = make_window<double>(shape{4}, layout::c_order);
  for (std::int64_t i = 0; i < 4; ++i) out.at(i) = 7;
  cpu_backend::run(reduction(reducer::prod, 1, dtype::float64, in.as_operand(), in.extent, out.as_operand()));
  for (std::int64_t i = 0; i < 4; ++i) CHECK(out.at(i) == 1);
  cpu_backend::run(reduction(reducer::sum, 1, dtype::float64, in.as_operand(), in.extent, out.as_operand()));
  for (std::int64_t i = 0; i < 4; ++i) CHECK(out.at(i) == 0);
}

TEST_CASE("cpu backend: argmin and argmax give the first of equals and the first NaN, along either axis") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const bool transposed : {false, true})
    for (const reducer how : {reducer::argmin, reducer::argmax}) {
      auto in = make_window<float>(shape{4, 5000}, transposed ? layout::f_order : layout::c_order);
      const float best = how == reducer::argmin ? -1.0F : 1.0F;
      for (const std::int64_t i : {4321, 4400}) in.at(i) = best;
      for (const std::int64_t i : {5000 + 2500, 5000 + 4999}) in.at(i) = nan;
      in.at(5000 + 3) = best;
      in.at(10000 + 77) = -0.0F;  // equal to the zeros before it
      const auto out = make_window<std::int64_t>(shape{4}, layout::c_order);
      cpu_backend::run(reduction(how, 1, dtype::float32, in.as_operand(), in.extent, out.as_operand()));
      CHECK(out.at(0) == 4321);
      CHECK(out.at(1) == 2500);
      CHECK(out.at(2) == 0);
      CHECK(out.at(3) == 0);
    }
}

TEST_CASE("cpu backend: min and max carry NaN") {
  auto in = filled_window<double>(shape{20000}, layout::c_order);
  in.at(13579) = std::numeric_limits<double>::quiet_NaN();
  const auto out = make_window<double>(shape{}, layout::c_order);
  for (const reducer how : {reducer::min, reducer::max}) {
    cpu_backend::run(reduction(how, 1, dtype::float64, in.as_operand(), in.extent, out.as_operand()));
    CHECK(std::isnan(out.at(0)));
  }
}

TEST_CASE("cpu backend: sums stay within 4 eps log2(n) of the sum of magnitudes") {
  std::mt19937 generator(7);
  std::uniform_real_distribution<float> uniform(0.0F, 1.0F);
  const double eps = std::numeric_limits<float>::epsilon();
  for (const shape& extent : {shape{1, 3000000}, shape{3, 700000}, shape{30, 70000}, shape{700, 4000}}) {
    for (const layout how : {layout::c_order, layout::f_order}) {
      auto in = make_window<float>(extent, how);
      for (std::int64_t i = 0; i < extent.count(); ++i) in.data()[i] = uniform(generator);
      const auto out = make_window<float>(shape{extent[0]}, layout::c_order);
      cpu_backend::run(reduction(reducer::sum, 1, dtype::float32, in.as_operand(), extent, out.as_operand()));
      for (std::int64_t i = 0; i < extent[0]; ++i) {
        const double exact = plain_result(reducer::sum, in, i * extent[1], extent[1]);
        REQUIRE(std::abs(out.at(i) - exact) <= 4 * eps * std::log2(static_cast<double>(extent[1])) * exact);
      }
    }
  }
}

TEST_CASE("cpu backend: any number of threads gives the same bits") {
  const shape extent{300, 3000};
  const auto in = filled_window<float>(extent, layout::f_order);
  for (std::int64_t i = 0; i < extent.count(); ++i) in.data()[i] = static_cast<float>(std::sin(static_cast<double>(i)));
  const auto all_at_once = [&](int threads) {
    const threads_guard guard(threads);
    std::vector<float> results;
    const auto map = make_window<float>(extent, layout::c_order);
    cpu_backend::run(map_kernel(extent, {load(0, dtype::float32), compute(op_id::exp, dtype::float32, {0})},
                                {in.as_operand()}, map.as_operand()));
    results.insert(results.end(), map.data(), map.data() + extent.count());
    for (const int reduced : {1, 2}) {
      const shape kept = reduced == 1 ? shape{300} : shape{};
      const auto out = make_window<float>(kept, layout::c_order);
      cpu_backend::run(reduction(reducer::sum, reduced, dtype::float32, in.as_operand(), extent, out.as_operand()));
      results.insert(results.end(), out.data(), out.data() + kept.count());
    }
    return results;
  };
  const auto one = all_at_once(1);
  for (const int threads : {2, 3, 7}) {
    const auto many = all_at_once(threads);
    CHECK(std::memcmp(one.data(), many.data(), one.size() * sizeof(float)) == 0);
  }
}

TEST_CASE(
    "cpu backend: there is a loop for every operation and compute dtype that a type rule gives, and for no other") {
  const cpu_backend::loop_table& table = cpu_backend::loops();
  for (int op = 0; op < cpu_backend::op_count; ++op) {
    bool wanted[gpu::dtype_count] = {};
    for (int d = 0; d < gpu::dtype_count; ++d) {
      const auto typing = gpu::detail::typing_of(static_cast<op_id>(op), static_cast<dtype>(d));
      if (typing.valid) wanted[static_cast<int>(typing.compute)] = true;
    }
    for (int d = 0; d < gpu::dtype_count; ++d)
      CHECK_MESSAGE((table.ops[op][d] != nullptr) == wanted[d],
                    "op " << op << " dtype " << gpu::dtype_name(static_cast<dtype>(d)));
  }
}

TEST_CASE("cpu backend: exact operations, casts and reductions have the same bits on every instruction set") {
  const cpu_backend::loop_table* tables[] = {cpu_backend::loops_of("v2"), cpu_backend::loops_of("v3"),
                                             cpu_backend::loops_of("v4")};
  REQUIRE(tables[0] != nullptr);
  constexpr std::size_t n = 777;
  std::mt19937_64 generator(11);
  alignas(64) unsigned char args[3][n * 16];
  // Any bits are a number of any dtype but bool, which is 0 or 1.
  const auto fill = [&](unsigned char* bytes, dtype type) {
    for (std::size_t i = 0; i < n * 16; ++i)
      bytes[i] = static_cast<unsigned char>(type == dtype::bool_ ? generator() & 1U : generator());
  };
  const auto is_nan = [](dtype type, const unsigned char* x) {
    float f = 0;
    double d = 0;
    std::uint16_t h = 0;
    switch (type) {
      case dtype::float32: std::memcpy(&f, x, 4); return std::isnan(f);
      case dtype::float64: std::memcpy(&d, x, 8); return std::isnan(d);
      case dtype::float16: std::memcpy(&h, x, 2); return (h & 0x7fffU) > 0x7c00U;
      case dtype::bfloat16: std::memcpy(&h, x, 2); return (h & 0x7fffU) > 0x7f80U;
      default: return false;
    }
  };
  const auto same_results = [&](cpu_backend::map_loop first, cpu_backend::map_loop other, dtype result) {
    std::vector<unsigned char> a(n * 16), b(n * 16);
    const void* pointers[3] = {args[0], args[1], args[2]};
    first(pointers, a.data(), n);
    other(pointers, b.data(), n);
    const std::size_t part = gpu::detail::item_size(gpu::detail::real_of(result));
    const std::size_t bytes = n * gpu::detail::item_size(result);
    for (std::size_t i = 0; i < bytes; i += part) {
      const dtype real = gpu::detail::real_of(result);
      if (is_nan(real, &a[i]) && is_nan(real, &b[i])) continue;
      if (std::memcmp(&a[i], &b[i], part) != 0) return false;
    }
    return true;
  };
  const op_id exact[] = {op_id::add,        op_id::subtract, op_id::multiply, op_id::divide,    op_id::floor_divide,
                         op_id::remainder,  op_id::fmod,     op_id::negative, op_id::sqrt,      op_id::rint,
                         op_id::floor,      op_id::maximum,  op_id::minimum,  op_id::fma,       op_id::less,
                         op_id::equal,      op_id::isnan,    op_id::signbit,  op_id::nextafter, op_id::bitwise_count,
                         op_id::left_shift, op_id::gcd,      op_id::square,   op_id::clip,      op_id::sign,
                         op_id::absolute};
  for (int d = 0; d < gpu::dtype_count; ++d) {
    const auto type = static_cast<dtype>(d);
    for (auto& a : args) fill(a, type);
    for (int t = 1; t < 3; ++t) {
      if (tables[t] == nullptr) continue;
      for (const op_id op : exact) {
        const bool needs_root =
            gpu::detail::is_complex(type) && (op == op_id::absolute || op == op_id::sqrt || op == op_id::sign);
        const auto loop = tables[0]->ops[static_cast<int>(op)][d];
        if (loop == nullptr || needs_root) continue;
        const dtype result = gpu::detail::typing_of(op, type).result;
        CHECK_MESSAGE(same_results(loop, tables[t]->ops[static_cast<int>(op)][d], result),
                      "op " << static_cast<int>(op) << ' ' << gpu::dtype_name(type));
      }
      for (int to = 0; to < gpu::dtype_count; ++to)
        CHECK_MESSAGE(same_results(tables[0]->casts[d][to], tables[t]->casts[d][to], static_cast<dtype>(to)),
                      gpu::dtype_name(type) << " to " << gpu::dtype_name(static_cast<dtype>(to)));
    }
  }
}

TEST_CASE("cpu backend: an element's bits do not depend on its place in a block") {
  for (const char* isa : {"v2", "v3", "v4"}) {
    const cpu_backend::loop_table* table = cpu_backend::loops_of(isa);
    if (table == nullptr) continue;
    for (int op = 0; op < cpu_backend::op_count; ++op) {
      if (gpu::detail::arity_of(static_cast<op_id>(op)) != 1) continue;
      const auto loop = table->ops[op][static_cast<int>(dtype::float64)];
      if (loop == nullptr || gpu::detail::typing_of(static_cast<op_id>(op), dtype::float64).result != dtype::float64)
        continue;
      double x[37], whole[37], single[37];
      for (int i = 0; i < 37; ++i) x[i] = 0.31 + 0.017 * i;
      const void* args[3] = {x, nullptr, nullptr};
      loop(args, whole, 37);
      for (int i = 0; i < 37; ++i) {
        args[0] = x + i;
        loop(args, single + i, 1);
      }
      // arccosh of numbers below 1 is NaN, whose sign and payload are free
      bool same = true;
      for (int i = 0; i < 37; ++i)
        same = same && (same_bits(whole[i], single[i]) || (std::isnan(whole[i]) && std::isnan(single[i])));
      CHECK_MESSAGE(same, isa << " op " << op);
    }
  }
}

TEST_CASE("cpu backend: random numbers do not depend on blocks, threads or layout") {
  const auto draw = [](const shape& extent, const shape& strides, std::int64_t offset) {
    const auto out = make_window<double>(extent, layout::c_order);
    kernel k = map_kernel(extent, {value{}}, {}, out.as_operand());
    k.values[0].kind = value_kind::draw;
    k.values[0].type = dtype::float64;
    k.draws.push_back({gpu::plan::distribution::normal, dtype::float64, 42, 8, 0, 0, offset, strides});
    cpu_backend::run(k);
    return std::vector<double>(out.data(), out.data() + extent.count());
  };
  const auto in_order = draw(shape{60000}, shape{1}, 0);
  const auto transposed = draw(shape{200, 300}, shape{1, 200}, 0);
  const auto part = draw(shape{10}, shape{-3}, 5000);
  for (std::size_t i = 0; i < 200; ++i)
    for (std::size_t j = 0; j < 300; ++j) REQUIRE(transposed[i * 300 + j] == in_order[i + 200 * j]);
  for (std::size_t i = 0; i < 10; ++i) CHECK(part[i] == in_order[5000 - 3 * i]);
}

TEST_CASE("cpu boxes: rows, whole short rows, tiles") {
  using cpu_backend::cut_into_rows;
  CHECK(cut_into_rows(shape{10000}, 1024).lens == shape{1008});  // ten even pieces
  CHECK(cut_into_rows(shape{100, 3000}, 1024).lens == shape{1, 1008});
  CHECK(cut_into_rows(shape{100, 30}, 1024).lens == shape{34, 30});
  CHECK(cut_into_rows(shape{1000, 4, 5}, 1024).lens == shape{51, 4, 5});
  CHECK(cut_into_rows(shape{}, 1024).boxes == 1);
  CHECK(cut_into_rows(shape{0, 5}, 1024).boxes == 0);
  const shape plain{100, 1}, transposed{1, 100};
  const shape* both[] = {&plain, &transposed};
  CHECK(cpu_backend::axes_to_tile(shape{100, 100}, both).outer == 0);
  CHECK(cpu_backend::axes_to_tile(shape{100, 100}, std::span(both, 1)).outer == -1);
  const auto tiles = cpu_backend::cut_into_tiles(shape{100, 100}, {0, 1}, 1024);
  CHECK(tiles.lens == shape{32, 32});
  CHECK(tiles.boxes == 16);
  cpu_backend::box b;
  cpu_backend::place_box(tiles, 15, b);
  CHECK(b.start[0] == 96);
  CHECK(b.lens[1] == 4);
  CHECK(b.size == 16);
}

TEST_CASE("cpu reductions: the direction and the parts depend on shape and layout alone") {
  const auto in = make_window<float>(shape{50, 60}, layout::c_order);
  const auto out = make_window<float>(shape{50}, layout::c_order);
  kernel k = reduction(reducer::sum, 1, dtype::float32, in.as_operand(), in.extent, out.as_operand());
  CHECK_FALSE(cpu_backend::kept_axes_are_fastest(k));
  k.inputs[0].strides = shape{1, 50};
  CHECK(cpu_backend::kept_axes_are_fastest(k));
  CHECK(cpu_backend::reduction_parts(1, 31) == 1);
  CHECK(cpu_backend::reduction_parts(1, 640) == 20);
  CHECK(cpu_backend::reduction_parts(100, 1 << 20) == 2);
  CHECK(cpu_backend::reduction_parts(1000, 1 << 20) == 1);
}

TEST_CASE(
    "cpu threads: every task runs once, the first failure reaches the caller, callers do not disturb one another") {
  const threads_guard guard(4);
  std::vector<std::atomic<int>> seen(1000);
  const auto count_one = [&](std::int64_t i) { ++seen[static_cast<std::size_t>(i)]; };
  cpu_backend::for_each_task(1000, count_one);
  for (const auto& count : seen) REQUIRE(count == 1);

  std::atomic<int> ran = 0;
  const auto failing = [&](std::int64_t i) {
    ++ran;
    if (i % 10 == 7) throw std::runtime_error(std::to_string(i));
  };
  CHECK_THROWS_WITH_AS(cpu_backend::for_each_task(100, failing), "7", std::runtime_error);
  CHECK(ran == 100);

  std::vector<std::thread> callers;
  callers.reserve(4);
  std::atomic<std::int64_t> total = 0;
  for (int c = 0; c < 4; ++c)
    callers.emplace_back([&] {
      for (int repeat = 0; repeat < 50; ++repeat) cpu_backend::for_each_task(20, [&](std::int64_t i) { total += i; });
    });
  for (std::thread& t : callers) t.join();
  CHECK(total == 4 * 50 * 190);
  CHECK_THROWS_AS(gpu::set_num_threads(0), gpu::value_error);
}

TEST_CASE("cpu threads: a forked child computes without the parent's threads") {
  const threads_guard guard(3);
  const auto a = filled_window<float>(shape{200000}, layout::c_order);
  const auto out = make_window<float>(shape{200000}, layout::c_order);
  cpu_backend::run(sum_of_two(a, a, out));  // the threads have started
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    alarm(20);  // a child that hangs dies of it
    out.at(199999) = -1;
    cpu_backend::run(sum_of_two(a, a, out));
    _exit(out.at(199999) == a.at(199999) + a.at(199999) ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

// Rows of the fault sweep: element-wise operations in each dtype class, their aliases, operators, and in-place operators.
#include <array>
#include <string>
#include <vector>

#include "fault_sweep.hpp"

namespace faults {
namespace {

using gpu::dtype;
using gpu::detail::arg, gpu::detail::handle, gpu::detail::op_id;

struct operation {
  const char* name;
  op_id id;
  int arity;
};
constexpr operation operations[] = {
#define GPU_OP(name, arity, rule) {#name, op_id::name, arity},
#include <gpu/detail/op_table.def>
#undef GPU_OP
};

constexpr std::array classes = {dtype::bool_,   dtype::uint8,   dtype::int32,    dtype::float16,
                                dtype::float32, dtype::float64, dtype::complex64};

/// x's first row, which broadcasts: a second operand that is laid out in another way.
handle first_row(const handle& x) { return gpu::detail::slice_by(x, 0); }

handle applied(const operation& op, const operands& o, dtype type) {
  const handle& x = o.of(type);
  const handle second = op.id == op_id::ldexp ? first_row(o.of(dtype::int32)) : first_row(x);
  if (op.id == op_id::where) return gpu::detail::map(op.id, arg(o.of(dtype::bool_)), arg(x), arg(second));
  if (op.arity == 1) return gpu::detail::map(op.id, arg(x));
  if (op.arity == 2) return gpu::detail::map(op.id, arg(x), arg(second));
  return gpu::detail::map(op.id, arg(x), arg(second), arg(x));
}

std::vector<dtype> classes_of(const operation& op) {
  std::vector<dtype> valid;
  for (const dtype type : classes)
    if (gpu::detail::typing_of(op.id, type).valid) valid.push_back(type);
  return valid;
}

/// Each operation in each class on the CPU. Where that would be a compilation each, an operation has one class, the classes taking
/// turns: what fails around a kernel does not depend on what it computes.
void add_table(std::vector<row>& rows) {
  const bool compiles = gpu::default_device().type() != gpu::device_type::cpu;
  for (const operation& op : operations) {
    std::vector<dtype> types = classes_of(op);
    if (compiles) types = {types[rows.size() % types.size()]};
    for (const dtype type : types)
      rows.push_back({std::string(op.name) + " of " + gpu::dtype_name(type),
                      [op, type](operands& o) { return result(gpu::detail::as_array(applied(op, o, type))); }});
  }
}

void add_aliases(std::vector<row>& rows) {
  const std::vector<row> more = {
      {"true_divide", [](operands& o) { return result(gpu::true_divide(o.i, o.f)); }},
      {"mod", [](operands& o) { return result(gpu::mod(o.f, o.g)); }},
      {"pow", [](operands& o) { return result(gpu::pow(o.f, 2)); }},
      {"abs", [](operands& o) { return result(gpu::abs(o.z)); }},
      {"asin", [](operands& o) { return result(gpu::asin(o.d / 2)); }},
      {"acos", [](operands& o) { return result(gpu::acos(o.d / 2)); }},
      {"atan", [](operands& o) { return result(gpu::atan(o.f)); }},
      {"atan2", [](operands& o) { return result(gpu::atan2(o.f, o.g)); }},
      {"asinh", [](operands& o) { return result(gpu::asinh(o.f)); }},
      {"acosh", [](operands& o) { return result(gpu::acosh(o.i)); }},
      {"atanh", [](operands& o) { return result(gpu::atanh(o.f / 2)); }},
      {"rad2deg", [](operands& o) { return result(gpu::rad2deg(o.f)); }},
      {"deg2rad", [](operands& o) { return result(gpu::deg2rad(o.f)); }},
      {"fix", [](operands& o) { return result(gpu::fix(o.f)); }},
      {"nearbyint", [](operands& o) { return result(gpu::nearbyint(o.f)); }},
      {"sigmoid", [](operands& o) { return result(gpu::sigmoid(o.f)); }},
      {"conj", [](operands& o) { return result(gpu::conj(o.z)); }},
      {"arg", [](operands& o) { return result(gpu::arg(o.z)); }},
      {"bitwise_not", [](operands& o) { return result(gpu::bitwise_not(o.i)); }},
      {"round", [](operands& o) { return result(gpu::round(o.f, 1)); }},
      {"around of integers", [](operands& o) { return result(gpu::around(o.i, -1)); }},
      {"astype", [](operands& o) { return result(gpu::astype<std::int32_t>(o.d * 100)); }},
      {"astype from complex", [](operands& o) { return result(gpu::astype<double>(o.z)); }},
      {"isclose", [](operands& o) { return result(gpu::isclose(o.f, o.g, {.rtol = 0.5, .equal_nan = true})); }},
      {"add of a chain",
       [](operands& o) {
         gpu::expr<float> e = o.f;
         for (int n = 0; n < 300; ++n) e = gpu::add(e, o.row * (n + 1));  // cut into several kernels
         return result(e);
       }},
  };
  rows.insert(rows.end(), more.begin(), more.end());
}

void add_operators(std::vector<row>& rows) {
  const std::vector<row> more = {
      {"operator+", [](operands& o) { return result(o.f + o.row); }},
      {"operator+ of one", [](operands& o) { return result(+o.i); }},
      {"operator-", [](operands& o) { return result(o.i - o.u); }},
      {"operator- of one", [](operands& o) { return result(-o.f.T()); }},
      {"operator*", [](operands& o) { return result(2 * o.z); }},
      {"operator/", [](operands& o) { return result(o.i / 3); }},
      {"operator%", [](operands& o) { return result(o.i % 7); }},
      {"operator&", [](operands& o) { return result(o.i & 6); }},
      {"operator|", [](operands& o) { return result(o.b | o.b.T().T()); }},
      {"operator^", [](operands& o) { return result(o.u ^ o.u(0)); }},
      {"operator<<", [](operands& o) { return result(o.i << 2); }},
      {"operator>>", [](operands& o) { return result(o.i >> o.u); }},
      {"operator==", [](operands& o) { return result(o.f == o.g); }},
      {"operator!=", [](operands& o) { return result(o.f != 0.5F); }},
      {"operator<", [](operands& o) { return result(o.i < o.d); }},
      {"operator<=", [](operands& o) { return result(o.f <= o.row); }},
      {"operator>", [](operands& o) { return result(o.f > o.row); }},
      {"operator>=", [](operands& o) { return result(o.i >= 300); }},
      {"operator~", [](operands& o) { return result(~o.b); }},
      {"operator!", [](operands& o) { return result(!o.f); }},
      {"operator&&", [](operands& o) { return result(o.b && o.f > 0.5F); }},
      {"operator||", [](operands& o) { return result(o.b || o.f > 0.5F); }},
  };
  rows.insert(rows.end(), more.begin(), more.end());
}

/// The compound assignments of one kind of target: `pick` makes one of float elements of `array`, `pick_integers` one of integers
/// of target_i.
template <class Pick, class PickIntegers>
void add_in_place(std::vector<row>& rows, const std::string& owner, gpu::ndarray<float> operands::*array, Pick pick,
                  PickIntegers pick_integers) {
  const auto floats = [&](const char* sign, auto statement) {
    rows.push_back({owner + "::operator" + sign, [=](operands& o) {
                      statement(pick(o), o);
                      return result(o.*array);
                    }});
  };
  const auto integers = [&](const char* sign, auto statement) {
    rows.push_back({owner + "::operator" + sign, [=](operands& o) {
                      statement(pick_integers(o));
                      return result(o.target_i);
                    }});
  };
  floats("+=", [](auto&& t, operands& o) { t += o.one * 2; });
  floats("-=", [](auto&& t, operands& o) { t -= gpu::mean(o.f); });
  floats("*=", [](auto&& t, operands&) { t *= 3; });
  floats("/=", [](auto&& t, operands& o) { t /= o.one; });
  floats("%=", [](auto&& t, operands&) { t %= 0.3; });
  integers("&=", [](auto&& t) { t &= 5; });
  integers("|=", [](auto&& t) { t |= 64; });
  integers("^=", [](auto&& t) { t ^= 3; });
  integers("<<=", [](auto&& t) { t <<= 1; });
  integers(">>=", [](auto&& t) { t >>= 1; });
}

}  // namespace

std::vector<row> element_wise_rows() {
  std::vector<row> rows;
  add_table(rows);
  add_aliases(rows);
  add_operators(rows);
  add_in_place(
      rows, "ndarray", &operands::target, [](operands & o) -> auto& { return o.target; },
      [](operands & o) -> auto& { return o.target_i; });
  add_in_place(
      rows, "ndview", &operands::fortran, [](operands& o) { return o.fortran(gpu::range(4, 0, -2)); },
      [](operands& o) { return o.target_i.T()(1); });
  add_in_place(
      rows, "selection", &operands::target, [](operands& o) { return o.target(o.index); },
      [](operands& o) { return o.target_i(o.target_i > 12); });
  return rows;
}

}  // namespace faults

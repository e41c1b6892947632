#include "print.hpp"

#include <cmath>
#include <string>

#include "compare.hpp"
#include "elements.hpp"
#include "reference.hpp"
#include "view_arithmetic.hpp"

namespace fuzz {
namespace {

using gpu::detail::scalar_kind;
using gpu::detail::slice_kind;

constexpr std::int64_t most_printed = 48;  // elements of an array; longer ones are described

const char* cpp_type(dtype d) {
  constexpr const char* names[] = {"bool",          "std::int8_t",         "std::int16_t",        "std::int32_t",
                                   "std::int64_t",  "std::uint8_t",        "std::uint16_t",       "std::uint32_t",
                                   "std::uint64_t", "gpu::float16",        "gpu::bfloat16",       "float",
                                   "double",        "std::complex<float>", "std::complex<double>"};
  return names[static_cast<int>(d)];
}

std::string real_text(long double x, dtype type) {
  const bool is_double = gpu::detail::real_of(type) == dtype::float64;
  const std::string limits = std::string("std::numeric_limits<") + (is_double ? "double" : "float") + ">::";
  if (std::isnan(x)) return limits + "quiet_NaN()";
  if (std::isinf(x)) return (x < 0 ? "-" : "") + limits + "infinity()";
  char text[64];
  std::snprintf(text, sizeof text, "%.*Lg", is_double ? 17 : 9, x);
  std::string s = text;
  if (s.find_first_of(".e") == std::string::npos) s += ".0";
  return is_double ? s : s + "F";
}

std::string element(dtype type, const std::byte* at) {
  const wide_number x = load_element(type, at);
  if (type == dtype::bool_) return x.whole != 0 ? "true" : "false";
  if (type == dtype::uint64) return std::to_string(static_cast<std::uint64_t>(x.whole)) + "U";
  if (type == dtype::int64 && x.whole == INT64_MIN) return "INT64_MIN";
  if (x.is_whole) return std::to_string(static_cast<std::int64_t>(x.whole));
  const std::string re = real_text(x.re, type);
  if (gpu::detail::is_complex(type)) return std::string(cpp_type(type)) + "(" + re + ", " + real_text(x.im, type) + ")";
  return gpu::detail::is_16bit_float(type) ? std::string(cpp_type(type)) + "(" + re + ")" : re;
}

template <class List, class Text>
std::string joined(const List& list, Text text) {
  std::string s;
  for (const auto& x : list) s += (s.empty() ? "" : ", ") + text(x);
  return s;
}

std::string shape_text(const shape& dims) {
  return "gpu::shape{" + joined(dims, [](std::int64_t n) { return std::to_string(n); }) + "}";
}
std::string numbers(const std::vector<int>& list) {
  return joined(list, [](int n) { return std::to_string(n); });
}

std::string slice_text(const gpu::slice_item& s) {
  const auto bound = [](const gpu::detail::bound& b) { return b.given ? std::to_string(b.value) : std::string(); };
  switch (s.kind) {
    case slice_kind::index: return std::to_string(s.start.value);
    case slice_kind::newaxis: return "newaxis";
    case slice_kind::ellipsis: return "...";
    case slice_kind::range: break;
  }
  return bound(s.start) + ":" + bound(s.stop) + (s.step == 1 ? "" : ":" + std::to_string(s.step));
}
std::string slices(const std::vector<gpu::slice_item>& items) { return "(\"" + joined(items, slice_text) + "\")"; }

/// A slice among index arrays, where there is no text for it.
std::string slice_item_text(const gpu::slice_item& s) {
  const auto bound = [](const gpu::detail::bound& b) {
    return b.given ? std::to_string(b.value) : std::string("gpu::placeholders::_");
  };
  if (s.kind == slice_kind::index) return std::to_string(s.start.value);
  if (!s.start.given && !s.stop.given && s.step == 1) return "gpu::all()";
  return "gpu::range(" + bound(s.start) + ", " + bound(s.stop) + ", " + std::to_string(s.step) + ")";
}

std::string scalar_text(const weak_scalar& s) {
  switch (s.kind) {
    case scalar_kind::boolean: return s.bits != 0 ? "true" : "false";
    case scalar_kind::integer: return std::to_string(s.bits);
    case scalar_kind::floating: return real_text(s.re, dtype::float64);
    case scalar_kind::complex: break;
  }
  return "std::complex<double>(" + real_text(s.re, dtype::float64) + ", " + real_text(s.im, dtype::float64) + ")";
}

class printer {
 public:
  explicit printer(const program& p) : program_(p) {}

  std::string text() {
    for (std::size_t i = 0; i < program_.arrays.size(); ++i) declare_array(i);
    for (const statement& s : program_.statements) write(s);
    return text_;
  }

 private:
  void line(const std::string& s) { text_ += s + "\n"; }
  [[nodiscard]] static std::string name(std::size_t array) { return "a" + std::to_string(array); }
  [[nodiscard]] static std::string node(int i) { return "x" + std::to_string(i); }
  [[nodiscard]] std::string text_of(const operand& o) const {
    return o.node >= 0 ? node(o.node) : scalar_text(scalar_of(program_, o));
  }

  void declare_array(std::size_t i) {
    const array_spec& a = program_.arrays[i];
    const value base = initial_base(program_, a);
    const std::string type = cpp_type(a.type);
    std::string made = "gpu::ndarray<" + type + "> " + name(i);
    if (base.count() == 0) {
      made += " = gpu::empty<" + type + ">(" + shape_text(base.dims) + ");";
    } else if (base.count() > most_printed) {
      made += " = gpu::empty<" + type + ">(" + shape_text(base.dims) +
              ");  // filled by fuzz::initial_base: " + std::to_string(base.count()) + " elements, " +
              element(a.type, base.at(0)) + ", " + element(a.type, base.at(1)) + ", …";
    } else {
      std::string values;
      for (std::int64_t k = 0; k < base.count(); ++k) values += (k == 0 ? "" : ", ") + element(a.type, base.at(k));
      made += " = gpu::reshape(gpu::ndarray<" + type + ">{" + values + "}, " + shape_text(base.dims) + ");";
    }
    line(made + (a.to_parts ? std::string("  // adopted from memory aligned to its parts only")
                 : a.far    ? "  // a view: its rows lie " + std::to_string(far_stride) + " elements apart"
                            : ""));
    if (is_plain(a)) return;
    std::string window = name(i) + slices(window_slices(program_, a)) + ".transpose({" + numbers(a.order) + "})";
    if (!is_writable(a)) window = "gpu::broadcast_to(" + window + ", " + shape_text(window_dims(program_, a)) + ")";
    line("auto w" + std::to_string(i) + " = " + window + ";");
  }

  [[nodiscard]] std::string window(int array) const {
    const auto at = static_cast<std::size_t>(array);
    return is_plain(program_.arrays[at]) ? name(at) : "w" + std::to_string(array);
  }

  [[nodiscard]] std::string viewed(const std::string& x, const view_step& v, const shape& dims) const {
    switch (v.kind) {
      case view_kind::slice: return x + slices(v.items);
      case view_kind::transpose: return "gpu::transpose(" + x + ", {" + numbers(v.order) + "})";
      case view_kind::expand: return "gpu::expand_dims(" + x + ", " + std::to_string(v.axis) + ")";
      case view_kind::broadcast:
        return "gpu::broadcast_to(" + x + ", " + shape_text(view_of(program_, dims, v).dims) + ")";
      case view_kind::ravel:
      case view_kind::merge:
      case view_kind::split: break;
    }
    return "gpu::reshape(" + x + ", " + shape_text(view_of(program_, dims, v).dims) + ")";
  }

  [[nodiscard]] std::string index_text(const std::vector<index_entry>& index) const {
    return "(" +
           joined(index, [&](const index_entry& e) { return e.node >= 0 ? node(e.node) : slice_item_text(e.slice); }) +
           ")";
  }

  [[nodiscard]] std::string expression(const node_spec& n, const std::vector<value>& values) const {
    const auto dims = [&](int i) { return values.at(static_cast<std::size_t>(i)).dims; };
    const std::string type = std::string("<") + cpp_type(n.type) + ">";
    switch (n.kind) {
      case node_kind::array: return window(n.array);
      case node_kind::draw: {
        shape dims_drawn = dims_of(program_, n.symbols);
        if (n.far) dims_drawn[dims_drawn.ndim() - 1] *= far_step;
        const std::string lengths = shape_text(dims_drawn);
        const std::string part = n.far ? "(\"..., ::" + std::to_string(far_step) + "\")" : "";
        const std::string from = "gpu::random::generator(" + std::to_string(n.seed) + "U).";
        if (n.draw == draw_kind::integers) return from + "integers" + type + "(0, 100, " + lengths + ")" + part;
        return from + (n.draw == draw_kind::normal ? "standard_normal" : "random") + type + "(" + lengths + ")" + part;
      }
      case node_kind::arange: {
        const shape lengths = dims_of(program_, n.symbols);
        return "gpu::reshape(gpu::arange" + type + "(" + std::to_string(lengths.count()) + "), " + shape_text(lengths) +
               ")";
      }
      case node_kind::map:
        return std::string("gpu::") + name_of(n.op) + "(" +
               joined(n.args, [&](const operand& o) { return text_of(o); }) + ")";
      case node_kind::cast: return "gpu::astype" + type + "(" + node(n.args[0].node) + ")";
      case node_kind::reduce:
        return std::string("gpu::") + name_of(n.reduction) + "(" + node(n.args[0].node) +
               (n.all_axes ? "" : ", {" + numbers(n.axes) + "}") + (n.keepdims ? ", {.keepdims = true}" : "") + ")";
      case node_kind::view: return viewed(node(n.args[0].node), n.view, dims(n.args[0].node));
      case node_kind::gather: break;
    }
    return node(n.args[0].node) + index_text(n.index);
  }

  void write(const statement& s) {
    const std::vector<value> values = node_values(program_, s, state_before(s));
    line("{");
    for (std::size_t i = 0; i < s.nodes.size(); ++i)
      line("  auto x" + std::to_string(i) + " = " + expression(s.nodes[i], values) + ";");
    line("  " + last_line(s, values));
    line("}");
  }

  /// The arrays as they are when the statement begins.
  [[nodiscard]] std::vector<value> state_before(const statement& s) const {
    program before = program_;
    const auto done = static_cast<std::size_t>(&s - program_.statements.data());
    before.statements.resize(done);
    return run_reference(before).bases;
  }

  [[nodiscard]] std::string last_line(const statement& s, const std::vector<value>& values) {
    const std::string v = text_of(s.value);
    if (s.kind == statement_kind::make)
      return std::string("gpu::ndarray<") + cpp_type(values.at(static_cast<std::size_t>(s.value.node)).type) + "> r" +
             std::to_string(made_++) + " = " + v + ";";
    if (s.kind == statement_kind::assign) return name(static_cast<std::size_t>(s.target)) + " = " + v + ";";
    std::string to = window(s.target);
    for (const view_step& view : s.views) to = viewed(to, view, {});
    const bool selects = s.kind == statement_kind::select || s.kind == statement_kind::reselect;
    if (selects) to += index_text(s.index);
    if (s.kind == statement_kind::update || s.kind == statement_kind::reselect) return to + update_text(s.op) + v + ";";
    if (selects || !s.views.empty() || to[0] == 'w') return to + " = " + v + ";";
    return to + "(gpu::ellipsis()) = " + v + ";";
  }

  static std::string update_text(op_id op) {
    switch (op) {
      case op_id::add: return " += ";
      case op_id::subtract: return " -= ";
      case op_id::multiply: return " *= ";
      case op_id::divide: return " /= ";
      case op_id::remainder: return " %= ";
      case op_id::bitwise_xor: return " ^= ";
      case op_id::bitwise_and: return " &= ";
      case op_id::left_shift: return " <<= ";
      default: return std::string(" /* ") + name_of(op) + " */= ";
    }
  }

  const program& program_;
  std::string text_;
  int made_ = 0;
};

}  // namespace

std::string cpp_text(const program& p) { return printer(p).text(); }

}  // namespace fuzz

#include "plan/program_text.hpp"

#include <bit>

#include <gpu/detail/user_function.hpp>

#include "plan/names.hpp"
#include "plan/scalar_text.hpp"

namespace gpu::plan {
namespace {

/// How an operation is written: between its operands or before its one, binding tighter the higher `strength` is; as a call where
/// `sign` is null.
struct notation {
  const char* sign = nullptr;
  int strength = 0;
};

constexpr int call_strength = 9;
constexpr int prefix_strength = 8;

notation notation_of(op_id op) noexcept {
  switch (op) {
    case op_id::multiply: return {"*", 7};
    case op_id::divide: return {"/", 7};
    case op_id::remainder: return {"%", 7};
    case op_id::add: return {"+", 6};
    case op_id::subtract: return {"-", 6};
    case op_id::less: return {"<", 5};
    case op_id::less_equal: return {"<=", 5};
    case op_id::greater: return {">", 5};
    case op_id::greater_equal: return {">=", 5};
    case op_id::equal: return {"==", 4};
    case op_id::not_equal: return {"!=", 4};
    case op_id::logical_and: return {"&&", 2};
    case op_id::logical_or: return {"||", 1};
    case op_id::negative: return {"-", prefix_strength};
    case op_id::logical_not: return {"!", prefix_strength};
    default: return {};
  }
}

/// Text with the strength of its outermost operation.
struct phrase {
  std::string text;
  int strength = call_strength;
};

class formula {
 public:
  formula(const kernel& k, const operand_names& names)
      : k_(k), names_(names), uses_(k.values.size(), 0), phrases_(k.values.size()) {
    count_uses();
    for (std::size_t i = 0; i < k.values.size(); ++i) {
      phrases_[i] = phrase_of(k.values[i]);
      if (uses_[i] > 1 && k.values[i].kind != value_kind::load && k.values[i].kind != value_kind::scalar) give_name(i);
    }
  }

  [[nodiscard]] const std::string& definitions() const noexcept { return definitions_; }
  [[nodiscard]] const std::string& text_at(std::size_t i) const { return phrases_[i].text; }
  /// An operand's name with its index values: "a[i]".
  [[nodiscard]] std::string place(const operand& o, const std::string& name) const {
    if (o.indexed.empty()) return name;
    std::string text = name + '[';
    for (std::size_t i = 0; i < o.indexed.size(); ++i) text += (i > 0 ? ", " : "") + text_at(o.indexed[i].value);
    return text + ']';
  }

 private:
  void count_uses() {
    for (const plan::value& v : k_.values)
      for (std::size_t i = 0; i < v.nargs; ++i) ++uses_[v.args[i]];
    const auto count_indices = [&](const operand& o) {
      for (const indexed_axis& axis : o.indexed) ++uses_[axis.value];
    };
    for (const operand& in : k_.inputs) count_indices(in);
    for (const output& out : k_.outputs) {
      ++uses_[out.value];
      if (out.masked) ++uses_[out.mask];
      count_indices(out.to);
    }
  }

  void give_name(std::size_t i) {
    const std::string name = 'x' + std::to_string(++named_);
    definitions_ += name + " = " + phrases_[i].text + "; ";
    phrases_[i] = {name, call_strength};
  }

  [[nodiscard]] phrase phrase_of(const value& v) const {
    switch (v.kind) {
      case value_kind::load: return {place(k_.inputs[v.slot], names_.inputs[v.slot])};
      case value_kind::scalar: return scalar_phrase(k_.scalars[v.slot]);
      case value_kind::draw: return {std::string(distribution_name(k_.draws[v.slot].kind)) + "()"};
      case value_kind::op: return operation(v);
      case value_kind::user: return {call(k_.users[v.slot]->text.name, v)};
      case value_kind::cast: return {std::string(dtype_name(v.type)) + '(' + text_at(v.args[0]) + ')'};
      case value_kind::index: break;
    }
    return {"position()"};
  }

  static phrase scalar_phrase(const graph::scalar_value& s) {
    const std::string text = text_of(s);
    return {text, text.front() == '-' ? prefix_strength : call_strength};
  }

  [[nodiscard]] phrase operation(const value& v) const {
    const notation n = notation_of(v.op);
    if (n.sign == nullptr) return {call(op_name(v.op), v)};
    if (n.strength == prefix_strength) return {n.sign + wrapped(v.args[0], n.strength), n.strength};
    return {wrapped(v.args[0], n.strength) + ' ' + n.sign + ' ' + wrapped(v.args[1], n.strength + 1), n.strength};
  }

  [[nodiscard]] std::string call(const char* name, const value& v) const {
    std::string text = std::string(name) + '(';
    for (std::size_t i = 0; i < v.nargs; ++i) text += (i > 0 ? ", " : "") + text_at(v.args[i]);
    return text + ')';
  }

  /// In parentheses where it binds weaker than it must.
  [[nodiscard]] std::string wrapped(std::size_t i, int strength) const {
    const phrase& p = phrases_[i];
    return p.strength < strength ? '(' + p.text + ')' : p.text;
  }

  const kernel& k_;
  const operand_names& names_;
  std::vector<int> uses_;
  std::vector<phrase> phrases_;
  std::string definitions_;
  int named_ = 0;
};

/// "sum(x, 0)", with the cast that follows where the accumulator has another dtype.
std::string reduction_text(const kernel& k, const std::string& operand, const std::string& axes) {
  const dtype result = k.outputs.front().to.type;
  const bool is_position = k.combine == reducer::argmin || k.combine == reducer::argmax;
  std::string text = std::string(reducer_name(k.combine)) + '(' + operand + (axes.empty() ? "" : ", ") + axes + ')';
  return is_position || result == k.accumulate ? text : std::string(dtype_name(result)) + '(' + text + ')';
}

/// Finds inputs by walking from the outputs' values to their arguments, first ones first.
class reader {
 public:
  explicit reader(const kernel& k) : k_(k), seen_(k.values.size(), false), listed_(k.inputs.size(), false) {}

  void visit(std::size_t i) {
    if (seen_[i]) return;
    seen_[i] = true;
    const value& v = k_.values[i];
    if (v.kind == value_kind::load) {
      list(v.slot);
      visit_indices(k_.inputs[v.slot]);
    }
    for (std::size_t arg = 0; arg < v.nargs; ++arg) visit(v.args[arg]);
  }
  void visit_indices(const operand& o) {
    for (const indexed_axis& axis : o.indexed) visit(axis.value);
  }
  /// An input that no output needs comes last.
  std::vector<std::size_t> take() {
    for (std::size_t slot = 0; slot < k_.inputs.size(); ++slot) list(slot);
    return std::move(order_);
  }

 private:
  void list(std::size_t slot) {
    if (!listed_[slot]) order_.push_back(slot);
    listed_[slot] = true;
  }

  const kernel& k_;
  std::vector<bool> seen_;
  std::vector<bool> listed_;
  std::vector<std::size_t> order_;
};

std::string shortened(std::string text) {
  if (text.size() <= longest_formula) return text;
  text.resize(longest_formula);
  return text + " …";
}

}  // namespace

std::vector<std::size_t> reading_order(const kernel& k) {
  reader r(k);
  for (const output& out : k.outputs) {
    r.visit(out.value);
    if (out.masked) r.visit(out.mask);
    r.visit_indices(out.to);
  }
  return r.take();
}

std::string axes_text(std::uint32_t axes, int rank) {
  if (std::popcount(axes) == rank) return {};
  std::string text;
  for (int axis = 0; axis < rank; ++axis)
    if ((axes >> axis & 1U) != 0) text += (text.empty() ? "" : ", ") + std::to_string(axis);
  return std::popcount(axes) == 1 ? text : '{' + text + '}';
}

std::string formula_of(const kernel& k, const operand_names& names, std::uint32_t reduced, int rank) {
  const formula f(k, names);
  std::string text = f.definitions();
  for (std::size_t i = 0; i < k.outputs.size(); ++i) {
    const output& out = k.outputs[i];
    if (i > 0) text += "; ";
    text.append(f.place(out.to, names.outputs[i])).append(" = ");
    text += k.kind == kernel_kind::reduce ? reduction_text(k, f.text_at(out.value), axes_text(reduced, rank))
                                          : f.text_at(out.value);
    if (out.masked) text.append(" where ").append(f.text_at(out.mask));
  }
  return shortened(std::move(text));
}

}  // namespace gpu::plan

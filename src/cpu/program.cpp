#include "cpu/program.hpp"

#include <algorithm>

namespace gpu::cpu_backend {
namespace {

using plan::value;
using plan::value_kind;

// The dtype whose loop computes an operation: its last argument's, but the first one's where the last has a fixed dtype.
dtype compute_type(const plan::kernel& k, const value& v) noexcept {
  const int argument = v.op == plan::op_id::ldexp ? 0 : v.nargs - 1;
  return k.values[v.args[static_cast<std::size_t>(argument)]].type;
}

map_loop loop_of(const plan::kernel& k, const value& v) noexcept {
  const loop_table& table = loops();
  if (v.kind == value_kind::op) return table.ops[static_cast<int>(v.op)][static_cast<int>(compute_type(k, v))];
  if (v.kind == value_kind::user) return k.users[v.slot]->loop;
  if (v.kind == value_kind::cast)
    return table.casts[static_cast<int>(k.values[v.args[0]].type)][static_cast<int>(v.type)];
  return nullptr;
}

bool all_zero(const shape& strides) noexcept {
  return std::all_of(strides.begin(), strides.end(), [](std::int64_t s) { return s == 0; });
}

bool same_at_every_point(const plan::kernel& k, const value& v) noexcept {
  if (v.kind == value_kind::scalar) return true;
  if (v.kind != value_kind::load) return false;
  const plan::operand& from = k.inputs[v.slot];
  return from.indexed.empty() && all_zero(from.strides);
}

// Calls use(value) for each value that `v` reads.
template <class Use>
void for_each_use(const plan::kernel& k, const value& v, Use use) {
  if (plan::has_arguments(v.kind)) {
    for (std::size_t i = 0; i < v.nargs; ++i) use(v.args[i]);
  } else if (v.kind == value_kind::load) {
    for (const plan::indexed_axis& axis : k.inputs[v.slot].indexed) use(axis.value);
  }
}

}  // namespace

program::program(const plan::kernel& k, std::span<const std::uint16_t> roots, std::span<const int> axes, bool in_place)
    : kernel_(&k) {
  for (const int axis : axes) {
    as_given_ = as_given_ && axis == static_cast<int>(axes_.size());
    axes_.push_back(axis);
  }
  extent_ = in_order(k.extent);
  if (!as_given_)
    for (const plan::operand& input : k.inputs) inputs_.push_back(in_order(input.strides));
  select_steps(roots);
  assign_registers(roots);
  if (in_place) find_direct_outputs();
}

shape program::in_order(const shape& strides) const {
  shape ordered = shape::filled(static_cast<int>(axes_.size()), 0);
  for (std::size_t i = 0; i < axes_.size(); ++i)
    if (axes_[i] < strides.ndim()) ordered[i] = strides[axes_[i]];
  return ordered;
}

// Keeps the values that the roots need, in the kernel's order, which has arguments before their uses.
void program::select_steps(std::span<const std::uint16_t> roots) {
  const plan::kernel& k = *kernel_;
  small_vector<char, few> needed(k.values.size(), 0);
  for (const std::uint16_t root : roots) needed[root] = 1;
  for (std::size_t v = k.values.size(); v-- > 0;)
    if (needed[v] != 0) for_each_use(k, k.values[v], [&](std::uint16_t used) { needed[used] = 1; });
  for (std::size_t v = 0; v < k.values.size(); ++v) {
    if (needed[v] == 0) continue;
    const value& what = k.values[v];
    steps_.push_back(
        {static_cast<std::uint16_t>(v), step::no_register, same_at_every_point(k, what), loop_of(k, what)});
    widest_ = std::max(widest_, detail::item_size(what.type));
  }
}

// A register is taken when its value is computed and given back after the value's last use; roots and values that are computed
// once keep theirs. The latter are computed before all others, so they never take a register that another step uses.
void program::assign_registers(std::span<const std::uint16_t> roots) {
  const plan::kernel& k = *kernel_;
  constexpr std::size_t forever = static_cast<std::size_t>(-1);
  small_vector<std::size_t, few> last_use(k.values.size(), 0);
  small_vector<std::uint16_t, few> reg_of(k.values.size(), step::no_register);
  for (std::size_t i = 0; i < steps_.size(); ++i)
    for_each_use(k, k.values[steps_[i].value], [&](std::uint16_t used) { last_use[used] = i; });
  for (const step& s : steps_)
    if (s.once) last_use[s.value] = forever;
  for (const std::uint16_t root : roots) last_use[root] = forever;

  small_vector<std::uint16_t, few> free_registers;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (steps_[i].once || free_registers.empty()) free_registers.push_back(static_cast<std::uint16_t>(registers_++));
    steps_[i].reg = free_registers.back();
    reg_of[steps_[i].value] = steps_[i].reg;
    free_registers.pop_back();
    for_each_use(k, k.values[steps_[i].value], [&](std::uint16_t used) {
      if (last_use[used] != i || reg_of[used] == step::no_register) return;
      free_registers.push_back(reg_of[used]);
      reg_of[used] = step::no_register;  // an argument used twice is given back once
    });
  }
}

// An output may be written as soon as it is computed unless a later step reads memory that it may share.
void program::find_direct_outputs() {
  const plan::kernel& k = *kernel_;
  for (std::size_t o = 0; o < k.outputs.size(); ++o) {
    const plan::output& out = k.outputs[o];
    if (out.masked || !out.to.indexed.empty()) continue;
    const bool taken =
        std::any_of(direct_.begin(), direct_.end(), [&](const direct_output& d) { return d.value == out.value; });
    const bool shared =
        std::any_of(k.inputs.begin(), k.inputs.end(), [&](const plan::operand& in) { return in.data == out.to.data; });
    const auto producer =
        std::find_if(steps_.begin(), steps_.end(), [&](const step& s) { return s.value == out.value; });
    if (taken || producer->once || (shared && producer->value != steps_.back().value)) continue;
    direct_.push_back({out.value, static_cast<std::uint16_t>(o)});
  }
}

}  // namespace gpu::cpu_backend

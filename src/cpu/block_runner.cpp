#include "cpu/block_runner.hpp"

#include "cpu/transfer.hpp"
#include "runtime/index_errors.hpp"

namespace gpu::cpu_backend {
namespace {

using plan::value_kind;

std::size_t padded(std::size_t bytes) noexcept { return (bytes + 63) / 64 * 64; }

// The address of the box's first element, before indices are added.
template <class Byte = std::byte>
Byte* first_element(const plan::operand& what, const box& b, const std::int64_t* strides) noexcept {
  const std::int64_t offset = what.offset + start_offset(b, strides);
  return static_cast<Byte*>(what.data->data) + offset * static_cast<std::int64_t>(detail::item_size(what.type));
}

}  // namespace

block_runner::block_runner(const program& p, std::int64_t capacity)
    : program_(p),
      capacity_(capacity),
      register_bytes_(padded(static_cast<std::size_t>(capacity) * p.widest())),
      memory_(static_cast<std::size_t>(p.registers()) * register_bytes_ +
              padded(static_cast<std::size_t>(capacity) * sizeof(std::int64_t))),
      pointers_(p.kernel().values.size(), nullptr) {
  if (!p.direct_outputs().empty()) direct_.resize(p.kernel().values.size(), nullptr);
  compute_once();
}

void* block_runner::register_memory(std::uint16_t reg) const noexcept { return memory_.data() + reg * register_bytes_; }

void block_runner::compute_once() {
  const plan::kernel& k = program_.kernel();
  if (k.extent.count() == 0) return;  // an empty operand may have no memory at all
  for (const step& s : program_.steps()) {
    if (!s.once) continue;
    const plan::value& v = k.values[s.value];
    void* to = register_memory(s.reg);
    if (v.kind == value_kind::scalar) {
      fill(to, k.scalars[v.slot].bytes.data(), capacity_, detail::item_size(v.type));
    } else {
      const plan::operand& from = k.inputs[v.slot];
      const std::int64_t size = static_cast<std::int64_t>(detail::item_size(from.type));
      fill(to, static_cast<const std::byte*>(from.data->data) + from.offset * size, capacity_,
           detail::item_size(v.type));
    }
    pointers_[s.value] = to;
  }
}

void block_runner::compute(const box& b) {
  for (const step& s : program_.steps())
    if (!s.once) run_step(s, b);
}

void block_runner::compute_and_store(const box& b) {
  place_direct_outputs(b);
  compute(b);
  for (const plan::output& out : program_.kernel().outputs) store(out, b);
}

void block_runner::place_direct_outputs(const box& b) {
  for (const direct_output& d : program_.direct_outputs()) {
    const plan::operand& to = program_.kernel().outputs[d.output].to;
    const std::int64_t* strides = to.strides.data();
    direct_[d.value] = walk_of(b, strides).contiguous() ? first_element(to, b, strides) : nullptr;
  }
}

void block_runner::run_step(const step& s, const box& b) {
  const plan::value& v = program_.kernel().values[s.value];
  void* to = !direct_.empty() && direct_[s.value] != nullptr ? direct_[s.value] : register_memory(s.reg);
  pointers_[s.value] = to;
  switch (v.kind) {
    case value_kind::op:
    case value_kind::user:
    case value_kind::cast: {
      const void* args[plan::max_arguments];
      for (std::size_t i = 0; i < v.nargs; ++i) args[i] = pointers_[v.args[i]];
      s.loop(args, to, static_cast<std::size_t>(b.size));
      break;
    }
    case value_kind::load: load(s, v, b, to); break;
    case value_kind::draw: draw(v, b, to); break;
    case value_kind::index: {
      const plan::position& where = program_.kernel().positions[v.slot];
      const shape strides = program_.in_order(where.strides);
      number(static_cast<std::int64_t*>(to), where.offset + start_offset(b, strides.data()),
             walk_of(b, strides.data()));
      break;
    }
    case value_kind::scalar: break;
  }
}

void block_runner::load(const step& s, const plan::value& v, const box& b, void* to) {
  const plan::operand& from = program_.kernel().inputs[v.slot];
  const std::int64_t* strides = program_.input_strides(v.slot).data();
  const std::size_t item = detail::item_size(from.type);
  if (!from.indexed.empty()) {
    gather_at(to, from.data->data, offsets(b, from, strides, nullptr), b.size, item);
    return;
  }
  const walk w = walk_of(b, strides);
  const void* first = first_element<const std::byte>(from, b, strides);
  if (w.contiguous()) {
    pointers_[s.value] = first;
  } else {
    gather(to, first, w, item);
  }
}

void block_runner::draw(const plan::value& v, const box& b, void* to) {
  const plan::draw& d = program_.kernel().draws[v.slot];
  const shape strides = program_.in_order(d.strides);
  auto* positions = reinterpret_cast<std::int64_t*>(register_memory(static_cast<std::uint16_t>(program_.registers())));
  number(positions, d.offset + start_offset(b, strides.data()), walk_of(b, strides.data()));
  const draw_parameters parameters{d.seed, d.first_word, d.low, d.range};
  loops().draws[static_cast<int>(d.kind)][static_cast<int>(d.type)](parameters, positions, to,
                                                                    static_cast<std::size_t>(b.size));
}

const std::int64_t* block_runner::offsets(const box& b, const plan::operand& what, const std::int64_t* strides,
                                          const bool* where) {
  auto* result = reinterpret_cast<std::int64_t*>(register_memory(static_cast<std::uint16_t>(program_.registers())));
  number(result, what.offset + start_offset(b, strides), walk_of(b, strides));
  for (const plan::indexed_axis& axis : what.indexed) {
    const auto* index = static_cast<const std::int64_t*>(pointers_[axis.value]);
    for (std::int64_t i = 0; i < b.size; ++i) {
      if (where != nullptr && !where[i]) continue;
      const std::int64_t from_start = index[i] < 0 ? index[i] + axis.length : index[i];
      if (static_cast<std::uint64_t>(from_start) >= static_cast<std::uint64_t>(axis.length))
        runtime::report_bad_index("", axis.axis, index[i], axis.length);
      result[i] += from_start * axis.stride;
    }
  }
  return result;
}

void block_runner::store(const plan::output& out, const box& b) {
  const std::int64_t* strides = out.to.strides.data();
  const std::size_t item = detail::item_size(out.to.type);
  const void* from = pointers_[out.value];
  const bool* mask = out.masked ? static_cast<const bool*>(pointers_[out.mask]) : nullptr;
  if (!out.to.indexed.empty()) {
    scatter_at(out.to.data->data, from, offsets(b, out.to, strides, mask), b.size, item, mask);
    return;
  }
  void* to = first_element(out.to, b, strides);
  if (from != to) scatter(to, from, walk_of(b, strides), item, mask);
}

}  // namespace gpu::cpu_backend

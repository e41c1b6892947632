// Builds one kernel from a part of the graph.
#pragma once

#include "graph/node.hpp"
#include "plan/kernel.hpp"
#include "plan/node_map.hpp"

namespace gpu::plan {

using graph::handle;
using graph::node;

/// Temporaries: what has been computed already, by node.
using materialised = node_map<handle>;

class kernel_builder {
 public:
  /// A kernel over an iteration space of shape `space` on device `where`. Nodes in `temporaries` are read from there.
  kernel_builder(const shape& space, gpu::device where, const materialised& temporaries);

  /// The number of the value that `n` is at each point; n broadcasts to the space. Nodes are visited once, iteratively.
  std::uint16_t value_of(const node& n);

  [[nodiscard]] kernel& result() noexcept { return kernel_; }

  /// Strides by axis of the space of something of shape `dims` that broadcasts to it.
  [[nodiscard]] shape spread(const shape& dims, const shape& strides) const;

 private:
  const node& resolved(const node& n) const;
  std::uint16_t emit(const node& n);
  std::uint16_t emit_load(const node& n);
  std::uint16_t emit_scalar(const graph::scalar_value& s);
  std::uint16_t emit_index(const node& n);
  std::uint16_t emit_draw(const node& n);
  std::uint16_t emit_gather(const node& n);
  std::uint16_t emit_computed(const node& n);
  std::uint16_t append(const value& v);

  shape space_;
  gpu::device where_;
  const materialised& temporaries_;
  kernel kernel_;
  node_map<std::uint16_t> numbers_;
};

/// Calls f(operand) for each node that `n` computes from: its arguments and, for gathers, the index operands.
template <class F>
void for_each_operand(const node& n, F&& f) {
  for (int i = 0; i < n.nargs; ++i) f(static_cast<const node&>(*n.args[static_cast<std::size_t>(i)]));
  if (n.kind == detail::node_kind::gather)
    for (const auto& axis : n.gather->axes) f(static_cast<const node&>(*axis.index.get()));
}

}  // namespace gpu::plan

// What the entry points accept: any node, selections included.
#pragma once

#include <gpu/detail/entry.hpp>

#include "graph/node.hpp"
#include "plan/planner.hpp"

namespace gpu::api {

using graph::handle;
using graph::node;

/// The node as an operand of an expression: a selection is read now. Throws value_error for an unbound view.
[[nodiscard]] handle readable(const node* n);
[[nodiscard]] inline handle readable(const handle& h) { return readable(h.get()); }

/// The node as an operand of something that is computed before the call returns: a selection need not be read into an array of
/// its own first.
[[nodiscard]] handle readable_now(const handle& h);

/// The node as an array: itself, or its value.
[[nodiscard]] handle as_array(const handle& h);
/// The node as an array whose elements are dense in C order: itself where it is one.
[[nodiscard]] handle as_dense(const handle& h);

/// Index operands of a selection found, its shape known; waits where a mask has to be counted.
void resolve(const node& selection);
/// The lazy gather that reads a selection.
[[nodiscard]] handle gather_of(const node& selection);

/// An assignment that has been checked: the value has the destination's dtype and broadcasts to it.
struct assignment {
  plan::destination to;
  handle value;
};
/// Throws shape_error, value_error, device_error where `target` cannot be given that value.
[[nodiscard]] assignment assignment_of(const node& target, const handle& value);

/// Writes a value, already an expression, into an array or selection: broadcast, cast, device and overlap taken care of.
void store_value(const node& target, const handle& value);

/// C-order positions of the true elements of a bool array, as a 1-D int64 array on the same device; waits.
[[nodiscard]] handle true_positions(const node& mask);

}  // namespace gpu::api

// Matrix products: which way a product is computed, and its operands brought into a form that way reads.
#pragma once

#include <gpu/detail/entry.hpp>

#include "graph/node.hpp"

namespace gpu::plan {

/// c = a b, where c is an array of shape batch + (m, n) with unit stride along its last axis, made for this product, and a
/// and b are any expressions of shapes (…, m, k) and (…, k, n) whose leading axes broadcast to `batch`; all computed in c's
/// dtype, integers modulo their width, bool as "or of ands".
void multiply(const graph::handle& a, const graph::handle& b, const graph::node& c, detail::precision_id precision);

}  // namespace gpu::plan

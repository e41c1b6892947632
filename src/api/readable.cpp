#include "api/readable.hpp"

#include "plan/planner.hpp"

namespace gpu::api {

using detail::node_kind;

handle readable(const node* n) {
  const node& x = graph::bound(n);
  if (x.kind == node_kind::selection) return plan::evaluate(*gather_of(x).get(), plan::memory_order::c);
  return graph::share(n);
}

handle readable_now(const handle& h) {
  const node& x = graph::bound(h);
  return x.kind == node_kind::selection ? gather_of(x) : h;
}

handle as_array(const handle& h) {
  const handle x = readable(h);
  return x.get()->kind == node_kind::array ? x : plan::evaluate(*x.get());
}

handle as_dense(const handle& h) {
  handle x = readable(h);
  if (x.get()->kind == node_kind::array && graph::is_dense(x.get()->dims, x.get()->strides)) return x;
  return plan::evaluate(*x.get(), plan::memory_order::c);
}

}  // namespace gpu::api

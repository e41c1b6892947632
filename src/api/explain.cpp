// What evaluating or assigning an expression would do.
#include <gpu/explain.hpp>

#include <ostream>

#include "api/readable.hpp"
#include "graph/build.hpp"
#include "plan/explanation.hpp"
#include "plan/planner.hpp"

GPU_BEGIN_NAMESPACE
namespace detail {
namespace {

std::string what_is(const node& n) {
  const device where = n.has_device ? n.where : default_device();
  return std::string(dtype_name(n.type)) + ' ' + to_string(n.dims) + " on " + where.name() + ": ";
}

/// A selection by a mask: how many elements it has is known only when they are counted.
explanation explain_masked_read(const node& selection) {
  const node& mask = *selection.gather->mask_given.get();
  const handle numbers = graph::make_cast(graph::share(&mask), dtype::int64);
  plan::recorder kernels;
  plan::record_evaluation(*graph::make_reduce(plan::reducer::sum, numbers, mask.dims.ndim(), dtype::int64).get(),
                          kernels);
  return plan::explain_kernels(kernels.kernels(),
                               std::string(dtype_name(selection.type)) + " elements where a mask is true: ",
                               "  then the host waits for that number, a library call writes the positions of the true "
                               "elements, and a map takes\n"
                               "  the elements there: how many is not known before");
}

}  // namespace

explanation explain(const handle& value) {
  const node& n = graph::bound(value);
  const bool selects = n.kind == node_kind::selection;
  if (selects && n.gather->mask_given) return explain_masked_read(n);
  const handle x = selects ? api::gather_of(n) : value;
  plan::recorder kernels;
  plan::record_evaluation(*x.get(), kernels);
  return plan::explain_kernels(kernels.kernels(), what_is(*x.get()), "");
}

explanation explain_store(const handle& target, const handle& value) {
  const api::assignment a = api::assignment_of(graph::bound(target), api::readable_now(value));
  plan::recorder kernels;
  if (a.to.dims.count() != 0) plan::record_store(*a.value.get(), a.to, kernels);
  return plan::explain_kernels(kernels.kernels(), "assignment to " + what_is(*target.get()), "");
}

}  // namespace detail

std::ostream& operator<<(std::ostream& out, const explanation& e) { return out << e.text; }

GPU_END_NAMESPACE

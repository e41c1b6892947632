// Comparisons of whole arrays; these wait.
#include "api/readable.hpp"
#include "graph/build.hpp"
#include "graph/reductions.hpp"

GPU_BEGIN_NAMESPACE
namespace detail {

bool all_true(const handle& a) {
  bool result = false;
  read_item(graph::build_reduction(reduction_id::all, api::readable(a), {}, {}), dtype::bool_, &result);
  return result;
}

bool array_equal(const handle& a, const handle& b, bool equal_nan) {
  const handle x = api::readable(a), y = api::readable(b);
  if (x.get()->dims != y.get()->dims) return false;
  handle same = graph::make_map(op_id::equal, x, y);
  if (equal_nan) {
    const handle both =
        graph::make_map(op_id::logical_and, graph::make_map(op_id::isnan, x), graph::make_map(op_id::isnan, y));
    same = graph::make_map(op_id::logical_or, same, both);
  }
  return all_true(same);
}

}  // namespace detail
GPU_END_NAMESPACE

#include "graph/reductions.hpp"

#include "api/readable.hpp"

GPU_BEGIN_NAMESPACE
namespace detail {

handle reduce(reduction_id id, const handle& a, const axes_arg& axes, const reduce_args& args) {
  reduce_args resolved = args;
  const handle mask = args.where != nullptr ? api::readable(args.where) : handle();
  resolved.where = mask.get();
  return graph::build_reduction(id, api::readable(a), axes, resolved);
}

}  // namespace detail
GPU_END_NAMESPACE

// User functions of what the front end passes, and the check of all of them.
#include <array>
#include <string>
#include <vector>

#include <gpu/error.hpp>
#include <gpu/ufunc.hpp>

#include "api/readable.hpp"
#include "cuda/user_functions.hpp"
#include "graph/build.hpp"
#include "runtime/user_functions.hpp"

GPU_BEGIN_NAMESPACE
namespace detail {

handle map_user(const user_function& f, std::span<const arg> args) {
  std::array<handle, max_user_parameters> owners;  // keep alive what a selection was read into
  std::vector<arg> operands(args.begin(), args.end());
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (operands[i].is_scalar) continue;
    owners[i] = api::readable(operands[i].array);
    operands[i] = arg(owners[i]);
  }
  return graph::make_user(f, operands);
}

}  // namespace detail

void check_user_functions() {
  const device here = default_device();
  const device where = here.type() == device_type::cpu ? device(device_type::dry, 0) : here;
  std::string problems;
  for (const runtime::user_source* source : runtime::all_user_sources()) {
    const std::string problem = cuda_backend::problem_of(*source, where);
    if (!problem.empty()) problems += (problems.empty() ? "" : "\n\n") + problem;
  }
  if (!problems.empty()) throw jit_error(problems);
}

GPU_END_NAMESPACE

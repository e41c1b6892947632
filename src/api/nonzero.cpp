// Positions of true elements.
#include <vector>

#include "api/readable.hpp"
#include "plan/library.hpp"

namespace gpu::api {

handle true_positions(const node& mask) { return plan::true_positions(as_dense(graph::share(&mask))); }

}  // namespace gpu::api

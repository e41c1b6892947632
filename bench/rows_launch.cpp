#include <memory>

#include "by_hand/kernels.hpp"
#include "rows.hpp"

namespace bench {

void add_launch_rows(std::vector<row>& rows) {
  struct arrays {
    floats a = uniform({1000}, 1), b = uniform({1000}, 2), r = gpu::empty<float>({1000});
  };
  const auto x = std::make_shared<arrays>();
  const float *a = x->a.data(), *b = x->b.data();
  float* r = x->r.data();
  const auto statement = [x, a, b, r] { by_hand::add_small(a, b, r, 1000); };
  rows.push_back({"host_launch_1k", timing::host, 0, "", statement, {}});
  rows.push_back({"host_launch_1k_queued", timing::queued, 0, "", statement, {}});
}

}  // namespace bench

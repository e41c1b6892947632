#include "oracles.hpp"

#include <memory>
#include <optional>
#include <stdexcept>

#include "compare.hpp"
#include "cuda_on_cpu.hpp"
#include "library_run.hpp"
#include "plan/execute.hpp"

namespace fuzz {
namespace {

using gpu::plan::pass;
using gpu::plan::pass_set;

void run_under_shim(const gpu::plan::kernel& k, gpu::device) {
  const std::string problem = run_generated(k);
  if (!problem.empty()) throw std::runtime_error("a device error: " + problem);
}

std::vector<way> ways_of_passes(bool shim) {
  std::vector<way> list;
  for (int i = 0; i < gpu::plan::pass_count; ++i) {
    const auto p = static_cast<pass>(i);
    list.push_back({std::string("without ") + pass_name(p), pass_set{p}, shim});
  }
  list.push_back({"without any pass", pass_set::all(), shim});
  return list;
}

}  // namespace

std::vector<way> ways_of(const std::string& oracle, std::uint64_t seed) {
  if (oracle == "device") return {{"all passes on", {}, false}};
  if (oracle == "shim") return {{"generated kernels under the shim", {}, true}};
  if (oracle == "passes") return ways_of_passes(false);
  const bool shim = oracle == "shim-passes";
  if (oracle != "rotate" && !shim) throw std::invalid_argument("no oracle is called " + oracle);
  const std::vector<way> all = ways_of_passes(shim);
  return {all[seed % all.size()]};
}

std::string disagreement(const prepared& p, const way& w) {
  try {
    const gpu::plan::passes_off_guard passes(w.off);
    std::optional<gpu::plan::executor_guard> shim;
    if (w.shim) shim.emplace(run_under_shim);
    return difference(run_library(p.given, p.initial, [&] { shim.reset(); }), p.want);
  } catch (const std::exception& e) {
    return std::string("it throws: ") + e.what();
  }
}

}  // namespace fuzz

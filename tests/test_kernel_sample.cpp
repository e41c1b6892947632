// A sample of the generated kernels, every class of every template: run on the default CUDA device or under the shim, and compared
// with the CPU back end, bit for bit where both devices promise the same bits.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <gpu/device.hpp>

#include "cpu/run.hpp"
#include "cuda/run.hpp"
#include "cuda_on_cpu.hpp"
#include "kernel_coverage.hpp"
#include "kernel_data.hpp"
#include "kernel_sample.hpp"
#include "kernel_storages.hpp"

using kernel_data::numbers;
using kernel_data::tolerance;
namespace plan = gpu::plan;

namespace {

/// A way to fill a kernel's operands, and how far the devices may then differ.
struct trial {
  numbers fill;
  tolerance allowed;
};

bool draws_normal(const plan::kernel& k) {
  return !k.draws.empty() && k.draws.front().kind == plan::distribution::normal;
}

/// A reduction's length.
double terms(const plan::kernel& k) {
  double n = 1;
  for (int axis = k.extent.ndim() - k.reduced_axes; axis < k.extent.ndim(); ++axis)
    n *= static_cast<double>(k.extent[axis]);
  return n;
}

/// Sums of numbers that are exact in any order, then of positive fractions within the bound that the design states, twice, since
/// both devices may be off by it; the result's own rounding comes on top.
std::vector<trial> sum_trials(const plan::kernel& k) {
  const double rounding = kernel_data::epsilon_of(k.outputs.front().to.type);
  const double bound = 2 * 4 * kernel_data::epsilon_of(k.accumulate) * std::log2(std::fmax(2, terms(k)));
  return {{numbers::small_integers, {}}, {numbers::fractions, {0, bound + rounding}}};
}

std::vector<trial> product_trials(const plan::kernel& k) {
  const double rounding = kernel_data::epsilon_of(k.outputs.front().to.type);
  const double bound = 2 * terms(k) * kernel_data::epsilon_of(k.accumulate);
  return {{numbers::signs_and_twos, {}}, {numbers::near_one, {0, bound + rounding}}};
}

std::vector<trial> trials_of(const plan::kernel& k) {
  const bool reduces = k.kind == plan::kernel_kind::reduce;
  const bool rounds = reduces && k.accumulate >= gpu::dtype::float16;
  if (draws_normal(k)) {  // logarithm, sine and cosine are each device's own
    const double epsilon =
        kernel_data::epsilon_of(k.draws.front().type) + kernel_data::epsilon_of(k.outputs.front().to.type);
    return {{numbers::fractions, {64 * epsilon * (reduces ? terms(k) : 1), 64 * epsilon}}};
  }
  if (rounds && !k.draws.empty()) return {sum_trials(k).back()};
  if (rounds && k.combine == plan::reducer::sum) return sum_trials(k);
  if (rounds && k.combine == plan::reducer::prod) return product_trials(k);
  // which of several NaN becomes the maximum depends on the order
  if (reduces) return {{numbers::small_integers, {.nan_as_a_whole = true}}, {numbers::fractions, {}}};
  return {{numbers::any, {}}};
}

void check(const plan::kernel& sample, const trial& t, std::uint32_t seed) {
  const plan::kernel k = kernel_sample::with_memory(sample);
  kernel_data::fill(k, t.fill, seed);
  const plan::kernel reference = with_storages(k, duplicate);
  gpu::cpu_backend::run(reference);
  CHECK(run_generated(k).empty());
  for (std::size_t i = 0; i < k.outputs.size(); ++i)
    CHECK(kernel_data::differing(k.outputs[i].to, reference.outputs[i].to, t.allowed) == 0);
}

void check_template(const std::string& name) {
  const std::vector<plan::kernel>& sample = kernel_sample::of_template(name);
  if (gpu::default_device().type() == gpu::device_type::dry) {  // computes with the CPU back end: nothing to compare
    for (const plan::kernel& k : sample) CHECK_NOTHROW(gpu::cuda_backend::compile_only(k));
    return;
  }
  std::vector<const plan::kernel*> kernels;
  kernels.reserve(sample.size());
  for (const plan::kernel& k : sample) kernels.push_back(&k);
  prepare_generated(kernels);
  std::uint32_t seed = 1;
  for (const plan::kernel& k : sample)
    for (const trial& t : trials_of(k)) {
      INFO(kernel_sample::text_of(k));
      INFO("filled with kind ", static_cast<int>(t.fill), " from seed ", seed);
      check(k, t, seed++);
    }
}

}  // namespace

TEST_CASE("kernel sample: map") { check_template("map"); }
TEST_CASE("kernel sample: masked map") { check_template("masked map"); }
TEST_CASE("kernel sample: map of several outputs") { check_template("map of several outputs"); }
TEST_CASE("kernel sample: gather") { check_template("gather"); }
TEST_CASE("kernel sample: scatter of one value") { check_template("scatter of one value"); }
TEST_CASE("kernel sample: scatter of values") { check_template("scatter of values"); }
TEST_CASE("kernel sample: draw") { check_template("draw"); }
TEST_CASE("kernel sample: ramp") { check_template("ramp"); }
TEST_CASE("kernel sample: inner reduction") { check_template("inner reduction"); }
TEST_CASE("kernel sample: outer reduction") { check_template("outer reduction"); }

TEST_CASE("kernel sample: it reaches every class that the generator tells apart, and every two that can meet") {
  for (const std::string& name : kernel_coverage::templates()) {
    std::set<std::string> reached;
    for (const plan::kernel& k : kernel_sample::of_template(name))
      reached.merge(kernel_coverage::classes_of(kernel_coverage::properties_of(k)));
    std::string missing;
    for (const std::string& c : kernel_coverage::all_classes(name))
      if (!reached.contains(c)) missing += "\n  " + c;
    CAPTURE(name);
    CHECK(missing == "");
  }
}

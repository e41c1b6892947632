// Rows of the fault sweep: xtensor arrays to and from ours.
#include <gpu/interop/xtensor.hpp>

#include <utility>
#include <vector>

#include "fault_sweep.hpp"

namespace faults {
namespace {

const xt::xarray<float>& sample() {
  static const xt::xarray<float> x = {{1, 2, 3}, {4, 5, 6}};
  return x;
}

template <class X>
std::vector<float> elements(const X& x) {
  return {x.begin(), x.end()};
}

}  // namespace

std::vector<row> xtensor_rows() {
  return {
      {"from_xtensor", [](operands&) { return result(gpu::from_xtensor(sample())); }},
      {"from_xtensor of an expression", [](operands&) { return result(gpu::from_xtensor(sample() * 2.0F)); }},
      {"to_xtensor", [](operands& o) { return result(elements(gpu::to_xtensor(o.f + o.row))); }},
      {"to_xtensor of two dimensions",
       [](operands& o) { return result(elements(gpu::to_xtensor<double, 2>(o.window))); }},
      {"adopt_xtensor",
       [](operands&) { return result(gpu::to_string(gpu::adopt_xtensor(xt::xarray<float>(sample())).shape())); },
       row::trait::quiet},
      {"adapt_to_xtensor",
       [](operands&) {
         auto a = gpu::adopt_xtensor(xt::xarray<float>(sample()));
         return result(elements(gpu::adapt_to_xtensor(a)));
       },
       row::trait::quiet},
  };
}

}  // namespace faults

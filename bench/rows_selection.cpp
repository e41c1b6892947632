#include <memory>

#include "check.hpp"
#include "rows.hpp"

namespace bench {
namespace {

using gpu::placeholders::_;

struct arrays {
  explicit arrays(std::int64_t n)
      : a(uniform({n}, 1)), b(uniform({n}, 2)), places(gpu::random::default_rng(3).integers<std::int64_t>(0, n, {n})) {}

  floats a, b, half, chosen, taken, shifted;
  gpu::ndarray<std::int64_t> places;
};

bool mask_holds(const arrays& x) {
  std::vector<double> expected;
  for (const double v : widened(x.a))
    if (v > 0.5) expected.push_back(v);
  return x.chosen.size() == static_cast<std::int64_t>(expected.size()) &&
         all_near(
             x.chosen, [&](std::size_t i) { return expected[i]; }, 0);
}

bool take_holds(const arrays& x) {
  const auto a = widened(x.a);
  const auto places = x.places.to_vector();
  return all_near(
      x.taken, [&](std::size_t i) { return a[static_cast<std::size_t>(places[i])]; }, 0);
}

}  // namespace

void add_selection_rows(std::vector<row>& rows, const sizes& size) {
  const auto x = std::make_shared<arrays>(size.n());
  const double one = 4.0 * static_cast<double>(size.n());
  // Every cache line of the input is read.
  rows.push_back({"slice_stride2_f32", timing::device, 1.5 * one, "1.00 floor",
                  [x] { x->half = x->a(gpu::range(_, _, 2)) * 2; },
                  [x] {
                    const auto a = widened(x->a);
                    return all_near(
                        x->half, [&](std::size_t i) { return 2 * a[2 * i]; }, 0);
                  }});
  rows.push_back({"slice_offset_f32", timing::device, 3 * one, "1.00 floor",
                  [x] { x->shifted = x->a(gpu::range(1, _)) + x->b(gpu::range(0, -1)); },
                  [x] {
                    const auto a = widened(x->a), b = widened(x->b);
                    return all_near(
                        x->shifted, [&](std::size_t i) { return a[i + 1] + b[i]; }, 1e-6);
                  }});
  rows.push_back({"mask_f32", timing::device, 1.5 * one, "1.90 floor", [x] { x->chosen = x->a(x->a > 0.5); },
                  [x] { return mask_holds(*x); }});
  rows.push_back({"take_f32", timing::device, 4 * one, "1600 us", [x] { x->taken = x->a(x->places); },
                  [x] { return take_holds(*x); }});
}

}  // namespace bench

// No layout, dtype or rank reaches a kernel through a contiguous copy of an operand: over every layout, a map and reductions
// are one launch each, allocate nothing but what they must and copy no operand.
#include <cstdint>

#include <doctest/doctest.h>
#include <gpu/gpu.hpp>
#include <gpu/testing.hpp>

#include "layouts.hpp"
#include "runtime/counters.hpp"

namespace {

struct counts {
  std::uint64_t launches = 0, allocations = 0, operand_copies = 0;
};

/// What f adds to the process's counters.
template <class F>
counts counted(F&& f) {
  auto& c = gpu::runtime::counters();
  const counts before{c.launches.get(), c.allocations.get(), c.operand_copies.get()};
  f();
  return {c.launches.get() - before.launches, c.allocations.get() - before.allocations,
          c.operand_copies.get() - before.operand_copies};
}

}  // namespace

TEST_CASE_TEMPLATE("no operand copies: maps and reductions over every layout", E, bool, std::int8_t, std::int16_t,
                   std::int32_t, std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, gpu::float16,
                   gpu::bfloat16, float, double, std::complex<float>, std::complex<double>) {
  for (const layouts::sample<E>& s : layouts::all<E>()) {
    CAPTURE(s.name);
    const bool empty = s.view.size() == 0;
    gpu::ndarray<E> mapped;
    const counts map = counted([&] { mapped = gpu::where(s.view == s.view, s.view, s.view); });
    CHECK(map.launches == (empty ? 0 : 1));
    CHECK(map.allocations <= 1);  // the result
    CHECK(map.operand_copies == 0);

    gpu::ndarray<std::int64_t> number;
    const counts full = counted([&] { number = gpu::count_nonzero(s.view); });
    CHECK(full.launches == 1);
    CHECK(full.allocations <= 2);  // the result, and partial results of several blocks
    CHECK(full.operand_copies == 0);

    for (int axis = 0; axis < s.view.ndim(); ++axis) {
      const counts along = counted([&] { number = gpu::count_nonzero(s.view, axis); });
      CHECK(along.launches <= 1);
      CHECK(along.allocations <= 2);
      CHECK(along.operand_copies == 0);
    }
  }
}

// The layout generator against itself: its windows are what its plain loops say, and of the layouts they claim.
#include <doctest/doctest.h>

#include <gpu/testing.hpp>

#include "layouts.hpp"

TEST_CASE_TEMPLATE("layouts: every window reads as its plain loop", E, bool, std::int16_t, float,
                   std::complex<double>) {
  for (const auto& s : layouts::all<E>()) {
    CAPTURE(s.name);
    CHECK(reference::equal(s.view, s.host));
  }
}

TEST_CASE("layouts: the windows have the strides they are named after") {
  const auto list = layouts::of_shape<float>({3, 5});
  CHECK(list[0].view.strides() == gpu::shape{5, 1});
  CHECK(list[1].view.strides() == gpu::shape{1, 3});
  CHECK(list[2].view.strides() == gpu::shape{20, 2});
  CHECK(list[3].view.strides() == gpu::shape{-5, -1});
  CHECK(list[5].view.strides() == gpu::shape{6, 1});
  CHECK(layouts::broadcast<float>({3, 5}, 0).view.strides() == gpu::shape{0, 1});
}

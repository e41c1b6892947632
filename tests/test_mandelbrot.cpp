// The Mandelbrot example: a user function in a header, against what is known of the set, and its picture against a plain loop.
#include <gpu/testing.hpp>

#include <cmath>
#include <complex>
#include <cstdint>

#include "../examples/mandelbrot_model.hpp"

using I = gpu::ndarray<std::int32_t>;

TEST_CASE("mandelbrot: steps to leave, of points that are known") {
  const mandelbrot::doubles re = {0, -2, -1, 0.25, 1, 2, -0.75, 3};
  const I steps = mandelbrot::escape_time(re, 0, 500);
  CHECK_ARRAY_EQUAL(steps, I{500, 500, 500, 500, 3, 2, 500, 1});
  // D. Boll, 1991: π by the steps times ε at ε from -3/4, and by the steps times √ε at ε beyond 1/4
  CHECK_ARRAY_EQUAL(mandelbrot::escape_time(-0.75, mandelbrot::doubles{0.1, 0.01, 0.001}, 10000), I{33, 315, 3143});
  CHECK_ARRAY_EQUAL(mandelbrot::escape_time(0.25 + mandelbrot::doubles{1e-2, 1e-4, 1e-6}, 0, 10000), I{30, 312, 3140});
}

TEST_CASE("mandelbrot: the area, counted in one launch") {
  const mandelbrot::window w{-2, 0.5, -1.25, 1.25, 200, 200};
  CHECK(mandelbrot::area(w, 300) == doctest::Approx(1.5066).epsilon(0.02));
  const mandelbrot::doubles re = w.re(), im = w.im();
  gpu::ndarray<std::int64_t> inside;
  const auto work = [&] { inside = gpu::count_nonzero(mandelbrot::escape_time(re, im, 300) == 300); };
  CHECK(gpu::testing::counted(work).launches == 1);
  CHECK(inside > 9000);
}

TEST_CASE("mandelbrot: the picture is what plain loops give") {
  const mandelbrot::window w{-2.25, 0.75, -1, 1, 30, 20};
  const mandelbrot::floats picture = mandelbrot::colours(w, 100);
  REQUIRE(picture.shape() == gpu::shape({20, 30, 3}));
  const auto re = w.re().to_vector(), im = w.im().to_vector();
  gpu::ndarray<float> expected(picture.shape());
  {
    auto host = expected.host();
    constexpr float phases[] = {1.1F, 0.8F, 0.45F};
    for (std::int64_t row = 0; row < 20; ++row)
      for (std::int64_t column = 0; column < 30; ++column)
        for (std::int64_t part = 0; part < 3; ++part)
          host(row, column, part) = mandelbrot::brightness(
              mandelbrot::smooth_time(re[static_cast<std::size_t>(column)], im[static_cast<std::size_t>(row)], 100),
              phases[part]);
  }
  CHECK_ALLCLOSE(picture, expected, {.rtol = 1e-4, .atol = 1e-4});
  CHECK(gpu::min(picture) == 0);
  CHECK(gpu::max(picture) > 0.9);
}

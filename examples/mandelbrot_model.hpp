// The Mandelbrot set by user functions: how soon z ← z² + c leaves for infinity, and a picture's colours from that.
#pragma once

#include <cstdint>

#include <gpu/gpu.hpp>

namespace mandelbrot {

using doubles = gpu::ndarray<double>;
using floats = gpu::ndarray<float>;

/// Steps from z = 0 until |z| > 2; `limit` where that has not happened by then.
GPU_UFUNC(escape_time, (double re, double im, std::int32_t limit), {
  double x = 0;
  double y = 0;
  std::int32_t n = 0;
  while (n < limit && x * x + y * y <= 4) {
    const double next = x * x - y * y + re;
    y = 2 * x * y + im;
    x = next;
    ++n;
  }
  return n;
})

/// The same without steps in it: the time counts fractions by how far z has got beyond a large circle; -1 where it has not.
GPU_UFUNC(smooth_time, (double re, double im, std::int32_t limit), {
  double x = 0;
  double y = 0;
  for (std::int32_t n = 0; n < limit; ++n) {
    const double next = x * x - y * y + re;
    y = 2 * x * y + im;
    x = next;
    const double square = x * x + y * y;
    if (square > 1e4) return static_cast<float>(n + 1 - log2(log(square) / 2));
  }
  return -1.0F;
})

/// One channel's brightness, from 0 to 1, of a point with that time: a wave along its logarithm. Points that stay are black.
GPU_UFUNC(brightness, (float time, float phase), {
  if (time < 0) return 0.0F;
  return 0.5F + 0.5F * cos(3.2F * (log(1 + time / 8) + phase));
})

/// A part of the complex plane, as columns and rows of points.
struct window {
  double left, right, bottom, top;
  std::int64_t columns, rows;

  [[nodiscard]] doubles re() const { return gpu::linspace<double>(left, right, columns); }
  [[nodiscard]] doubles im() const {  // the first row is the top one; one column, so that it broadcasts with re()
    return gpu::linspace<double>(top, bottom, rows)(gpu::all(), gpu::newaxis());
  }
  [[nodiscard]] double area() const { return (right - left) * (top - bottom); }
};

/// (rows, columns, 3): red, green and blue, from 0 to 1. Two kernels: fused into one, each channel would walk anew.
inline floats colours(const window& w, std::int32_t limit) {
  const floats time = smooth_time(w.re(), w.im(), limit);
  const floats phases = {1.1F, 0.8F, 0.45F};
  return brightness(time(gpu::all(), gpu::all(), gpu::newaxis()), phases);
}

/// The area of the set by counting the points that stay. One kernel.
inline double area(const window& w, std::int32_t limit) {
  const std::int64_t inside = gpu::count_nonzero(escape_time(w.re(), w.im(), limit) == limit);
  return w.area() * static_cast<double>(inside) / static_cast<double>(w.columns * w.rows);
}

}  // namespace mandelbrot

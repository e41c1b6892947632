// Draws the digits' clusters: a dot for each image at its first two components, and each cluster's mean image as the legend.
#pragma once

#include <array>
#include <cstdint>

#include <gpu/gpu.hpp>

#include "canvas.hpp"

namespace digits {

/// Ten colours that can be told apart, by most colour-blind readers too: Paul Tol's "muted" palette and a dark grey.
inline constexpr std::array<colour, 10> palette = {{{0.20F, 0.13F, 0.53F},
                                                    {0.53F, 0.80F, 0.93F},
                                                    {0.27F, 0.67F, 0.60F},
                                                    {0.07F, 0.47F, 0.20F},
                                                    {0.60F, 0.60F, 0.20F},
                                                    {0.87F, 0.80F, 0.47F},
                                                    {0.80F, 0.40F, 0.47F},
                                                    {0.53F, 0.13F, 0.33F},
                                                    {0.67F, 0.27F, 0.60F},
                                                    {0.33F, 0.33F, 0.33F}}};
inline constexpr colour paper{1, 1, 1};
inline constexpr colour axis_grey{0.85F, 0.85F, 0.85F};

/// From a component's numbers to pixels: the same scale on both axes, everything inside the margin.
struct frame {
  float left, top, scale, smallest_x, largest_y;

  frame(const gpu::ndarray<float>& points, int size, int margin) {
    const gpu::ndarray<float> low = gpu::min(points, 0), high = gpu::max(points, 0);
    const float extent = gpu::max(high - low);
    scale = static_cast<float>(size - 2 * margin) / extent;
    smallest_x = low(0);
    largest_y = high(1);
    left = static_cast<float>(margin) + scale * (extent - (high(0) - low(0))) / 2;
    top = static_cast<float>(margin) + scale * (extent - (high(1) - low(1))) / 2;
  }
  [[nodiscard]] float column(float x) const { return left + scale * (x - smallest_x); }
  [[nodiscard]] float row(float y) const { return top + scale * (largest_y - y); }
};

/// One dot for each row of `points`, which has two columns.
inline void draw_points(canvas& picture, int size, const gpu::ndarray<float>& points,
                        const gpu::ndarray<std::int64_t>& labels) {
  const frame place(points, size, 24);
  picture.rectangle(12, static_cast<int>(place.row(0)), size - 24, 1, axis_grey);
  picture.rectangle(static_cast<int>(place.column(0)), 12, 1, size - 24, axis_grey);
  const auto at = points.to_vector();
  const auto cluster = labels.to_vector();
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    const colour& c = palette[static_cast<std::size_t>(cluster[i]) % palette.size()];
    picture.disc(place.column(at[2 * i]), place.row(at[2 * i + 1]), 4.5F, paper, 0.7F);
    picture.disc(place.column(at[2 * i]), place.row(at[2 * i + 1]), 3.7F, c, 0.9F);
  }
}

/// The mean images, (clusters, 8, 8) of 0 to 16, in their clusters' colours, in two columns from `left` on.
inline void draw_legend(canvas& picture, int left, const gpu::ndarray<float>& means) {
  constexpr int pixel = 10, image = 8 * pixel, step_down = 160, step_right = 104;
  const auto darkness = means.to_vector();
  for (std::size_t n = 0; n < darkness.size(); ++n) {
    const int cluster = static_cast<int>(n / 64), row = static_cast<int>(n / 8 % 8), column = static_cast<int>(n % 8);
    const colour shade =
        paper.mixed_with(palette[static_cast<std::size_t>(cluster) % palette.size()], darkness[n] / 16);
    picture.rectangle(left + cluster % 2 * step_right + pixel * column, 40 + cluster / 2 * step_down + pixel * row,
                      pixel, pixel, shade);
    picture.rectangle(left + cluster % 2 * step_right, 40 + cluster / 2 * step_down + image + 4, image, 4,
                      palette[static_cast<std::size_t>(cluster) % palette.size()]);
  }
}

/// The whole picture.
inline canvas scatter_plot(const gpu::ndarray<float>& points, const gpu::ndarray<std::int64_t>& labels,
                           const gpu::ndarray<float>& means) {
  constexpr int size = 840, legend = 220;
  canvas picture(size + legend, size, paper);
  draw_points(picture, size, points, labels);
  draw_legend(picture, size + 10, means);
  return picture;
}

}  // namespace digits

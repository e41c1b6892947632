// A picture to draw on, and its PNG file.
#pragma once

#include <png.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

/// Red, green and blue, each from 0 to 1.
struct colour {
  float red = 0, green = 0, blue = 0;

  /// This colour with `amount` of another over it.
  [[nodiscard]] colour mixed_with(const colour& over, float amount) const {
    return {std::lerp(red, over.red, amount), std::lerp(green, over.green, amount), std::lerp(blue, over.blue, amount)};
  }
};

/// Pixels in rows from the top; what falls outside is left out. Places are in pixels, from the upper left corner.
class canvas {
 public:
  canvas(int width, int height, const colour& background)
      : width_(width),
        height_(height),
        pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), background) {}

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }

  /// A disc with a soft edge of one pixel.
  void disc(float x, float y, float radius, const colour& c, float opacity = 1) {
    const int reach = static_cast<int>(std::ceil(radius)) + 1, column = static_cast<int>(x), row = static_cast<int>(y);
    for (int j = row - reach; j <= row + reach; ++j)
      for (int i = column - reach; i <= column + reach; ++i) {
        const float distance = std::hypot(static_cast<float>(i) + 0.5F - x, static_cast<float>(j) + 0.5F - y);
        paint(i, j, c, opacity * std::clamp(radius - distance + 0.5F, 0.F, 1.F));
      }
  }
  /// A filled rectangle.
  void rectangle(int left, int top, int width, int height, const colour& c) {
    for (int j = top; j < top + height; ++j)
      for (int i = left; i < left + width; ++i) paint(i, j, c, 1);
  }

  /// Writes the picture as a PNG file. Throws std::runtime_error with libpng's message.
  void save_png(const std::string& path) const {
    png_image image;
    std::memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(width_);
    image.height = static_cast<png_uint_32>(height_);
    image.format = PNG_FORMAT_RGB;
    if (png_image_write_to_file(&image, path.c_str(), 0, bytes().data(), 0, nullptr) == 0)
      throw std::runtime_error(path + ": " + image.message);
  }

 private:
  void paint(int column, int row, const colour& c, float opacity) {
    if (column < 0 || row < 0 || column >= width_ || row >= height_) return;
    colour& pixel =
        pixels_[static_cast<std::size_t>(row) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(column)];
    pixel = pixel.mixed_with(c, opacity);
  }

  [[nodiscard]] std::vector<std::uint8_t> bytes() const {
    std::vector<std::uint8_t> out;
    out.reserve(3 * pixels_.size());
    for (const colour& c : pixels_)
      for (const float part : {c.red, c.green, c.blue})
        out.push_back(static_cast<std::uint8_t>(std::lround(255 * part)));
    return out;
  }

  int width_;
  int height_;
  std::vector<colour> pixels_;
};

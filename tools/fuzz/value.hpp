// The reference's arrays: elements in C order on the host, and how far each may be off.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <gpu/dtype.hpp>
#include <gpu/shape.hpp>

namespace fuzz {

/// A program that NumPy refuses (an index out of bounds, shapes that do not fit …): the generator and the shrinker drop it. Also one
/// with more elements than plain loops should walk.
struct invalid_program : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Elements in C order. `error` has an absolute bound for each element (complex: for each part), infinite where nothing is
/// known; it is empty where all elements are exact.
struct value {
  gpu::dtype type = gpu::dtype::bool_;
  gpu::shape dims;
  std::vector<std::byte> data;
  std::vector<double> error;

  value() = default;
  /// All elements zero. Throws invalid_program where they are too many.
  value(gpu::dtype t, const gpu::shape& d);

  [[nodiscard]] std::int64_t count() const { return dims.count(); }
  [[nodiscard]] std::size_t item() const { return gpu::detail::item_size(type); }
  [[nodiscard]] std::byte* at(std::int64_t i) { return data.data() + static_cast<std::size_t>(i) * item(); }
  [[nodiscard]] const std::byte* at(std::int64_t i) const { return data.data() + static_cast<std::size_t>(i) * item(); }
  [[nodiscard]] double error_at(std::int64_t i) const { return error.empty() ? 0 : error[static_cast<std::size_t>(i)]; }
};

/// The elements at these flat positions, as an array of that shape.
[[nodiscard]] value picked(const value& from, const gpu::shape& dims, const std::vector<std::int64_t>& positions);

/// Throws invalid_program for a shape of more elements than plain loops should walk.
void require_moderate(const gpu::shape& dims);

/// Calls f(flat, coordinates) for every point of the shape, in C order.
template <class F>
void for_each_point(const gpu::shape& dims, F&& f) {
  gpu::shape point = gpu::shape::filled(dims.ndim(), 0);
  const std::int64_t count = dims.count();
  for (std::int64_t flat = 0; flat < count; ++flat) {
    f(flat, point);
    for (int k = dims.ndim() - 1; k >= 0 && ++point[k] == dims[k]; --k) point[k] = 0;
  }
}

}  // namespace fuzz

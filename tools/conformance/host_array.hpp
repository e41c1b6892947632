// An array of a dtype known at run time, in host memory, C order; and its JSON form in the case files.
#pragma once

#include <complex>
#include <cstddef>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <gpu/dtype.hpp>
#include <gpu/shape.hpp>

namespace conformance {

using nlohmann::json;

/// A case file that does not follow the format.
class bad_case : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Calls `f(std::type_identity<E>{})` with the element type E of `type`.
template <class F>
decltype(auto) with_element(gpu::dtype type, F&& f) {
  using enum gpu::dtype;
  switch (type) {
    case bool_: return f(std::type_identity<bool>{});
    case int8: return f(std::type_identity<std::int8_t>{});
    case int16: return f(std::type_identity<std::int16_t>{});
    case int32: return f(std::type_identity<std::int32_t>{});
    case int64: return f(std::type_identity<std::int64_t>{});
    case uint8: return f(std::type_identity<std::uint8_t>{});
    case uint16: return f(std::type_identity<std::uint16_t>{});
    case uint32: return f(std::type_identity<std::uint32_t>{});
    case uint64: return f(std::type_identity<std::uint64_t>{});
    case float16: return f(std::type_identity<gpu::float16>{});
    case bfloat16: return f(std::type_identity<gpu::bfloat16>{});
    case float32: return f(std::type_identity<float>{});
    case float64: return f(std::type_identity<double>{});
    case complex64: return f(std::type_identity<std::complex<float>>{});
    case complex128: return f(std::type_identity<std::complex<double>>{});
  }
  throw bad_case("not a dtype");
}

class host_array {
 public:
  host_array() = default;
  /// Zeros.
  host_array(gpu::dtype type, const gpu::shape& shape)
      : type_(type), shape_(shape), bytes_(static_cast<std::size_t>(shape.count()) * gpu::detail::item_size(type)) {}

  [[nodiscard]] gpu::dtype type() const noexcept { return type_; }
  [[nodiscard]] const gpu::shape& shape() const noexcept { return shape_; }
  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size() / gpu::detail::item_size(type_); }

  template <gpu::element E>
  [[nodiscard]] std::span<E> values() noexcept {
    return {reinterpret_cast<E*>(bytes_.data()), size()};
  }
  template <gpu::element E>
  [[nodiscard]] std::span<const E> values() const noexcept {
    return {reinterpret_cast<const E*>(bytes_.data()), size()};
  }

  /// The same dtype, shape and bytes.
  friend bool operator==(const host_array& a, const host_array& b) noexcept {
    return a.type_ == b.type_ && a.shape_ == b.shape_ && a.bytes_ == b.bytes_;
  }

 private:
  gpu::dtype type_ = gpu::dtype::float64;
  gpu::shape shape_{0};
  std::vector<std::byte> bytes_;
};

[[nodiscard]] gpu::dtype parse_dtype(const std::string& name);
[[nodiscard]] gpu::shape parse_shape(const json& list);

/// A JSON number, "nan", "inf" or "-inf" as a double, and back.
[[nodiscard]] double parse_number(const json& text);
[[nodiscard]] json number_to_json(double value);

/// An array {"t", "s", "v"} (one bare value where the shape is ()), or {"t", "s", "gen", "seed"}: generated elements.
[[nodiscard]] host_array parse_array(const json& text);
/// `values`, a list of JSON numbers, "nan", "inf", "-inf" and [re, im], as an array of that dtype and shape.
[[nodiscard]] host_array parse_values(gpu::dtype type, const gpu::shape& shape, const json& values);

/// Element `flat` in the form of the case files.
[[nodiscard]] json element_to_json(const host_array& a, std::size_t flat);
[[nodiscard]] json to_json(const host_array& a);

/// The sum over all elements in double, in index order; the real parts of complex ones.
[[nodiscard]] double sum_in_double(const host_array& a);

}  // namespace conformance

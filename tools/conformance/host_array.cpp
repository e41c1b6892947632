#include "host_array.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include <nlohmann/json.hpp>

namespace conformance {

double parse_number(const json& text) {
  if (text.is_number()) return text.get<double>();
  const std::string name = text.get<std::string>();
  if (name == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (name == "inf") return std::numeric_limits<double>::infinity();
  if (name == "-inf") return -std::numeric_limits<double>::infinity();
  throw bad_case("not a number: " + text.dump());
}

json number_to_json(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

namespace {

template <gpu::element E>
E parse_element(const json& text) {
  if constexpr (std::is_same_v<E, bool>) {
    return text.is_boolean() ? text.get<bool>() : text.get<double>() != 0;
  } else if constexpr (std::is_integral_v<E>) {
    return text.get<E>();
  } else if constexpr (gpu::detail::is_std_complex<E>::value) {
    using part = typename E::value_type;
    if (!text.is_array()) return E(parse_element<part>(text));
    return E(parse_element<part>(text.at(0)), parse_element<part>(text.at(1)));
  } else if constexpr (std::is_same_v<E, double>) {
    return parse_number(text);
  } else {
    // Values of the narrower floats are written as the doubles equal to them, so this rounds nothing.
    return E(static_cast<float>(parse_number(text)));
  }
}

/// The 32-bit hash of flat index `index` that the format defines for generated operands.
std::uint32_t hash_of(std::uint64_t index, std::uint64_t seed) {
  auto h = static_cast<std::uint32_t>((index + seed) * 2654435761U);
  h ^= h >> 15;
  h *= 2246822519U;
  h ^= h >> 13;
  return h;
}

/// `value` as a float that a further rounding to 16 bits treats as it would `value` itself (von Neumann's round to odd:
/// where bits are lost, the last one kept is set).
float round_to_odd(double value) {
  const auto nearest = static_cast<float>(value);
  const auto bits = std::bit_cast<std::uint32_t>(nearest);
  if (static_cast<double>(nearest) == value || (bits & 1U) != 0) return nearest;
  return std::bit_cast<float>(std::abs(nearest) > std::abs(value) ? bits - 1U : bits + 1U);
}

template <class E>
E generated_element(std::uint32_t h) {
  if constexpr (std::is_same_v<E, bool>) {
    return (h & 1U) != 0;
  } else if constexpr (std::is_integral_v<E>) {
    const int small = static_cast<int>((h >> 8) % 21U);
    return static_cast<E>(std::is_signed_v<E> ? small - 9 : small);
  } else {
    const double real = static_cast<double>(h) / 4294967296.0 * 8.0 - 4.0;
    if constexpr (gpu::detail::is_std_complex<E>::value)
      return E(static_cast<typename E::value_type>(real));
    else if constexpr (gpu::detail::is_16bit_float(gpu::dtype_of<E>))
      return E(round_to_odd(real));
    else
      return static_cast<E>(real);
  }
}

host_array generate(gpu::dtype type, const gpu::shape& shape, const json& text) {
  if (text.at("gen") != "hash") throw bad_case("unknown generator " + text.at("gen").dump());
  const auto seed = text.at("seed").get<std::uint64_t>();
  host_array a(type, shape);
  with_element(type, [&]<class E>(std::type_identity<E>) {
    const std::span<E> values = a.values<E>();
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = generated_element<E>(hash_of(k, seed));
  });
  return a;
}

}  // namespace

gpu::dtype parse_dtype(const std::string& name) {
  for (int i = 0; i < gpu::dtype_count; ++i) {
    const auto type = static_cast<gpu::dtype>(i);
    if (name == gpu::dtype_name(type)) return type;
  }
  throw bad_case("unknown dtype " + name);
}

gpu::shape parse_shape(const json& list) {
  gpu::shape shape;
  for (const json& length : list) shape.push_back(length.get<std::int64_t>());
  return shape;
}

host_array parse_values(gpu::dtype type, const gpu::shape& shape, const json& values) {
  host_array a(type, shape);
  const bool bare = shape.ndim() == 0;
  if (!bare && (!values.is_array() || values.size() != a.size()))
    throw bad_case("as many values as shape " + gpu::to_string(shape) + " has elements are wanted");
  with_element(type, [&]<class E>(std::type_identity<E>) {
    const std::span<E> out = a.values<E>();
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = parse_element<E>(bare ? values : values[k]);
  });
  return a;
}

host_array parse_array(const json& text) {
  const gpu::dtype type = parse_dtype(text.at("t").get<std::string>());
  const gpu::shape shape = parse_shape(text.at("s"));
  return text.contains("gen") ? generate(type, shape, text) : parse_values(type, shape, text.at("v"));
}

json element_to_json(const host_array& a, std::size_t flat) {
  return with_element(a.type(), [&]<class E>(std::type_identity<E>) -> json {
    const E value = a.values<E>()[flat];
    if constexpr (std::is_integral_v<E>)
      return value;
    else if constexpr (gpu::detail::is_std_complex<E>::value)
      return json::array({number_to_json(value.real()), number_to_json(value.imag())});
    else
      return number_to_json(static_cast<double>(value));
  });
}

json to_json(const host_array& a) {
  json shape = json::array();
  for (const std::int64_t length : a.shape()) shape.push_back(length);
  json values = json::array();
  for (std::size_t k = 0; k < a.size(); ++k) values.push_back(element_to_json(a, k));
  if (a.shape().ndim() == 0) values = element_to_json(a, 0);
  return {{"t", gpu::dtype_name(a.type())}, {"s", std::move(shape)}, {"v", std::move(values)}};
}

double sum_in_double(const host_array& a) {
  return with_element(a.type(), [&]<class E>(std::type_identity<E>) {
    double sum = 0;
    for (const E value : a.values<E>()) {
      if constexpr (gpu::detail::is_std_complex<E>::value)
        sum += static_cast<double>(value.real());
      else
        sum += static_cast<double>(value);
    }
    return sum;
  });
}

}  // namespace conformance

#include "outcome.hpp"

#include <cmath>

#include <nlohmann/json.hpp>

namespace conformance {
namespace {

/// Equal, or both NaN; zeros by sign too if asked.
bool same_part(double got, double want, bool zero_signs) {
  if (std::isnan(want)) return std::isnan(got);
  if (got != want) return false;
  return !zero_signs || want != 0 || std::signbit(got) == std::signbit(want);
}

bool near(std::complex<double> got, std::complex<double> want, const tolerance& allowed) {
  if (same_part(got.real(), want.real(), allowed.zero_signs) && same_part(got.imag(), want.imag(), allowed.zero_signs))
    return true;
  if (allowed.exact) return false;
  // A part that is not finite must be the same; the finite ones are compared by modulus.
  const auto comparable = [](double g, double w) {
    return std::isfinite(w) ? std::isfinite(g) : same_part(g, w, false);
  };
  if (!comparable(got.real(), want.real()) || !comparable(got.imag(), want.imag())) return false;
  const auto finite_part = [](double g, double w) { return std::isfinite(w) ? g : 0.0; };
  const std::complex<double> g(finite_part(got.real(), want.real()), finite_part(got.imag(), want.imag()));
  const std::complex<double> w(finite_part(want.real(), want.real()), finite_part(want.imag(), want.imag()));
  const bool signs_agree = [&] {
    if (!allowed.zero_signs) return true;
    const auto agree = [](double a, double b) { return a != 0 || b != 0 || std::signbit(a) == std::signbit(b); };
    return agree(got.real(), want.real()) && agree(got.imag(), want.imag());
  }();
  return signs_agree && std::abs(g - w) <= allowed.atol + allowed.rtol * std::abs(w);
}

template <class E>
bool near(E got, E want, const tolerance& allowed) {
  if constexpr (std::is_integral_v<E>) {
    if (got == want || allowed.exact) return got == want;
    const auto g = static_cast<long double>(got);
    const auto w = static_cast<long double>(want);
    return std::fabs(g - w) <=
           static_cast<long double>(allowed.atol) + static_cast<long double>(allowed.rtol) * std::fabs(w);
  } else if constexpr (gpu::detail::is_std_complex<E>::value) {
    return near(std::complex<double>(got), std::complex<double>(want), allowed);
  } else {
    return near(std::complex<double>(static_cast<double>(got)), std::complex<double>(static_cast<double>(want)),
                allowed);
  }
}

bool near_at(const host_array& got, std::size_t at, const host_array& want, std::size_t index,
             const tolerance& allowed) {
  return with_element(got.type(), [&]<class E>(std::type_identity<E>) {
    return near(got.values<E>()[at], want.values<E>()[index], allowed);
  });
}

/// "[1, 2]": flat C index `flat` in an array of that shape.
std::string position(std::size_t flat, const gpu::shape& shape) {
  auto rest = static_cast<std::int64_t>(flat);
  std::string text = "]";
  for (int axis = shape.ndim() - 1; axis >= 0; --axis) {
    text.insert(0, std::to_string(rest % shape[axis]));
    rest /= shape[axis];
    if (axis > 0) text.insert(0, ", ");
  }
  return "[" + text;
}

std::optional<std::string> value_difference(const host_array& got, const wanted_array& want, const tolerance& allowed) {
  const std::size_t count = want.values.size();
  std::size_t wrong = 0;
  std::string first;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t at = want.sampled ? want.indices[k] : k;
    if (near_at(got, at, want.values, k, allowed)) continue;
    if (wrong++ == 0)
      first = "at " + position(at, want.shape) + " got " + element_to_json(got, at).dump() + ", want " +
              element_to_json(want.values, k).dump();
  }
  if (wrong == 0) return std::nullopt;
  return first + " (" + std::to_string(wrong) + " of " + std::to_string(count) + (want.sampled ? " sampled" : "") +
         " differ)";
}

std::optional<std::string> sum_difference(const host_array& got, const wanted_array& want) {
  const double sum = sum_in_double(got);
  if (same_part(sum, want.sum, false) || std::abs(sum - want.sum) <= want.sum_tolerance) return std::nullopt;
  return "the sum of all elements is " + json(sum).dump() + ", want " + json(want.sum).dump() + " within " +
         json(want.sum_tolerance).dump();
}

std::optional<std::string> array_difference(const host_array& got, const wanted_array& want, const tolerance& allowed,
                                            bool compare_values) {
  if (got.type() != want.values.type())
    return std::string("got dtype ") + gpu::dtype_name(got.type()) + ", want " + gpu::dtype_name(want.values.type());
  if (got.shape() != want.shape)
    return "got shape " + gpu::to_string(got.shape()) + ", want " + gpu::to_string(want.shape);
  if (!compare_values) return std::nullopt;
  if (auto wrong = value_difference(got, want, allowed)) return wrong;
  return want.sampled ? sum_difference(got, want) : std::nullopt;
}

std::optional<std::string> list_difference(const array_list& got, const json& want, const tolerance& allowed,
                                           bool compare_values) {
  if (got.size() != want.size())
    return "got " + std::to_string(got.size()) + " arrays, want " + std::to_string(want.size());
  for (std::size_t k = 0; k < got.size(); ++k)
    if (auto wrong = array_difference(got[k], parse_wanted(want[k]), allowed, compare_values))
      return "result " + std::to_string(k) + ": " + *wrong;
  return std::nullopt;
}

const json* sample_of(const json* want) {
  return want != nullptr && want->is_object() && want->contains("sample") ? &want->at("sample").at("i") : nullptr;
}

json array_to_json(const host_array& got, const json* want) {
  const json* indices = sample_of(want);
  if (indices == nullptr) return to_json(got);
  json values = json::array();
  json kept = json::array();
  for (const json& index : *indices) {
    const auto at = index.get<std::size_t>();
    if (at >= got.size()) continue;  // the shape differs from the expected one
    kept.push_back(at);
    values.push_back(element_to_json(got, at));
  }
  json shape = json::array();
  for (const std::int64_t length : got.shape()) shape.push_back(length);
  return {{"t", gpu::dtype_name(got.type())},
          {"s", std::move(shape)},
          {"sample", {{"i", std::move(kept)}, {"v", std::move(values)}}},
          {"sum", number_to_json(sum_in_double(got))}};
}

}  // namespace

wanted_array parse_wanted(const json& text) {
  wanted_array want;
  if (!text.contains("sample")) {
    want.values = parse_array(text);
    want.shape = want.values.shape();
    return want;
  }
  want.sampled = true;
  want.shape = parse_shape(text.at("s"));
  want.indices = text.at("sample").at("i").get<std::vector<std::size_t>>();
  const gpu::shape sample{static_cast<std::int64_t>(want.indices.size())};
  want.values = parse_values(parse_dtype(text.at("t").get<std::string>()), sample, text.at("sample").at("v"));
  want.sum = parse_number(text.at("sum"));
  want.sum_tolerance = parse_number(text.at("sum_atol"));
  return want;
}

std::optional<std::string> difference(const outcome& got, const json& want, const tolerance& allowed,
                                      bool compare_values) {
  if (const auto* text = std::get_if<std::string>(&got)) {
    if (!want.is_string()) return "got the text " + json(*text).dump() + ", want " + want.dump();
    if (!compare_values || *text == want.get<std::string>()) return std::nullopt;
    return "got " + json(*text).dump() + ", want " + want.dump();
  }
  if (const auto* list = std::get_if<array_list>(&got)) {
    if (!want.is_array()) return std::string("got several arrays, want one result");
    return list_difference(*list, want, allowed, compare_values);
  }
  if (!want.is_object()) return "got an array, want " + want.dump();
  return array_difference(std::get<host_array>(got), parse_wanted(want), allowed, compare_values);
}

json to_json(const outcome& got, const json* want) {
  if (const auto* text = std::get_if<std::string>(&got)) return *text;
  if (const auto* one = std::get_if<host_array>(&got)) return array_to_json(*one, want);
  json list = json::array();
  const array_list& arrays = std::get<array_list>(got);
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    const bool described = want != nullptr && want->is_array() && k < want->size();
    list.push_back(array_to_json(arrays[k], described ? &(*want)[k] : nullptr));
  }
  return list;
}

}  // namespace conformance

#include "arguments.hpp"

#include <vector>

#include <nlohmann/json.hpp>

namespace conformance {
namespace {

template <gpu::element E>
gpu::ndarray<E> upload(const host_array& values) {
  return gpu::ndarray<E>(values.shape(), values.values<E>().data());
}

template <gpu::element E>
gpu::ndview<E> window_of(gpu::ndarray<E>& base, const json& text) {
  std::vector<gpu::slice_item> items = {gpu::ellipsis()};
  if (text.contains("view")) items = parse_index(text.at("view"));
  if (!text.contains("perm")) return base(items);
  std::vector<gpu::axis> order;
  for (const json& axis : text.at("perm")) order.emplace_back(axis.get<std::int64_t>());
  return gpu::transpose(base(items), std::span<const gpu::axis>(order));
}

scalar parse_scalar(const json& number) {
  if (number.is_boolean()) return number.get<bool>();
  if (number.is_number_float()) return number.get<double>();
  const auto largest = static_cast<std::uint64_t>(INT64_MAX);
  if (number.is_number_unsigned() && number.get<std::uint64_t>() > largest) return number.get<std::uint64_t>();
  return number.get<std::int64_t>();
}

value parse_value(const json& text) {
  if (text.is_null()) return {};
  if (text.is_string()) return {text.get<std::string>()};
  if (text.is_number() || text.is_boolean()) return {parse_scalar(text)};
  if (text.is_array()) {
    std::vector<value> list;
    for (const json& entry : text) list.push_back(parse_value(entry));
    return {std::move(list)};
  }
  if (!text.contains("c")) return {device_array(text)};
  const json& parts = text.at("c");
  return {scalar(std::complex<double>(parse_number(parts.at(0)), parse_number(parts.at(1))))};
}

template <class T>
const T& held_as(const value& v, const char* what) {
  if (const T* held = std::get_if<T>(&v.held)) return *held;
  throw bad_case(std::string("an operand should be ") + what);
}

gpu::slice_item to_slice_item(const value& entry) {
  if (entry.is_scalar()) return entry.integer();
  if (!entry.is_list()) return entry.text() == "newaxis" ? gpu::newaxis() : gpu::ellipsis();
  const auto bound = [&](std::size_t part) -> gpu::detail::bound {
    const value& given = entry.list().at(part);
    if (std::holds_alternative<std::monostate>(given.held)) return gpu::placeholders::_;
    return given.integer();
  };
  const gpu::detail::bound step = bound(2);
  return gpu::range(bound(0), bound(1), step.given ? step.value : 1);
}

}  // namespace

device_array::device_array(const json& text) : original_(parse_array(text)) {
  const bool plain = !text.contains("view") && !text.contains("perm");
  typed_ = with_element(type(), [&]<class E>(std::type_identity<E>) -> std::shared_ptr<void> {
    gpu::ndarray<E> base = upload<E>(original_);
    gpu::ndview<E> window = window_of(base, text);
    return std::make_shared<typed_array<E>>(typed_array<E>{std::move(base), std::move(window), plain});
  });
}

bool device_array::unchanged() const {
  return with_element(type(), [&]<class E>(std::type_identity<E>) { return fetch(as<E>().base) == original_; });
}

const device_array& value::array() const { return held_as<device_array>(*this, "an array"); }
const scalar& value::number() const { return held_as<scalar>(*this, "an array or a number"); }
const std::string& value::text() const { return held_as<std::string>(*this, "text"); }
const std::vector<value>& value::list() const { return held_as<std::vector<value>>(*this, "a list"); }

bool value::boolean() const {
  if (const bool* flag = std::get_if<bool>(&number())) return *flag;
  throw bad_case("an operand should be true or false");
}

std::int64_t value::integer() const {
  if (const auto* whole = std::get_if<std::int64_t>(&number())) return *whole;
  throw bad_case("an operand should be an integer");
}

double value::real() const {
  if (const auto* whole = std::get_if<std::int64_t>(&number())) return static_cast<double>(*whole);
  if (const auto* floating = std::get_if<double>(&number())) return *floating;
  throw bad_case("an operand should be a real number");
}

std::vector<std::int64_t> value::integers() const {
  if (is_scalar()) return {integer()};
  std::vector<std::int64_t> all;
  for (const value& entry : list()) all.push_back(entry.integer());
  return all;
}

gpu::shape value::shape() const { return gpu::shape(std::span<const std::int64_t>(integers())); }

arguments::arguments(const json& test) {
  for (const json& entry : test.at("args")) positional_.push_back(parse_value(entry));
  if (!test.contains("kw")) return;
  for (const auto& [name, entry] : test.at("kw").items()) keywords_.emplace(name, parse_value(entry));
}

const value& arguments::operator[](std::size_t index) const {
  if (index >= positional_.size()) throw bad_case("too few operands");
  return positional_[index];
}

const value* arguments::keyword(const std::string& name) const {
  asked_.insert(name);
  const auto at = keywords_.find(name);
  return at == keywords_.end() ? nullptr : &at->second;
}

const value& arguments::required(const std::string& name) const {
  if (const value* given = keyword(name)) return *given;
  throw bad_case("the keyword argument " + name + " is missing");
}

bool arguments::flag(const std::string& name, bool otherwise) const {
  const value* given = keyword(name);
  return given == nullptr ? otherwise : given->boolean();
}

std::int64_t arguments::integer(const std::string& name, std::int64_t otherwise) const {
  const value* given = keyword(name);
  return given == nullptr ? otherwise : given->integer();
}

double arguments::real(const std::string& name, double otherwise) const {
  const value* given = keyword(name);
  return given == nullptr ? otherwise : given->real();
}

std::optional<std::vector<std::int64_t>> arguments::axes() const {
  const value* given = keyword("axis");
  if (given == nullptr || std::holds_alternative<std::monostate>(given->held)) return std::nullopt;
  return given->integers();
}

std::optional<std::string> arguments::unused_keyword() const {
  for (const auto& [name, given] : keywords_)
    if (!asked_.contains(name)) return name;
  return std::nullopt;
}

bool arguments::unchanged() const {
  const auto same = [](const value& v) { return !v.is_array() || v.array().unchanged(); };
  for (const value& v : positional_)
    if (!same(v)) return false;
  for (const auto& [name, v] : keywords_)
    if (!same(v)) return false;
  return true;
}

std::vector<gpu::slice_item> to_index(const value& index) {
  std::vector<gpu::slice_item> items;
  for (const value& entry : index.list()) items.push_back(to_slice_item(entry));
  return items;
}

std::vector<gpu::slice_item> parse_index(const json& index) { return to_index(parse_value(index)); }

template <gpu::element E>
host_array fetch(const gpu::operand<E>& x) {
  const gpu::ndarray<E> result(x);
  host_array values(gpu::dtype_of<E>, result.shape());
  const std::span<E> out = values.values<E>();
  const auto elements = result.to_vector();
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = elements[k];
  return values;
}

#define CONFORMANCE_FETCH(E) template host_array fetch<E>(const gpu::operand<E>&)
CONFORMANCE_FETCH(bool);
CONFORMANCE_FETCH(std::int8_t);
CONFORMANCE_FETCH(std::int16_t);
CONFORMANCE_FETCH(std::int32_t);
CONFORMANCE_FETCH(std::int64_t);
CONFORMANCE_FETCH(std::uint8_t);
CONFORMANCE_FETCH(std::uint16_t);
CONFORMANCE_FETCH(std::uint32_t);
CONFORMANCE_FETCH(std::uint64_t);
CONFORMANCE_FETCH(gpu::float16);
CONFORMANCE_FETCH(gpu::bfloat16);
CONFORMANCE_FETCH(float);
CONFORMANCE_FETCH(double);
CONFORMANCE_FETCH(std::complex<float>);
CONFORMANCE_FETCH(std::complex<double>);
#undef CONFORMANCE_FETCH

}  // namespace conformance

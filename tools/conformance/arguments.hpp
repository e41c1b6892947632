// The operands of a case: arrays built on the current device, the language's own scalars, text, lists.
#pragma once

#include <complex>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include <gpu/gpu.hpp>

#include "host_array.hpp"

namespace conformance {

/// A base array and the window on it that the case describes; `plain` where the operand is the base itself.
template <gpu::element E>
struct typed_array {
  gpu::ndarray<E> base;
  gpu::ndview<E> window;
  bool plain;

  /// What a function is to read: the array, or the strided window.
  [[nodiscard]] const gpu::operand<E>& read() const {
    if (plain) return base;
    return window;
  }
};

/// An array operand of a dtype known at run time.
class device_array {
 public:
  /// From {"t", "s", "v" or "gen"}, with "view" and "perm".
  explicit device_array(const json& text);

  [[nodiscard]] gpu::dtype type() const noexcept { return original_.type(); }
  /// The values of the base as the case gives them.
  [[nodiscard]] const host_array& original() const noexcept { return original_; }
  template <gpu::element E>
  [[nodiscard]] typed_array<E>& as() const {
    return *static_cast<typed_array<E>*>(typed_.get());
  }
  /// Whether the base on the device still holds the values of the case.
  [[nodiscard]] bool unchanged() const;

 private:
  host_array original_;
  std::shared_ptr<void> typed_;
};

/// A bare number: a scalar in the language's own sense, weak in promotion.
using scalar = std::variant<bool, std::int64_t, std::uint64_t, double, std::complex<double>>;

/// One entry of "args" or "kw". Lists hold arrays, numbers or further lists; null is monostate.
struct value {
  std::variant<std::monostate, device_array, scalar, std::string, std::vector<value>> held;

  [[nodiscard]] bool is_array() const noexcept { return std::holds_alternative<device_array>(held); }
  [[nodiscard]] bool is_scalar() const noexcept { return std::holds_alternative<scalar>(held); }
  [[nodiscard]] bool is_list() const noexcept { return std::holds_alternative<std::vector<value>>(held); }

  // Each throws bad_case where the entry is of another kind.
  [[nodiscard]] const device_array& array() const;
  [[nodiscard]] const scalar& number() const;
  [[nodiscard]] const std::string& text() const;
  [[nodiscard]] const std::vector<value>& list() const;
  [[nodiscard]] bool boolean() const;
  [[nodiscard]] std::int64_t integer() const;
  [[nodiscard]] double real() const;
  [[nodiscard]] std::vector<std::int64_t> integers() const;
  [[nodiscard]] gpu::shape shape() const;
};

/// The operands and keyword arguments of one call.
class arguments {
 public:
  /// Builds the operands of `test` on the current device.
  explicit arguments(const json& test);

  [[nodiscard]] std::size_t size() const noexcept { return positional_.size(); }
  /// Throws bad_case if there are fewer.
  [[nodiscard]] const value& operator[](std::size_t index) const;

  /// The keyword argument, or null where it is not given.
  [[nodiscard]] const value* keyword(const std::string& name) const;
  /// The keyword argument, which must be given.
  [[nodiscard]] const value& required(const std::string& name) const;
  [[nodiscard]] bool flag(const std::string& name, bool otherwise) const;
  [[nodiscard]] std::int64_t integer(const std::string& name, std::int64_t otherwise) const;
  [[nodiscard]] double real(const std::string& name, double otherwise) const;
  /// kw.axis: none (all axes), one, or several.
  [[nodiscard]] std::optional<std::vector<std::int64_t>> axes() const;

  /// A keyword that was given and that nothing has asked for, if there is one.
  [[nodiscard]] std::optional<std::string> unused_keyword() const;
  /// Whether every array operand still holds what the case gave it.
  [[nodiscard]] bool unchanged() const;

 private:
  std::vector<value> positional_;
  std::map<std::string, value> keywords_;
  mutable std::set<std::string> asked_;
};

/// The slice items of an index in the case files: integers, [start, stop, step], "newaxis", "...".
[[nodiscard]] std::vector<gpu::slice_item> parse_index(const json& index);
[[nodiscard]] std::vector<gpu::slice_item> to_index(const value& index);

/// `x` computed, on the host.
template <gpu::element E>
[[nodiscard]] host_array fetch(const gpu::operand<E>& x);

}  // namespace conformance

// The functions that the runner can call, by the names of the case files.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>

#include "arguments.hpp"
#include "outcome.hpp"

namespace conformance {

/// One call: operands in, result out. The library's exceptions pass through.
using function = std::function<outcome(const arguments&)>;

class registry {
 public:
  void add(const std::string& name, function call) { functions_.emplace(name, std::move(call)); }
  /// The function of that name, or null: one of a chapter that the library does not have yet.
  [[nodiscard]] const function* find(const std::string& name) const {
    const auto at = functions_.find(name);
    return at == functions_.end() ? nullptr : &at->second;
  }

 private:
  std::map<std::string, function> functions_;
};

// One function a chapter, each in a file of its own.
void add_unary_math(registry& r);
void add_arithmetic(registry& r);
void add_binary_math(registry& r);
void add_comparisons(registry& r);
void add_bits(registry& r);
void add_selection(registry& r);
void add_reductions(registry& r);
void add_creation(registry& r);
void add_indexing(registry& r);
void add_manipulation(registry& r);
void add_linear_algebra(registry& r);
void add_dtypes_and_text(registry& r);

/// Every function that there is.
[[nodiscard]] registry all_functions();

}  // namespace conformance

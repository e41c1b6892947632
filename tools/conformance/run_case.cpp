#include "run_case.hpp"

#include <exception>

#include "dispatch.hpp"

namespace conformance {
namespace {

/// What a call ended with: a result, or the name of the library's exception (and its message).
struct ending {
  std::optional<outcome> result;
  std::string exception;
  std::string message;
};

template <class Error>
ending raised(const char* name, const Error& e) {
  return {std::nullopt, name, e.what()};
}

ending finish(const function& call, const arguments& operands) {
  try {
    return {call(operands), {}, {}};
  } catch (const gpu::shape_error& e) {
    return raised("shape_error", e);
  } catch (const gpu::axis_error& e) {
    return raised("axis_error", e);
  } catch (const gpu::value_error& e) {
    return raised("value_error", e);
  } catch (const gpu::index_error& e) {
    return raised("index_error", e);
  } catch (const gpu::linalg_error& e) {
    return raised("linalg_error", e);
  } catch (const not_callable& e) {
    return raised("type_error", e);
  } catch (const bad_case&) {
    throw;
  } catch (const std::exception& e) {
    return raised("unexpected", e);
  }
}

/// Whether the library's exception is the one that stands for NumPy's.
bool stands_for(const std::string& exception, const std::string& numpy) {
  if (numpy == "AxisError") return exception == "axis_error";
  if (numpy == "IndexError") return exception == "index_error";
  if (numpy == "LinAlgError") return exception == "linalg_error";
  if (numpy == "TypeError") return exception == "type_error";
  if (numpy == "ValueError" || numpy == "OverflowError" || numpy == "ZeroDivisionError")
    return exception == "value_error" || exception == "shape_error" || exception == "axis_error";
  throw bad_case("unknown exception " + numpy);
}

report failed(std::string why, json emitted) { return {verdict::failed, std::move(why), std::move(emitted)}; }

/// A short form of a result, for the line of a failing case.
std::string brief(const outcome& got) {
  constexpr std::size_t longest = 200;
  std::string text = to_json(got, nullptr).dump();
  if (text.size() > longest) text = text.substr(0, longest) + "…";
  return text;
}

report judge_exception(const ending& got, const json& test, const arguments& operands) {
  const json emitted = {{"raises", got.exception}};
  if (!test.contains("raises")) return failed("threw " + got.exception + ": " + got.message, emitted);
  const std::string want = test.at("raises").get<std::string>();
  if (!stands_for(got.exception, want))
    return failed("threw " + got.exception + ": " + got.message + "; want NumPy's " + want, emitted);
  if (!operands.unchanged()) return failed("an operand changed before " + got.exception + " was thrown", emitted);
  return {verdict::passed, {}, emitted};
}

tolerance tolerance_of(const json& test) {
  tolerance allowed;
  allowed.exact = !test.contains("rtol") && !test.contains("atol");
  if (test.contains("rtol")) allowed.rtol = parse_number(test.at("rtol"));
  if (test.contains("atol")) allowed.atol = parse_number(test.at("atol"));
  allowed.zero_signs = test.value("bits", false);
  return allowed;
}

report judge_result(const outcome& got, const json& test, bool compare_values) {
  if (test.contains("raises"))
    return failed("got " + brief(got) + "; want NumPy's " + test.at("raises").get<std::string>(),
                  {{"out", to_json(got, nullptr)}});
  const json& want = test.at("out");
  const json emitted = {{"out", to_json(got, &want)}};
  if (const auto wrong = difference(got, want, tolerance_of(test), compare_values)) return failed(*wrong, emitted);
  return {verdict::passed, {}, emitted};
}

/// The promotion file's cases {"dtypes": [a, b], "out_dtype": c} as a call of result_type with its result.
json in_common_form(const json& test) {
  if (!test.contains("dtypes")) return test;
  json common = test;
  common["args"] = test.at("dtypes");
  common["out"] = test.at("out_dtype");
  return common;
}

}  // namespace

report run_case(const json& test, const registry& functions, bool compare_values) {
  const std::string name = test.at("fn").get<std::string>();
  const function* call = functions.find(name);
  if (call == nullptr) {
    const std::string why = "the library has no " + name;
    return {verdict::skipped, why, {{"skipped", why}}};
  }
  try {
    const json common = in_common_form(test);
    const arguments operands(common);
    const ending got = finish(*call, operands);
    if (!got.result) return judge_exception(got, common, operands);
    if (const auto unused = operands.unused_keyword())
      throw bad_case("the runner passes no keyword argument " + *unused + " to " + name);
    // dtypes are compile-time facts of text results too: result_type is compared on a device that computes no values.
    return judge_result(*got.result, common, compare_values || test.contains("dtypes"));
  } catch (const std::exception& e) {
    const std::string why = std::string("the case could not be run: ") + e.what();
    return failed(why, {{"skipped", why}});
  }
}

}  // namespace conformance

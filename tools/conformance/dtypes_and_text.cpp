// result_type, and arrays as text.
#include <sstream>

#include "dispatch.hpp"

namespace conformance {
namespace {

outcome result_type(const arguments& a) {
  return to_outcome(gpu::result_type(parse_dtype(a[0].text()), parse_dtype(a[1].text())));
}

/// str(a): what operator<< prints.
outcome str(const arguments& a) {
  return with_array(a[0], [](const auto& x) -> outcome {
    std::ostringstream text;
    text << x;
    return text.str();
  });
}

/// array2string(a, separator=", ")
outcome repr_body(const arguments& a) {
  return with_array(a[0], [](const auto& x) -> outcome { return gpu::array2string(x, ", "); });
}

}  // namespace

void add_dtypes_and_text(registry& r) {
  r.add("result_type", result_type);
  r.add("str", str);
  r.add("repr_body", repr_body);
}

}  // namespace conformance

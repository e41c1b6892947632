// One case: called, compared, reported.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "registry.hpp"

namespace conformance {

enum class verdict { passed, failed, skipped };

struct report {
  verdict result = verdict::skipped;
  std::string detail;  // why it failed or was skipped
  json emitted;        // what was got, for `--emit`: "out", "raises" or "skipped"
};

/// Runs the case `test` on the current device.
[[nodiscard]] report run_case(const json& test, const registry& functions, bool compare_values);

}  // namespace conformance

// The ways in which a program is run; each outcome is compared with the reference's.
#pragma once

#include <string>
#include <vector>

#include "plan/passes.hpp"
#include "program.hpp"
#include "reference.hpp"

namespace fuzz {

/// One way: on the default device with these passes off; under the shim, generated kernels are built by the host's compiler and
/// run on the CPU.
struct way {
  std::string name;
  gpu::plan::pass_set off;
  bool shim = false;
};

/// The ways of an oracle: "device" (the default device, all passes on), "passes" (each pass off alone, and all off), "rotate" (one
/// of those for each program, in turn), "shim", "shim-passes". Throws std::invalid_argument for another name.
[[nodiscard]] std::vector<way> ways_of(const std::string& oracle, std::uint64_t seed);

/// How the program's outcome that way differs from the reference; empty where it does not. What the library throws differs.
[[nodiscard]] std::string disagreement(const prepared& p, const way& w);

}  // namespace fuzz

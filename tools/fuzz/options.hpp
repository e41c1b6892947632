// The fuzzer's command line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fuzz {

struct options {
  std::uint64_t seed = 0;  // of the first program
  std::uint64_t programs = 1000;
  std::string device;  // the default device as it is where empty
  std::vector<std::string> oracles{"device", "rotate"};
  double seconds = 0;                   // 0: no limit
  std::uint64_t shard = 0, shards = 1;  // skeletons are dealt out, so that a shard's programs share kernels
  int failures = 3;                     // stops after as many
  bool print = false;                   // prints each program before it runs
};

extern const char* const usage;

/// Throws std::invalid_argument for what it does not know.
[[nodiscard]] options parsed_options(int argc, char** argv);

}  // namespace fuzz

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "compare.hpp"
#include "generate.hpp"
#include "library_run.hpp"

using namespace fuzz;

int main(int argc, char** argv) {
  const std::uint64_t first = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0;
  const std::uint64_t n = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 100;
  int bad = 0, invalid = 0;
  std::map<std::string, int> reasons;
  for (std::uint64_t seed = first; seed < first + n; ++seed) {
    try {
      const program p = generate(seed);
      const outcome want = run_reference(p);
      std::vector<value> initial;
      for (const auto& a : p.arrays) initial.push_back(initial_base(p, a));
      std::string d;
      try {
        d = difference(run_library(p, initial), want);
      } catch (const std::exception& e) {
        d = std::string("throws ") + e.what();
      }
      if (!d.empty()) {
        ++bad;
        if (bad < 40) std::printf("%llu: %s\n", static_cast<unsigned long long>(seed), d.c_str());
      }
    } catch (const invalid_program& e) {
      ++invalid;
      ++reasons[e.what()];
    }
  }
  for (auto& [r, c] : reasons) std::printf("invalid %d: %s\n", c, r.c_str());
  std::printf("%d bad, %d invalid\n", bad, invalid);
}

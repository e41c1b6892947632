// What a cubin says of its kernels, read from the ELF file itself: no tool of the toolkit is needed.
#pragma once

#include <string>
#include <vector>

namespace golden {

struct kernel_code {
  std::string name;      // the entry point
  int instructions = 0;  // SASS, without the NOPs that fill the section's end
  int registers = 0;     // of a thread
  int local_bytes = 0;   // of a thread: spilled registers and arrays that are indexed
};

struct cubin {
  std::string compiler;  // the version that the compiler wrote, such as "V13.0.88"; empty where it wrote none
  std::vector<kernel_code> kernels;
};

/// Reads a cubin for sm_70 or later, whose instructions have 16 bytes. Throws std::runtime_error for anything else.
[[nodiscard]] cubin read_cubin(const std::string& image);

}  // namespace golden

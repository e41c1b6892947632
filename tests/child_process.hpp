// Runs this test program again, with another environment.
#pragma once

#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace child {

struct outcome {
  int status = 0;  // what the program ended with
  std::string output;

  [[nodiscard]] std::vector<std::string> lines() const {
    std::vector<std::string> list;
    for (std::size_t begin = 0; begin < output.size();) {
      const std::size_t end = output.find('\n', begin);
      list.push_back(output.substr(begin, end - begin));
      begin = end == std::string::npos ? output.size() : end + 1;
    }
    return list;
  }
  [[nodiscard]] bool has(const std::string& text) const { return output.find(text) != std::string::npos; }
};

/// The test case of that name, alone, with `environment` ("A=1 B=2") added to this process's. Both of its outputs are read.
inline outcome run_case(const std::string& name, const std::string& environment) {
  const std::string command = environment + " GPU_TEST_CHILD=1 \"" +
                              std::filesystem::read_symlink("/proc/self/exe").string() + "\" --no-colors -tc=\"" +
                              name + "\" 2>&1";
  outcome o;
  FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return {-1, "popen failed"};
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) o.output += static_cast<char>(c);
  const int ended = ::pclose(pipe);
  o.status = WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
  return o;
}

/// Whether this process is such a run. Cases that need the environment return where it is not.
inline bool is_child() { return std::getenv("GPU_TEST_CHILD") != nullptr; }

}  // namespace child

// Where the suite's data files are.
#pragma once

#include <cstdlib>
#include <string>

/// The path of a file or folder under tests/: "data/x.npy". The environment's GPU_TEST_DATA_DIR stands for tests/ where the
/// program runs away from the sources.
inline std::string test_data_path(const std::string& name) {
  const char* folder = std::getenv("GPU_TEST_DATA_DIR");
  return std::string(folder != nullptr ? folder : GPU_TEST_DATA_DIR) + '/' + name;
}

// The only file that holds the sources' path, so that the others compile alike wherever the sources lie.
#include "data_path.hpp"

#include <cstdlib>

std::string tests_folder() { return GPU_TEST_DATA_DIR; }

std::string test_data_path(const std::string& name) {
  const char* folder = std::getenv("GPU_TEST_DATA_DIR");
  return (folder != nullptr ? folder : tests_folder()) + '/' + name;
}

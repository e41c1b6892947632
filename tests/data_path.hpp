// Where the suite's files are.
#pragma once

#include <string>

/// The path of a data file or folder under tests/: "data/x.npy". The environment's GPU_TEST_DATA_DIR stands for tests/ where the
/// program runs away from the sources.
std::string test_data_path(const std::string& name);

/// The folder tests/ that this program was built from; on another machine it is not there.
std::string tests_folder();

// The figures of one statement.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace golden {

/// A statement's figures in the order of `figure_names`. Smaller is better for each. Those of kernels have one number for each
/// kernel that was made, the others one.
using figure = std::vector<long>;

struct figure_name {
  const char* name;
  bool of_code;  // decided by the run-time compiler, too
};
inline constexpr std::array<figure_name, 11> figure_names = {{{"launches", false},
                                                              {"library_calls", false},
                                                              {"waits", false},
                                                              {"allocations", false},
                                                              {"bytes_allocated", false},
                                                              {"compiled", false},
                                                              {"compiled_again", false},
                                                              {"source_characters", false},
                                                              {"instructions", true},
                                                              {"registers", true},
                                                              {"local_bytes", true}}};

struct row {
  std::string statement;
  std::array<figure, figure_names.size()> figures;
};

struct table {
  std::string compiler;  // "V13.0.88"
  std::vector<row> rows;
};

/// Numbers of several kernels joined by commas; none is "-".
[[nodiscard]] std::string text_of(const figure& f);

/// One line of tab-separated columns.
[[nodiscard]] std::string line_of(const row& r);
/// Throws std::runtime_error for a line that is none.
[[nodiscard]] row row_of(const std::string& line);

/// A file begins with a line "# compiler V13.0.88" and one of column names. Both throw std::runtime_error.
[[nodiscard]] table read_table(const std::string& path);
void write_table(const table& t, const std::string& path);

}  // namespace golden

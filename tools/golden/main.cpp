// What statements cost, without a GPU: launches, waits, memory, and the code of their kernels. See docs/testing.md.
#include <exception>
#include <iostream>
#include <string>

#include "compare.hpp"
#include "measure.hpp"
#include "statements.hpp"

namespace {

using namespace golden;

constexpr const char* usage =
    "golden                  measures and prints, each kernel by name\n"
    "golden --check FILE     measures and compares; fails where a figure is worse than the file's\n"
    "golden --compare A B    the same with the figures that file B holds, in place of measuring\n"
    "golden --write FILE     measures and writes the file\n";

table measure_all(bool print_kernels) {
  table t;
  for (const statement& s : statements()) {
    const measured m = measure(s.name);
    if (!m.compiler.empty()) t.compiler = m.compiler;
    t.rows.push_back(m.figures);
    if (!print_kernels) continue;
    std::cout << line_of(m.figures) << '\n';
    for (std::size_t i = 0; i < m.kernel_names.size(); ++i)
      std::cout << "    " << m.kernel_names[i] << ": " << m.figures.figures[8][i] << " instructions, "
                << m.figures.figures[9][i] << " registers, " << m.figures.figures[10][i] << " local bytes\n";
  }
  return t;
}

int compare_tables(const table& file, const table& now) {
  const comparison c = compare(file, now);
  std::cout << report_of(c, file, now);
  return c.passed() ? 0 : 1;
}

int write(const std::string& path) {
  const table now = measure_all(false);
  write_table(now, path);
  std::cout << now.rows.size() << " statements written to " << path << '\n';
  return 0;
}

int run(int argc, char** argv) {
  const std::string command = argc > 1 ? argv[1] : "";
  if (argc == 3 && command == "--statement") return measure_here(argv[2]);
  if (argc == 3 && command == "--check") return compare_tables(read_table(argv[2]), measure_all(false));
  if (argc == 4 && command == "--compare") return compare_tables(read_table(argv[2]), read_table(argv[3]));
  if (argc == 3 && command == "--write") return write(argv[2]);
  if (argc == 1) {
    (void)measure_all(true);
    return 0;
  }
  std::cerr << usage;
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 1;
  }
}

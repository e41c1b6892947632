#include "figures.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace golden {
namespace {

const std::string compiler_words = "# compiler ";

figure figure_of(const std::string& text) {
  figure f;
  if (text == "-") return f;
  std::istringstream numbers(text);
  for (std::string number; std::getline(numbers, number, ',');) {
    std::size_t read = 0;
    f.push_back(std::stol(number, &read));
    if (read != number.size()) throw std::invalid_argument(number);
  }
  return f;
}

}  // namespace

std::string text_of(const figure& f) {
  std::string text;
  for (const long n : f) {
    if (!text.empty()) text += ',';
    text += std::to_string(n);
  }
  return text.empty() ? "-" : text;
}

std::string line_of(const row& r) {
  std::string line = r.statement;
  for (const figure& f : r.figures) line += '\t' + text_of(f);
  return line;
}

row row_of(const std::string& line) {
  row r;
  std::istringstream columns(line);
  std::getline(columns, r.statement, '\t');
  for (figure& f : r.figures) {
    std::string column;
    if (!std::getline(columns, column, '\t')) throw std::runtime_error("golden: a line ends too early: " + line);
    try {
      f = figure_of(column);
    } catch (const std::logic_error&) {
      column.insert(0, "golden: \"").append("\" is no figure, in: ").append(line);
      throw std::runtime_error(column);
    }
  }
  return r;
}

table read_table(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("golden: cannot read " + path);
  table t;
  for (std::string line; std::getline(in, line);) {
    if (line.rfind(compiler_words, 0) == 0)
      t.compiler = line.substr(compiler_words.size());
    else if (!line.empty() && line.front() != '#')
      t.rows.push_back(row_of(line));
  }
  return t;
}

void write_table(const table& t, const std::string& path) {
  std::ofstream out(path, std::ios::trunc);
  out << compiler_words << t.compiler << "\n# statement";
  for (const figure_name& name : figure_names) out << '\t' << name.name;
  out << '\n';
  for (const row& r : t.rows) out << line_of(r) << '\n';
  out.close();
  if (!out) throw std::runtime_error("golden: cannot write " + path);
}

}  // namespace golden

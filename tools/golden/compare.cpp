#include "compare.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <sstream>

namespace golden {
namespace {

const row* find(const table& t, const std::string& statement) {
  const auto found = std::find_if(t.rows.begin(), t.rows.end(), [&](const row& r) { return r.statement == statement; });
  return found == t.rows.end() ? nullptr : &*found;
}

void compare_rows(const row& before, const row& now, comparison& c) {
  for (std::size_t i = 0; i < figure_names.size(); ++i) {
    if (figure_names[i].of_code && !c.code_compared) continue;
    if (before.figures[i] == now.figures[i]) continue;
    c.changes.push_back({now.statement, figure_names[i].name, before.figures[i], now.figures[i],
                         is_worse(before.figures[i], now.figures[i])});
  }
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

}  // namespace

bool is_worse(figure before, figure now) {
  std::sort(before.begin(), before.end(), std::greater<>());
  std::sort(now.begin(), now.end(), std::greater<>());
  if (now.size() > before.size()) return true;
  if (now.size() < before.size())
    return std::accumulate(now.begin(), now.end(), 0L) > std::accumulate(before.begin(), before.end(), 0L);
  return !std::equal(now.begin(), now.end(), before.begin(), std::less_equal<>());
}

bool comparison::passed() const {
  return not_in_file.empty() && only_in_file.empty() &&
         std::none_of(changes.begin(), changes.end(), [](const change& c) { return c.worse; });
}

comparison compare(const table& file, const table& now) {
  comparison c;
  c.code_compared = !now.compiler.empty() && file.compiler == now.compiler;
  for (const row& r : now.rows) {
    if (const row* before = find(file, r.statement))
      compare_rows(*before, r, c);
    else
      c.not_in_file.push_back(r.statement);
  }
  for (const row& r : file.rows)
    if (find(now, r.statement) == nullptr) c.only_in_file.push_back(r.statement);
  return c;
}

std::string report_of(const comparison& c, const table& file, const table& now) {
  std::ostringstream text;
  bool better = false;
  for (const change& x : c.changes) {
    text << padded(x.worse ? "WORSE" : "better", 8) << padded(x.statement, 28) << padded(x.figure, 20)
         << text_of(x.before) << " -> " << text_of(x.now) << '\n';
    better = better || !x.worse;
  }
  for (const std::string& name : c.not_in_file) text << "NEW     " << name << " has no row in the file\n";
  for (const std::string& name : c.only_in_file) text << "GONE    " << name << " is in the file, but no statement\n";
  if (!c.code_compared)
    text << "skipped: instructions, registers and local bytes, because the file is of compiler " << file.compiler
         << " and this machine has " << now.compiler << '\n';
  if (better || !c.passed()) text << "renew the file with golden --write FILE, if that is meant\n";
  text << now.rows.size() << " statements, " << c.changes.size()
       << " figures changed: " << (c.passed() ? "none is worse" : "FAILED") << '\n';
  return text.str();
}

}  // namespace golden

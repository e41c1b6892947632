#include "cuda/op_text.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <vector>

#include <gpu/error.hpp>

#include "cuda/embedded.hpp"
#include "runtime/immortal.hpp"

namespace gpu::cuda_backend {
namespace {

struct header {
  std::vector<std::string_view> includes;  // names without folders
  std::string body;
};

/// The embedded headers by name, and which of them defines what.
struct header_index {
  std::map<std::string_view, header> headers;
  std::map<std::string, std::string_view, std::less<>> definitions;

  header_index();

 private:
  void read_line(std::string_view file, header& into, std::string_view line);
};

std::string_view identifier_at(std::string_view text) {
  std::size_t n = 0;
  while (n < text.size() && (std::isalnum(static_cast<unsigned char>(text[n])) != 0 || text[n] == '_')) ++n;
  return text.substr(0, n);
}

std::string_view included_name(std::string_view line) {
  const auto open = line.find('"');
  const auto close = line.rfind('"');
  if (open == std::string_view::npos || close == open) return {};
  const std::string_view path = line.substr(open + 1, close - open - 1);
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

/// The function that a line beginning a GPU_FN definition names.
std::string_view function_name(std::string_view line) {
  const auto marker = line.find("GPU_FN ");
  const auto paren = line.find('(', marker == std::string_view::npos ? 0 : marker);
  if (marker == std::string_view::npos || paren == std::string_view::npos) return {};
  std::size_t begin = paren;
  while (begin > 0 && (std::isalnum(static_cast<unsigned char>(line[begin - 1])) != 0 || line[begin - 1] == '_'))
    --begin;
  return line.substr(begin, paren - begin);
}

header_index::header_index() {
  for (const embedded_file& file : embedded_ops()) {
    header& into = headers[file.name];
    std::string_view rest = file.text;
    while (!rest.empty()) {
      const auto end = rest.find('\n');
      read_line(file.name, into, rest.substr(0, end));
      rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
  }
}

void header_index::read_line(std::string_view file, header& into, std::string_view line) {
  if (line.rfind("#include", 0) == 0) {
    if (const auto name = included_name(line); !name.empty()) into.includes.push_back(name);
    return;
  }
  if (line.rfind("#pragma once", 0) == 0) return;
  into.body.append(line).push_back('\n');
  // definitions at namespace scope only: members are indented
  if (line.rfind("struct ", 0) == 0) {
    if (const auto name = identifier_at(line.substr(7)); line.find('{') != std::string_view::npos)
      definitions.insert_or_assign(std::string(name), file);  // an operation's body goes before a function of its name
  } else if (line.rfind("GPU_OP_", 0) == 0) {  // a body written by a macro, whose first argument is its name
    definitions.insert_or_assign(std::string(identifier_at(line.substr(line.find('(') + 1))), file);
  } else if (line.rfind("GPU_FN ", 0) == 0) {
    if (const auto name = function_name(line); !name.empty()) definitions.emplace(name, file);
  }
}

const header_index& headers() {
  static runtime::immortal<header_index> index;
  return *index;
}

void append_with_includes(std::string_view name, std::set<std::string_view>& done, std::string& text) {
  if (!done.insert(name).second) return;
  const auto found = headers().headers.find(name);
  if (found == headers().headers.end()) return;  // a header of the host's own
  for (const std::string_view include : found->second.includes) append_with_includes(include, done, text);
  text += found->second.body;
}

}  // namespace

std::string op_source(const std::set<std::string_view>& names) {
  std::string text;
  std::set<std::string_view> done;
  for (const std::string_view name : names) {
    const auto found = headers().definitions.find(name);
    if (found == headers().definitions.end())
      throw jit_error("no embedded header defines \"" + std::string(name) + "\"");
    append_with_includes(found->second, done, text);
  }
  return text;
}

std::string device_text(std::string_view name) {
  const auto files = embedded_device_code();
  const auto found = std::find_if(files.begin(), files.end(), [&](const embedded_file& f) { return f.name == name; });
  std::string text(found->text);
  const std::string_view once = "#pragma once\n";
  if (const auto at = text.find(once); at != std::string::npos) text.erase(at, once.size());
  return text;
}

}  // namespace gpu::cuda_backend

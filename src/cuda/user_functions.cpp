#include "cuda/user_functions.hpp"

#include <algorithm>

#include <gpu/error.hpp>

#include "cuda/nvrtc.hpp"
#include "cuda/op_text.hpp"
#include "cuda/point_writer.hpp"
#include "cuda/program.hpp"

namespace gpu::cuda_backend {
namespace {

using runtime::user_source;

constexpr std::string_view line_mark = "#line ";

/// A file's name as a string literal.
std::string quoted(std::string_view file) {
  std::string text = "\"";
  for (const char c : file) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

bool has_dtype(const user_source& f, bool (*is)(dtype) noexcept) {
  return is(f.result) || std::any_of(f.types.begin(), f.types.end(), is);
}

bool names(const user_source& f, std::string_view word) {
  return f.parameters.find(word) != std::string::npos || f.body.find(word) != std::string::npos;
}

/// A kernel that does nothing but call the function, from and to memory.
std::string kernel_of(const user_source& f) {
  const user_functions functions(f);
  std::set<std::string_view> used{"cast"};
  functions.collect_names(used);
  std::string parameters = cat(type_name(f.result), "* out");
  std::vector<std::string> arguments;
  for (std::size_t i = 0; i < f.types.size(); ++i) {
    parameters += cat(", const ", type_name(f.types[i]), "* a", i);
    arguments.push_back(cat("*a", i));
  }
  return cat(op_source(used), functions.text(), "namespace gpu {\nnamespace ops {\nextern \"C\" __global__ void ",
             "gpu_call(", parameters, ") { *out = ", functions.call(f, arguments), "; }\n}\n}\n");
}

}  // namespace

user_functions::user_functions(const plan::kernel& k) {
  for (const detail::user_function* f : k.users) add(runtime::source_of(*f));
}

void user_functions::add(const user_source& f) {
  if (std::find(functions_.begin(), functions_.end(), &f) != functions_.end()) return;
  for (const user_source* callee : f.callees) add(*callee);
  functions_.push_back(&f);
}

std::size_t user_functions::number_of(const user_source& f) const {
  return static_cast<std::size_t>(std::find(functions_.begin(), functions_.end(), &f) - functions_.begin());
}

bool user_functions::uses_complex() const {
  return std::any_of(functions_.begin(), functions_.end(),
                     [](const user_source* f) { return names(*f, "complex") || has_dtype(*f, detail::is_complex); });
}

bool user_functions::uses_16bit_floats() const {
  return std::any_of(functions_.begin(), functions_.end(), [](const user_source* f) {
    return names(*f, "float16") || has_dtype(*f, detail::is_16bit_float);
  });
}

void user_functions::collect_names(std::set<std::string_view>& names) const {
  if (functions_.empty()) return;
  names.insert({"cast", "erf"});
  if (uses_complex()) names.insert({"exp", "arcsin"});
}

std::string user_functions::definition(std::size_t number) const {
  const user_source& f = *functions_[number];
  std::string text = cat("namespace u", number, " {\n");
  for (const user_source* callee : f.callees) text += cat("using u", number_of(*callee), "::", callee->name, ";\n");
  return cat(text, line_mark, f.line, " ", quoted(f.file), "\nstatic __device__ __forceinline__ auto ", f.name,
             f.parameters, " ", f.body, "\n", line_mark, "1 \"generated\"\n}\n");
}

std::string user_functions::text() const {
  if (functions_.empty()) return {};
  std::string text = device_text("user.cuh");
  if (uses_16bit_floats()) text += device_text("user_float16.cuh");
  if (uses_complex()) text += device_text("user_complex.cuh");
  text += "\nnamespace gpu {\nnamespace user {\nusing namespace std;\n";
  for (std::size_t i = 0; i < functions_.size(); ++i) text += definition(i);
  return text + "}  // namespace user\n}  // namespace gpu\n";
}

std::string user_functions::call(const user_source& f, const std::vector<std::string>& arguments) const {
  std::string list;
  for (const std::string& a : arguments) list += cat(list.empty() ? "" : ", ", "user::argument(", a, ")");
  return cat("user::stored<", type_name(f.result), ">::of(user::u", number_of(f), "::", f.name, "(", list, "))");
}

std::string without_line_marks(const std::string& source) {
  std::string kept;
  std::string_view rest = source;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    if (rest.rfind(line_mark, 0) != 0) kept.append(rest.substr(0, end));
    rest.remove_prefix(end);
  }
  return kept;
}

std::string problem_of(const user_source& f, gpu::device where) {
  require_compiler();
  try {
    (void)image_for(kernel_of(f), architecture_of(where));
    return {};
  } catch (const jit_error& e) {
    return cat("the user function ", f.name, " (", f.file, ":", f.line,
               ") does not compile for the GPU, where a body sees its parameters, the functions of <cmath>, "
               "std::complex, other user "
               "functions and macros, and nothing else of the program: ",
               e.what());
  }
}

std::string problem_of_user_functions(const plan::kernel& k, gpu::device where) {
  for (const detail::user_function* f : k.users)
    if (std::string problem = problem_of(runtime::source_of(*f), where); !problem.empty()) return problem;
  return {};
}

}  // namespace gpu::cuda_backend

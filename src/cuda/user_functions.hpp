// User functions as CUDA C++.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gpu/device.hpp>

#include "plan/kernel.hpp"
#include "runtime/user_functions.hpp"

namespace gpu::cuda_backend {

/// The user functions of one source, each once, callees before their callers.
class user_functions {
 public:
  explicit user_functions(const plan::kernel& k);
  explicit user_functions(const runtime::user_source& f) { add(f); }

  /// The functions' text and all that it stands on but the op bodies; nothing where there is no function. Errors in it are
  /// reported at the user's file and line.
  [[nodiscard]] std::string text() const;
  /// Adds the names of src/ops that the text uses.
  void collect_names(std::set<std::string_view>& names) const;
  /// A call of one of the functions, from namespace gpu::ops; its arguments are stored values.
  [[nodiscard]] std::string call(const runtime::user_source& f, const std::vector<std::string>& arguments) const;

 private:
  void add(const runtime::user_source& f);
  [[nodiscard]] std::size_t number_of(const runtime::user_source& f) const;
  [[nodiscard]] std::string definition(std::size_t number) const;
  [[nodiscard]] bool uses_complex() const;
  [[nodiscard]] bool uses_16bit_floats() const;

  std::vector<const runtime::user_source*> functions_;
};

/// `source` without what only tells the compiler where an error is: what the compiled kernel depends on.
[[nodiscard]] std::string without_line_marks(const std::string& source);

/// Why the run-time compiler refuses the function for a CUDA or dry device, with its name, file and line; nothing if it does
/// not. Throws jit_error where there is no compiler.
[[nodiscard]] std::string problem_of(const runtime::user_source& f, gpu::device where);
/// The first problem of the functions of a kernel.
[[nodiscard]] std::string problem_of_user_functions(const plan::kernel& k, gpu::device where);

}  // namespace gpu::cuda_backend

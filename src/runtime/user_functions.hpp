// The user functions of the program and its plugins, and what each is for the GPU.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <gpu/detail/user_function.hpp>

namespace gpu::runtime {

/// What of a user function a kernel's source depends on. Lives as long as the process, whatever becomes of the program's own
/// record.
struct user_source {
  std::uint32_t id = 0;  // the same for functions alike in everything below but file and line
  std::string name;
  std::string parameters;
  std::string body;
  dtype result = dtype::bool_;
  std::vector<dtype> types;                 // of the parameters
  std::vector<const user_source*> callees;  // the user functions that the body names
  std::string file;
  int line = 0;
};

/// The source of a user function. Functions that a body calls are found by name: in the same file the last one before it,
/// elsewhere only where one file alone defines it.
[[nodiscard]] const user_source& source_of(const detail::user_function& f);

/// All registered user functions, each source once.
[[nodiscard]] std::vector<const user_source*> all_user_sources();

}  // namespace gpu::runtime

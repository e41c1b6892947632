// What GPU_UFUNC leaves of a function for the library: its text, its dtypes and its loop for the CPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <gpu/detail/entry.hpp>

GPU_BEGIN_NAMESPACE
namespace detail {

/// The most parameters that a user function may have.
inline constexpr int max_user_parameters = 6;

/// out[i] = f(args[0][i], …) for i < n; all contiguous. `out` may be one of the arguments or apart from all of them.
using user_loop = void (*)(const void* const* args, void* out, std::size_t n);

/// A function as it was written: string literals of the user's program.
struct user_text {
  const char* name;
  const char* parameters;  // with the parentheses, and a trailing result type where one was given
  const char* body;        // with the braces
  const char* file;
  int line;
};

/// A user function. These are static objects of the user's program, ready before any of its code runs.
struct user_function {
  user_text text;
  user_loop loop;
  dtype result;
  std::uint8_t count;
  dtype parameters[max_user_parameters];
  // the library's own
  user_function* next = nullptr;   // in the list of all
  const void* resolved = nullptr;  // what it is for the GPU: set when first asked for
};

/// Keeps a user function in the list of all for as long as the program or plugin that has it.
class user_registration {
 public:
  GPU_API explicit user_registration(user_function& f) noexcept;
  GPU_API ~user_registration();
  user_registration(const user_registration&) = delete;
  user_registration& operator=(const user_registration&) = delete;

 private:
  user_function* function_;
};

/// The expression of `f` of these operands and scalars, as many as it has parameters.
GPU_API handle map_user(const user_function& f, std::span<const arg> args);

}  // namespace detail
GPU_END_NAMESPACE

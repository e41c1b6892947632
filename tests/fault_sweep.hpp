// Makes each call that a function reaches fail in turn, and checks what a user may rely on then: the exception's family and
// that it names the call, operands as before, nothing leaked, and the next call right. Used by test_fault_sweep.cpp.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <gpu/gpu.hpp>

#include "fault_operands.hpp"

namespace faults {

/// What a function gave, so that two runs can be compared. An expression is evaluated by making one.
class result {
 public:
  template <class E>
  result(const gpu::operand<E>& x) : array_(gpu::detail::as_array(gpu::detail::access::get(x))) {}
  result(gpu::detail::handle array) : array_(std::move(array)) {}
  result(std::string text) : text_(std::move(text)) {}
  template <class T>
    requires(std::is_arithmetic_v<T>)
  result(T value) : text_(std::to_string(value)) {}
  template <class T>
  result(const std::vector<T>& values) {
    for (const T value : values) text_ += std::to_string(value) + ' ';
  }

  /// Shape and elements, or the text. Waits.
  [[nodiscard]] std::string bits() const;

 private:
  gpu::detail::handle array_;
  std::string text_;
};

/// One public function. `name` is its name, with its class or namespace below gpu, and may go on after a blank: "sum", "sum of
/// float16", "ndarray::fill", "random::generator::bytes".
struct row {
  std::string name;
  std::function<result(operands&)> run;
  enum class trait : unsigned {
    none = 0,
    quiet,              // reaches no call that could fail
    defers,             // has a destructor whose failure shows at the next wait
    writes_and_defers,  // the same, after it has written an operand
    files,              // works in scratch_folder()
  } is = trait::none;
};

/// A folder for the rows that read and write files: "in.npy" is there to be read; "out.npy" holds an older file.
[[nodiscard]] const std::string& scratch_folder();

struct options {
  std::function<void()> before;  // just before each attempt: to make caches cold
  std::function<void()> after;   // just after it
};

/// What a sweep met.
struct summary {
  long attempts = 0;  // calls that were made to fail
  long exceptions = 0;
  long absorbed = 0;
  long deferred = 0;
  std::vector<std::string> calls;  // names of the calls that were made to fail, each once
};

/// Sweeps a row: each call fails once, then each call and all after it. Checks by doctest.
summary sweep(const row& r, const options& o = {});

/// Sweeps rows; every row reaches a call unless it says that it does not.
summary sweep_all(const std::vector<row>& rows);

/// All rows, by chapter.
[[nodiscard]] std::vector<row> element_wise_rows();
[[nodiscard]] std::vector<row> array_rows();
[[nodiscard]] std::vector<row> reduction_rows();
[[nodiscard]] std::vector<row> host_rows();
[[nodiscard]] std::vector<row> xtensor_rows();

}  // namespace faults

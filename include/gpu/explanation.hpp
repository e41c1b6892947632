// What explain() gives: kernels that would run, in plain data and as text.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include <gpu/detail/config.hpp>

GPU_BEGIN_NAMESPACE

/// One kernel of an explanation.
struct explained_kernel {
  std::string kind;                ///< "map", "reduce" or "library call"
  std::string name;                ///< as in traces: "multiply_add_sin"
  std::string computes;            ///< a formula: "t1 = sum(a * b, 0)"
  std::string reason;              ///< why it is no part of another kernel; empty for the one that gives the result
  std::int64_t bytes_read = 0;     ///< each element of each operand once
  std::int64_t bytes_written = 0;  ///< the same of the results
  std::int64_t floor_bytes =
      0;  ///< of both, those of the expression's own operands, read for the first time, and result
};

/// What evaluating an expression would do. Prints as `text`.
struct explanation {
  std::vector<explained_kernel> kernels;  ///< in the order in which they would run
  int temporaries = 0;                    ///< arrays that hold results between kernels
  std::int64_t temporary_bytes = 0;
  std::int64_t bytes_moved = 0;  ///< read and written by all kernels
  std::int64_t floor_bytes = 0;  ///< of these, what no plan can do without
  std::string text;              ///< all of that and each kernel's operands and launch, for people: docs/seeing.md
};

GPU_API std::ostream& operator<<(std::ostream& out, const explanation& e);

GPU_END_NAMESPACE

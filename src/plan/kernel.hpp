// A kernel description: what the planner hands to a back end, and all that a back end knows of the user's expression.
//
// A kernel walks an iteration space of `extent`, outermost axis first. At every point it computes `values` in order, each
// from values before it (single assignment); a map stores the outputs' values at that point, a reduction combines the
// output's value over the last `reduced_axes` axes first. Axes are already sorted and merged by the planner: neighbours that
// every operand walks as one are one axis, and no axis has length 1. A map's fastest axis comes last.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <gpu/detail/type_rules.hpp>
#include <gpu/detail/user_function.hpp>
#include <gpu/shape.hpp>

#include "graph/scalar_value.hpp"
#include "runtime/storage.hpp"

namespace gpu::plan {

using detail::op_id;

/// Where a value comes from.
enum class value_kind : std::uint8_t {
  load,    // inputs[slot] at this point
  scalar,  // scalars[slot]
  draw,    // draws[slot] at this point: a random number
  op,      // an element-wise operation; its arguments all have its compute dtype (select: bool first; see type_rules)
  user,    // users[slot] of arguments that have its parameters' dtypes
  cast,    // args[0] converted to `type`
  index,   // the point's linear position under positions[slot] (offset + strides), as int64
};

/// The most arguments of one value.
inline constexpr std::size_t max_arguments = detail::max_user_parameters;

struct value {
  value_kind kind = value_kind::load;
  op_id op = op_id::add;
  dtype type = dtype::bool_;
  std::uint8_t nargs = 0;
  std::array<std::uint16_t, max_arguments> args{};
  std::uint16_t slot = 0;
};

/// Whether a value is computed from others, its first `nargs` arguments.
[[nodiscard]] constexpr bool has_arguments(value_kind kind) noexcept {
  return kind == value_kind::op || kind == value_kind::user || kind == value_kind::cast;
}

/// One indexed axis of an operand: adds index * stride to the address. A negative index counts from the end; one outside
/// [-length, length) is reported to the device's error slot, and memory is not touched.
struct indexed_axis {
  std::uint16_t value = 0;  // an int64 value: the index
  std::int64_t length = 0;
  std::int64_t stride = 0;  // in elements
  std::int32_t axis = 0;    // of the user's array, for the message
};

/// An array as the iteration space sees it: element address = data + offset + Σ point[k] * strides[k] + Σ indexed axes.
/// Strides are in elements, 0 where the operand is broadcast, may be negative.
struct operand {
  runtime::storage_ref data;
  dtype type = dtype::bool_;
  std::int64_t offset = 0;
  shape strides;
  std::vector<indexed_axis> indexed;  // gathers and scatters; values before the first one that loads this operand
};

struct output {
  operand to;
  std::uint16_t value = 0;
  bool masked = false;  // store only where values[mask] is true
  std::uint16_t mask = 0;
};

/// How reductions combine. `all`/`any` work on bool; `argmin`/`argmax` give the int64 position in the reduced axes' C order
/// (first of equals, first NaN wins).
enum class reducer : std::uint8_t { sum, prod, min, max, all, any, argmin, argmax };

enum class distribution : std::uint8_t { random, normal, integers };

/// Random numbers of a Philox4x32-10 stream: the element of linear position p = offset + Σ point[k] * strides[k]
/// owns the words that docs/random.md gives, counted from `first_word`.
struct draw {
  distribution kind = distribution::random;
  dtype type = dtype::float32;
  std::uint64_t seed = 0;
  std::uint64_t first_word = 0;
  std::int64_t low = 0;     // integers: the smallest value …
  std::uint64_t range = 0;  // … and how many there are (0: 2^64)
  std::int64_t offset = 0;
  shape strides;
};

struct position {
  std::int64_t offset = 0;
  shape strides;
};

enum class kernel_kind : std::uint8_t { map, reduce };

struct kernel {
  kernel_kind kind = kernel_kind::map;
  shape extent;
  std::vector<value> values;
  std::vector<operand> inputs;
  std::vector<graph::scalar_value> scalars;
  std::vector<draw> draws;
  std::vector<position> positions;
  std::vector<const detail::user_function*> users;
  std::vector<output> outputs;  // a reduction has one; its strides have entries for the kept axes only

  // reductions
  int reduced_axes = 0;  // the last axes of extent; at least one
  reducer combine = reducer::sum;
  dtype accumulate = dtype::bool_;  // dtype of the value reduced and of the accumulator (argmin/argmax: of the key)
  // the output's dtype is outputs[0].to.type: the accumulator is cast to it (argmin/argmax: int64)

  const char* name = "";  // the user's operation, for traces and error messages
};

}  // namespace gpu::plan

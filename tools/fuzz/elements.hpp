// What one element is: conversions, operations and reducers' steps, as the reference has them. The common operations and all
// conversions are written here anew; the rest are the bodies of src/ops, which the library shares with its own scalar code.
#pragma once

#include <cstddef>

#include <gpu/detail/type_rules.hpp>

namespace fuzz {

/// Any element, wide enough for every dtype: integers and bool are in `whole`, the others in `re` and `im`.
struct wide_number {
  bool is_whole = false;
  __extension__ __int128 whole = 0;
  long double re = 0, im = 0;
};
[[nodiscard]] wide_number load_element(gpu::dtype type, const std::byte* from);
/// Converts as astype does: floats to integers truncate and clamp, NaN gives 0; integers wrap; floats round once to even.
void store_element(gpu::dtype type, std::byte* to, const wide_number& x);

/// out = op(args …), the operands in the operation's compute dtype (ldexp: the second int32; where: the first bool).
using element_body = void (*)(const std::byte* const* args, std::byte* out);
/// Null where the operation does not compute in that dtype.
[[nodiscard]] element_body body_of(gpu::detail::op_id op, gpu::dtype compute);

/// Whether the operation's result is the same on every device to the last bit.
[[nodiscard]] bool is_exact(gpu::detail::op_id op, gpu::dtype compute);

/// Half the distance from 1 to the next number: the relative error of one rounding. 0 for integers.
[[nodiscard]] double unit_roundoff(gpu::dtype type);
/// The largest finite number, and the smallest positive one. Of floating and complex dtypes.
[[nodiscard]] double largest(gpu::dtype type);
[[nodiscard]] double tiniest(gpu::dtype type);

}  // namespace fuzz

// A random program as data: arrays with a memory layout each, and statements over graphs of nodes. The generator makes it, the
// library and the reference run it, the shrinker cuts it down, the printer writes it as C++.
#pragma once

#include <cstdint>
#include <vector>

#include <gpu/detail/entry.hpp>

#include "value.hpp"

namespace fuzz {

using gpu::dtype;
using gpu::shape;
using gpu::detail::op_id;
using gpu::detail::reduction_id;
using gpu::detail::weak_scalar;

/// Which values an array is filled with.
enum class filling : std::uint8_t {
  small,    // small numbers that every dtype holds exactly, most of them different from their neighbours
  special,  // the same, with NaN, infinities, zeros of both signs, denormals and extremes among them
  bits,     // any bit pattern
  ones,     // what the shrinker tries first
};

/// How an axis of an array's window lies in its base.
struct axis_layout {
  int symbol = -1;         // the axis's length is lengths[symbol]; 1 where negative
  bool broadcast = false;  // length 1 in the base, repeated by broadcast_to; such an array is read-only
  int start = 0;
  int step = 1;  // may be negative
  int pad = 0;   // elements of the base beyond the last one
};

/// A base array in C order and a window of it: slices, then a transpose, then broadcasting.
struct array_spec {
  dtype type = dtype::float32;
  std::vector<axis_layout> axes;
  std::vector<int> order;  // window axis k walks base axis order[k]
  bool to_parts = false;   // complex, aligned to its parts only
  // Neighbours along the first axis lie far_stride elements apart, the others side by side: offsets of more than 32 bits, in
  // memory that is mostly never touched. On the CPU only, elsewhere dense.
  bool far = false;
  filling values = filling::small;
  std::uint64_t seed = 0;
};

enum class view_kind : std::uint8_t { slice, transpose, ravel, merge, split, expand, broadcast };

/// One step from a node to a view of it.
struct view_step {
  view_kind kind = view_kind::slice;
  std::vector<gpu::slice_item> items;  // slice
  std::vector<int> order;              // transpose
  int axis = 0;                        // merge: this one with the next; split: into (n / 2, 2); expand: before this one
  int symbol = 0;                      // broadcast: a new first axis of lengths[symbol]
};

enum class node_kind : std::uint8_t { array, draw, arange, map, cast, reduce, view, gather };

/// What an operation reads: a node, or a weak scalar.
struct operand {
  int node = -1;
  weak_scalar scalar{};
  int length_of = -1;  // the scalar is the integer lengths[length_of]
};

/// An entry of an index: a node (of integers or bool), or a slice.
struct index_entry {
  int node = -1;
  gpu::slice_item slice = gpu::all();
};

enum class draw_kind : std::uint8_t { random, normal, integers };

struct node_spec {
  node_kind kind = node_kind::array;
  int array = 0;  // array: which
  op_id op = op_id::add;
  dtype type = dtype::float32;  // cast, draw, arange
  std::vector<operand> args;    // map; cast, reduce, view and gather have one node
  reduction_id reduction = reduction_id::sum;
  bool all_axes = true;
  std::vector<int> axes;
  bool keepdims = false;
  view_step view;
  std::vector<index_entry> index;  // gather
  draw_kind draw = draw_kind::random;
  std::uint64_t seed = 0;
  std::vector<int> symbols;  // draw, arange: the axes' lengths
  bool far = false;          // draw: every far_step-th number of a draw whose last axis is so much longer
};

inline constexpr std::int64_t far_stride = (std::int64_t{1} << 29) + 5;
inline constexpr std::int64_t far_step = (std::int64_t{1} << 26) + 1;

enum class statement_kind : std::uint8_t {
  make,     // a new array
  assign,   // a name gets a new value
  store,    // view = value
  update,   // view op= value
  select,   // view(index …) = value
  reselect  // view(index …) op= value
};

struct statement {
  statement_kind kind = statement_kind::make;
  std::vector<node_spec> nodes;  // operands before their users
  operand value;
  int target = 0;                // array
  std::vector<view_step> views;  // of the target's window
  op_id op = op_id::add;
  std::vector<index_entry> index;
};

struct program {
  std::uint64_t seed = 0;
  std::vector<std::int64_t> lengths;  // of axes, by symbol
  std::vector<array_spec> arrays;
  std::vector<statement> statements;
};

/// Whether the window is the whole base as it is, so that a name for it can be assigned.
[[nodiscard]] bool is_plain(const array_spec& a);
[[nodiscard]] bool is_writable(const array_spec& a);
[[nodiscard]] shape window_dims(const program& p, const array_spec& a);
/// The base's lengths: axis order[k] of it is walked by window axis k.
[[nodiscard]] shape base_dims(const program& p, const array_spec& a);
/// The slices of the base, by its axes, and the window's shape before it is broadcast.
[[nodiscard]] std::vector<gpu::slice_item> window_slices(const program& p, const array_spec& a);
/// The number that a scalar operand is in this program.
[[nodiscard]] weak_scalar scalar_of(const program& p, const operand& o);
/// Shape of the lengths of symbols.
[[nodiscard]] shape dims_of(const program& p, const std::vector<int>& symbols);

/// The name of an operation or a reduction in namespace gpu.
[[nodiscard]] const char* name_of(op_id op);
[[nodiscard]] const char* name_of(reduction_id r);

}  // namespace fuzz

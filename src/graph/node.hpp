// A node of the expression graph: what every array, view, selection and expression of the front end is a handle to.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <gpu/detail/handle.hpp>
#include <gpu/detail/type_rules.hpp>
#include <gpu/detail/user_function.hpp>
#include <gpu/device.hpp>
#include <gpu/shape.hpp>

#include "graph/scalar_value.hpp"
#include "plan/kernel.hpp"
#include "runtime/storage.hpp"

GPU_BEGIN_NAMESPACE
namespace detail {

enum class node_kind : std::uint8_t {
  array,      // a window into a storage
  scalar,     // one value, of any shape
  draw,       // random numbers
  iota,       // offset + Σ coordinate * stride, as int64
  map,        // an element-wise operation
  user,       // a user function; its operands have its parameters' dtypes
  cast,       // args[0] converted to `type`
  reduce,     // args[0] reduced over its last axes
  gather,     // elements of an array at computed indices: lazy
  selection,  // a(mask), a(index): names elements; read by gathering, written by scattering
};

/// How elements are found from index operands: base is an array node, whose axes are either walked (by an axis of the result)
/// or indexed (by the value of an index operand, an int64 node broadcast to the result's shape).
struct gather_spec {
  handle base;
  gpu::shape strides;  // of the walked axes, by axis of the result; 0 on the index operands' axes
  std::int64_t offset = 0;
  struct indexed {
    handle index;
    std::int64_t length = 0;
    std::int64_t stride = 0;
    int axis = 0;
  };
  std::vector<indexed> axes;
  // Selections that are one mask over the leading axes: the mask as given and spread over the base's shape. Assigning one
  // value stores under it; everything else resolves it to index operands first, which counts its elements.
  handle mask_given;
  handle mask;
  bool resolved = false;
};

struct node {
  std::atomic<long> refs{1};
  node_kind kind = node_kind::array;
  dtype type = dtype::bool_;
  op_id op = op_id::add;
  bool writable = true;  // array: false for broadcast windows
  std::uint8_t nargs = 0;
  plan::reducer combine = plan::reducer::sum;
  std::uint32_t reduced =
      0;  // reduce: the operand's reduced axes, one bit each; `dims` are the others, give or take axes of length 1
  bool has_device = false;  // scalars and draws alone have none until they are computed
  gpu::device where;
  gpu::shape dims;
  std::array<node*, plan::max_arguments> args{};  // owned references
  const user_function* user = nullptr;

  // array; iota has offset and strides only
  runtime::storage_ref data;
  std::int64_t offset = 0;  // in elements
  gpu::shape strides;       // in elements

  graph::scalar_value scalar;
  std::unique_ptr<plan::draw> draw;
  std::unique_ptr<gather_spec> gather;
};

}  // namespace detail
GPU_END_NAMESPACE

namespace gpu::graph {

using detail::gather_spec;
using detail::handle;
using detail::node;
using detail::node_kind;
using detail::op_id;

/// Whether axis k is among a node's reduced axes.
[[nodiscard]] inline bool is_reduced(const node& n, int k) noexcept { return (n.reduced >> k & 1U) != 0; }

/// A node to fill in, with one reference held by the caller.
[[nodiscard]] node* new_node(node_kind kind, dtype type, const shape& dims);

/// The node behind a handle. Throws value_error for an unbound view.
[[nodiscard]] node& bound(const handle& h);
[[nodiscard]] const node& bound(const node* n);
/// One more reference to a node.
[[nodiscard]] handle share(const node* n);

/// A new dense array node on `where`, in C order or with axes ordered as `order` (outermost first).
[[nodiscard]] handle new_array(const shape& dims, dtype type, gpu::device where);
[[nodiscard]] handle new_array(const shape& dims, dtype type, gpu::device where, const shape& order);
/// An array that has a place in a plan but no memory: for explain().
[[nodiscard]] handle planned_array(const shape& dims, dtype type, gpu::device where, const shape& order);
/// A window into `base`'s storage.
[[nodiscard]] handle window(const node& base, const shape& dims, const shape& strides, std::int64_t offset);
/// A scalar of a concrete dtype with shape ().
[[nodiscard]] handle scalar_node(const scalar_value& value);

/// C-order strides of dense elements.
[[nodiscard]] shape dense_strides(const shape& dims);
[[nodiscard]] bool is_dense(const shape& dims, const shape& strides, bool fortran = false);

}  // namespace gpu::graph

// Shape, layout, device and address of a node.
#include <gpu/error.hpp>

#include "api/readable.hpp"
#include "graph/view_map.hpp"

GPU_BEGIN_NAMESPACE
namespace detail {

const shape& shape_of(const handle& h) {
  const node& n = graph::bound(h);
  if (n.kind == node_kind::selection) api::resolve(n);
  return n.dims;
}

const shape& strides_of(const handle& h) { return graph::bound(h).strides; }

std::int64_t axis_length(const handle& h, std::int64_t axis) {
  const shape& s = shape_of(h);
  return s[graph::normalize_axis(axis, s.ndim())];
}

device device_of(const handle& h) {
  const node& n = graph::bound(h);
  return n.has_device ? n.where : default_device();
}

bool is_contiguous(const handle& h, bool fortran) {
  const node& n = graph::bound(h);
  return n.kind == node_kind::array && graph::is_dense(n.dims, n.strides, fortran);
}

void* data_of(const handle& h) {
  const node& n = graph::bound(h);
  if (!n.data) return nullptr;  // no_elements
  return static_cast<std::byte*>(n.data->data) + n.offset * static_cast<std::int64_t>(item_size(n.type));
}

void throw_not_one_element(const shape& s, bool is_bool) {
  if (is_bool)
    throw value_error("the truth value of an array of shape " + to_string(s) + " is ambiguous: use array_equal or all");
  throw value_error("only an array of one element converts to a scalar, this one has shape " + to_string(s));
}

void throw_ragged() { throw value_error("the braces are ragged: every list of one level needs the same length"); }

}  // namespace detail
GPU_END_NAMESPACE

#include "graph/reshape.hpp"

#include <gpu/error.hpp>

namespace gpu::graph {

shape resolve_reshape(const shape& from, const shape& to) {
  const std::int64_t count = from.count();
  const auto mismatch = [&] {
    return shape_error("cannot reshape array of size " + std::to_string(count) + " and shape " + to_string(from) +
                       " into shape " + to_string(to));
  };
  shape result = to;
  int unknown = -1;
  std::int64_t known = 1;
  for (int k = 0; k < to.ndim(); ++k) {
    if (to[k] < -1) throw value_error("negative dimensions are not allowed: " + to_string(to));
    if (to[k] != -1) {
      if (__builtin_mul_overflow(known, to[k], &known)) throw mismatch();
      continue;
    }
    if (unknown >= 0) throw value_error("can only specify one unknown dimension: " + to_string(to));
    unknown = k;
  }
  if (unknown >= 0) {
    if (known == 0 || count % known != 0) throw mismatch();
    result[unknown] = count / known;
  } else if (known != count) {
    throw mismatch();
  }
  return result;
}

namespace {

/// Strides under the new shape, walking groups of axes with equal products; false where an axis group is not dense in itself.
bool reshape_strides(const shape& dims, const shape& strides, const shape& to, shape& result) {
  result = shape::filled(to.ndim(), 0);
  int i = 0, j = 0;
  while (i < dims.ndim() && j < to.ndim()) {
    int i_end = i + 1, j_end = j + 1;
    std::int64_t a = dims[i], b = to[j];
    while (a != b) {
      if (a < b)
        a *= dims[i_end++];
      else
        b *= to[j_end++];
    }
    for (int k = i; k + 1 < i_end; ++k)
      if (strides[k] != strides[k + 1] * dims[k + 1]) return false;
    std::int64_t stride = strides[i_end - 1];
    for (int k = j_end - 1; k >= j; --k) {
      result[k] = stride;
      stride *= to[k];
    }
    i = i_end;
    j = j_end;
  }
  return true;
}

/// Without axes of length 1, which have no stride of interest.
void drop_unit_axes(shape& dims, shape& strides) {
  for (int k = dims.ndim() - 1; k >= 0; --k) {
    if (dims[k] != 1) continue;
    dims.erase(k);
    strides.erase(k);
  }
}

handle reshaped_array(const node& n, const shape& to) {
  if (to.count() <= 1) return window(n, to, dense_strides(to), n.offset);
  shape dims = n.dims, strides = n.strides, reached = to, found;
  drop_unit_axes(dims, strides);
  shape ignored = shape::filled(to.ndim(), 0);
  drop_unit_axes(reached, ignored);
  if (!reshape_strides(dims, strides, reached, found)) return {};
  shape result = dense_strides(to);
  for (int k = 0, j = 0; k < to.ndim(); ++k)
    if (to[k] != 1) result[k] = found[j++];
  return window(n, to, result, n.offset);
}

}  // namespace

handle reshaped(const node& n, const shape& to) {
  if (n.dims == to) return share(&n);
  if (n.kind == node_kind::array) return reshaped_array(n, to);
  if (n.kind == node_kind::scalar) {
    node* s = new_node(node_kind::scalar, n.type, to);
    s->scalar = n.scalar;
    return handle(s);
  }
  return {};
}

}  // namespace gpu::graph

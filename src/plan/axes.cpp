#include "plan/axes.hpp"

#include <algorithm>
#include <cstdlib>

#include "plan/passes.hpp"

namespace gpu::plan {
namespace {

/// Every set of strides of a kernel with the offset that belongs to it, outputs first: they decide the order.
struct walk {
  shape* strides;
  std::int64_t* offset;
};
std::vector<walk> walks_of(kernel& k) {
  std::vector<walk> list;
  for (output& o : k.outputs) list.push_back({&o.to.strides, &o.to.offset});
  for (operand& i : k.inputs) list.push_back({&i.strides, &i.offset});
  for (draw& d : k.draws) list.push_back({&d.strides, &d.offset});
  for (position& p : k.positions) list.push_back({&p.strides, &p.offset});
  return list;
}

/// Whether axis b should come outside axis a: the first operand that walks both with different strides decides.
bool belongs_outside(const std::vector<walk>& walks, int b, int a) {
  for (const walk& w : walks) {
    const std::int64_t sa = std::llabs((*w.strides)[a]), sb = std::llabs((*w.strides)[b]);
    if (sa == 0 || sb == 0 || sa == sb) continue;
    return sb > sa;
  }
  return false;
}

/// Stable insertion sort of axes [first, last): few axes, and C order where nothing decides.
void sort_axes(const std::vector<walk>& walks, shape& order, int first, int last) {
  for (int i = first + 1; i < last; ++i)
    for (int j = i; j > first && belongs_outside(walks, static_cast<int>(order[j]), static_cast<int>(order[j - 1]));
         --j)
      std::swap(order[j], order[j - 1]);
}

void permute(kernel& k, const std::vector<walk>& walks, const shape& order) {
  const auto apply = [&order](shape& s) {
    const shape old = s;
    for (int i = 0; i < order.ndim(); ++i) s[i] = old[order[i]];
  };
  apply(k.extent);
  for (const walk& w : walks) apply(*w.strides);
}

void turn_backward_axes(const kernel& k, const std::vector<walk>& walks, int count) {
  for (int axis = 0; axis < count; ++axis) {
    bool backward = false, forward = false;
    for (const walk& w : walks) {
      backward = backward || (*w.strides)[axis] < 0;
      forward = forward || (*w.strides)[axis] > 0;
    }
    if (!backward || forward) continue;
    for (const walk& w : walks) {
      std::int64_t& s = (*w.strides)[axis];
      *w.offset += s * (k.extent[axis] - 1);
      s = -s;
    }
  }
}

void erase_axis(kernel& k, const std::vector<walk>& walks, int axis) {
  k.extent.erase(axis);
  for (const walk& w : walks) w.strides->erase(axis);
}

bool mergeable(const kernel& k, const std::vector<walk>& walks, int outer) {
  for (const walk& w : walks)
    if ((*w.strides)[outer] != (*w.strides)[outer + 1] * k.extent[outer + 1]) return false;
  return true;
}

/// Drops unit axes and merges neighbours within [first, first + count); the new count.
int compress(kernel& k, const std::vector<walk>& walks, int first, int count) {
  for (int i = first; i < first + count;) {
    if (k.extent[i] == 1) {
      erase_axis(k, walks, i);
      --count;
    } else {
      ++i;
    }
  }
  for (int i = first + count - 2; i >= first; --i) {
    if (!mergeable(k, walks, i)) continue;
    k.extent[i + 1] *= k.extent[i];
    erase_axis(k, walks, i);
    --count;
  }
  return count;
}

/// Whether the order of points decides the result: of several scattered to one element the last in C order wins.
bool scatters(const kernel& k) {
  return std::any_of(k.outputs.begin(), k.outputs.end(), [](const output& o) { return !o.to.indexed.empty(); });
}

bool positional(const kernel& k) {
  return k.kind == kernel_kind::reduce && (k.combine == reducer::argmin || k.combine == reducer::argmax);
}

/// A reduction's output has strides for the kept axes only.
void drop_reduced_strides(kernel& k, int kept) {
  if (k.kind != kernel_kind::reduce) return;
  for (output& o : k.outputs)
    while (o.to.strides.ndim() > kept) o.to.strides.erase(o.to.strides.ndim() - 1);
}

}  // namespace

void simplify_axes(kernel& k) {
  const std::vector<walk> walks = walks_of(k);
  const int rank = k.extent.ndim();
  const int kept = rank - k.reduced_axes;
  if (!enabled(pass::merge_axes)) return drop_reduced_strides(k, kept);
  shape order;
  for (int i = 0; i < rank; ++i) order.push_back(i);
  if (!scatters(k)) {
    sort_axes(walks, order, 0, kept);
    if (!positional(k)) sort_axes(walks, order, kept, rank);
    permute(k, walks, order);
    turn_backward_axes(k, walks, positional(k) ? kept : rank);
  }
  const int kept_now = compress(k, walks, 0, kept);
  k.reduced_axes = compress(k, walks, kept_now, k.reduced_axes);
  drop_reduced_strides(k, kept_now);
}

void permute_axes(kernel& k, const shape& order) { permute(k, walks_of(k), order); }

shape natural_order(const kernel& k, int count) {
  std::vector<walk> walks;
  for (const operand& i : k.inputs) walks.push_back({const_cast<shape*>(&i.strides), nullptr});
  for (const draw& d : k.draws) walks.push_back({const_cast<shape*>(&d.strides), nullptr});
  shape order;
  for (int i = 0; i < count; ++i) order.push_back(i);
  sort_axes(walks, order, 0, count);
  return order;
}

}  // namespace gpu::plan

#include "plan/planner.hpp"

#include <bit>
#include <utility>

#include <gpu/error.hpp>

#include "graph/build.hpp"
#include "graph/reshape.hpp"
#include "graph/view_map.hpp"
#include "plan/axes.hpp"
#include "plan/cut.hpp"
#include "plan/execute.hpp"
#include "plan/identity.hpp"
#include "plan/kernel_builder.hpp"
#include "plan/names.hpp"
#include "plan/overlap.hpp"
#include "plan/passes.hpp"
#include "plan/recorder.hpp"

namespace gpu::plan {
namespace {

using detail::node_kind;

gpu::device device_for(const node& n) { return n.has_device ? n.where : default_device(); }

/// Whether a node is computed from others, rather than read or drawn.
bool is_operation(const node& n) {
  return n.kind == node_kind::map || n.kind == node_kind::cast || n.kind == node_kind::gather;
}

/// An output operand over all axes of the space, for a dense result of shape `dims` (the first axes of the space).
operand output_operand(const node& array, int rank) {
  operand o;
  o.data = array.data;
  o.type = array.type;
  o.offset = array.offset;
  o.strides = array.strides;
  while (o.strides.ndim() < rank) o.strides.push_back(0);
  return o;
}

/// A reduction over axes of length 1 alone has one element for each result: it is a map, that of the element itself.
void drop_trivial_reduction(kernel& k) {
  if (k.kind != kernel_kind::reduce || k.reduced_axes > 0) return;
  output& out = k.outputs.front();
  k.kind = kernel_kind::map;
  value v;
  if (k.combine == reducer::argmin || k.combine == reducer::argmax) {
    k.scalars.push_back(graph::scalar_value::of(std::int64_t{0}));
    v.kind = value_kind::scalar;
    v.type = dtype::int64;
    v.slot = static_cast<std::uint16_t>(k.scalars.size() - 1);
  } else {
    if (out.to.type == k.accumulate) return;
    v.kind = value_kind::cast;
    v.type = out.to.type;
    v.nargs = 1;
    v.args[0] = out.value;
  }
  k.values.push_back(v);
  out.value = static_cast<std::uint16_t>(k.values.size() - 1);
}

/// Axes in their own order.
shape c_order(int rank) {
  shape order;
  for (int axis = 0; axis < rank; ++axis) order.push_back(axis);
  return order;
}

/// Kept axes first, then the reduced ones, both in order; how many are kept.
int put_reduced_axes_last(kernel& k, const node& n) {
  shape order;
  for (const bool reduced : {false, true})
    for (int axis = 0; axis < k.extent.ndim(); ++axis)
      if (graph::is_reduced(n, axis) == reduced) order.push_back(axis);
  permute_axes(k, order);
  k.reduced_axes = std::popcount(n.reduced);
  return k.extent.ndim() - k.reduced_axes;
}

/// Computes one graph: keeps what has been computed on the way.
class computation {
 public:
  /// With a recorder, kernels are recorded in place of being run, and arrays have no memory.
  computation(gpu::device where, recorder* recorder) : where_(where), recorder_(recorder) {}

  /// Materialises, operands first, every reduction below `root` and whatever must be cut off so that the rest fits a kernel.
  void prepare(const node& root);
  /// The same for what a map kernel reads: a reduction among them is materialised too.
  void prepare_operand(const node& n);
  /// The same for a mask or an index, which a store only reads.
  void prepare_read(const node& n);

  handle compute(const node& n, memory_order order);
  void compute_into(const node& n, const destination& to);
  /// Reduces straight into the destination; false where that is not possible, and nothing is done.
  bool reduce_into(const node& n, const destination& to);

 private:
  void materialise(const node& n, reason why);
  void materialise_elsewhere(const node& n);
  [[nodiscard]] bool computed_elsewhere(const node& n) const;
  [[nodiscard]] handle complete(const node& n, reason why);
  [[nodiscard]] handle new_array(const shape& dims, dtype type, const shape& order);
  void run(kernel& k, std::uint32_t reduced);
  void cut(const node& n);
  void separate_operands(const node& n);
  int build_reduction(kernel_builder& b, const node& n);
  handle compute_reduce(const node& n, memory_order order);
  void fill_identity(const node& n, const destination& to);
  void finish_map(kernel_builder& b, std::uint16_t value, const destination& to);

  gpu::device where_;
  recorder* recorder_;  // null: kernels are run
  materialised temporaries_;
  node_map<long> weight_;  // nodes below, shared ones counted as often as they are reached
};

handle evaluate_on(gpu::device where, const node& value, memory_order order, recorder* recorder) {
  computation c(where, recorder);
  c.prepare(value);
  return c.compute(value, order);
}

void computation::materialise(const node& n, reason why) {
  if (recorder_ != nullptr) recorder_->begin(why);
  temporaries_.set(&n, compute(n, memory_order::keep));
  if (recorder_ != nullptr) recorder_->end();
}

void computation::materialise_elsewhere(const node& n) {
  if (recorder_ != nullptr) recorder_->begin(reason::other_device);
  temporaries_.set(&n, evaluate_on(device_for(n), n, memory_order::keep, recorder_));
  if (recorder_ != nullptr) recorder_->end();
}

handle computation::new_array(const shape& dims, dtype type, const shape& order) {
  return recorder_ == nullptr ? graph::new_array(dims, type, where_, order)
                              : graph::planned_array(dims, type, where_, order);
}

/// Runs a kernel that is complete. `reduced`: a reduction's axes of its operand.
void computation::run(kernel& k, std::uint32_t reduced) {
  if (k.kind == kernel_kind::map && k.extent.count() == 0) return;
  if (recorder_ != nullptr) recorder_->as_given(k, reduced);
  simplify_axes(k);
  drop_trivial_reduction(k);
  k.name = short_name(k);
  if (recorder_ != nullptr) return recorder_->as_run(std::move(k), where_);
  execute(k, where_);
}

/// Cuts the operands of `n` off, the largest first, until n fits one kernel.
void computation::cut(const node& n) {
  while (!fits(measure(n, temporaries_), n.dims.ndim())) {
    const node* largest = nullptr;
    int most = 1;
    for_each_operand(n, [&](const node& operand) {
      if (temporaries_.contains(&operand) || operand.kind == node_kind::array || operand.kind == node_kind::scalar)
        return;
      const int nodes = measure(operand, temporaries_).nodes;
      if (nodes > most) {
        most = nodes;
        largest = &operand;
      }
    });
    if (largest == nullptr) return;
    materialise(*largest, reason::too_large);
  }
}

/// Where the pass is off that computes operands of n in n's kernel: materialises them.
void computation::separate_operands(const node& n) {
  const bool reduction = n.kind == node_kind::reduce;
  if (enabled(reduction ? pass::fuse_reductions : pass::fuse_maps)) return;
  for_each_operand(n, [&](const node& operand) {
    const bool made = operand.kind == node_kind::draw || operand.kind == node_kind::iota;
    if (!temporaries_.contains(&operand) && (is_operation(operand) || (reduction && made)))
      materialise(operand, reason::pass_off);
  });
}

void computation::prepare(const node& root) {
  std::vector<const node*> stack{&root};
  while (!stack.empty()) {
    const node* n = stack.back();
    if (weight_.contains(n)) {
      stack.pop_back();
      continue;
    }
    if (computed_elsewhere(*n)) {
      materialise_elsewhere(*n);
      weight_.set(n, 1);
      stack.pop_back();
      continue;
    }
    bool ready = true;
    long weight = 1;
    for_each_operand(*n, [&](const node& operand) {
      const long* found = weight_.find(&operand);
      if (found == nullptr) {
        stack.push_back(&operand);
        ready = false;
      } else {
        weight += *found;
      }
    });
    if (!ready) continue;
    stack.pop_back();
    separate_operands(*n);
    if (weight > largest_leaf_count) {
      cut(*n);
      weight = measure(*n, temporaries_).nodes;
    }
    if (n->kind == node_kind::reduce && n != &root) {
      materialise(*n, reason::read_by_another);
      weight = 1;
    }
    weight_.set(n, weight);
  }
}

void computation::prepare_operand(const node& n) {
  prepare(n);
  if (n.kind == node_kind::reduce && !temporaries_.contains(&n)) materialise(n, reason::not_in_place);
}

void computation::prepare_read(const node& n) {
  prepare_operand(n);
  if (!enabled(pass::fuse_maps) && is_operation(n) && !temporaries_.contains(&n)) materialise(n, reason::pass_off);
}

/// A reduction to a 0-d value on the CPU that joins another device's expression: its operands are not there.
bool computation::computed_elsewhere(const node& n) const {
  return n.kind == node_kind::reduce && n.has_device && n.where != where_ && !temporaries_.contains(&n);
}

/// The value of a prepared node as an array of its own.
handle computation::complete(const node& n, reason why) {
  if (!temporaries_.contains(&n)) materialise(n, why);
  return temporaries_.at(&n);
}

void computation::fill_identity(const node& n, const destination& to) {
  const handle value = graph::scalar_node(identity_of(n.combine, n.args[0]->type, n.type));
  compute_into(*value.get(), to);
}

/// The kernel of a reduction, complete but for its output; how many axes it keeps.
int computation::build_reduction(kernel_builder& b, const node& n) {
  const std::uint16_t value = b.value_of(*n.args[0]);
  kernel& k = b.result();
  k.kind = kernel_kind::reduce;
  const int kept = put_reduced_axes_last(k, n);
  k.combine = n.combine;
  k.accumulate = n.args[0]->type;
  output o;
  o.value = value;
  k.outputs.push_back(std::move(o));
  return kept;
}

handle computation::compute_reduce(const node& n, memory_order order) {
  const node& operand = *n.args[0];
  if (operand.dims.count() == 0) {
    handle result = new_array(n.dims, n.type, c_order(n.dims.ndim()));
    fill_identity(n, destination_of(*result.get()));
    return result;
  }
  kernel_builder b(operand.dims, where_, temporaries_);
  const int kept = build_reduction(b, n);
  kernel& k = b.result();
  shape dims = k.extent;
  while (dims.ndim() > kept) dims.erase(dims.ndim() - 1);
  handle result = new_array(dims, n.type, order == memory_order::keep ? natural_order(k, kept) : c_order(dims.ndim()));
  k.outputs.front().to = output_operand(*result.get(), operand.dims.ndim());
  run(k, n.reduced);
  return graph::reshaped(*result.get(), n.dims);  // n's axes of length 1 may differ
}

bool computation::reduce_into(const node& n, const destination& to) {
  const node& operand = *n.args[0];
  if (to.mask || !to.indexed.empty() || n.type != to.type || n.dims != to.dims) return false;
  if (operand.dims.count() == 0) {
    fill_identity(n, to);
    return true;
  }
  kernel_builder b(operand.dims, where_, temporaries_);
  const int kept = build_reduction(b, n);
  kernel& k = b.result();
  for (const plan::operand& in : k.inputs)
    if (in.data == to.data) return false;
  plan::operand& target = k.outputs.front().to;
  target.data = to.data;
  target.type = to.type;
  target.offset = to.offset;
  target.strides = shape::filled(k.extent.ndim(), 0);
  // axes of length 1 may differ between the result and what the operand keeps; the others correspond in order
  for (int axis = 0, source = 0; axis < kept; ++axis) {
    if (k.extent[axis] == 1) continue;
    while (to.dims[source] == 1) ++source;
    target.strides[axis] = to.strides[source++];
  }
  run(k, n.reduced);
  return true;
}

handle computation::compute(const node& n, memory_order order) {
  if (n.kind == node_kind::reduce) return compute_reduce(n, order);
  kernel_builder b(n.dims, where_, temporaries_);
  const std::uint16_t value = b.value_of(n);
  const int rank = n.dims.ndim();
  handle result =
      new_array(n.dims, n.type, order == memory_order::keep ? natural_order(b.result(), rank) : c_order(rank));
  finish_map(b, value, destination_of(*result.get()));
  return result;
}

void computation::finish_map(kernel_builder& b, std::uint16_t value, const destination& to) {
  output o;
  o.to.data = to.data;
  o.to.type = to.type;
  o.to.offset = to.offset;
  o.to.strides = to.strides;
  o.value = value;
  for (const auto& axis : to.indexed)
    o.to.indexed.push_back({b.value_of(*axis.index.get()), axis.length, axis.stride, axis.axis});
  if (to.mask) {
    o.masked = true;
    o.mask = b.value_of(*to.mask.get());
  }
  kernel& k = b.result();
  k.outputs.push_back(std::move(o));
  run(k, 0);
}

void computation::compute_into(const node& n, const destination& to) {
  kernel_builder b(to.dims, where_, temporaries_);
  const std::uint16_t value = b.value_of(n);
  if (to.mask) (void)b.value_of(*to.mask.get());
  for (const auto& axis : to.indexed) (void)b.value_of(*axis.index.get());
  if (reads_what_it_writes(b.result(), to)) {
    (void)complete(n, reason::overlap);
    destination later = to;
    if (to.mask) later.mask = complete(*to.mask.get(), reason::overlap);
    for (auto& axis : later.indexed) axis.index = complete(*axis.index.get(), reason::overlap);
    kernel_builder copy(to.dims, where_, temporaries_);
    const std::uint16_t loaded = copy.value_of(n);
    finish_map(copy, loaded, later);
    return;
  }
  finish_map(b, value, to);
}

void store_on(const node& value, const destination& to, recorder* recorder) {
  computation c(to.where, recorder);
  if (value.kind == node_kind::reduce && (!value.has_device || value.where == to.where)) {
    c.prepare(value);
    if (enabled(pass::reduce_in_place) && c.reduce_into(value, to)) return;
  }
  c.prepare_operand(value);
  for (const auto& axis : to.indexed) c.prepare_read(*axis.index.get());
  if (to.mask) c.prepare_read(*to.mask.get());
  c.compute_into(value, to);
}

}  // namespace

handle evaluate(const node& value, memory_order order) { return evaluate_on(device_for(value), value, order, nullptr); }

void store(const node& value, const destination& to) { store_on(value, to, nullptr); }

void record_evaluation(const node& value, recorder& into) {
  (void)evaluate_on(device_for(value), value, memory_order::keep, &into);
}

void record_store(const node& value, const destination& to, recorder& into) { store_on(value, to, &into); }

destination destination_of(const node& array) {
  destination d;
  d.data = array.data;
  d.type = array.type;
  d.where = array.where;
  d.dims = array.dims;
  d.offset = array.offset;
  d.strides = array.strides;
  return d;
}

}  // namespace gpu::plan

#include "kernel_sample.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <utility>

#include <gpu/dtype.hpp>

#include "kernel_coverage.hpp"
#include "kernel_storages.hpp"
#include "kernels_by_hand.hpp"

namespace kernel_sample {
namespace {

using gpu::dtype;
using gpu::shape;
using namespace by_hand;
using plan::operand;

constexpr std::int64_t guard_bytes = 64;  // of each storage, before and after what its operand reaches

constexpr dtype all_types[] = {dtype::bool_,    dtype::int8,    dtype::int16,   dtype::int32,     dtype::int64,
                               dtype::uint8,    dtype::uint16,  dtype::uint32,  dtype::uint64,    dtype::float16,
                               dtype::bfloat16, dtype::float32, dtype::float64, dtype::complex64, dtype::complex128};

/// Random choices, the same on every machine.
class chooser {
 public:
  explicit chooser(std::uint32_t seed) : random_(seed) {}
  std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(random_()) % static_cast<std::uint32_t>(n); }
  bool one_in(std::uint32_t n) { return below(n) == 0; }
  template <class List>
  auto from(const List& list) {
    return *std::next(std::begin(list), below(std::size(list)));
  }
  template <class T>
  T from(std::initializer_list<T> list) {
    return *std::next(list.begin(), below(list.size()));
  }

 private:
  std::mt19937 random_;
};

/// One random kernel.
class builder {
 public:
  explicit builder(std::uint32_t seed) : choose_(seed), type_(choose_.from(all_types)) {
    k_.name = "sample";
    shared_phase_ = choose_.from({0, 0, 0, 1, 2, 3, 4, 5});
    shares_phase_ = !choose_.one_in(3);
    wide_ = choose_.one_in(6);
  }

  plan::kernel map();
  plan::kernel masked();
  plan::kernel gather();
  plan::kernel scatter(bool of_one_value);
  plan::kernel draw();
  plan::kernel ramp();
  plan::kernel several();
  plan::kernel reduction(bool outer);

 private:
  void choose_extent();
  int phase() { return shares_phase_ ? shared_phase_ : static_cast<int>(choose_.below(4)); }
  operand place(dtype type, const shape& strides, const shape& extent, std::vector<plan::indexed_axis> indexed = {});
  operand input(dtype type) { return place(type, strides_of(choose_.from(arrangements), k_.extent), k_.extent); }
  operand output(dtype type);
  void widen();
  /// The number of the new value.
  int add(plan::value v) {
    k_.values.push_back(v);
    return static_cast<int>(k_.values.size()) - 1;
  }
  int add_input(operand o);
  int loaded_as(dtype type);
  int index_value();
  int gathered(dtype type, int lane_axis);
  int drawn(dtype type);
  int position();
  std::vector<plan::indexed_axis> indexed_by(const std::vector<int>& values, std::int64_t stride);
  void store_in(operand o, int value) { k_.outputs.push_back(store(std::move(o), value)); }
  int computed();
  void choose_reduced_extent(bool outer);
  shape kept_fastest(int kept);
  int reduced_value(bool outer, int kept);
  void choose_fold(dtype in);

  chooser choose_;
  dtype type_;
  int shared_phase_ = 0;
  bool shares_phase_ = false;
  bool wide_ = false;
  int wide_axis_ = 0;
  plan::kernel k_;
};

void builder::choose_extent() {
  static const shape extents[] = {{},      {1},       {3},  {1103},  {5000},     {1030},       {7, 48},      {9, 67},
                                  {66, 5}, {1201, 3}, {11}, {6, 24}, {3, 4, 32}, {2, 3, 4, 9}, {4, 3, 5, 64}};
  k_.extent = choose_.from(extents);
  if (wide_) {  // an axis of length 1 whose stride, never walked, is too long for 32 bits
    shape longer{1};
    for (const std::int64_t n : k_.extent) longer.push_back(n);
    k_.extent = longer;
  }
}

/// An operand over a storage that has a likely address, but no memory yet.
operand builder::place(dtype type, const shape& strides, const shape& extent, std::vector<plan::indexed_axis> indexed) {
  std::int64_t low = 0;
  std::int64_t high = 0;
  const auto walk = [&](std::int64_t stride, std::int64_t length) {
    (stride < 0 ? low : high) += stride * (length - 1);
  };
  for (int axis = 0; axis < strides.ndim(); ++axis) walk(strides[axis], extent[axis]);
  for (const plan::indexed_axis& axis : indexed) walk(axis.stride, axis.length);
  const auto item = static_cast<std::int64_t>(gpu::detail::item_size(type));
  const std::int64_t guard = guard_bytes / item;
  std::int64_t first = 256 + phase() * item;
  if (gpu::detail::is_complex(type) && choose_.one_in(4)) first += item / 2;  // aligned to the parts only
  operand o;
  o.type = type;
  o.strides = strides;
  o.offset = guard - low;
  o.indexed = std::move(indexed);
  // a reversed operand's origin is its end: the address that counts is brought to the same phase
  first += (low % 16 + 16) % 16 * item % 256;
  o.data = gpu::runtime::adopt(std::bit_cast<void*>(first),
                               static_cast<std::size_t>((2 * guard + high - low + 1) * item), gpu::cpu(), [](void*) {});
  return o;
}

operand builder::output(dtype type) {
  const arrangement how = choose_.from({arrangement::c_order, arrangement::c_order, arrangement::stepped,
                                        arrangement::reversed, arrangement::transposed, arrangement::padded});
  return place(type, strides_of(how, k_.extent), k_.extent);
}

/// The last step: one operand's stride along an axis of length 1.
void builder::widen() {
  if (!wide_) return;
  const bool of_input = !k_.inputs.empty() && (k_.kind == plan::kernel_kind::reduce || choose_.one_in(2));
  shape& strides = of_input ? k_.inputs.back().strides : k_.outputs.front().to.strides;
  if (wide_axis_ < strides.ndim()) strides[wide_axis_] = std::int64_t{1} << 33;
}

int builder::add_input(operand o) {
  const dtype type = o.type;
  k_.inputs.push_back(std::move(o));
  return add(load(type, static_cast<int>(k_.inputs.size()) - 1));
}

/// A load of some dtype, as `type`.
int builder::loaded_as(dtype type) {
  const dtype from = choose_.one_in(2) ? type : choose_.from(all_types);
  const int value = add_input(input(from));
  return from == type ? value : add(cast(type, value));
}

/// Two operands combined, in type_.
int builder::computed() {
  const int a = loaded_as(type_);
  if (choose_.one_in(3)) return a;
  const int b = loaded_as(type_);
  const auto op = choose_.from({plan::op_id::add, plan::op_id::multiply, plan::op_id::maximum, plan::op_id::minimum});
  return add(apply(op, type_, {a, b}));
}

plan::kernel builder::map() {
  choose_extent();
  const int value = computed();
  operand out = output(type_);
  if (k_.inputs.front().type == type_ && choose_.one_in(4)) k_.inputs.front() = out;  // in place
  store_in(out, value);
  widen();
  return std::move(k_);
}

plan::kernel builder::masked() {
  choose_extent();
  const int value = computed();
  const int mask = add_input(input(dtype::bool_));
  operand out = output(type_);
  if (k_.inputs.front().type == type_ && choose_.one_in(4)) k_.inputs.front() = out;
  store_in(out, value);
  k_.outputs.back().masked = true;
  k_.outputs.back().mask = static_cast<std::uint16_t>(mask);
  widen();
  return std::move(k_);
}

plan::kernel builder::several() {
  choose_extent();
  const int value = computed();
  const dtype second = choose_.from(all_types);
  const int other = add(cast(second, value));
  operand out = output(type_);
  if (k_.inputs.front().type == type_ && choose_.one_in(4)) k_.inputs.front() = out;
  store_in(out, value);
  store_in(output(second), other);
  widen();
  return std::move(k_);
}

std::vector<plan::indexed_axis> builder::indexed_by(const std::vector<int>& values, std::int64_t stride) {
  std::vector<plan::indexed_axis> axes;
  for (const int v : values) {
    const std::int64_t length = 11 + choose_.below(40);
    axes.push_back({static_cast<std::uint16_t>(v), length, stride, static_cast<std::int32_t>(axes.size())});
    stride *= length;
  }
  return axes;
}

int builder::index_value() {
  const dtype type = choose_.from({dtype::int8, dtype::int16, dtype::int32, dtype::int64});
  const int loaded = add_input(input(type));
  return type == dtype::int64 ? loaded : add(cast(dtype::int64, loaded));
}

/// An operand read through one or two indices; its own strides are 0, or those of rows.
int builder::gathered(dtype type, int lane_axis) {
  std::vector<int> indices{index_value()};
  if (choose_.one_in(2)) indices.push_back(index_value());
  shape strides = shape::filled(k_.extent.ndim(), 0);
  std::int64_t row = 1;
  if (lane_axis >= 0 && !choose_.one_in(3)) {
    strides[lane_axis] = choose_.from({1, 1, 2, -1});
    row = 2 * k_.extent[lane_axis];
  }
  return add_input(place(type, strides, k_.extent, indexed_by(indices, row)));
}

plan::kernel builder::gather() {
  choose_extent();
  const int value = gathered(type_, k_.extent.ndim() - 1);
  store_in(output(type_), value);
  widen();
  return std::move(k_);
}

plan::kernel builder::scatter(bool of_one_value) {
  choose_extent();
  int value = 0;
  if (of_one_value) {
    k_.scalars.emplace_back();
    k_.scalars.back().type = type_;
    k_.scalars.back().bytes[0] = std::byte{1};
    value = add(scalar(type_, 0));
  } else {
    value = loaded_as(type_);
  }
  std::vector<int> indices{index_value()};
  if (choose_.one_in(2)) indices.push_back(index_value());
  const bool is_masked = choose_.one_in(3);
  const int mask = is_masked ? add_input(input(dtype::bool_)) : 0;
  shape strides = shape::filled(k_.extent.ndim(), 0);
  std::int64_t row = 1;
  if (const int last = k_.extent.ndim() - 1; last >= 0 && !choose_.one_in(3)) {
    strides[last] = choose_.from({1, 1, 2, -1});
    row = 2 * k_.extent[last];
  }
  store_in(place(type_, strides, k_.extent, indexed_by(indices, row)), value);
  k_.outputs.back().masked = is_masked;
  k_.outputs.back().mask = static_cast<std::uint16_t>(mask);
  widen();
  return std::move(k_);
}

/// A draw of type_ or, where that cannot be drawn, of one that is cast to it.
int builder::drawn(dtype type) {
  plan::draw d;
  d.kind = choose_.from({plan::distribution::random, plan::distribution::normal, plan::distribution::integers,
                         plan::distribution::random});
  if (gpu::detail::is_floating(type) && d.kind == plan::distribution::integers) d.kind = plan::distribution::normal;
  const bool integers = d.kind == plan::distribution::integers;
  d.type = type;
  if (!integers && !gpu::detail::is_floating(type)) d.type = choose_.from({dtype::float32, dtype::float64});
  if (integers && gpu::detail::is_complex(type)) d.type = dtype::int32;
  d.seed = 42;
  d.first_word = 8;
  d.low = d.type == dtype::bool_ ? 0 : choose_.from({0, 1});
  d.range = d.type == dtype::bool_ ? 2U : choose_.from({2U, 100U});
  d.offset = choose_.from({0, 0, 4, 3});
  d.strides = c_strides(k_.extent);
  if (choose_.one_in(4))
    for (int axis = 0; axis < d.strides.ndim(); ++axis) d.strides[axis] *= 2;
  k_.draws.push_back(d);
  plan::value v;
  v.kind = plan::value_kind::draw;
  v.type = d.type;
  const int value = add(v);
  return d.type == type ? value : add(cast(type, value));
}

plan::kernel builder::draw() {
  choose_extent();
  int value = drawn(type_);
  if (choose_.one_in(2)) value = add(apply(plan::op_id::add, type_, {value, loaded_as(type_)}));
  store_in(output(type_), value);
  widen();
  return std::move(k_);
}

int builder::position() {
  k_.positions.push_back({choose_.from({0, 0, 5, -3}), strides_of(choose_.from(arrangements), k_.extent)});
  plan::value v;
  v.kind = plan::value_kind::index;
  v.type = dtype::int64;
  return add(v);
}

plan::kernel builder::ramp() {
  choose_extent();
  const int at = position();
  int value = type_ == dtype::int64 ? at : add(cast(type_, at));
  if (choose_.one_in(2)) value = add(apply(plan::op_id::add, type_, {value, loaded_as(type_)}));
  store_in(output(type_), value);
  widen();
  return std::move(k_);
}

void builder::choose_reduced_extent(bool outer) {
  // reduced axes last. For groups of 1, 4, 32 and 256 threads, and splits, at 1 to 16 lanes
  static const std::pair<shape, int> inner_extents[] = {
      {{1}, 1},          {{5}, 1},         {{40}, 1},         {{700}, 1},      {{4999}, 1},       {{20000}, 1},
      {{70016}, 1},      {{40, 3}, 1},     {{300, 2}, 1},     {{9, 67}, 1},    {{9, 64}, 1},      {{5, 600}, 1},
      {{3, 4100}, 1},    {{2, 8192}, 1},   {{2, 9001}, 1},    {{2, 70000}, 1}, {{3, 5, 16}, 1},   {{3, 5, 16}, 2},
      {{2, 3, 1200}, 1}, {{2, 40, 64}, 2}, {{2, 30, 256}, 2}, {{20, 48}, 2},   {{3, 2, 5000}, 2}, {{2, 3, 4, 5}, 2},
      {{3, 4, 5, 7}, 3}, {{6, 7, 64}, 3},  {{20, 2, 16}, 2},  {{20, 2, 2}, 2}, {{3, 20, 2, 4}, 2}};
  static const std::pair<shape, int> outer_extents[] = {
      {{3, 5}, 1},     {{48, 20}, 1},     {{67, 33}, 1},      {{1000, 6}, 1},   {{5, 4000}, 1},
      {{16, 2000}, 1}, {{48, 900}, 1},    {{4, 24, 7}, 1},    {{3, 2, 700}, 1}, {{4, 24, 300}, 1},
      {{16, 5, 8}, 2}, {{33, 40, 30}, 2}, {{2, 8, 30, 20}, 2}};
  const auto [extent, reduced] = outer ? choose_.from(outer_extents) : choose_.from(inner_extents);
  const int kept = extent.ndim() - reduced;
  // where 64-bit arithmetic is wanted: an axis of length 1, first of the kept axes or of the reduced ones
  const int extra = !wide_ ? -1 : kept > 0 && choose_.one_in(2) ? 0 : kept;
  for (int axis = 0; axis < extent.ndim(); ++axis) {
    if (axis == extra) k_.extent.push_back(1);
    k_.extent.push_back(extent[axis]);
  }
  wide_axis_ = std::max(extra, 0);
  k_.reduced_axes = reduced + (wide_ && extra == kept ? 1 : 0);
}

/// How values of dtype `in` are combined: as the front end does.
void builder::choose_fold(dtype in) {
  using plan::reducer;
  k_.combine = choose_.from({reducer::sum, reducer::prod, reducer::min, reducer::max, reducer::all, reducer::any,
                             reducer::argmin, reducer::argmax});
  k_.accumulate = in;
  if (k_.combine == reducer::all || k_.combine == reducer::any) k_.accumulate = dtype::bool_;
  if (k_.combine == reducer::prod && gpu::detail::is_complex(in))
    k_.combine = reducer::sum;  // signs of zeros depend on the order
  if (k_.combine != reducer::sum && k_.combine != reducer::prod) return;
  if (in == dtype::float16 || in == dtype::bfloat16)
    k_.accumulate = dtype::float32;
  else if (in >= dtype::uint8 && in <= dtype::uint64)
    k_.accumulate = dtype::uint64;
  else if (in < dtype::float16)
    k_.accumulate = dtype::int64;
}

/// Strides of an operand whose kept axes run fastest, dense or with rows of one element more.
shape builder::kept_fastest(int kept) {
  shape strides = shape::filled(k_.extent.ndim(), 0);
  std::int64_t step = 1;
  const auto walk = [&](int axis) {
    strides[axis] = step;
    step *= k_.extent[axis];
  };
  for (int axis = kept - 1; axis >= 0; --axis) walk(axis);
  step += choose_.from({0, 0, 1});
  for (int axis = k_.extent.ndim() - 1; axis >= kept; --axis) walk(axis);
  return strides;
}

/// What a reduction combines: elements, alone or with a draw or another operand's, gathered ones, or draws.
int builder::reduced_value(bool outer, int kept) {
  const auto along_lanes = [&] { return outer ? kept_fastest(kept) : c_strides(k_.extent); };
  if (choose_.one_in(6)) return gathered(type_, outer ? kept - 1 : k_.extent.ndim() - 1);
  if (choose_.one_in(8)) return drawn(type_);
  const bool any_way = choose_.one_in(2);
  const int value =
      add_input(place(type_, any_way ? strides_of(choose_.from(arrangements), k_.extent) : along_lanes(), k_.extent));
  if (choose_.one_in(4)) return add(apply(plan::op_id::add, type_, {value, drawn(type_)}));
  if (!choose_.one_in(3)) return value;
  return add(apply(plan::op_id::maximum, type_, {value, add_input(place(type_, along_lanes(), k_.extent))}));
}

plan::kernel builder::reduction(bool outer) {
  k_.kind = plan::kernel_kind::reduce;
  if (choose_.one_in(4)) type_ = choose_.from({dtype::bool_, dtype::int8, dtype::uint8});  // for the most lanes
  choose_reduced_extent(outer);
  const int kept = k_.extent.ndim() - k_.reduced_axes;
  int value = reduced_value(outer, kept);
  choose_fold(type_);
  if (k_.values[static_cast<std::size_t>(value)].type != k_.accumulate) value = add(cast(k_.accumulate, value));
  shape kept_extent;
  for (int axis = 0; axis < kept; ++axis) kept_extent.push_back(k_.extent[axis]);
  const bool is_position = k_.combine == plan::reducer::argmin || k_.combine == plan::reducer::argmax;
  const bool narrows = k_.accumulate == dtype::float32 && gpu::detail::item_size(type_) == 2;
  const dtype result = is_position ? dtype::int64 : narrows ? type_ : k_.accumulate;
  const arrangement how = choose_.from({arrangement::c_order, arrangement::c_order, arrangement::stepped,
                                        arrangement::reversed, arrangement::transposed});
  store_in(place(result, strides_of(how, kept_extent), kept_extent), value);
  widen();
  return std::move(k_);
}

const std::map<std::string, std::function<plan::kernel(builder&)>>& builders() {
  static const std::map<std::string, std::function<plan::kernel(builder&)>> all = {
      {"map", [](builder& b) { return b.map(); }},
      {"masked map", [](builder& b) { return b.masked(); }},
      {"map of several outputs", [](builder& b) { return b.several(); }},
      {"gather", [](builder& b) { return b.gather(); }},
      {"scatter of one value", [](builder& b) { return b.scatter(true); }},
      {"scatter of values", [](builder& b) { return b.scatter(false); }},
      {"draw", [](builder& b) { return b.draw(); }},
      {"ramp", [](builder& b) { return b.ramp(); }},
      {"inner reduction", [](builder& b) { return b.reduction(false); }},
      {"outer reduction", [](builder& b) { return b.reduction(true); }},
  };
  return all;
}

/// Numbers for classes and pairs of classes: comparing texts would take most of the time.
class class_numbers {
 public:
  /// A kernel's pairs of classes; the classes themselves are paired with the template, which all have.
  std::vector<std::uint32_t> pairs_of(const kernel_coverage::properties& p) {
    std::vector<std::uint32_t> classes;
    for (const auto& [field, value] : p)
      classes.push_back(
          numbers_.emplace(std::pair(field, value), static_cast<std::uint32_t>(numbers_.size())).first->second);
    std::vector<std::uint32_t> pairs;
    for (std::size_t a = 0; a < classes.size(); ++a)
      for (std::size_t b = a + 1; b < classes.size(); ++b) pairs.push_back(classes[a] * 1024 + classes[b]);
    return pairs;
  }

 private:
  std::map<std::pair<std::string, std::string>, std::uint32_t> numbers_;
};

struct candidate {
  plan::kernel kernel;
  std::vector<std::uint32_t> pairs;
};

std::vector<candidate> candidates_for(const std::string& name) {
  constexpr std::uint32_t count = 12000;
  const auto& build = builders().at(name);
  class_numbers numbers;
  std::vector<candidate> all;
  for (std::uint32_t seed = 0; seed < count; ++seed) {
    builder b(seed);
    plan::kernel k = build(b);
    const kernel_coverage::properties p = kernel_coverage::properties_of(k);
    if (p.at("template") == name) all.push_back({std::move(k), numbers.pairs_of(p)});
  }
  return all;
}

/// Keeps, of many candidates, first those that bring most that is new.
std::vector<plan::kernel> chosen(const std::string& name) {
  std::vector<candidate> all = candidates_for(name);
  std::vector<plan::kernel> kept;
  std::set<std::uint32_t> reached;
  for (const std::size_t least : {32U, 16U, 8U, 4U, 2U, 1U})
    for (candidate& c : all) {
      std::erase_if(c.pairs, [&](std::uint32_t pair) { return reached.contains(pair); });
      if (c.pairs.size() < least) continue;
      reached.insert(c.pairs.begin(), c.pairs.end());
      kept.push_back(std::move(c.kernel));
      c.pairs.clear();
    }
  return kept;
}

}  // namespace

const std::vector<plan::kernel>& of_template(const std::string& name) {
  static std::map<std::string, std::vector<plan::kernel>> made;
  const auto found = made.find(name);
  return found != made.end() ? found->second : made.emplace(name, chosen(name)).first->second;
}

plan::kernel with_memory(const plan::kernel& k) { return with_storages(k, alike); }

std::string text_of(const plan::kernel& k) {
  std::string text;
  for (const auto& [field, value] : kernel_coverage::properties_of(k))
    text.append(field).append(" ").append(value).append(", ");
  text += "extent " + gpu::to_string(k.extent);
  for (const plan::operand& in : k.inputs)
    text += ", " + std::string(gpu::dtype_name(in.type)) + ' ' + gpu::to_string(in.strides);
  for (const plan::output& out : k.outputs)
    text += " -> " + std::string(gpu::dtype_name(out.to.type)) + ' ' + gpu::to_string(out.to.strides);
  return text;
}

}  // namespace kernel_sample

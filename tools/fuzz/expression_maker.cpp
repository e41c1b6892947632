#include "expression_maker.hpp"

#include <array>
#include <cmath>

#include "elements.hpp"
#include "errors.hpp"

namespace fuzz {
namespace {

using gpu::detail::is_complex;
using gpu::detail::is_floating;
using gpu::detail::is_integer;
using gpu::detail::scalar_kind;
using gpu::detail::type_rule;

constexpr bool whole(dtype d) { return d < dtype::float16; }

/// Complex functions that the reference has a bound for.
bool usable(op_id op, dtype compute) {
  if (!is_complex(compute) || is_exact(op, compute)) return true;
  switch (op) {
    case op_id::divide:
    case op_id::reciprocal:
    case op_id::absolute:
    case op_id::sign:
    case op_id::exp:
    case op_id::log:
    case op_id::sqrt:
    case op_id::sin:
    case op_id::cos: return true;
    default: return false;
  }
}

constexpr int op_count = 0
#define GPU_OP(name, arity, rule) +1
#include <gpu/detail/op_table.def>
#undef GPU_OP
    ;

/// Any operation, the plain ones more often.
op_id any_operation(random_source& random) {
  if (random.chance(40))
    return random.pick({op_id::add, op_id::subtract, op_id::multiply, op_id::maximum, op_id::minimum, op_id::where,
                        op_id::less, op_id::negative, op_id::absolute, op_id::clip, op_id::divide, op_id::equal});
  return static_cast<op_id>(random.below(op_count));
}

}  // namespace

made_node expression_maker::add(node_spec n, dtype type, tokens dims, bool exact) {
  statement_.nodes.push_back(std::move(n));
  return {static_cast<int>(statement_.nodes.size()) - 1, type, std::move(dims), exact, false};
}

const made_node& expression_maker::pick(const std::vector<made_node>& pool) {
  const int n = static_cast<int>(pool.size());
  const int recent = std::min(n, 3);
  return pool[static_cast<std::size_t>(choices_.structure.chance(60) ? n - 1 - choices_.structure.below(recent)
                                                                     : choices_.structure.below(n))];
}

// -- leaves -------------------------------------------------------------------------------------------------------------------

int expression_maker::new_array(const tokens& symbols, dtype type, bool plain, bool writable) {
  random_source& structure = choices_.structure;
  random_source& variation = choices_.variation;
  array_spec a;
  a.type = type;
  const bool dense = plain || structure.chance(45);
  const int rank = static_cast<int>(symbols.size());
  // what a skeleton's programs have in common is redone for some of them
  random_source& layout = variation.chance(30) ? variation : structure;
  for (int k = 0; k < rank; ++k) {
    axis_layout x;
    x.symbol = symbols[static_cast<std::size_t>(k)];
    a.order.push_back(k);
    const bool repeats = structure.chance(8);
    const int step = structure.pick({1, 1, 1, -1, 2, -3});
    if (!dense) x.step = &layout == &structure ? step : layout.pick({1, 1, -1, 2});
    if (!dense && !writable) x.broadcast = repeats && x.symbol >= 0;
    if (!plain && variation.chance(30)) x.start = variation.below(4);
    if (!plain && variation.chance(15)) x.pad = variation.below(3);
    a.axes.push_back(x);
  }
  const bool turned = structure.chance(30), half = structure.chance(10);
  if (!plain && turned) std::reverse(a.order.begin(), a.order.end());
  if (!plain && rank > 2 && turned && structure.chance(50)) std::swap(a.order[0], a.order[1]);
  a.to_parts = !plain && half && is_complex(type);
  if (structure.chance(4) && rank > 0) {  // dense, but for its rows
    a.far = true;
    a.to_parts = false;
    for (int k = 0; k < rank; ++k) {
      a.axes[static_cast<std::size_t>(k)] = {symbols[static_cast<std::size_t>(k)], false, 0, 1, 0};
      a.order[static_cast<std::size_t>(k)] = k;
    }
  }
  a.values = variation.pick({filling::small, filling::small, filling::special, filling::special, filling::bits});
  a.seed = variation.bits();
  program_.arrays.push_back(std::move(a));
  return static_cast<int>(program_.arrays.size()) - 1;
}

int expression_maker::array_with(const tokens& symbols, dtype type) {
  std::vector<int> matching;
  for (std::size_t i = 0; i < program_.arrays.size(); ++i) {
    const array_spec& a = program_.arrays[i];
    bool same = a.type == type && a.axes.size() == symbols.size();
    for (std::size_t k = 0; same && k < symbols.size(); ++k) same = a.axes[k].symbol == symbols[k];
    if (same) matching.push_back(static_cast<int>(i));
  }
  const bool reuse = choices_.structure.chance(50);
  if (!matching.empty() && reuse) return choices_.structure.pick(matching);
  return new_array(symbols, type, false, false);
}

int expression_maker::target(const tokens& space, dtype type, bool plain) {
  tokens symbols;
  for (const int t : space) symbols.push_back(t == one ? one : symbol_of(t));
  return new_array(symbols, type, plain, true);
}

std::vector<view_step> expression_maker::trimming(const tokens& space) {
  random_source& structure = choices_.structure;
  view_step view;
  bool any = false;
  for (const int t : space) {
    const bool reverse = structure.chance(15), front = structure.chance(50);
    using gpu::placeholders::_;
    gpu::slice_item item = gpu::all();
    if (is_trimmed(t))
      item = front ? (reverse ? gpu::range(_, 0, -1) : gpu::range(1, _))
                   : (reverse ? gpu::range(-2, _, -1) : gpu::range(_, -1));
    else if (reverse)
      item = gpu::range(_, _, -1);
    any = any || is_trimmed(t) || reverse;
    view.items.push_back(item);
  }
  if (!any) return {};
  return {view};
}

made_node expression_maker::window(int array, const tokens& space) {
  node_spec n;
  n.array = array;
  made_node x = add(n, program_.arrays[static_cast<std::size_t>(array)].type, space, true);
  for (const view_step& view : trimming(space)) x = with_view(x, view, space);
  return x;
}

made_node expression_maker::with_view(const made_node& x, view_step view, tokens dims) {
  node_spec n;
  n.kind = node_kind::view;
  n.args = {{x.id, {}, -1}};
  n.view = std::move(view);
  made_node v = add(n, x.type, std::move(dims), x.exact);
  v.last = x.last;
  return v;
}

made_node expression_maker::drawn_leaf(const tokens& space) {
  random_source& structure = choices_.structure;
  node_spec n;
  n.symbols = space;
  if (structure.chance(40)) {
    n.kind = node_kind::arange;
    n.type = structure.pick({dtype::int32, dtype::int64, dtype::float64, dtype::int8});
    return add(n, n.type, space, true);
  }
  n.kind = node_kind::draw;
  n.draw = structure.pick({draw_kind::random, draw_kind::normal, draw_kind::integers});
  n.type = n.draw == draw_kind::integers
               ? structure.pick({dtype::int8, dtype::int32, dtype::int64, dtype::uint16})
               : structure.pick({dtype::float16, dtype::bfloat16, dtype::float32, dtype::float64});
  n.seed = choices_.variation.bits();
  n.far = structure.chance(25) && !space.empty() && space.back() != one;
  return add(n, n.type, space, true);
}

made_node expression_maker::whole_leaf(const tokens& space, dtype type) {
  tokens symbols;
  for (const int t : space) symbols.push_back(t == one ? one : symbol_of(t));
  return window(array_with(symbols, type), space);
}

made_node expression_maker::leaf(const tokens& space) {
  random_source& structure = choices_.structure;
  tokens dims = space;
  if (structure.chance(15)) dims.erase(dims.begin(), dims.begin() + structure.below(static_cast<int>(dims.size()) + 1));
  bool plain_symbols = true;
  for (int& t : dims) {
    if (structure.chance(10)) t = one;
    plain_symbols = plain_symbols && (t == one || is_symbol(t));
  }
  if (structure.chance(12) && plain_symbols) return drawn_leaf(dims);
  return whole_leaf(dims, structure.pick(palette_));
}

made_node expression_maker::indices(const tokens& dims, int symbol) {
  const dtype type = choices_.structure.pick({dtype::int32, dtype::int64, dtype::uint32, dtype::int64});
  const made_node x = whole_leaf(dims, type);
  node_spec n;
  n.kind = node_kind::map;
  n.op = op_id::remainder;
  n.args = {{x.id, {}, -1}, {-1, {}, symbol}};
  made_node index = add(n, type, dims, true);
  if (type != dtype::uint32 && choices_.structure.chance(30)) {  // counted from the end
    n.op = op_id::subtract;
    n.args = {{index.id, {}, -1}, {-1, {}, symbol}};
    index = add(n, type, dims, true);
  }
  return index;
}

made_node expression_maker::mask(const tokens& dims) {
  if (choices_.structure.chance(50)) return whole_leaf(dims, dtype::bool_);
  const made_node x = whole_leaf(dims, choices_.structure.pick(palette_));
  node_spec n;
  n.kind = node_kind::map;
  n.op = choices_.structure.pick({op_id::less, op_id::greater, op_id::equal});
  n.args = {{x.id, {}, -1}, {-1, scalar_for(n.op, x.type, false), -1}};
  return add(n, dtype::bool_, dims, true);
}

// -- operations ---------------------------------------------------------------------------------------------------------------

weak_scalar expression_maker::scalar_for(op_id op, dtype with, bool complex_too) {
  const int kind = choices_.structure.below(10);
  random_source& variation = choices_.variation;
  if (kind == 0 && complex_too) return weak_scalar::of(std::complex<double>(1.5, variation.below(4) - 1));
  if (kind < 4 && op != op_id::left_shift && op != op_id::right_shift)
    return weak_scalar::of(variation.pick({0.5, 2.0, -1.5, 3.0, 0.0, 1e-3}));
  const bool may_be_negative = op != op_id::power && !gpu::detail::is_unsigned_integer(with);
  return weak_scalar::of(variation.pick({0, 1, 2, 3, 7}) * (may_be_negative && variation.chance(25) ? -1 : 1));
}

made_node expression_maker::mapped(op_id op, const std::vector<made_node>& args, const std::vector<operand>& operands,
                                   dtype promoted) {
  const auto typing = gpu::detail::typing_of(op, promoted);
  if (!typing.valid || !usable(op, typing.compute)) return {};
  bool exact = true;
  for (const made_node& a : args) exact = exact && a.exact;
  if (!exact && (!is_smooth(op, typing.compute) || whole(typing.compute))) return {};
  if (op == op_id::where && operands[0].node >= 0 && !args[0].exact) return {};
  tokens dims;
  for (const made_node& a : args) {
    const auto both = broadcast(dims, a.dims);
    if (!both) return {};
    dims = *both;
  }
  node_spec n;
  n.kind = node_kind::map;
  n.op = op;
  n.args = operands;
  return add(n, typing.result, dims, exact && is_exact(op, typing.compute));
}

made_node expression_maker::try_map(const std::vector<made_node>& pool, const tokens& space) {
  random_source& structure = choices_.structure;
  const op_id op = any_operation(structure);
  const type_rule rule = gpu::detail::rule_of(op);
  const int arity = gpu::detail::arity_of(op);
  std::vector<made_node> args;
  std::vector<operand> operands;
  dtype promoted = dtype::bool_;
  const int scalar_at =
      arity > 1 && structure.chance(25) ? (arity == 2 ? structure.below(2) : 1 + structure.below(2)) : -1;
  for (int i = 0; i < arity; ++i) {
    if (i == scalar_at) {
      operands.push_back({});
      continue;
    }
    const made_node x = pick(pool);
    if (x.last || !fits(x.dims, space)) return {};
    const bool decides = !(rule == type_rule::select && i == 0) && !(rule == type_rule::ldexp && i == 1);
    if (rule == type_rule::ldexp && i == 1 && (!whole(x.type) || !x.exact)) return {};
    if (decides) promoted = gpu::detail::promote(promoted, x.type);
    args.push_back(x);
    operands.push_back({x.id, {}, -1});
  }
  if (scalar_at >= 0) {
    weak_scalar s = scalar_for(op, promoted, true);
    if (rule == type_rule::ldexp) s = weak_scalar::of(choices_.variation.below(5) - 2);
    const bool as_whole = s.kind == scalar_kind::integer;
    if (rule == type_rule::bitwise || rule == type_rule::shift || rule == type_rule::integer)
      s = as_whole ? s : weak_scalar::of(3);
    operands[static_cast<std::size_t>(scalar_at)].scalar = s;
    if (!(rule == type_rule::ldexp && scalar_at == 1)) promoted = gpu::detail::promote_weak(promoted, s.kind);
    if (gpu::detail::is_bool(promoted) && as_whole) promoted = dtype::int64;
  }
  return mapped(op, args, operands, promoted);
}

made_node expression_maker::cast_to(const made_node& x, dtype to) {
  if (x.type == to) return x;
  node_spec n;
  n.kind = node_kind::cast;
  n.type = to;
  n.args = {{x.id, {}, -1}};
  made_node c = add(n, to, x.dims, x.exact);
  c.last = x.last;
  return c;
}

made_node expression_maker::reversed(const made_node& x) {
  view_step view;
  const int axis = choices_.structure.below(static_cast<int>(x.dims.size()));
  using gpu::placeholders::_;
  for (int k = 0; k < static_cast<int>(x.dims.size()); ++k)
    view.items.push_back(k == axis ? gpu::range(_, _, -1) : gpu::all());
  return with_view(x, view, x.dims);
}

made_node expression_maker::reduction(const made_node& x, bool keepdims) {
  random_source& structure = choices_.structure;
  node_spec n;
  n.kind = node_kind::reduce;
  n.args = {{x.id, {}, -1}};
  n.keepdims = keepdims;
  const bool real = !is_complex(x.type);
  n.reduction =
      structure.pick({reduction_id::sum, reduction_id::mean, reduction_id::max, reduction_id::min, reduction_id::sum,
                      reduction_id::prod, reduction_id::var, reduction_id::stddev, reduction_id::all, reduction_id::any,
                      reduction_id::argmin, reduction_id::argmax, reduction_id::count_nonzero});
  if (!x.exact || (n.reduction == reduction_id::prod && !real))
    n.reduction = real ? structure.pick({reduction_id::sum, reduction_id::mean, reduction_id::max}) : reduction_id::sum;
  const bool position = n.reduction == reduction_id::argmin || n.reduction == reduction_id::argmax;
  const int rank = static_cast<int>(x.dims.size());
  n.all_axes = structure.chance(30) || rank == 0;
  if (!n.all_axes) {
    n.axes.push_back(structure.below(rank));
    const int other = structure.below(rank);
    if (!position && other != n.axes[0] && structure.chance(40)) n.axes.push_back(other);
  }
  tokens dims;
  for (int k = 0; k < rank; ++k) {
    const bool over = n.all_axes || std::count(n.axes.begin(), n.axes.end(), k) != 0;
    if (!over)
      dims.push_back(x.dims[static_cast<std::size_t>(k)]);
    else if (keepdims)
      dims.push_back(one);
  }
  const bool sums = n.reduction <= reduction_id::stddev;
  dtype type = x.type;
  if (n.reduction == reduction_id::sum || n.reduction == reduction_id::prod)
    type = !whole(type) ? type : gpu::detail::is_unsigned_integer(type) ? dtype::uint64 : dtype::int64;
  else if (sums)
    type = n.reduction == reduction_id::mean ? (whole(type) ? dtype::float64 : type)
                                             : gpu::detail::real_of(whole(type) ? dtype::float64 : type);
  else if (n.reduction == reduction_id::all || n.reduction == reduction_id::any)
    type = dtype::bool_;
  else if (n.reduction != reduction_id::min && n.reduction != reduction_id::max)
    type = dtype::int64;
  made_node r = add(n, type, dims, x.exact && (!sums || whole(type)));
  r.last = !real && (n.reduction == reduction_id::min || n.reduction == reduction_id::max);
  return r;
}

made_node expression_maker::operation(const std::vector<made_node>& pool, const tokens& space) {
  random_source& structure = choices_.structure;
  const int what = structure.below(100);
  if (what < 76)
    for (int i = 0; i < 12; ++i)
      if (made_node m = try_map(pool, space); m.id >= 0) return m;
  const made_node x = pick(pool);
  if (x.last) return {};
  if (what < 86) {
    const dtype to =
        structure.chance(60) ? structure.pick(palette_) : static_cast<dtype>(structure.below(gpu::dtype_count));
    if (!x.exact && (whole(to) || (is_complex(x.type) && !is_complex(to)))) return {};
    return cast_to(x, to);
  }
  if (what < 90 && !x.dims.empty()) return reversed(x);
  if (what < 100 && !x.dims.empty()) return reduction(x, structure.chance(70));
  return {};
}

made_node expression_maker::expression(const tokens& space, int operations, int reread) {
  std::vector<made_node> pool{leaf(space)};
  if (reread >= 0) pool.push_back(window(reread, space));
  while (choices_.structure.chance(55) && pool.size() < 5) pool.push_back(leaf(space));
  for (int i = 0; i < operations; ++i) {
    made_node n = operation(pool, space);
    if (n.id >= 0 && fits(n.dims, space)) pool.push_back(std::move(n));
  }
  return pool.back();
}

// -- shapes that differ from the operands' --------------------------------------------------------------------------------------

bool expression_maker::make_index(const tokens& dims, std::vector<index_entry>& index, tokens& selected) {
  random_source& structure = choices_.structure;
  if (dims.empty()) return false;
  const int rank = static_cast<int>(dims.size());
  if (structure.chance(35)) {  // a mask of the leading axes
    const int covered = 1 + structure.below(rank);
    for (int k = 0; k < covered; ++k)
      if (dims[static_cast<std::size_t>(k)] != one && dims[static_cast<std::size_t>(k)] >= first_free) return false;
    index.push_back({mask(tokens(dims.begin(), dims.begin() + covered)).id, gpu::all()});
    selected = {free_token()};
    selected.insert(selected.end(), dims.begin() + covered, dims.end());
    return true;
  }
  const int axis = structure.below(rank);
  if (!is_symbol(dims[static_cast<std::size_t>(axis)])) return false;
  const tokens found =
      structure.chance(25) ? tokens{} : tokens{structure.below(static_cast<int>(program_.lengths.size()))};
  using gpu::placeholders::_;
  for (int k = 0; k < axis; ++k) index.push_back({-1, structure.chance(15) ? gpu::range(_, _, -1) : gpu::all()});
  index.push_back({indices(found, dims[static_cast<std::size_t>(axis)]).id, gpu::all()});
  int next = axis + 1;
  if (next < rank && is_symbol(dims[static_cast<std::size_t>(next)]) && structure.chance(25)) {
    index.push_back({indices(found, dims[static_cast<std::size_t>(next)]).id, gpu::all()});
    ++next;
  }
  selected.assign(dims.begin(), dims.begin() + axis);
  selected.insert(selected.end(), found.begin(), found.end());
  selected.insert(selected.end(), dims.begin() + next, dims.end());
  return true;
}

made_node expression_maker::gathered(const made_node& x) {
  node_spec n;
  n.kind = node_kind::gather;
  tokens dims;
  if (!make_index(x.dims, n.index, dims)) return x;
  n.args = {{x.id, {}, -1}};
  made_node g = add(n, x.type, dims, x.exact);
  g.last = x.last;
  return g;
}

made_node expression_maker::reshaped(const made_node& x) {
  random_source& structure = choices_.structure;
  const int rank = static_cast<int>(x.dims.size());
  const int what = structure.below(9);
  if (what < 2 && !x.last) return reduction(x, structure.chance(40));
  if (what < 4) return gathered(x);
  view_step view;
  tokens dims = x.dims;
  if (what == 4 && rank > 0) {
    view.kind = view_kind::ravel;
    return with_view(x, view, {free_token()});
  }
  if (what == 5 && rank > 1) {
    view.kind = view_kind::merge;
    view.axis = structure.below(rank - 1);
    dims.erase(dims.begin() + view.axis);
    dims[static_cast<std::size_t>(view.axis)] = free_token();
    return with_view(x, view, dims);
  }
  if (what == 6 && rank > 1) {
    view.kind = view_kind::transpose;
    for (int k = 0; k < rank; ++k) view.order.push_back(rank - 1 - k);
    if (structure.chance(40)) std::swap(view.order[0], view.order[1]);
    for (int k = 0; k < rank; ++k)
      dims[static_cast<std::size_t>(k)] = x.dims[static_cast<std::size_t>(view.order[static_cast<std::size_t>(k)])];
    return with_view(x, view, dims);
  }
  if (what == 7) {
    view.kind = view_kind::broadcast;
    view.symbol = structure.below(static_cast<int>(program_.lengths.size()));
    dims.insert(dims.begin(), view.symbol);
    return with_view(x, view, dims);
  }
  if (rank == 0) return x;
  using gpu::placeholders::_;
  const int axis = structure.below(rank);
  for (int k = 0; k < axis; ++k) view.items.push_back(gpu::all());
  const int how = structure.below(3);
  view.items.push_back(how == 0 ? gpu::range(_, _, 2) : how == 1 ? gpu::slice_item(-1) : gpu::newaxis());
  if (how == 0) dims[static_cast<std::size_t>(axis)] = free_token();
  if (how == 1) dims.erase(dims.begin() + axis);
  if (how == 2) dims.insert(dims.begin() + axis, one);
  return with_view(x, view, dims);
}

}  // namespace fuzz

#include "reference.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include "elements.hpp"
#include "random_source.hpp"
#include "reference_parts.hpp"
#include "view_arithmetic.hpp"

namespace fuzz {
namespace {

long double special_number(random_source& random, dtype type) {
  const bool floating = type >= dtype::float16;
  if (!floating) {
    const int bits = static_cast<int>(8 * gpu::detail::item_size(type));
    const long double top = std::ldexp(1.0L, gpu::detail::is_signed_integer(type) ? bits - 1 : bits);
    return random.pick({0.0L, -1.0L, -top, top - 1, top / 2, 1.0L});
  }
  const auto big = static_cast<long double>(largest(type)), small = static_cast<long double>(tiniest(type));
  return random.pick({std::numeric_limits<long double>::quiet_NaN(), HUGE_VALL, -HUGE_VALL, 0.0L, -0.0L, small, -small,
                      big, -big, small * 3, 1 - static_cast<long double>(unit_roundoff(type)), 0.5L, 2.5L, 65504.0L,
                      // a little above halfway between two numbers of each shorter format
                      1 + 0x1p-11L + 0x1p-40L, 1 + 0x1p-8L + 0x1p-40L, 1 + 0x1p-24L + 0x1p-50L});
}

long double small_number(random_source& random, std::int64_t i) {
  const auto n = static_cast<long double>(i % 13 + random.below(3)) - 4;
  return random.chance(30) ? n / 4 : n;
}

void fill_bits(random_source& random, value& v) {
  for (std::byte& b : v.data) b = static_cast<std::byte>(random.bits() >> 17);
  if (v.type == dtype::bool_)
    for (std::byte& b : v.data) b &= std::byte{1};
  // functions differ in what they make of signaling NaNs: a conversion makes them quiet
  for (std::int64_t i = 0; i < v.count(); ++i)
    if (v.type >= dtype::float16) store_element(v.type, v.at(i), load_element(v.type, v.at(i)));
}

/// What every integer dtype holds as it is: a floating one would clamp.
wide_number as_number(long double x, dtype type) {
  wide_number n;
  n.re = x;
  if (type < dtype::float16 && std::isfinite(x)) {
    n.is_whole = true;
    n.whole = static_cast<decltype(n.whole)>(std::floor(x));
  }
  return n;
}

class statement_values {
 public:
  statement_values(const program& p, const statement& s, const std::vector<value>& bases) : program_(p), bases_(bases) {
    for (const node_spec& n : s.nodes) values_.push_back(value_of(n));
  }
  [[nodiscard]] const std::vector<value>& all() const { return values_; }
  [[nodiscard]] argument argument_of(const operand& o) const {
    if (o.node >= 0) return {&node(o.node), {}};
    return {nullptr, scalar_of(program_, o)};
  }
  /// The operand as an array: a scalar in the dtype given.
  [[nodiscard]] value array_of(const operand& o, dtype for_scalars) const {
    if (o.node >= 0) return node(o.node);
    value like(for_scalars, shape{});
    const value chosen = mapped(op_id::where, {{&like, {}}, {&like, {}}, {nullptr, scalar_of(program_, o)}});
    return converted(chosen, for_scalars);
  }
  /// The places that an index names in something of shape `dims`.
  [[nodiscard]] positions selected(const shape& dims, const std::vector<index_entry>& index) const {
    std::vector<value> converted_indices;
    converted_indices.reserve(index.size());
    std::vector<selector> items;
    for (const index_entry& e : index) {
      if (e.node < 0) {
        items.push_back({nullptr, e.slice});
        continue;
      }
      const value& v = node(e.node);
      if (v.type >= dtype::float16) throw invalid_program("an index that is no integer");
      converted_indices.push_back(v.type == dtype::bool_ ? v : converted(v, dtype::int64));
      items.push_back({&converted_indices.back(), gpu::all()});
    }
    return selection_of(dims, items);
  }

 private:
  [[nodiscard]] const value& node(int i) const { return values_.at(static_cast<std::size_t>(i)); }
  [[nodiscard]] const value& first(const node_spec& n) const { return node(n.args.at(0).node); }

  [[nodiscard]] value value_of(const node_spec& n) const {
    switch (n.kind) {
      case node_kind::array: {
        const auto at = static_cast<std::size_t>(n.array);
        const positions window = window_of(program_, program_.arrays[at]);
        return picked(bases_[at], window.dims, window.at);
      }
      case node_kind::draw: return drawn(n, dims_of(program_, n.symbols));
      case node_kind::arange: return counted(n);
      case node_kind::map: {
        std::vector<argument> args;
        for (const operand& o : n.args) args.push_back(argument_of(o));
        return mapped(n.op, args);
      }
      case node_kind::cast: return converted(first(n), n.type);
      case node_kind::reduce: return reduction(n);
      case node_kind::view: {
        const positions view = view_of(program_, first(n).dims, n.view);
        return picked(first(n), view.dims, view.at);
      }
      case node_kind::gather: break;
    }
    const positions places = selected(first(n).dims, n.index);
    return picked(first(n), places.dims, places.at);
  }

  [[nodiscard]] value counted(const node_spec& n) const {
    value result(n.type, dims_of(program_, n.symbols));
    for (std::int64_t i = 0; i < result.count(); ++i) {
      wide_number x;
      x.is_whole = true;
      x.whole = i;
      store_element(n.type, result.at(i), x);
    }
    return result;
  }

  [[nodiscard]] value reduction(const node_spec& n) const {
    const value& x = first(n);
    std::vector<bool> over(x.dims.size(), n.all_axes);
    for (const int axis : n.axes) over.at(static_cast<std::size_t>(axis)) = true;
    return reduced(n.reduction, x, over, n.keepdims);
  }

  const program& program_;
  const std::vector<value>& bases_;
  std::vector<value> values_;
};

/// Writes the elements, in order, to these places.
void write(value& base, const std::vector<std::int64_t>& places, const value& v) {
  if (!v.error.empty() && base.error.empty()) base.error.assign(static_cast<std::size_t>(base.count()), 0);
  for (std::size_t i = 0; i < places.size(); ++i) {
    std::memcpy(base.at(places[i]), v.at(static_cast<std::int64_t>(i)), base.item());
    if (!base.error.empty()) base.error[static_cast<std::size_t>(places[i])] = v.error_at(static_cast<std::int64_t>(i));
  }
}

void assign(const statement& s, const value& v, std::vector<value>& bases) {
  value& base = bases[static_cast<std::size_t>(s.target)];
  if (v.dims != base.dims) throw invalid_program("a name that would change its shape");
  const dtype type = base.type;
  base = converted(v, type);
}

void run_statement(const program& p, const statement& s, outcome& result) {
  const statement_values values(p, s, result.bases);
  const auto target = static_cast<std::size_t>(s.target);
  if (s.kind == statement_kind::make) {
    result.made.push_back(values.all().at(static_cast<std::size_t>(s.value.node)));
    return;
  }
  const dtype type = p.arrays[target].type;
  if (s.kind == statement_kind::assign) return assign(s, values.array_of(s.value, type), result.bases);
  positions places = window_of(p, p.arrays[target]);
  for (const view_step& view : s.views) places = chained(places, view_of(p, places.dims, view));
  if (s.kind == statement_kind::select || s.kind == statement_kind::reselect)
    places = chained(places, values.selected(places.dims, s.index));
  value v;
  if (s.kind == statement_kind::update || s.kind == statement_kind::reselect) {
    const value current = picked(result.bases[target], places.dims, places.at);
    v = mapped(s.op, {{&current, {}}, values.argument_of(s.value)});
    if (v.dims != places.dims) throw invalid_program("an update that would change the shape");
  } else {
    v = values.array_of(s.value, type);
  }
  v = converted(v, type);
  write(result.bases[target], places.at, picked(v, places.dims, broadcast_to(v.dims, places.dims).at));
}

}  // namespace

value initial_base(const program& p, const array_spec& a) {
  value base(a.type, base_dims(p, a));
  random_source random(a.seed);
  if (a.values == filling::bits) {
    fill_bits(random, base);
    return base;
  }
  for (std::int64_t i = 0; i < base.count(); ++i) {
    const bool special = a.values == filling::special && random.chance(20);
    const auto next = [&] {
      if (a.values == filling::ones) return 1.0L;
      return special ? special_number(random, a.type) : small_number(random, i);
    };
    wide_number n = as_number(next(), a.type);
    if (gpu::detail::is_complex(a.type)) n.im = next();
    store_element(a.type, base.at(i), n);
  }
  return base;
}

namespace {

outcome run_from(const program& p, const std::vector<value>& initial) {
  outcome result;
  result.bases = initial;
  for (const statement& s : p.statements) run_statement(p, s, result);
  return result;
}

std::vector<value> initial_bases(const program& p) {
  std::vector<value> list;
  for (const array_spec& a : p.arrays) list.push_back(initial_base(p, a));
  return list;
}

}  // namespace

outcome run_reference(const program& p) { return run_from(p, initial_bases(p)); }

prepared::prepared(program p) : given(std::move(p)), initial(initial_bases(given)), want(run_from(given, initial)) {}

std::vector<value> node_values(const program& p, const statement& s, const std::vector<value>& bases) {
  return statement_values(p, s, bases).all();
}

}  // namespace fuzz

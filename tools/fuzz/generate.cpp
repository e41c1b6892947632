#include "generate.hpp"

#include <algorithm>
#include <optional>

#include "errors.hpp"
#include "expression_maker.hpp"
#include "reference.hpp"

namespace fuzz {
namespace {

constexpr int symbols = 3;

/// Makes a skeleton's statements. Simple programs have no empty axes, and no NaN to begin with.
class program_maker {
 public:
  program_maker(std::uint64_t seed, int attempt)
      : choices_{random_source(seed / programs_a_skeleton * 0x51ed27ULL + 1),
                 random_source(seed * 0x2545f491ULL + static_cast<std::uint64_t>(attempt) * 77U)} {
    program_.seed = seed;
    program_.lengths.assign(symbols, 1);
    const int palette = 1 + choices_.structure.below(3);
    for (int i = 0; i < palette; ++i) palette_.push_back(any_dtype());
    large_ = choices_.structure.chance(12);
  }

  program make(bool simple) {
    const int count = choices_.structure.pick({1, 1, 1, 2, 2, 3});
    for (int i = 0; i < count; ++i) add_statement();
    choose_lengths(simple);
    if (simple)
      for (array_spec& a : program_.arrays) a.values = filling::small;
    return std::move(program_);
  }

 private:
  dtype any_dtype() {
    if (choices_.structure.chance(40))
      return choices_.structure.pick({dtype::float32, dtype::float64, dtype::int32, dtype::float16});
    return static_cast<dtype>(choices_.structure.below(gpu::dtype_count));
  }

  tokens space() {
    random_source& structure = choices_.structure;
    tokens dims;
    const int rank = large_ ? structure.pick({1, 1, 2}) : structure.pick({0, 1, 1, 2, 2, 2, 3, 3, 4});
    for (int k = 0; k < rank; ++k) dims.push_back(structure.below(symbols));
    spaces_.push_back(dims);
    return dims;
  }
  /// Some axes without their first or last element, so that windows of one array can overlap.
  tokens with_trims(tokens dims) {
    for (int& t : dims)
      if (choices_.structure.chance(35)) t = trimmed(t);
    return dims;
  }

  int operations() { return choices_.structure.pick({0, 1, 1, 2, 2, 3, 4, 5, 8}); }

  void add_statement() {
    statement s;
    const int kind = choices_.structure.below(100);
    expression_maker maker(program_, s, choices_, palette_);
    if (kind < 45)
      make_array(s, maker);
    else if (kind < 65)
      store(s, maker);
    else if (kind < 78)
      update(s, maker);
    else if (kind < 94)
      write_selection(s, maker);
    else
      assign(s, maker);
    program_.statements.push_back(std::move(s));
  }

  void make_array(statement& s, expression_maker& maker) {
    const tokens dims = space();
    made_node x = maker.expression(choices_.structure.chance(25) ? with_trims(dims) : dims, operations(), -1);
    if (choices_.structure.chance(45)) x = maker.reshaped(x);
    s.value = {x.id, {}, -1};
  }

  /// A dtype that the value can be stored in.
  dtype stored_type(const made_node& x) {
    const dtype other = choices_.structure.pick(palette_);
    const bool keep = choices_.structure.chance(50);
    return !keep && x.exact && !x.last && gpu::detail::same_kind(x.type, other) ? other : x.type;
  }

  /// The array that a statement writes, made before the value so that the value can read it.
  void store(statement& s, expression_maker& maker) {
    const tokens dims = with_trims(space());
    const dtype type = choices_.structure.pick(palette_);
    s.kind = statement_kind::store;
    s.target = maker.target(dims, type, false);
    s.views = maker.trimming(dims);
    if (choices_.structure.chance(12)) {
      s.value = {-1, maker.scalar_for(op_id::power, type, false), -1};
      return;
    }
    const bool overlap = choices_.structure.chance(60);
    made_node x = maker.expression(dims, operations(), overlap ? s.target : -1);
    s.value = {fitted(maker, x, type, dims).id, {}, -1};
  }

  /// The value in the dtype of its destination; where it is not exact and the destination is, something exact instead.
  made_node fitted(expression_maker& maker, made_node x, dtype type, const tokens& dims) {
    const bool loses =
        !x.exact && (type < dtype::float16 || gpu::detail::is_complex(x.type) != gpu::detail::is_complex(type));
    if (loses || (x.last && x.type != type)) x = maker.leaf(dims);
    return gpu::detail::same_kind(x.type, type) ? x : maker.cast_to(x, type);
  }

  /// An operation whose result can be stored where its first operand is. False where `x` allows none.
  bool choose_update(statement& s, dtype target, const made_node& x) {
    for (int i = 0; i < 12 && !x.last; ++i) {
      s.op = choices_.structure.pick({op_id::add, op_id::subtract, op_id::multiply, op_id::divide, op_id::bitwise_xor,
                                      op_id::bitwise_and, op_id::remainder, op_id::floor_divide, op_id::left_shift});
      const auto typing = gpu::detail::typing_of(s.op, gpu::detail::promote(target, x.type));
      const bool complex_division = s.op == op_id::divide && gpu::detail::is_complex(typing.compute);
      const bool allowed = x.exact || (is_smooth(s.op, typing.compute) && typing.compute >= dtype::float16);
      if (typing.valid && allowed && !complex_division && gpu::detail::same_kind(typing.result, target)) return true;
    }
    return false;
  }

  void update(statement& s, expression_maker& maker) {
    const tokens dims = with_trims(space());
    const dtype type = choices_.structure.pick(palette_);
    s.kind = statement_kind::update;
    s.target = maker.target(dims, type, false);
    s.views = maker.trimming(dims);
    const bool overlap = choices_.structure.chance(50);
    made_node x = maker.expression(dims, operations(), overlap ? s.target : -1);
    const bool found = choose_update(s, type, x);
    if (!found) s.kind = statement_kind::store;
    s.value = {found ? x.id : fitted(maker, x, type, dims).id, {}, -1};
  }

  void write_selection(statement& s, expression_maker& maker) {
    const tokens dims = space();
    const dtype type = choices_.structure.pick(palette_);
    s.kind = statement_kind::select;
    s.target = maker.target(dims, type, false);
    s.views = maker.trimming(dims);
    tokens selected;
    if (!maker.make_index(dims, s.index, selected)) {
      s.kind = statement_kind::store;
      selected = dims;
    }
    const bool counted = std::any_of(selected.begin(), selected.end(), [](int t) { return t >= first_free; });
    if (counted || choices_.structure.chance(15)) {
      s.value = {-1, maker.scalar_for(op_id::power, type, false), -1};
      if (counted && choices_.structure.chance(30)) {  // a 0-d array stands for the number
        made_node x = maker.whole_leaf({}, type);
        s.value = {x.id, {}, -1};
      }
      return;
    }
    made_node x = maker.expression(selected, operations(), -1);
    if (s.kind == statement_kind::select && choices_.structure.chance(35) && choose_update(s, type, x)) {
      s.kind = statement_kind::reselect;
      s.value = {x.id, {}, -1};
      return;
    }
    s.value = {fitted(maker, x, type, selected).id, {}, -1};
  }

  void assign(statement& s, expression_maker& maker) {
    const tokens dims = space();
    made_node x = maker.expression(dims, operations(), -1);
    if (x.dims != dims) x = maker.whole_leaf(dims, x.type);
    const dtype type = stored_type(x);
    s.kind = statement_kind::assign;
    s.target = maker.target(dims, type, true);
    s.value = {x.id, {}, -1};
  }

  void choose_lengths(bool simple) {
    random_source& variation = choices_.variation;
    for (std::int64_t& n : program_.lengths) {
      const int size = variation.below(100);
      n = large_      ? variation.pick({1, 3, 31, 64, 256, 1024, 4099, 16384, 20001, 33000})
          : size < 4  ? 0
          : size < 30 ? variation.below(6)
          : size < 70 ? variation.pick({7, 8, 15, 16, 17, 31, 32, 33, 48, 63, 64, 65})
                      : variation.pick({127, 128, 129, 255, 256, 257, 511, 1000, 1023, 1024, 1025, 2047});
      if (simple) n = std::clamp<std::int64_t>(n, 2, 500);  // any two of them together are not too many elements
    }
    const std::int64_t limit = large_ ? 50000 : 6000;
    while (largest_space() > limit) {
      std::int64_t& n = *std::max_element(program_.lengths.begin(), program_.lengths.end());
      n = n / 2 + variation.below(2);
    }
  }

  [[nodiscard]] std::int64_t largest_space() const {
    std::int64_t most = 0;
    for (const tokens& dims : spaces_) {
      std::int64_t points = 1;
      for (const int t : dims) points *= program_.lengths[static_cast<std::size_t>(t)];
      most = std::max(most, points);
    }
    return most;
  }

  program program_;
  choices choices_;
  std::vector<dtype> palette_;
  std::vector<tokens> spaces_;
  bool large_ = false;
};

}  // namespace

std::optional<prepared> generate(std::uint64_t seed) {
  for (int attempt = 0;; ++attempt) {
    program p = program_maker(seed, attempt).make(attempt > 0);
    try {
      return prepared(std::move(p));
    } catch (const invalid_program&) {
      if (attempt == 4) return std::nullopt;
    }
  }
}

}  // namespace fuzz

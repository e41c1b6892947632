#include "shrink.hpp"

#include <algorithm>
#include <set>

#include "reference.hpp"

namespace fuzz {
namespace {

/// Calls f(i) for every place where a statement names a node.
template <class Statement, class F>
void for_each_use(Statement& s, F&& f) {
  f(s.value.node);
  for (auto& n : s.nodes) {
    for (auto& a : n.args) f(a.node);
    for (auto& e : n.index) f(e.node);
  }
  for (auto& e : s.index) f(e.node);
}

/// Nodes that the statement's outcome needs.
std::vector<bool> needed_nodes(const statement& s) {
  std::vector<bool> needed(s.nodes.size(), false);
  const auto need = [&](int i) {
    if (i >= 0) needed[static_cast<std::size_t>(i)] = true;
  };
  need(s.value.node);
  for (const index_entry& e : s.index) need(e.node);
  for (std::size_t i = s.nodes.size(); i-- > 0;) {
    if (!needed[i]) continue;
    for (const operand& a : s.nodes[i].args) need(a.node);
    for (const index_entry& e : s.nodes[i].index) need(e.node);
  }
  return needed;
}

void drop_unused_nodes(statement& s) {
  const std::vector<bool> needed = needed_nodes(s);
  std::vector<int> number(s.nodes.size(), -1);
  std::vector<node_spec> kept;
  for (std::size_t i = 0; i < s.nodes.size(); ++i) {
    if (!needed[i]) continue;
    number[i] = static_cast<int>(kept.size());
    kept.push_back(s.nodes[i]);
  }
  s.nodes = std::move(kept);
  for_each_use(s, [&](int& i) {
    if (i >= 0) i = number[static_cast<std::size_t>(i)];
  });
}

void drop_unused_arrays(program& p) {
  std::set<int> used;
  for (const statement& s : p.statements) {
    if (s.kind != statement_kind::make) used.insert(s.target);
    for (const node_spec& n : s.nodes)
      if (n.kind == node_kind::array) used.insert(n.array);
  }
  std::vector<int> number(p.arrays.size(), 0);
  std::vector<array_spec> kept;
  for (std::size_t i = 0; i < p.arrays.size(); ++i) {
    if (used.count(static_cast<int>(i)) == 0) continue;
    number[i] = static_cast<int>(kept.size());
    kept.push_back(p.arrays[i]);
  }
  p.arrays = std::move(kept);
  for (statement& s : p.statements) {
    s.target = s.kind == statement_kind::make ? 0 : number[static_cast<std::size_t>(s.target)];
    for (node_spec& n : s.nodes)
      if (n.kind == node_kind::array) n.array = number[static_cast<std::size_t>(n.array)];
  }
}

class shrinker {
 public:
  shrinker(program p, const std::function<bool(const program&)>& fails, int tries)
      : best_(std::move(p)), fails_(fails), tries_(tries) {}

  program run() {
    for (bool smaller = true; smaller && tries_ > 0;) {
      smaller = drop_statements();
      smaller = bypass_nodes() || smaller;
      smaller = simplify_statements() || smaller;
      smaller = shorten_lengths() || smaller;
      smaller = simplify_arrays() || smaller;
    }
    return best_;
  }

 private:
  /// Takes the candidate if it is valid and still fails.
  bool take(program candidate) {
    if (tries_-- <= 0) return false;
    for (statement& s : candidate.statements) drop_unused_nodes(s);
    drop_unused_arrays(candidate);
    try {
      (void)run_reference(candidate);
    } catch (const std::exception&) {
      return false;
    }
    if (!fails_(candidate)) return false;
    best_ = std::move(candidate);
    return true;
  }
  template <class Change>
  bool try_change(Change change) {
    program candidate = best_;
    change(candidate);
    return take(std::move(candidate));
  }

  bool drop_statements() {
    bool any = false;
    for (std::size_t i = best_.statements.size(); i-- > 0 && best_.statements.size() > 1;)
      any =
          try_change([&](program& p) { p.statements.erase(p.statements.begin() + static_cast<std::ptrdiff_t>(i)); }) ||
          any;
    return any;
  }

  /// Lets the users of a node read one of its operands instead, or an array in its place.
  bool bypass_nodes() {
    bool any = false;
    for (std::size_t s = 0; s < best_.statements.size(); ++s)
      for (std::size_t i = best_.statements[s].nodes.size(); i-- > 0;) {
        if (i >= best_.statements[s].nodes.size()) continue;
        any = bypass(s, i) || any;
      }
    return any;
  }
  bool bypass(std::size_t s, std::size_t i) {
    const node_spec node = best_.statements[s].nodes[i];
    for (const operand& a : node.args) {
      if (a.node < 0) continue;
      const bool taken = try_change([&](program& p) {
        for_each_use(p.statements[s], [&](int& use) {
          if (use == static_cast<int>(i)) use = a.node;
        });
      });
      if (taken) return true;
    }
    return false;
  }

  bool simplify_statements() {
    bool any = false;
    for (std::size_t i = 0; i < best_.statements.size(); ++i) {
      any = try_if(!best_.statements[i].views.empty(), [&](program& p) { p.statements[i].views.clear(); }) || any;
      const statement_kind kind = best_.statements[i].kind;
      any = try_if(kind == statement_kind::update, [&](program& p) { p.statements[i].kind = statement_kind::store; }) ||
            any;
      any = try_if(kind == statement_kind::reselect,
                   [&](program& p) { p.statements[i].kind = statement_kind::select; }) ||
            any;
    }
    return any;
  }
  template <class Change>
  bool try_if(bool wanted, Change change) {
    return wanted && try_change(change);
  }

  bool shorten_lengths() {
    bool any = false;
    for (std::size_t i = 0; i < best_.lengths.size(); ++i) {
      for (const std::int64_t n : {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, std::int64_t{5}, std::int64_t{9}})
        if (n < best_.lengths[i]) any = try_change([&](program& p) { p.lengths[i] = n; }) || any;
      for (std::int64_t cut = best_.lengths[i] / 2; cut > 0; cut /= 2)
        while (best_.lengths[i] > cut + 1 && try_change([&](program& p) { p.lengths[i] -= cut; })) any = true;
    }
    return any;
  }

  bool simplify_arrays() {
    bool any = false;
    for (std::size_t i = 0; i < best_.arrays.size(); ++i) {
      const auto array = [i](program& p) -> array_spec& { return p.arrays[i]; };
      const array_spec now = best_.arrays[i];
      if (now.values != filling::ones)
        any = try_change([&](program& p) { array(p).values = filling::ones; }) ||
              (now.values != filling::small && try_change([&](program& p) { array(p).values = filling::small; })) ||
              any;
      any = try_if(now.far, [&](program& p) { array(p).far = false; }) || any;
      any = try_if(now.to_parts, [&](program& p) { array(p).to_parts = false; }) || any;
      any = try_if(!std::is_sorted(now.order.begin(), now.order.end()),
                   [&](program& p) { std::sort(array(p).order.begin(), array(p).order.end()); }) ||
            any;
      for (std::size_t k = 0; k < now.axes.size(); ++k) any = simplify_axis(i, k) || any;
    }
    return any;
  }
  bool simplify_axis(std::size_t i, std::size_t k) {
    const axis_layout now = best_.arrays[i].axes[k];
    const auto axis = [i, k](program& p) -> axis_layout& { return p.arrays[i].axes[k]; };
    bool any = try_if(now.start != 0, [&](program& p) { axis(p).start = 0; });
    any = try_if(now.pad != 0, [&](program& p) { axis(p).pad = 0; }) || any;
    any = try_if(now.step != 1, [&](program& p) { axis(p).step = 1; }) || any;
    return try_if(now.broadcast, [&](program& p) { axis(p).broadcast = false; }) || any;
  }

  program best_;
  const std::function<bool(const program&)>& fails_;
  int tries_;
};

}  // namespace

program shrunk(program p, const std::function<bool(const program&)>& fails, int most_tries) {
  return shrinker(std::move(p), fails, most_tries).run();
}

}  // namespace fuzz

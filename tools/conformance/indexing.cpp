// Reading and writing through slices, masks and index arrays. What writes returns the array as it is afterwards.
#include "dispatch.hpp"

namespace conformance {
namespace {

/// Writes through `target`; an operand whose dtype does not fit by same_kind does not compile.
template <class Target, class Y>
void assign(Target&& target, const Y& y) {
  if constexpr (std::is_assignable_v<Target&, const Y&>)
    target = y;
  else
    throw not_callable();
}

const gpu::operand<std::int64_t>& indices(const value& v) { return v.array().as<std::int64_t>().read(); }
const gpu::operand<bool>& mask(const value& v) { return v.array().as<bool>().read(); }

outcome getitem(const arguments& a) {
  const value* index = a.keyword("index");
  return with_window(a[0], [&](const auto& x) -> outcome {
    if (index == nullptr) return fetch(x.read());
    return fetch(x.window(to_index(*index)));
  });
}

outcome setitem(const arguments& a) {
  return with_window(a[0], [&](const auto& x) {
    return with_operand(a[1], [&](const auto& y) -> outcome {
      assign(x.window(to_index(a.required("index"))), y);
      return fetch(x.window);
    });
  });
}

outcome mask_get(const arguments& a) {
  return with_window(a[0], [&](const auto& x) -> outcome { return fetch(x.window(mask(a[1]))); });
}

outcome mask_set(const arguments& a) {
  return with_window(a[0], [&](const auto& x) {
    return with_operand(a[2], [&](const auto& y) -> outcome {
      assign(x.window(mask(a[1])), y);
      return fetch(x.window);
    });
  });
}

outcome fancy_get(const arguments& a) {
  return with_window(a[0], [&](const auto& x) -> outcome {
    if (a.size() == 2) return fetch(x.window(indices(a[1])));
    return fetch(x.window(indices(a[1]), indices(a[2])));
  });
}

outcome fancy_set(const arguments& a) {
  return with_window(a[0], [&](const auto& x) {
    return with_operand(a[2], [&](const auto& y) -> outcome {
      assign(x.window(indices(a[1])), y);
      return fetch(x.window);
    });
  });
}

/// a[dst] = a[src] or a[dst] += a[src]; dst and src are [start, stop, step] of one axis.
outcome overlap_assign(const arguments& a) {
  const auto part = [&](const char* name) { return to_index(value{std::vector<value>{a.required(name)}}); };
  const std::string op = a.required("op").text();
  if (op != "=" && op != "+=") throw bad_case("op is = or +=");
  return with_window(a[0], [&](const auto& x) -> outcome {
    auto target = x.window(part("dst"));
    if (op == "=")
      target = x.window(part("src"));
    else if constexpr (requires { target += target; })
      target += x.window(part("src"));
    else
      throw not_callable();
    return fetch(x.window);
  });
}

}  // namespace

void add_indexing(registry& r) {
  r.add("getitem", getitem);
  r.add("setitem", setitem);
  r.add("mask_get", mask_get);
  r.add("mask_set", mask_set);
  r.add("fancy_get", fancy_get);
  r.add("fancy_set", fancy_set);
  r.add("overlap_assign", overlap_assign);
}

}  // namespace conformance

// Shapes while a program is made: an axis is known by a token, not a length, so that one skeleton serves all lengths.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

namespace fuzz {

/// A token is a symbol (its axis has lengths[symbol] elements), `one`, a symbol's trimmed axis, or a number of its own.
using tokens = std::vector<int>;
inline constexpr int one = -1;
inline constexpr int first_trimmed = 100;
inline constexpr int first_free = 1000;

/// The token of a symbol's axis without its first or its last element.
constexpr int trimmed(int symbol) { return first_trimmed + symbol; }
constexpr bool is_symbol(int token) { return token >= 0 && token < first_trimmed; }
constexpr bool is_trimmed(int token) { return token >= first_trimmed && token < first_free; }
constexpr int symbol_of(int token) { return is_trimmed(token) ? token - first_trimmed : token; }

/// What both broadcast to; nothing where they do not for every choice of lengths.
inline std::optional<tokens> broadcast(const tokens& a, const tokens& b) {
  tokens result = a.size() >= b.size() ? a : b;
  const tokens& shorter = a.size() >= b.size() ? b : a;
  const std::size_t extra = result.size() - shorter.size();
  for (std::size_t k = 0; k < shorter.size(); ++k) {
    int& r = result[k + extra];
    if (shorter[k] == r || shorter[k] == one) continue;
    if (r != one) return std::nullopt;
    r = shorter[k];
  }
  return result;
}

/// Whether `a` broadcasts to `to` as it is.
inline bool fits(const tokens& a, const tokens& to) {
  const auto both = broadcast(a, to);
  return both && *both == to;
}

}  // namespace fuzz

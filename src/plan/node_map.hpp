// A map from nodes to something small. Most graphs have a handful of nodes, for which a linear search over a short array
// beats hashing; larger ones spill into a hash map.
#pragma once

#include <array>
#include <cstddef>
#include <unordered_map>
#include <utility>

#include "graph/node.hpp"

namespace gpu::plan {

template <class V>
class node_map {
 public:
  /// The value of `n`, or null.
  [[nodiscard]] const V* find(const graph::node* n) const {
    for (std::size_t i = 0; i < count_; ++i)
      if (few_[i].first == n) return &few_[i].second;
    if (many_.empty()) return nullptr;
    const auto found = many_.find(n);
    return found == many_.end() ? nullptr : &found->second;
  }
  [[nodiscard]] bool contains(const graph::node* n) const { return find(n) != nullptr; }
  /// The value of a node that is there.
  [[nodiscard]] const V& at(const graph::node* n) const { return *find(n); }

  /// Sets the value of `n`, new or not.
  void set(const graph::node* n, V value) {
    if (V* old = const_cast<V*>(find(n))) {
      *old = std::move(value);
      return;
    }
    if (count_ < few_.size())
      few_[count_++] = {n, std::move(value)};
    else
      many_.emplace(n, std::move(value));
  }

 private:
  std::array<std::pair<const graph::node*, V>, 12> few_{};
  std::size_t count_ = 0;
  std::unordered_map<const graph::node*, V> many_;
};

}  // namespace gpu::plan

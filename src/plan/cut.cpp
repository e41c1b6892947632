#include "plan/cut.hpp"

#include <unordered_set>

namespace gpu::plan {

part_size measure(const node& root, const materialised& temporaries) {
  part_size size;
  std::unordered_set<const node*> seen{&root};
  std::vector<const node*> stack{&root};
  while (!stack.empty() && size.nodes <= largest_node_count && size.leaves <= largest_leaf_count) {
    const node* n = stack.back();
    stack.pop_back();
    ++size.nodes;
    const bool temporary = temporaries.contains(n);
    if (temporary || n->nargs == 0) ++size.leaves;
    if (temporary) continue;
    for_each_operand(*n, [&](const node& operand) {
      if (seen.insert(&operand).second) stack.push_back(&operand);
    });
  }
  return size;
}

}  // namespace gpu::plan

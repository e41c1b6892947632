// Makes the nodes of one statement.
#pragma once

#include "program.hpp"
#include "random_source.hpp"
#include "shapes.hpp"

namespace fuzz {

/// What is known of a node while the program is made.
struct made_node {
  int id = -1;
  dtype type = dtype::bool_;
  tokens dims;
  bool exact = true;  // the same bits everywhere; else only smooth operations may follow
  bool last = false;  // nothing may follow: which NaN or zero of several it is depends on the order of evaluation
};

/// The two sources of choices: the skeleton's and the variation's.
struct choices {
  random_source structure;
  random_source variation;
};

class expression_maker {
 public:
  expression_maker(program& p, statement& s, choices& c, const std::vector<dtype>& palette)
      : program_(p), statement_(s), choices_(c), palette_(palette) {}

  /// Some expression that broadcasts to `space`, of about `operations` operations. A window of array `reread` (if not
  /// negative) is among what it reads.
  made_node expression(const tokens& space, int operations, int reread);
  /// A window of an array, a draw or a ramp that broadcasts to `space`.
  made_node leaf(const tokens& space);
  /// The same of exactly these axes and that dtype.
  made_node whole_leaf(const tokens& space, dtype type);
  /// Valid indices of an axis of lengths[symbol] elements, of shape `dims`.
  made_node indices(const tokens& dims, int symbol);
  made_node mask(const tokens& dims);
  /// A conversion, unless the node has the dtype.
  made_node cast_to(const made_node& x, dtype to);
  /// A view of other shape, a reduction or a gather of the node; or the node itself.
  made_node reshaped(const made_node& x);
  /// What `x` gathers.
  made_node gathered(const made_node& x);

  /// A number for a writable array of these axes.
  int target(const tokens& space, dtype type, bool plain);
  /// The steps from an array's window to these axes, one slice for each trimmed axis, some reversed.
  std::vector<view_step> trimming(const tokens& space);
  /// An index of something with these axes, and the axes of what it selects. False where there is none.
  bool make_index(const tokens& dims, std::vector<index_entry>& index, tokens& selected);

  [[nodiscard]] weak_scalar scalar_for(op_id op, dtype with, bool complex_too);

 private:
  made_node add(node_spec n, dtype type, tokens dims, bool exact);
  made_node window(int array, const tokens& space);
  made_node drawn_leaf(const tokens& space);
  int array_with(const tokens& symbols, dtype type);
  int new_array(const tokens& symbols, dtype type, bool plain, bool writable);
  made_node operation(const std::vector<made_node>& pool, const tokens& space);
  made_node try_map(const std::vector<made_node>& pool, const tokens& space);
  made_node mapped(op_id op, const std::vector<made_node>& args, const std::vector<operand>& operands, dtype promoted);
  made_node reduction(const made_node& x, bool keepdims);
  made_node reversed(const made_node& x);
  made_node with_view(const made_node& x, view_step view, tokens dims);
  const made_node& pick(const std::vector<made_node>& pool);
  int free_token() { return next_token_++; }

  program& program_;
  statement& statement_;
  choices& choices_;
  const std::vector<dtype>& palette_;
  int next_token_ = first_free;
};

}  // namespace fuzz

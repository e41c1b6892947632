// The parameter words of a generated kernel: which word holds what. The source reads them by number, the launch fills them;
// both ask this map, so that they cannot disagree.
#pragma once

#include <vector>

#include "cuda/layout.hpp"
#include "plan/kernel.hpp"

namespace gpu::cuda_backend {

struct operand_words {
  int address = 0;
  int strides = 0;  // one word an axis
  int indexed = 0;  // length, stride, axis for each indexed axis
};

struct draw_words {
  int seed = 0;  // then first_word, low, range, offset
  int strides = 0;
};

struct position_words {
  int offset = 0;
  int strides = 0;
};

/// Word numbers, all within `count` words of 64 bits.
struct param_map {
  param_map(const plan::kernel& k, const layout& l);

  int scalars = 0;  // two words each, first so that each is aligned to 16 bytes
  int units = 0;    // groups of lanes (reduce_inner: outputs) that the threads take
  int shift = 0;
  int lane_chunks = 0;  // groups of lanes along the lane axis; then its divisor's two words
  int axes = 0;         // three words each: length, divisor's multiplier and shift
  int reduction = 0;    // see reduction_word
  int slot = 0;         // error slot, operation name
  int scatter = 0;      // launch number, address of the flag that a failed check raises, of the owners, of the storage
  std::vector<operand_words> inputs;
  std::vector<operand_words> outputs;
  std::vector<draw_words> draws;
  std::vector<position_words> positions;
  int count = 0;
};

enum reduction_word {
  reduced_units,
  units_a_split,
  interior_begin,
  interior_end,
  partials,
  tickets,
  reduction_word_count
};

/// The largest parameter block that a kernel may have: 32764 bytes since CUDA 12.1 on sm_70 and later.
inline constexpr int max_param_words = 4095;

}  // namespace gpu::cuda_backend

#include "cuda/params.hpp"

#include <gpu/error.hpp>

namespace gpu::cuda_backend {
namespace {

/// Gives out word numbers in order.
class word_counter {
 public:
  int take(std::size_t n) noexcept {
    const int first = next_;
    next_ += static_cast<int>(n);
    return first;
  }
  [[nodiscard]] int count() const noexcept { return next_; }

 private:
  int next_ = 0;
};

operand_words words_of(word_counter& words, const plan::operand& o, std::size_t rank) {
  return {words.take(1), words.take(rank), words.take(3 * o.indexed.size())};
}

}  // namespace

param_map::param_map(const plan::kernel& k, const layout& l) {
  word_counter words;
  const auto rank = static_cast<std::size_t>(l.rank);
  scalars = words.take(2 * k.scalars.size());
  units = words.take(1);
  shift = words.take(1);
  lane_chunks = words.take(3);
  axes = words.take(3 * rank);
  reduction = words.take(reduction_word_count);
  slot = words.take(2);
  scatter = words.take(4);
  for (const plan::operand& in : k.inputs) inputs.push_back(words_of(words, in, rank));
  for (const plan::output& out : k.outputs) outputs.push_back(words_of(words, out.to, rank));
  for (std::size_t i = 0; i < k.draws.size(); ++i) draws.push_back({words.take(5), words.take(rank)});
  for (std::size_t i = 0; i < k.positions.size(); ++i) positions.push_back({words.take(1), words.take(rank)});
  count = words.count() + words.count() % 2;  // the block is aligned to 16 bytes, so its size is a multiple
  if (count > max_param_words)
    throw jit_error("a kernel needs " + std::to_string(8 * count) + " bytes of parameters; " +
                    std::to_string(8 * max_param_words) + " are possible");
}

}  // namespace gpu::cuda_backend

// The state of a generator: a seed, and how many words of the seed's Philox stream are spoken for.
#pragma once

#include <atomic>
#include <cstdint>

namespace gpu::rng {

/// Hands out the words of one Philox stream. Draws never overlap, whichever threads make them; which thread gets which words
/// is up to their timing. Copies of a generator share one stream, so it is neither copied nor moved. After 2^64 words the
/// positions start over.
class stream {
 public:
  /// The stream of `seed` (the Philox key), of which the first `position` words are taken: a saved state restored.
  /// `position` is rounded up to a multiple of 4, the block on which the next draw begins.
  explicit stream(std::uint64_t seed, std::uint64_t position = 0) noexcept
      : seed_(seed), position_(whole_blocks(position)) {}

  stream(const stream&) = delete;
  stream& operator=(const stream&) = delete;

  /// The Philox key.
  [[nodiscard]] std::uint64_t seed() const noexcept { return seed_; }

  /// The first word that no draw owns yet; a multiple of 4.
  [[nodiscard]] std::uint64_t position() const noexcept { return position_.load(std::memory_order_relaxed); }

  /// Takes `words` words, rounded up to whole blocks of 4, and gives the first one's position, a multiple of 4.
  [[nodiscard]] std::uint64_t reserve(std::uint64_t words) noexcept {
    return position_.fetch_add(whole_blocks(words), std::memory_order_relaxed);
  }

 private:
  static constexpr std::uint64_t whole_blocks(std::uint64_t words) noexcept { return (words + 3) & ~std::uint64_t{3}; }

  std::uint64_t seed_;
  std::atomic<std::uint64_t> position_;
};

}  // namespace gpu::rng

// The fuzzer's random choices: the same numbers from the same seed on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace fuzz {

/// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
class random_source {
 public:
  explicit random_source(std::uint64_t seed) noexcept : state_(seed) {}

  std::uint64_t bits() noexcept {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  /// One of 0 … n - 1.
  int below(int n) noexcept { return static_cast<int>(bits() % static_cast<std::uint64_t>(n)); }
  /// True in `percent` of 100 calls.
  bool chance(int percent) noexcept { return below(100) < percent; }
  template <class T>
  T pick(std::initializer_list<T> list) noexcept {
    return list.begin()[below(static_cast<int>(list.size()))];
  }
  template <class T>
  const T& pick(const std::vector<T>& list) noexcept {
    return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
  }

 private:
  std::uint64_t state_;
};

}  // namespace fuzz

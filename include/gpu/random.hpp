// Random numbers: Philox4x32-10 streams, the same numbers for the same seed on every device (docs/random.md). Draws are lazy,
// but for bytes(): a draw reserves its numbers when it is made and gives the same ones each time it is evaluated.
#pragma once

#include <gpu/ndarray.hpp>

GPU_BEGIN_NAMESPACE
namespace random {

/// A stream of random numbers. Not for use by two threads at once; give each its own seed.
class generator {
 public:
  GPU_API explicit generator(std::uint64_t seed);

  /// Uniform in [0, 1); E is float, double, float16 or bfloat16.
  template <element E = double>
  [[nodiscard]] expr<E> random(const shape& dims = {}) {
    static_assert(detail::is_floating(dtype_of<E>), "random<E>: E must be a floating type");
    return detail::access::make<expr<E>>(draw_random(dims, dtype_of<E>));
  }
  /// Uniform in [low, high).
  template <element E = double, scalar L, scalar H>
  [[nodiscard]] expr<E> uniform(L low, H high, const shape& dims = {}) {
    return detail::access::make<expr<E>>(
        draw_uniform(detail::weak_scalar::of(low), detail::weak_scalar::of(high), dims, dtype_of<E>));
  }
  /// Normal with mean 0 and standard deviation 1 (Box and Muller).
  template <element E = double>
  [[nodiscard]] expr<E> standard_normal(const shape& dims = {}) {
    static_assert(detail::is_floating(dtype_of<E>), "standard_normal<E>: E must be a floating type");
    return detail::access::make<expr<E>>(draw_normal(dims, dtype_of<E>));
  }
  /// Normal with mean `loc` and standard deviation `scale`.
  template <element E = double, scalar L, scalar S>
  [[nodiscard]] expr<E> normal(L loc, S scale, const shape& dims = {}) {
    return detail::access::make<expr<E>>(
        draw_normal(detail::weak_scalar::of(loc), detail::weak_scalar::of(scale), dims, dtype_of<E>));
  }
  /// Integers in [low, high), or [low, high] with `endpoint`. Throws value_error where the interval is empty or does not fit E.
  template <element E = std::int64_t, scalar L, scalar H>
  [[nodiscard]] expr<E> integers(L low, H high, const shape& dims = {}, bool endpoint = false) {
    static_assert(detail::is_integer(dtype_of<E>) || detail::is_bool(dtype_of<E>),
                  "integers<E>: E must be an integer type");
    return detail::access::make<expr<E>>(
        draw_integers(detail::weak_scalar::of(low), detail::weak_scalar::of(high), dims, dtype_of<E>, endpoint));
  }
  /// `length` random bytes, made at once: a 1-D array on the default device, the bytes of consecutive words of the stream
  /// (docs/random.md). By cuRAND on a CUDA GPU that has it, otherwise by a kernel, with the same bits; does not wait for the
  /// device. Throws value_error for a negative length.
  [[nodiscard]] ndarray<std::uint8_t> bytes(std::int64_t length) {
    return detail::access::make<ndarray<std::uint8_t>>(draw_bytes(length));
  }
  /// The seed it was made from.
  [[nodiscard]] std::uint64_t seed() const noexcept { return seed_; }

 private:
  GPU_API detail::handle draw_random(const shape& dims, dtype type);
  GPU_API detail::handle draw_uniform(const detail::weak_scalar& low, const detail::weak_scalar& high,
                                      const shape& dims, dtype type);
  GPU_API detail::handle draw_normal(const shape& dims, dtype type);
  GPU_API detail::handle draw_normal(const detail::weak_scalar& loc, const detail::weak_scalar& scale,
                                     const shape& dims, dtype type);
  GPU_API detail::handle draw_integers(const detail::weak_scalar& low, const detail::weak_scalar& high,
                                       const shape& dims, dtype type, bool endpoint);
  GPU_API detail::handle draw_bytes(std::int64_t length);

  std::uint64_t seed_;
  std::uint64_t next_word_ = 0;  // of the Philox stream; a multiple of 4
};

/// A generator with that seed; without one, seeded from the system's entropy.
[[nodiscard]] GPU_API generator default_rng(std::uint64_t seed);
[[nodiscard]] GPU_API generator default_rng();

}  // namespace random
GPU_END_NAMESPACE

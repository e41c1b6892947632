// gpu::shape: the lengths of an array's axes, 0 to 32 of them, held in place (no allocation).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <span>
#include <string>
#include <type_traits>

#include <gpu/detail/config.hpp>

GPU_BEGIN_NAMESPACE

/// The largest number of axes.
inline constexpr int max_rank = 32;

/// One integer of any integer type but bool: lets `{n, 2}` mix int and size_t without narrowing errors.
class dim {
 public:
  template <class I>
    requires(std::is_integral_v<I> && !std::is_same_v<I, bool>)
  constexpr dim(I value) noexcept : value_(static_cast<std::int64_t>(value)) {}
  constexpr operator std::int64_t() const noexcept { return value_; }

 private:
  std::int64_t value_;
};

namespace detail {
[[noreturn]] GPU_API void throw_rank_too_large(std::int64_t rank);
}

/// A short list of at most `max_rank` 64-bit integers: shapes, strides.
class shape {
 public:
  constexpr shape() noexcept = default;
  constexpr shape(std::initializer_list<dim> dims) {
    check_rank(static_cast<std::int64_t>(dims.size()));
    for (const dim d : dims) dims_[rank_++] = d;
  }
  template <class I>
    requires(std::is_integral_v<I> && !std::is_same_v<I, bool>)
  explicit constexpr shape(std::span<const I> dims) {
    check_rank(static_cast<std::int64_t>(dims.size()));
    for (const I d : dims) dims_[rank_++] = static_cast<std::int64_t>(d);
  }
  constexpr shape(const shape& other) noexcept : rank_(other.rank_) {
    for (int i = 0; i < rank_; ++i) dims_[i] = other.dims_[i];
  }
  constexpr shape& operator=(const shape& other) noexcept {
    rank_ = other.rank_;
    for (int i = 0; i < rank_; ++i) dims_[i] = other.dims_[i];
    return *this;
  }
  ~shape() = default;

  /// A list of `rank` entries, each `value`.
  [[nodiscard]] static constexpr shape filled(int rank, std::int64_t value) {
    shape s;
    check_rank(rank);
    s.rank_ = rank;
    for (int i = 0; i < rank; ++i) s.dims_[i] = value;
    return s;
  }

  [[nodiscard]] constexpr int ndim() const noexcept { return rank_; }
  [[nodiscard]] constexpr std::size_t size() const noexcept { return static_cast<std::size_t>(rank_); }
  [[nodiscard]] constexpr bool empty() const noexcept { return rank_ == 0; }
  template <class I>
    requires(std::is_integral_v<I>)
  [[nodiscard]] constexpr std::int64_t operator[](I axis) const noexcept { return dims_[axis]; }
  template <class I>
    requires(std::is_integral_v<I>)
  [[nodiscard]] constexpr std::int64_t& operator[](I axis) noexcept { return dims_[axis]; }
  [[nodiscard]] constexpr const std::int64_t* begin() const noexcept { return dims_; }
  [[nodiscard]] constexpr const std::int64_t* end() const noexcept { return dims_ + rank_; }
  [[nodiscard]] constexpr const std::int64_t* data() const noexcept { return dims_; }

  constexpr void push_back(std::int64_t value) {
    check_rank(rank_ + 1);
    dims_[rank_++] = value;
  }
  constexpr void insert(int position, std::int64_t value) {
    check_rank(rank_ + 1);
    for (int i = rank_; i > position; --i) dims_[i] = dims_[i - 1];
    dims_[position] = value;
    ++rank_;
  }
  constexpr void erase(int position) noexcept {
    for (int i = position; i + 1 < rank_; ++i) dims_[i] = dims_[i + 1];
    --rank_;
  }

  /// Product of the entries: the number of elements of an array of this shape (1 for rank 0).
  [[nodiscard]] constexpr std::int64_t count() const noexcept {
    std::int64_t n = 1;
    for (int i = 0; i < rank_; ++i) n *= dims_[i];
    return n;
  }

  friend constexpr bool operator==(const shape& a, const shape& b) noexcept {
    if (a.rank_ != b.rank_) return false;
    for (int i = 0; i < a.rank_; ++i)
      if (a.dims_[i] != b.dims_[i]) return false;
    return true;
  }

 private:
  static constexpr void check_rank(std::int64_t rank) {
    if (rank > max_rank) detail::throw_rank_too_large(rank);
  }

  std::int64_t dims_[max_rank];  // only the first rank_ entries are ever read
  int rank_ = 0;
};

/// NumPy's text of a shape: "(2, 3)", "(5,)", "()".
[[nodiscard]] GPU_API std::string to_string(const shape& s);
GPU_API std::ostream& operator<<(std::ostream& out, const shape& s);

GPU_END_NAMESPACE

// operand<E>: what arrays, views, selections and expressions have in common. Functions that take anything readable take
// `const gpu::operand<E>&`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include <gpu/detail/entry.hpp>
#include <gpu/dtype.hpp>
#include <gpu/options.hpp>
#include <gpu/shape.hpp>

GPU_BEGIN_NAMESPACE

template <class E>
class expr;
template <class E>
class ndview;
template <class E>
class ndarray;
template <class E>
class selection;

/// Reads an operand's elements on the host, in C order. The iterators of one loop share one host copy, made by begin().
template <class E>
class host_iterator {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = E;
  using difference_type = std::ptrdiff_t;
  using reference = const E&;
  using pointer = const E*;

  host_iterator() = default;
  host_iterator(detail::handle host, std::ptrdiff_t index)
      : host_(std::move(host)), data_(host_ ? static_cast<const E*>(detail::data_of(host_)) : nullptr), index_(index) {}

  reference operator*() const { return data_[index_]; }
  pointer operator->() const { return data_ + index_; }
  reference operator[](difference_type n) const { return data_[index_ + n]; }
  host_iterator& operator++() {
    ++index_;
    return *this;
  }
  host_iterator operator++(int) {
    host_iterator old = *this;
    ++index_;
    return old;
  }
  host_iterator& operator--() {
    --index_;
    return *this;
  }
  host_iterator operator--(int) {
    host_iterator old = *this;
    --index_;
    return old;
  }
  host_iterator& operator+=(difference_type n) {
    index_ += n;
    return *this;
  }
  host_iterator& operator-=(difference_type n) {
    index_ -= n;
    return *this;
  }
  friend host_iterator operator+(host_iterator i, difference_type n) { return i += n; }
  friend host_iterator operator+(difference_type n, host_iterator i) { return i += n; }
  friend host_iterator operator-(host_iterator i, difference_type n) { return i -= n; }
  friend difference_type operator-(const host_iterator& a, const host_iterator& b) { return a.index_ - b.index_; }
  friend bool operator==(const host_iterator& a, const host_iterator& b) { return a.index_ == b.index_; }
  friend auto operator<=>(const host_iterator& a, const host_iterator& b) { return a.index_ <=> b.index_; }

 private:
  detail::handle host_;
  const E* data_ = nullptr;
  std::ptrdiff_t index_ = 0;
};

/// Anything readable whose elements are E. Not constructible by itself.
template <class E>
class operand {
 public:
  using value_type = E;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;

  /// The lengths of the axes.
  [[nodiscard]] const gpu::shape& shape() const& { return detail::shape_of(handle_); }
  [[nodiscard]] gpu::shape shape() && { return detail::shape_of(handle_); }
  /// Length of one axis (negative counts from the end). Throws axis_error.
  [[nodiscard]] std::int64_t shape(axis a) const { return detail::axis_length(handle_, a); }
  /// Number of axes.
  [[nodiscard]] int ndim() const { return detail::shape_of(handle_).ndim(); }
  [[nodiscard]] int dimension() const { return ndim(); }
  /// Number of elements.
  [[nodiscard]] std::int64_t size() const { return detail::shape_of(handle_).count(); }
  /// Bytes of one element, and of all.
  [[nodiscard]] static constexpr std::size_t itemsize() { return sizeof(E); }
  [[nodiscard]] std::size_t nbytes() const { return static_cast<std::size_t>(size()) * sizeof(E); }
  [[nodiscard]] static constexpr gpu::dtype dtype() { return dtype_of<E>; }
  /// Where the elements live, or will be computed.
  [[nodiscard]] gpu::device device() const { return detail::device_of(handle_); }

  /// The value of the only element; waits. Throws value_error if there are more, or none.
  operator E() const {
    E value;
    detail::read_item(handle_, dtype_of<E>, &value);
    return value;
  }
  /// The same, by name.
  [[nodiscard]] E item() const { return static_cast<E>(*this); }

  /// A vector would read the value as its length: use to_vector().
  template <class V, class A>
  operator std::vector<V, A>() const = delete;

  /// All elements in C order; waits.
  [[nodiscard]] std::vector<E> to_vector() const requires(!std::is_same_v<E, bool>) {
    std::vector<E> values(static_cast<std::size_t>(size()));
    detail::read_all(handle_, dtype_of<E>, values.data());
    return values;
  }
  [[nodiscard]] std::vector<bool> to_vector() const requires(std::is_same_v<E, bool>) {
    return std::vector<bool>(begin(), end());
  }

  /// Reading iterators over a host copy in C order; begin() waits.
  [[nodiscard]] host_iterator<E> begin() const { return {detail::host_copy(handle_), 0}; }
  [[nodiscard]] host_iterator<E> end() const { return {detail::handle(), static_cast<std::ptrdiff_t>(size())}; }

#define GPU_MEMBER_REDUCTION(name, options)                     \
  [[nodiscard]] auto name(const options& o = {}) const;         \
  [[nodiscard]] auto name(axis a, const options& o = {}) const; \
  [[nodiscard]] auto name(std::initializer_list<axis> a, const options& o = {}) const;
  // Reductions as members, as in NumPy: the functions of the same name in reductions.hpp.
  GPU_MEMBER_REDUCTION(sum, reduce_options)
  GPU_MEMBER_REDUCTION(prod, reduce_options)
  GPU_MEMBER_REDUCTION(min, reduce_options)
  GPU_MEMBER_REDUCTION(max, reduce_options)
  GPU_MEMBER_REDUCTION(mean, mean_options)
  GPU_MEMBER_REDUCTION(all, mean_options)
  GPU_MEMBER_REDUCTION(any, mean_options)
  GPU_MEMBER_REDUCTION(var, var_options)
  GPU_MEMBER_REDUCTION(stddev, var_options)
  GPU_MEMBER_REDUCTION(ptp, keepdims_options)
#undef GPU_MEMBER_REDUCTION
  [[nodiscard]] auto argmin(const keepdims_options& o = {}) const;
  [[nodiscard]] auto argmin(axis a, const keepdims_options& o = {}) const;
  [[nodiscard]] auto argmax(const keepdims_options& o = {}) const;
  [[nodiscard]] auto argmax(axis a, const keepdims_options& o = {}) const;

 protected:
  operand() noexcept = default;
  explicit operand(detail::handle h) noexcept : handle_(std::move(h)) {}
  operand(const operand&) = default;
  operand(operand&&) noexcept = default;
  operand& operator=(const operand&) = default;
  operand& operator=(operand&&) noexcept = default;
  ~operand() = default;

  friend struct detail::access;
  detail::handle handle_;
};

inline detail::optional_mask::optional_mask(const operand<bool>& m) noexcept : mask(access::get(m).get()) {}

namespace detail {

/// E where an operand is really an operand of something; the index of `a(…)` uses it.
template <class X>
struct operand_element {
 private:
  template <class E>
  static E probe(const operand<E>*);
  static void probe(const void*);

 public:
  using type = decltype(probe(static_cast<const X*>(nullptr)));
};

/// An operand (of any kind) whose elements can index: integers or bool.
template <class X>
concept index_operand = !std::is_void_v<typename operand_element<std::remove_cvref_t<X>>::type> &&
                        std::is_integral_v<typename operand_element<std::remove_cvref_t<X>>::type>;

/// Something a basic slice is made of.
template <class X>
concept basic_index = (std::is_integral_v<std::remove_cvref_t<X>> && !std::is_same_v<std::remove_cvref_t<X>, bool>) ||
                      std::is_same_v<std::remove_cvref_t<X>, slice_item>;

/// Elements of U become elements of E only by an explicit astype.
template <class U, class E>
concept needs_astype = (!same_kind(dtype_of<U>, dtype_of<E>));

/// Entries of an index among which are masks or index arrays.
template <class... I>
concept selecting_index = (((basic_index<I> || index_operand<I>)&&...) && (index_operand<I> || ...));

template <class X>
index_item to_index_item(const X& x) {
  if constexpr (basic_index<X>)
    return index_item(slice_item(x));
  else
    return index_item(access::get(x));
}

template <class... I>
handle slice_by(const handle& a, const I&... items) {
  const slice_item list[] = {slice_item(items)...};
  return slice(a, std::span<const slice_item>(list, sizeof...(I)));
}
inline handle slice_by(const handle& a) { return slice(a, {}); }

template <class... I>
handle select_by(const handle& a, const I&... items) {
  const index_item list[] = {to_index_item(items)...};
  return select(a, std::span<const index_item>(list, sizeof...(I)));
}

inline handle slice_text(const handle& a, const char* text) {
  const std::vector<slice_item> items = parse_slices(text);
  return slice(a, std::span<const slice_item>(items.data(), items.size()));
}

}  // namespace detail
GPU_END_NAMESPACE

// ndarray<E>: an N-dimensional array that owns its data and is a value.
#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include <gpu/detail/inplace.hpp>
#include <gpu/detail/nested.hpp>
#include <gpu/expr.hpp>
#include <gpu/host.hpp>
#include <gpu/selection.hpp>
#include <gpu/view.hpp>

GPU_BEGIN_NAMESPACE
namespace detail {

template <class R, class E>
concept has_elements = requires(const R& r) {
  { r.data() } -> std::convertible_to<const E*>;
  { r.size() } -> std::convertible_to<std::size_t>;
};
/// A contiguous range of E in host memory that is neither an operand nor a shape.
template <class R, class E>
concept host_range_of = (has_elements<R, E> && std::is_void_v<typename operand_element<R>::type> &&
                         !std::same_as<R, gpu::shape>);

}  // namespace detail

/// An array of E on one device. Copying copies the elements (on the device), moving is free. Assigning gives the name a new
/// value: views and pending expressions made before keep the old storage. `a(all()) = x` and `a += x` write in place.
template <class E>
class ndarray : public operand<E> {
  static_assert(element<E>,
                "gpu::ndarray<E>: E must be bool, a fixed-width integer, float16, bfloat16, float, double or "
                "std::complex of these two");

 public:
  /// An empty array of shape (0).
  ndarray() : operand<E>(detail::no_elements(dtype_of<E>)) {}
  ndarray(const ndarray& other) : operand<E>(detail::copy(other.handle_)) {}
  ndarray(ndarray&& other) noexcept : operand<E>(std::exchange(other.handle_, detail::no_elements(dtype_of<E>))) {}
  ~ndarray() = default;

  /// An array of this shape, its elements not initialised. Braces never reach it: `ndarray<float>{2, 3}` is values.
  template <std::same_as<gpu::shape> S>
  explicit ndarray(const S& dims) : operand<E>(detail::empty(dims, dtype_of<E>, false)) {}
  /// An array of this shape, every element `value`.
  template <std::same_as<gpu::shape> S, scalar V>
  ndarray(const S& dims, V value) : operand<E>(detail::full(dims, dtype_of<E>, detail::weak_scalar::of(value))) {}
  /// A copy of host memory that holds the elements in C order.
  template <std::same_as<gpu::shape> S>
  ndarray(const S& dims, const E* host) : operand<E>(detail::from_host(dims, dtype_of<E>, host)) {}
  /// Braces are values, nested to any depth. Throws value_error where they are ragged.
  ndarray(std::initializer_list<detail::nested<E>> values) : operand<E>(detail::from_nested<E>(values)) {}
  /// A 1-D copy of a contiguous host range: std::vector, std::array, std::span.
  template <class R>
    requires detail::host_range_of<R, E>
  explicit ndarray(const R& host)
      : operand<E>(detail::from_host({static_cast<std::int64_t>(host.size())}, dtype_of<E>, host.data())) {}
  explicit ndarray(const std::vector<bool>& host) requires(std::same_as<E, bool>)
      : operand<E>(detail::from_host({static_cast<std::int64_t>(host.size())}, dtype_of<E>,
                                     std::vector<unsigned char>(host.begin(), host.end()).data())) {}
  /// The value of an expression, view or selection, computed now. The element type converts by NumPy's same_kind.
  template <class U>
    requires(detail::same_kind(dtype_of<U>, dtype_of<E>))
  ndarray(const operand<U>& x) : operand<E>(detail::evaluate(detail::access::get(x), dtype_of<E>)) {}
  template <detail::needs_astype<E> U>
  ndarray(const operand<U>& x) = delete;  // this narrowing needs gpu::astype<E>(x)
  template <scalar S>
  ndarray(S value) = delete;  // an array from one number: gpu::full<E>(shape, value), or {value} for shape (1)
  ndarray(detail::access::adopt_tag, detail::handle h) noexcept : operand<E>(std::move(h)) {}

  ndarray& operator=(const ndarray& x) {
    if (this != &x) detail::assign(this->handle_, x.handle_, dtype_of<E>);
    return *this;
  }
  ndarray& operator=(ndarray&& x) noexcept {
    this->handle_ = std::exchange(x.handle_, detail::no_elements(dtype_of<E>));
    return *this;
  }
  template <class U>
    requires(detail::same_kind(dtype_of<U>, dtype_of<E>))
  ndarray& operator=(const operand<U>& x) {
    detail::assign(this->handle_, detail::access::get(x), dtype_of<E>);
    return *this;
  }
  template <detail::needs_astype<E> U>
  ndarray& operator=(const operand<U>& x) = delete;  // this narrowing needs gpu::astype<E>(x)
  ndarray& operator=(std::initializer_list<detail::nested<E>> values) {
    this->handle_ = detail::from_nested<E>(values);
    return *this;
  }
  template <scalar S>
  ndarray& operator=(S value) = delete;  // write a(all()) = value or a.fill(value)

  GPU_INPLACE_OPERATORS(ndarray)

  /// Distance between neighbours along each axis, in elements.
  [[nodiscard]] const gpu::shape& strides() const& { return detail::strides_of(this->handle_); }
  [[nodiscard]] bool is_contiguous() const { return detail::is_contiguous(this->handle_, false); }
  /// Address of the first element: device memory on a GPU.
  [[nodiscard]] E* data() { return static_cast<E*>(detail::data_of(this->handle_)); }
  [[nodiscard]] const E* data() const { return static_cast<const E*>(detail::data_of(this->handle_)); }

  /// A window, by integers, ranges, all(), newaxis() and ellipsis(). Integers are checked (index_error).
  template <detail::basic_index... I>
  [[nodiscard]] ndview<E> operator()(const I&... items) {
    return window(detail::slice_by(this->handle_, items...));
  }
  template <detail::basic_index... I>
  [[nodiscard]] ndview<const E> operator()(const I&... items) const {
    return const_window(detail::slice_by(this->handle_, items...));
  }
  /// A selection, by masks and index arrays, mixed with slices as in NumPy.
  template <class... I>
    requires detail::selecting_index<I...>
  [[nodiscard]] selection<E> operator()(const I&... items) {
    return detail::access::make<selection<E>>(detail::select_by(this->handle_, items...));
  }
  template <class... I>
    requires detail::selecting_index<I...>
  [[nodiscard]] ndarray operator()(const I&... items) const {
    return detail::access::make<ndarray>(detail::read_selection(detail::select_by(this->handle_, items...)));
  }
  /// A window, by text: "1:5, ::-1, ...". Throws value_error where the text is no slice.
  [[nodiscard]] ndview<E> operator()(const char* text) { return window(detail::slice_text(this->handle_, text)); }
  [[nodiscard]] ndview<const E> operator()(const char* text) const {
    return const_window(detail::slice_text(this->handle_, text));
  }
  [[nodiscard]] ndview<E> operator()(std::span<const slice_item> items) {
    return window(detail::slice(this->handle_, items));
  }
  [[nodiscard]] ndview<const E> operator()(std::span<const slice_item> items) const {
    return const_window(detail::slice(this->handle_, items));
  }
  /// One element as a 0-d window; bounds are checked.
  template <class... I>
    requires(std::is_integral_v<I>&&...)
  [[nodiscard]] ndview<E> at(const I&... index) { return (*this)(index...); }
  template <class... I>
    requires(std::is_integral_v<I>&&...)
  [[nodiscard]] ndview<const E> at(const I&... index) const { return (*this)(index...); }

  /// Axes reversed: a window.
  [[nodiscard]] ndview<E> T() { return window(detail::transpose(this->handle_)); }
  [[nodiscard]] ndview<const E> T() const { return const_window(detail::transpose(this->handle_)); }
  [[nodiscard]] ndview<E> transpose() { return T(); }
  [[nodiscard]] ndview<const E> transpose() const { return T(); }
  [[nodiscard]] ndview<E> transpose(std::initializer_list<axis> order) {
    return window(detail::transpose(this->handle_, std::span<const axis>(order.begin(), order.size())));
  }
  [[nodiscard]] ndview<const E> transpose(std::initializer_list<axis> order) const {
    return const_window(detail::transpose(this->handle_, std::span<const axis>(order.begin(), order.size())));
  }
  [[nodiscard]] ndview<E> swapaxes(axis first, axis second) {
    return window(detail::swapaxes(this->handle_, first, second));
  }
  [[nodiscard]] ndview<const E> swapaxes(axis first, axis second) const {
    return const_window(detail::swapaxes(this->handle_, first, second));
  }
  /// The same elements in another shape; one length may be -1. Shares the storage where the layout allows, else copies.
  [[nodiscard]] ndview<E> reshape(const gpu::shape& to) & { return window(detail::reshape(this->handle_, to)); }
  [[nodiscard]] ndview<const E> reshape(const gpu::shape& to) const& {
    return const_window(detail::reshape(this->handle_, to));
  }
  [[nodiscard]] ndview<E> reshape(const gpu::shape& to) && { return window(detail::reshape(this->handle_, to)); }
  [[nodiscard]] ndview<E> ravel() { return window(detail::reshape(this->handle_, {-1})); }
  [[nodiscard]] ndview<const E> ravel() const { return const_window(detail::reshape(this->handle_, {-1})); }
  [[nodiscard]] ndview<E> squeeze() { return window(detail::squeeze(this->handle_, {})); }
  [[nodiscard]] ndview<const E> squeeze() const { return const_window(detail::squeeze(this->handle_, {})); }

  [[nodiscard]] ndarray copy() const { return *this; }
  [[nodiscard]] ndarray flatten() const {
    return detail::access::make<ndarray>(detail::copy(detail::reshape(this->handle_, {-1})));
  }
  /// A copy on that device. Waits where one of the two is the CPU.
  [[nodiscard]] ndarray to(gpu::device d) const {
    return detail::access::make<ndarray>(detail::to_device(this->handle_, d));
  }
  /// Writes one value everywhere.
  template <scalar S>
  void fill(S value) {
    detail::store(this->handle_, detail::weak_scalar::of(value));
  }
  /// A host mirror with real references, written back when it goes or by flush().
  [[nodiscard]] host_mirror<E> host() { return host_mirror<E>(this->handle_); }

  friend void swap(ndarray& a, ndarray& b) noexcept { std::swap(a.handle_, b.handle_); }

 private:
  static ndview<E> window(detail::handle h) { return detail::access::make<ndview<E>>(std::move(h)); }
  static ndview<const E> const_window(detail::handle h) { return detail::access::make<ndview<const E>>(std::move(h)); }
};

GPU_END_NAMESPACE

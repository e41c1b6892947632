// ndview<E>: a strided window into an array's storage. ndview<const E> can only be read.
#pragma once

#include <initializer_list>

#include <gpu/detail/inplace.hpp>
#include <gpu/detail/nested.hpp>
#include <gpu/operand.hpp>

GPU_BEGIN_NAMESPACE

/// A read-only window. Shares ownership of the storage, so it never dangles; copying makes another window.
template <class E>
class ndview<const E> : public operand<E> {
 public:
  ndview() = default;
  ndview(const ndview&) = default;
  ndview(ndview&&) noexcept = default;
  ndview& operator=(const ndview&) = delete;
  ~ndview() = default;
  ndview(const ndarray<E>& a) : operand<E>(detail::access::get(a)) {}
  ndview(detail::access::adopt_tag, detail::handle h) noexcept : operand<E>(std::move(h)) {}

  /// Makes this the window that `other` is.
  void rebind(const ndview& other) { this->handle_ = other.handle_; }

  /// Distance between neighbours along each axis, in elements.
  [[nodiscard]] const gpu::shape& strides() const& { return detail::strides_of(this->handle_); }
  [[nodiscard]] bool is_contiguous() const { return detail::is_contiguous(this->handle_, false); }
  /// Address of the first element: device memory on a GPU.
  [[nodiscard]] const E* data() const { return static_cast<const E*>(detail::data_of(this->handle_)); }

  template <detail::basic_index... I>
  [[nodiscard]] ndview operator()(const I&... items) const {
    return window(detail::slice_by(this->handle_, items...));
  }
  /// By masks and index arrays: gathers into a new array.
  template <class... I>
    requires detail::selecting_index<I...>
  [[nodiscard]] ndarray<E> operator()(const I&... items) const {
    return detail::access::make<ndarray<E>>(detail::read_selection(detail::select_by(this->handle_, items...)));
  }
  [[nodiscard]] ndview operator()(const char* text) const { return window(detail::slice_text(this->handle_, text)); }
  [[nodiscard]] ndview operator()(std::span<const slice_item> items) const {
    return window(detail::slice(this->handle_, items));
  }
  /// One element as a 0-d window; bounds are checked.
  template <class... I>
    requires(std::is_integral_v<I>&&...)
  [[nodiscard]] ndview at(const I&... index) const { return (*this)(index...); }
  [[nodiscard]] ndview T() const { return window(detail::transpose(this->handle_)); }
  [[nodiscard]] ndview transpose() const { return T(); }
  [[nodiscard]] ndview transpose(std::initializer_list<axis> order) const {
    return window(detail::transpose(this->handle_, std::span<const axis>(order.begin(), order.size())));
  }
  [[nodiscard]] ndview swapaxes(axis first, axis second) const {
    return window(detail::swapaxes(this->handle_, first, second));
  }
  /// The same elements in another shape; one length may be -1. Shares the storage where the layout allows, else copies.
  [[nodiscard]] ndview reshape(const gpu::shape& to) const { return window(detail::reshape(this->handle_, to)); }
  [[nodiscard]] ndview ravel() const { return reshape({-1}); }
  [[nodiscard]] ndview squeeze() const { return window(detail::squeeze(this->handle_, {})); }

  [[nodiscard]] ndarray<E> copy() const { return detail::access::make<ndarray<E>>(detail::copy(this->handle_)); }
  [[nodiscard]] ndarray<E> flatten() const { return ravel().copy(); }
  [[nodiscard]] ndarray<E> to(gpu::device d) const {
    return detail::access::make<ndarray<E>>(detail::to_device(this->handle_, d));
  }

 private:
  static ndview window(detail::handle h) { return detail::access::make<ndview>(std::move(h)); }
};

/// A window whose elements can be assigned. Assigning writes elements; `rebind` re-points it. A moved-from or default view
/// is unbound: assigning to it binds it.
template <class E>
class ndview : public ndview<const E> {
 public:
  ndview() = default;
  ndview(const ndview&) = default;
  ndview(ndview&&) noexcept = default;
  ~ndview() = default;
  ndview(ndarray<E>& a) : ndview<const E>(detail::access::adopt_tag{}, detail::access::get(a)) {}
  ndview(detail::access::adopt_tag tag, detail::handle h) noexcept : ndview<const E>(tag, std::move(h)) {}

  ndview& operator=(const ndview& x) { return store_or_bind(x); }
  ndview& operator=(ndview&& x) {
    if (this->handle_) return store_or_bind(x);
    this->handle_ = std::move(x.handle_);
    return *this;
  }
  /// Writes the elements; x is broadcast to this shape. Overlap is safe. Throws shape_error.
  template <class U>
    requires(detail::same_kind(dtype_of<U>, dtype_of<E>))
  ndview& operator=(const operand<U>& x) {
    detail::store(this->handle_, detail::access::get(x));
    return *this;
  }
  template <detail::needs_astype<E> U>
  ndview& operator=(const operand<U>& x) = delete;  // this narrowing needs gpu::astype<E>(x)
  template <scalar S>
  ndview& operator=(S value) {
    detail::store(this->handle_, detail::weak_scalar::of(value));
    return *this;
  }
  ndview& operator=(std::initializer_list<detail::nested<E>> values) {
    detail::store(this->handle_, detail::from_nested<E>(values));
    return *this;
  }

  GPU_INPLACE_OPERATORS(ndview)

  void rebind(const ndview& other) { this->handle_ = detail::access::get(other); }
  /// Writes one value everywhere.
  template <scalar S>
  void fill(S value) {
    *this = value;
  }
  [[nodiscard]] E* data() const { return static_cast<E*>(detail::data_of(this->handle_)); }

  template <detail::basic_index... I>
  [[nodiscard]] ndview operator()(const I&... items) const {
    return window(detail::slice_by(this->handle_, items...));
  }
  template <class... I>
    requires detail::selecting_index<I...>
  [[nodiscard]] selection<E> operator()(const I&... items) const {
    return detail::access::make<selection<E>>(detail::select_by(this->handle_, items...));
  }
  [[nodiscard]] ndview operator()(const char* text) const { return window(detail::slice_text(this->handle_, text)); }
  [[nodiscard]] ndview operator()(std::span<const slice_item> items) const {
    return window(detail::slice(this->handle_, items));
  }
  template <class... I>
    requires(std::is_integral_v<I>&&...)
  [[nodiscard]] ndview at(const I&... index) const { return (*this)(index...); }
  [[nodiscard]] ndview T() const { return window(detail::transpose(this->handle_)); }
  [[nodiscard]] ndview transpose() const { return T(); }
  [[nodiscard]] ndview transpose(std::initializer_list<axis> order) const {
    return window(detail::transpose(this->handle_, std::span<const axis>(order.begin(), order.size())));
  }
  [[nodiscard]] ndview swapaxes(axis first, axis second) const {
    return window(detail::swapaxes(this->handle_, first, second));
  }
  [[nodiscard]] ndview reshape(const gpu::shape& to) const { return window(detail::reshape(this->handle_, to)); }
  [[nodiscard]] ndview ravel() const { return reshape({-1}); }
  [[nodiscard]] ndview squeeze() const { return window(detail::squeeze(this->handle_, {})); }

 private:
  static ndview window(detail::handle h) { return detail::access::make<ndview>(std::move(h)); }
  ndview& store_or_bind(const ndview& x) {
    if (this->handle_)
      detail::store(this->handle_, detail::access::get(x));
    else
      this->handle_ = detail::access::get(x);
    return *this;
  }
};

GPU_END_NAMESPACE

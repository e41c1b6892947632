// host_mirror<E>: an array's elements in host memory, with real references.
#pragma once

#include <exception>
#include <vector>

#include <gpu/detail/entry.hpp>

GPU_BEGIN_NAMESPACE

/// A copy of an array on the host, in C order, for loops: `auto m = a.host(); m(i, j) = …`. Made by a wait; written back to
/// the array by flush(), or when it goes (a failure then shows at the thread's next wait, as gpu::error).
template <class E>
class host_mirror {
 public:
  explicit host_mirror(const detail::handle& target) : target_(target), host_(detail::host_copy(target)) {
    data_ = static_cast<E*>(detail::data_of(host_));
  }
  host_mirror(const host_mirror&) = delete;
  host_mirror& operator=(const host_mirror&) = delete;
  host_mirror(host_mirror&& other) noexcept
      : target_(std::move(other.target_)), host_(std::move(other.host_)), data_(std::exchange(other.data_, nullptr)) {}
  host_mirror& operator=(host_mirror&&) = delete;
  ~host_mirror() {
    if (data_ != nullptr) detail::write_back(target_, data_);
  }

  /// Writes the elements to the array now; throws what goes wrong.
  void flush() { detail::write_all(target_, data_); }

  /// The element at these indices, one for each axis. Bounds are checked (index_error); negative ones count from the end.
  template <class... I>
    requires(std::is_integral_v<I>&&...)
  [[nodiscard]] E& operator()(I... index) {
    const std::int64_t list[sizeof...(I) + 1] = {static_cast<std::int64_t>(index)...};
    return data_[detail::flat_index(host_, list, sizeof...(I))];
  }
  [[nodiscard]] const gpu::shape& shape() const& { return detail::shape_of(host_); }
  [[nodiscard]] std::int64_t size() const { return detail::shape_of(host_).count(); }
  [[nodiscard]] E* data() noexcept { return data_; }
  [[nodiscard]] E* begin() noexcept { return data_; }
  [[nodiscard]] E* end() noexcept { return data_ + size(); }

 private:
  detail::handle target_;
  detail::handle host_;
  E* data_ = nullptr;
};

GPU_END_NAMESPACE

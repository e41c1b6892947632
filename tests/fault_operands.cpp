#include "fault_operands.hpp"

#include "graph/node.hpp"

namespace faults {

using gpu::all, gpu::arange, gpu::astype, gpu::range, gpu::shape;
using gpu::placeholders::_;

namespace {

/// 1, 2, … 30 as (6, 5): no zero, so that division and logarithms are defined for every dtype.
gpu::ndarray<double> numbers() { return gpu::ndarray<double>(arange<double>(1, 31).reshape({6, 5})); }

}  // namespace

operands::operands()
    : b(astype<bool>(arange<int>(30).reshape({6, 5}) % 3)),
      i(astype<std::int32_t>(numbers())),
      u(astype<std::uint8_t>(numbers())),
      h(astype<gpu::float16>(numbers() / 8)),
      f(astype<float>(numbers() / 32)),
      d(numbers() / 32),
      z(astype<std::complex<float>>(numbers() / 32)),
      g(astype<float>(numbers() / 16)),
      row(arange<float>(5)),
      one{2.5F},
      index{0, 2, 2, 5},
      target(g),
      target_i(i),
      fortran(gpu::empty<float>({6, 5}, gpu::layout::f)),
      window(target(all(), range(_, _, 2))) {
  fortran(all()) = f;
}

const gpu::detail::handle& operands::of(gpu::dtype type) const {
  using gpu::dtype, gpu::detail::access;
  switch (type) {
    case dtype::bool_: return access::get(b);
    case dtype::int32: return access::get(i);
    case dtype::uint8: return access::get(u);
    case dtype::float16: return access::get(h);
    case dtype::float32: return access::get(f);
    case dtype::float64: return access::get(d);
    default: return access::get(z);
  }
}

std::string operands::bits() const {
  const auto of_all = [](const auto&... arrays) {
    std::string text;
    ((text += bits_of(gpu::detail::access::get(arrays))), ...);
    return text;
  };
  gpu::random::generator next = rng;
  return of_all(b, i, u, h, f, d, z, g, row, one, index, target, target_i, fortran, window, next.bytes(8));
}

std::string bits_of(const gpu::detail::handle& array) {
  const gpu::detail::handle host = gpu::detail::host_copy(array);
  const std::size_t bytes =
      static_cast<std::size_t>(host.get()->dims.count()) * gpu::detail::item_size(host.get()->type);
  if (bytes == 0) return {};
  return {static_cast<const char*>(gpu::detail::data_of(host)), bytes};
}

}  // namespace faults

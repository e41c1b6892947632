#include "dispatch.hpp"

namespace conformance {
namespace {

std::size_t type_index(const value& v) {
  if (v.is_array()) return static_cast<std::size_t>(v.array().type());
  return gpu::dtype_count + v.number().index();
}

/// Where the operand of that type is: a gpu::operand<E> or a scalar.
const void* address(const value& v) {
  if (v.is_scalar()) return std::visit([](const auto& s) -> const void* { return &s; }, v.number());
  const device_array& a = v.array();
  return with_element(a.type(), [&]<class E>(std::type_identity<E>) -> const void* {
    const gpu::operand<E>& x = a.as<E>().read();
    return &x;
  });
}

}  // namespace

outcome call_cell(const unary_table& table, const value& x) {
  const unary_cell cell = table[static_cast<std::size_t>(x.array().type())];
  if (cell == nullptr) throw not_callable();
  return cell(address(x));
}

outcome call_cell(const binary_table& table, const value& x, const value& y) {
  const binary_cell cell = table[type_index(x)][type_index(y)];
  if (cell == nullptr) throw not_callable();
  return cell(address(x), address(y));
}

}  // namespace conformance

// Calls a generic function with the C++ type of a run-time dtype.
#pragma once

#include <gpu/dtype.hpp>

namespace gpu::graph {

template <class E>
struct type_tag {
  using type = E;
};

template <class F>
decltype(auto) visit_dtype(dtype d, F&& f) {
  switch (d) {
    case dtype::bool_: return f(type_tag<bool>{});
    case dtype::int8: return f(type_tag<std::int8_t>{});
    case dtype::int16: return f(type_tag<std::int16_t>{});
    case dtype::int32: return f(type_tag<std::int32_t>{});
    case dtype::int64: return f(type_tag<std::int64_t>{});
    case dtype::uint8: return f(type_tag<std::uint8_t>{});
    case dtype::uint16: return f(type_tag<std::uint16_t>{});
    case dtype::uint32: return f(type_tag<std::uint32_t>{});
    case dtype::uint64: return f(type_tag<std::uint64_t>{});
    case dtype::float16: return f(type_tag<float16>{});
    case dtype::bfloat16: return f(type_tag<bfloat16>{});
    case dtype::float32: return f(type_tag<float>{});
    case dtype::float64: return f(type_tag<double>{});
    case dtype::complex64: return f(type_tag<std::complex<float>>{});
    case dtype::complex128: break;
  }
  return f(type_tag<std::complex<double>>{});
}

}  // namespace gpu::graph

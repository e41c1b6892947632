// Rearranging elements in host memory: C and Fortran order, byte order.
#pragma once

#include <cstddef>

#include <gpu/dtype.hpp>
#include <gpu/shape.hpp>

namespace gpu::io {

/// Copies an array of shape `dims` from Fortran order to C order. `bytes` is an element's size: 1, 2, 4, 8 or 16.
void fortran_to_c(void* to, const void* from, const shape& dims, std::size_t bytes);

/// Copies an array of shape `dims` from C order to Fortran order.
void c_to_fortran(void* to, const void* from, const shape& dims, std::size_t bytes);

/// Reverses the bytes of each of `count` numbers of `type`, of both parts of complex ones.
void swap_bytes(void* data, std::size_t count, dtype type) noexcept;

}  // namespace gpu::io

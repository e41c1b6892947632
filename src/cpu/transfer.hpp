// Moving elements between strided memory and a block's contiguous scratch, by element size.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/boxes.hpp"

namespace gpu::cpu_backend {

/// scratch[i] = the i-th element of the walk that starts at `from`. Elements have `item` bytes: 1, 2, 4, 8 or 16.
void gather(void* scratch, const void* from, const walk& w, std::size_t item) noexcept;

/// The i-th element of the walk that starts at `to` = scratch[i], where `mask` (if given) is true at i.
void scatter(void* to, const void* scratch, const walk& w, std::size_t item, const bool* mask) noexcept;

/// scratch[i] = the element at from + offsets[i] elements, for i < n.
void gather_at(void* scratch, const void* from, const std::int64_t* offsets, std::int64_t n, std::size_t item) noexcept;

/// The element at to + offsets[i] elements = scratch[i], for i < n where `mask` (if given) is true; the last one wins.
void scatter_at(void* to, const void* scratch, const std::int64_t* offsets, std::int64_t n, std::size_t item,
                const bool* mask) noexcept;

/// out[i] = first + the offset of the i-th element of the walk.
void number(std::int64_t* out, std::int64_t first, const walk& w) noexcept;

/// out[0 … n) = *element.
void fill(void* out, const void* element, std::int64_t n, std::size_t item) noexcept;

}  // namespace gpu::cpu_backend

#include "cpu/transfer.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

namespace gpu::cpu_backend {
namespace {

struct bytes8 {
  std::uint32_t low, high;
};
struct bytes16 {
  std::uint64_t low, high;
};

// Calls f with a null pointer to a type of `item` bytes to whose alignment both arrays keep: complex numbers may be aligned to
// their parts only.
template <class F>
void by_size(std::size_t item, const void* first, const void* second, F f) noexcept {
  switch (item) {
    case 1: return f(static_cast<std::uint8_t*>(nullptr));
    case 2: return f(static_cast<std::uint16_t*>(nullptr));
    case 4: return f(static_cast<std::uint32_t*>(nullptr));
    case 8:
      if ((std::bit_cast<std::uintptr_t>(first) | std::bit_cast<std::uintptr_t>(second)) % sizeof(std::uint64_t) != 0)
        return f(static_cast<bytes8*>(nullptr));
      return f(static_cast<std::uint64_t*>(nullptr));
    default: return f(static_cast<bytes16*>(nullptr));
  }
}

// Calls row(first offset, length, stride) for every innermost row of the walk, in order.
template <class Row>
void for_each_row(const walk& w, Row row) noexcept {
  if (w.ndim == 0) return row(std::int64_t{0}, std::int64_t{1}, std::int64_t{0});
  std::array<std::int64_t, max_rank> at{};
  std::int64_t offset = 0;
  for (;;) {
    row(offset, w.lens[0], w.strides[0]);
    std::size_t k = 1;
    for (; k < static_cast<std::size_t>(w.ndim); ++k) {
      offset += w.strides[k];
      if (++at[k] < w.lens[k]) break;
      offset -= w.strides[k] * w.lens[k];
      at[k] = 0;
    }
    if (k == static_cast<std::size_t>(w.ndim)) return;
  }
}

template <class U>
void gather_row(U* out, const U* from, std::int64_t n, std::int64_t stride) noexcept {
  if (stride == 1) {
    std::memmove(out, from, static_cast<std::size_t>(n) * sizeof(U));
  } else if (stride == 0) {
    std::fill_n(out, n, *from);
  } else {
    for (std::int64_t i = 0; i < n; ++i) out[i] = from[i * stride];
  }
}

template <class U>
void scatter_row(U* to, const U* in, std::int64_t n, std::int64_t stride) noexcept {
  if (stride == 1) {
    std::memmove(to, in, static_cast<std::size_t>(n) * sizeof(U));
  } else {
    for (std::int64_t i = 0; i < n; ++i) to[i * stride] = in[i];
  }
}

}  // namespace

void gather(void* scratch, const void* from, const walk& w, std::size_t item) noexcept {
  by_size(item, from, scratch, [&]<class U>(U*) {
    U* out = static_cast<U*>(scratch);
    const U* base = static_cast<const U*>(from);
    for_each_row(w, [&](std::int64_t offset, std::int64_t n, std::int64_t stride) {
      gather_row(out, base + offset, n, stride);
      out += n;
    });
  });
}

void scatter(void* to, const void* scratch, const walk& w, std::size_t item, const bool* mask) noexcept {
  by_size(item, to, scratch, [&]<class U>(U*) {
    U* base = static_cast<U*>(to);
    const U* in = static_cast<const U*>(scratch);
    for_each_row(w, [&](std::int64_t offset, std::int64_t n, std::int64_t stride) {
      if (mask == nullptr) {
        scatter_row(base + offset, in, n, stride);
      } else {
        for (std::int64_t i = 0; i < n; ++i)
          if (mask[i]) base[offset + i * stride] = in[i];
        mask += n;
      }
      in += n;
    });
  });
}

void gather_at(void* scratch, const void* from, const std::int64_t* offsets, std::int64_t n,
               std::size_t item) noexcept {
  by_size(item, from, scratch, [&]<class U>(U*) {
    U* out = static_cast<U*>(scratch);
    const U* base = static_cast<const U*>(from);
    for (std::int64_t i = 0; i < n; ++i) out[i] = base[offsets[i]];
  });
}

void scatter_at(void* to, const void* scratch, const std::int64_t* offsets, std::int64_t n, std::size_t item,
                const bool* mask) noexcept {
  by_size(item, to, scratch, [&]<class U>(U*) {
    U* base = static_cast<U*>(to);
    const U* in = static_cast<const U*>(scratch);
    for (std::int64_t i = 0; i < n; ++i)
      if (mask == nullptr || mask[i]) base[offsets[i]] = in[i];
  });
}

void number(std::int64_t* out, std::int64_t first, const walk& w) noexcept {
  for_each_row(w, [&](std::int64_t offset, std::int64_t n, std::int64_t stride) {
    for (std::int64_t i = 0; i < n; ++i) out[i] = first + offset + i * stride;
    out += n;
  });
}

void fill(void* out, const void* element, std::int64_t n, std::size_t item) noexcept {
  by_size(item, out, out, [&]<class U>(U*) {
    U value;
    std::memcpy(&value, element, sizeof(U));
    std::fill_n(static_cast<U*>(out), n, value);
  });
}

}  // namespace gpu::cpu_backend

// Kernel descriptions over other memory.
#pragma once

#include <bit>
#include <cstring>
#include <map>
#include <utility>

#include "exact_memory.hpp"
#include "plan/kernel.hpp"

/// `k` with make(storage) in the place of each storage; operands that share one do so again.
template <class Make>
gpu::plan::kernel with_storages(gpu::plan::kernel k, Make make) {
  std::map<gpu::runtime::storage*, gpu::runtime::storage_ref> made;
  const auto replace = [&](gpu::plan::operand& o) {
    gpu::runtime::storage_ref& other = made[o.data.get()];
    if (!other) other = make(o.data);
    o.data = other;
  };
  for (auto& in : k.inputs) replace(in);
  for (auto& out : k.outputs) replace(out.to);
  return k;
}

/// How far a storage begins after a multiple of 256 bytes.
inline std::size_t phase_of_storage(const gpu::runtime::storage& s) noexcept {
  return std::bit_cast<std::uint64_t>(s.data) % 256;
}

/// New, uninitialised host memory of the same size and phase.
inline gpu::runtime::storage_ref alike(const gpu::runtime::storage_ref& s) {
  return exact_storage(s->bytes, phase_of_storage(*s.get()));
}

/// A copy in host memory of its own.
inline gpu::runtime::storage_ref duplicate(const gpu::runtime::storage_ref& s) {
  gpu::runtime::storage_ref copy = alike(s);
  if (s->bytes != 0) std::memcpy(copy->data, s->data, s->bytes);
  return copy;
}

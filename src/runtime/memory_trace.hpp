// Trace lines of storages that are made and freed (GPU_TRACE=mem).
#pragma once

#include <cstddef>

#include "runtime/allocator.hpp"
#include "runtime/trace.hpp"

namespace gpu::runtime {

/// A storage was made. Call only where the topic is on.
void trace_allocation(std::size_t bytes, gpu::device where, block_source from);
/// One is freed. Traces if the topic is on.
void trace_free(std::size_t bytes, gpu::device where) noexcept;

}  // namespace gpu::runtime

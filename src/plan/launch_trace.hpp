// Trace lines of what is launched (GPU_TRACE=launch).
#pragma once

#include <cstdint>
#include <string>

#include "plan/gemm.hpp"
#include "plan/kernel.hpp"
#include "runtime/trace.hpp"

namespace gpu::plan {

/// A kernel is launched; `how` holds further fields, such as the grid. Call only where the topic is on.
void trace_launch(const kernel& k, gpu::device where, const std::string& how);

/// A library computes matrix products. Call only where the topic is on.
void trace_launch(const gemm& g, gpu::device where);

/// A library does something else with `elements` elements. Call only where the topic is on.
void trace_library_launch(const char* call, gpu::device where, std::int64_t elements);

}  // namespace gpu::plan

// What test_ufunc.cpp calls of its companion, a second translation unit with user functions.
#pragma once

#include <gpu/gpu.hpp>

/// x + 100, by a user function whose name and signature another one of test_ufunc.cpp has.
gpu::ndarray<float> same_name_elsewhere(const gpu::ndarray<float>& x);

/// A header's functions: each translation unit has its own.
namespace in_header {

GPU_UFUNC(offset_by, (float x, float y), { return x + 2 * y; })
struct holder {
  GPU_UFUNC(negated, (float x), { return -x; })
};
inline gpu::expr<float> shifted(const gpu::operand<float>& x) { return offset_by(x, 1); }

}  // namespace in_header

/// in_header::shifted, and the holder's function, as the other translation unit sees them.
gpu::ndarray<float> shifted_elsewhere(const gpu::ndarray<float>& x);

// gpu::float16 and gpu::bfloat16 for the bodies of user functions, as in gpu/float16.hpp: they convert to and from float.
// Read by the run-time compiler after user.cuh; includes nothing.
#pragma once

namespace gpu {

#define GPU_USER_16BIT_FLOAT(name, H)                                       \
  class name {                                                              \
   public:                                                                  \
    name() = default;                                                       \
    GPU_FN name(float value) : stored_(ops::narrow<H>(value)) {}            \
    GPU_FN explicit name(H stored) : stored_(stored) {}                     \
    GPU_FN operator float() const { return ops::widen(stored_); }           \
    GPU_FN static name from_bits(unsigned short bits) { return name(H{bits}); } \
    GPU_FN unsigned short bits() const { return stored_.bits; }             \
                                                                            \
   private:                                                                 \
    H stored_ = {};                                                         \
  };                                                                        \
  namespace user {                                                          \
  GPU_FN name argument(H x) { return name(x); }                             \
  template <>                                                               \
  struct stored<H> {                                                        \
    static GPU_FN H of(name x) { return H{x.bits()}; }                      \
  };                                                                        \
  }
GPU_USER_16BIT_FLOAT(float16, ops::f16)
GPU_USER_16BIT_FLOAT(bfloat16, ops::bf16)
#undef GPU_USER_16BIT_FLOAT

}  // namespace gpu

// The exception types' destructors, out of line so that each type has its home (vtable and type information) here.
#include <gpu/error.hpp>
#include <gpu/shape.hpp>

GPU_BEGIN_NAMESPACE

error::~error() = default;
value_error::~value_error() = default;
shape_error::~shape_error() = default;
axis_error::~axis_error() = default;
index_error::~index_error() = default;
device_error::~device_error() = default;
out_of_memory::~out_of_memory() = default;
linalg_error::~linalg_error() = default;
io_error::~io_error() = default;
jit_error::~jit_error() = default;
cuda_error::~cuda_error() = default;

namespace detail {

void throw_rank_too_large(std::int64_t rank) {
  throw value_error("an array has at most " + std::to_string(max_rank) + " axes; " + std::to_string(rank) +
                    " were asked for");
}

}  // namespace detail
GPU_END_NAMESPACE

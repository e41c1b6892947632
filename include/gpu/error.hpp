// The exception types. Every one derives from gpu::error; messages say what, where and how large.
#pragma once

#include <stdexcept>
#include <string>

#include <gpu/detail/config.hpp>

GPU_BEGIN_NAMESPACE

/// Base of everything the library throws.
class GPU_API error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  ~error() override;
};

/// A value that makes no sense for the operation (NumPy's ValueError).
class GPU_API value_error : public error {
 public:
  using error::error;
  ~value_error() override;
};

/// Shapes that do not fit each other; the message has both.
class GPU_API shape_error : public value_error {
 public:
  using value_error::value_error;
  ~shape_error() override;
};

/// An axis out of range or named twice (NumPy's AxisError).
class GPU_API axis_error : public value_error {
 public:
  using value_error::value_error;
  ~axis_error() override;
};

/// An index out of range, or too many indices (NumPy's IndexError).
class GPU_API index_error : public error {
 public:
  using error::error;
  ~index_error() override;
};

/// A device that is missing, or operands on different devices.
class GPU_API device_error : public error {
 public:
  using error::error;
  ~device_error() override;
};

/// Memory that could not be had, after freed blocks were given back and the allocation retried.
class GPU_API out_of_memory : public error {
 public:
  using error::error;
  ~out_of_memory() override;
};

/// Linear algebra that has no answer (NumPy's LinAlgError).
class GPU_API linalg_error : public error {
 public:
  using error::error;
  ~linalg_error() override;
};

/// A file that cannot be read or written, or is not what it should be.
class GPU_API io_error : public error {
 public:
  using error::error;
  ~io_error() override;
};

/// A kernel that could not be compiled; the message carries the compiler's log.
class GPU_API jit_error : public error {
 public:
  using error::error;
  ~jit_error() override;
};

/// A CUDA call that failed; the message names the call and the code.
class GPU_API cuda_error : public error {
 public:
  using error::error;
  ~cuda_error() override;
};

GPU_END_NAMESPACE

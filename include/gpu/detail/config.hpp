// Visibility and version macros shared by every public header.
#pragma once

#define GPU_API __attribute__((visibility("default")))

#define GPU_NDARRAY_VERSION_MAJOR 0
#define GPU_NDARRAY_VERSION_MINOR 1
#define GPU_NDARRAY_VERSION_PATCH 0

// Everything lives in an inline namespace that carries the ABI version, so that two versions can be linked side by side.
#define GPU_BEGIN_NAMESPACE \
  namespace gpu {           \
  inline namespace v0 {
#define GPU_END_NAMESPACE \
  }                       \
  }

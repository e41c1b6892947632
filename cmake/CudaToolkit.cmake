# Finds the CUDA Toolkit (headers for the library, nvcc where there are .cu files) and chooses the GPU architectures.
#
# The library never links a CUDA library but the static cudart: all others are opened when first used.

set(GPU_CUDA_MINIMUM 12.8)  # the first with sm_100 and sm_120

set(GPU_ARCHS "" CACHE STRING
  "GPU architectures of the ahead-of-time kernels; empty: native where a GPU is seen, else the release list")
# Ampere, Ada, Hopper, Blackwell (data centre and desktop); newer ones compile the PTX of 90 when the program starts.
set(GPU_RELEASE_ARCHS 80-real 86-real 89-real 90-real 100-real 120-real 90-virtual)

# scripts/setup fetches a toolkit into .cuda/ only where the machine has none that is new enough.
if(NOT CUDAToolkit_ROOT AND NOT DEFINED ENV{CUDAToolkit_ROOT} AND NOT CMAKE_CUDA_COMPILER
   AND EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/.cuda/toolkit/bin/nvcc")
  set(CUDAToolkit_ROOT "${CMAKE_CURRENT_SOURCE_DIR}/.cuda/toolkit")
endif()
find_package(CUDAToolkit ${GPU_CUDA_MINIMUM} REQUIRED)
message(STATUS "CUDA Toolkit ${CUDAToolkit_VERSION}: ${CUDAToolkit_BIN_DIR}")

file(GLOB_RECURSE gpu_cuda_sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/src/*.cu")
if(gpu_cuda_sources)
  if(NOT CMAKE_CUDA_COMPILER)
    set(CMAKE_CUDA_COMPILER "${CUDAToolkit_NVCC_EXECUTABLE}")
  endif()
  set(gpu_archs "${GPU_ARCHS}")
  if(NOT gpu_archs)
    file(GLOB gpu_device_files /dev/nvidia[0-9]*)
    if(gpu_device_files)
      set(gpu_archs native)
    else()
      set(gpu_archs ${GPU_RELEASE_ARCHS})
    endif()
  endif()
  set(CMAKE_CUDA_ARCHITECTURES "${gpu_archs}")
  message(STATUS "GPU architectures: ${gpu_archs}")
  enable_language(CUDA)
endif()

# The libraries that the CPU back end links: OpenBLAS (matmul), SLEEF (vector math), threads.

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

# A library without a CMake package of its own becomes the imported target gpu_<name>.
function(gpu_import_library name header library)
  find_path(GPU_${name}_INCLUDE_DIR ${header} PATH_SUFFIXES openblas-pthread openblas)
  find_library(GPU_${name}_LIBRARY ${library})
  if(NOT GPU_${name}_INCLUDE_DIR OR NOT GPU_${name}_LIBRARY)
    message(FATAL_ERROR "${header} or lib${library}.so is missing: ./scripts/setup installs it")
  endif()
  mark_as_advanced(GPU_${name}_INCLUDE_DIR GPU_${name}_LIBRARY)
  add_library(gpu_${name} UNKNOWN IMPORTED)
  set_target_properties(gpu_${name} PROPERTIES
    IMPORTED_LOCATION "${GPU_${name}_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${GPU_${name}_INCLUDE_DIR}")
endfunction()

gpu_import_library(openblas cblas.h openblas)
gpu_import_library(sleef sleef.h sleef)

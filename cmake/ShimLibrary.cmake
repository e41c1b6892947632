# gpu_shim: runs generated CUDA kernels on the CPU (tests/cuda_on_cpu.hpp). For programs that link the library's objects.
set(shim_folder "${PROJECT_SOURCE_DIR}/tests")
add_library(gpu_shim OBJECT "${shim_folder}/cuda_on_cpu.cpp" "${shim_folder}/data_path.cpp" "${shim_folder}/shim_compiler.cpp")
target_include_directories(gpu_shim PRIVATE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
target_include_directories(gpu_shim SYSTEM PRIVATE ${CUDAToolkit_INCLUDE_DIRS})
target_link_libraries(gpu_shim PRIVATE gpu_warnings)
target_compile_features(gpu_shim PRIVATE cxx_std_20)
set_source_files_properties("${shim_folder}/data_path.cpp" PROPERTIES
  COMPILE_DEFINITIONS "GPU_TEST_DATA_DIR=\"${shim_folder}\"")
# Generated kernels are compiled as the program is; ThreadSanitizer would not follow a block's fibers.
set(shim_sanitize "${GPU_SANITIZE}")
if(shim_sanitize MATCHES "thread")
  set(shim_sanitize "")
endif()
set_source_files_properties("${shim_folder}/shim_compiler.cpp" PROPERTIES
  COMPILE_DEFINITIONS "GPU_SHIM_COMPILER=\"${CMAKE_CXX_COMPILER}\";GPU_SHIM_SANITIZE=\"${shim_sanitize}\"")

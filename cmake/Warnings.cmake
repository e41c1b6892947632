# gpu_warnings: the warnings that the project's own C++ code is held to. Linked privately, never exported.

add_library(gpu_warnings INTERFACE)
set(gpu_cxx_warnings -Wall -Wextra -Wconversion -Wshadow -Wpedantic)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  list(APPEND gpu_cxx_warnings -Wno-restrict)  # false alarms on std::string's operator+ (GCC bug 105651)
endif()
if(GPU_WARNINGS_AS_ERRORS)
  list(APPEND gpu_cxx_warnings -Werror)
endif()
target_compile_options(gpu_warnings INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${gpu_cxx_warnings}>")

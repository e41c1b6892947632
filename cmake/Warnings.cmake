# gpu_warnings: the warnings that the project's own C++ code is held to. Linked privately, never exported.

add_library(gpu_warnings INTERFACE)
set(gpu_cxx_warnings -Wall -Wextra -Wconversion -Wshadow -Wpedantic)
if(GPU_WARNINGS_AS_ERRORS)
  list(APPEND gpu_cxx_warnings -Werror)
endif()
target_compile_options(gpu_warnings INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${gpu_cxx_warnings}>")

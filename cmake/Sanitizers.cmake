# GPU_SANITIZE=address,undefined (or thread) builds everything, library and tests, under those sanitizers.

set(GPU_SANITIZE "" CACHE STRING "Sanitizers for the whole build, as -fsanitize takes them")
if(GPU_SANITIZE)
  add_compile_options(
    "$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${GPU_SANITIZE};-fno-sanitize-recover=all;-fno-omit-frame-pointer>")
  add_link_options("-fsanitize=${GPU_SANITIZE}")
endif()

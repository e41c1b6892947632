# Checks of the build's products, none of which runs the library's own code on a device.

add_test(NAME no_cuda_libraries
  COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/check_no_cuda_libraries.sh" "$<TARGET_FILE:gpu_ndarray>")

# Every call that can fail from outside passes the call seam.
add_test(NAME call_seam
  COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/check_call_seam.sh" "${PROJECT_SOURCE_DIR}/src")

# Each public header compiles alone, under both compilers, without a warning.
foreach(compiler IN ITEMS g++ clang++)
  find_program(GPU_CHECK_${compiler} ${compiler})
  mark_as_advanced(GPU_CHECK_${compiler})
  if(GPU_CHECK_${compiler})
    add_test(NAME headers_alone_${compiler}
      COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/check_headers.sh" "${GPU_CHECK_${compiler}}" "${PROJECT_SOURCE_DIR}/include")
    set_tests_properties(headers_alone_${compiler} PROPERTIES TIMEOUT 600)
    add_test(NAME compile_fail_${compiler}
      COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/compile_fail/check.sh" "${GPU_CHECK_${compiler}}" "${PROJECT_SOURCE_DIR}/include"
        "${CMAKE_CURRENT_SOURCE_DIR}/compile_fail/cases.txt")
    set_tests_properties(compile_fail_${compiler} PROPERTIES TIMEOUT 600)
    if(GPU_INSTALL AND NOT GPU_SANITIZE)
      add_test(NAME consumer_${compiler}
        COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/check_consumer.sh"
          "${CMAKE_COMMAND}" "${PROJECT_BINARY_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}/consumer" "${GPU_CHECK_${compiler}}")
      set_tests_properties(consumer_${compiler} PROPERTIES ENVIRONMENT "GPU_DEVICE=cpu" TIMEOUT 600)
    endif()
  endif()
endforeach()

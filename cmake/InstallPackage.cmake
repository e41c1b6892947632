# Install rules and the CMake package: find_package(gpu_ndarray) gives the target gpu::ndarray.

include(CMakePackageConfigHelpers)

set(gpu_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/gpu_ndarray")

install(TARGETS gpu_ndarray EXPORT gpu_ndarray_targets
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library)
install(DIRECTORY include/gpu DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT library)
install(EXPORT gpu_ndarray_targets
  FILE gpu_ndarray-targets.cmake NAMESPACE gpu:: DESTINATION "${gpu_package_dir}" COMPONENT library)

configure_package_config_file(
  cmake/gpu_ndarray-config.cmake.in gpu_ndarray-config.cmake INSTALL_DESTINATION "${gpu_package_dir}")
# Before 1.0 a new minor version may break programs that were written for the last.
write_basic_package_version_file(gpu_ndarray-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  "${CMAKE_CURRENT_BINARY_DIR}/gpu_ndarray-config.cmake"
  "${CMAKE_CURRENT_BINARY_DIR}/gpu_ndarray-config-version.cmake"
  DESTINATION "${gpu_package_dir}" COMPONENT library)

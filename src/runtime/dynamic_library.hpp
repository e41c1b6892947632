// Opens a shared library of the CUDA Toolkit or the driver when it is first needed.
#pragma once

#include <initializer_list>
#include <string>

namespace gpu::runtime {

/// An opened library, or none. Never closed: what it handed out may be used until the process ends.
class dynamic_library {
 public:
  /// Tries each name, in the loader's own search first (LD_LIBRARY_PATH, ldconfig), then in $CUDA_HOME and $CUDA_PATH, the
  /// toolkit this library was built with, /usr/local/cuda, and beside this library.
  explicit dynamic_library(std::initializer_list<const char*> names);

  [[nodiscard]] bool found() const noexcept { return handle_ != nullptr; }
  /// The loader's words on why nothing was opened.
  [[nodiscard]] const std::string& reason() const noexcept { return reason_; }
  /// The address of `name`, or null.
  [[nodiscard]] void* symbol(const char* name) const noexcept;

 private:
  void try_open(const std::string& path);

  void* handle_ = nullptr;
  std::string reason_;
};

}  // namespace gpu::runtime

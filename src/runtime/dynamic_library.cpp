#include "runtime/dynamic_library.hpp"

#include <cstdlib>
#include <vector>

#include <dlfcn.h>

namespace gpu::runtime {
namespace {

std::string folder_of_this_library() {
  static const char anchor = 0;
  Dl_info info{};
  if (dladdr(&anchor, &info) == 0 || info.dli_fname == nullptr) return {};
  const std::string file = info.dli_fname;
  const auto slash = file.rfind('/');
  return slash == std::string::npos ? std::string() : file.substr(0, slash);
}

std::vector<std::string> search_folders() {
  std::vector<std::string> folders;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* root = std::getenv(variable)) folders.push_back(std::string(root) + "/lib64");
#ifdef GPU_CUDA_LIBRARY_DIR
  folders.emplace_back(GPU_CUDA_LIBRARY_DIR);
#endif
  folders.emplace_back("/usr/local/cuda/lib64");
  if (std::string beside = folder_of_this_library(); !beside.empty()) folders.push_back(std::move(beside));
  return folders;
}

}  // namespace

dynamic_library::dynamic_library(std::initializer_list<const char*> names) {
  for (const char* name : names) try_open(name);
  if (found()) return;
  for (const std::string& folder : search_folders())
    for (const char* name : names) try_open(folder + '/' + name);
}

void dynamic_library::try_open(const std::string& path) {
  if (found()) return;
  handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ != nullptr || !reason_.empty()) return;
  const char* text = dlerror();
  reason_ = text != nullptr ? text : path + " cannot be opened";
}

void* dynamic_library::symbol(const char* name) const noexcept {
  return handle_ != nullptr ? dlsym(handle_, name) : nullptr;
}

}  // namespace gpu::runtime

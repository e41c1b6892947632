#include "cuda/dump.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <mutex>

#include "cuda/disk_cache.hpp"
#include "runtime/call_seam.hpp"
#include "runtime/immortal.hpp"

namespace gpu::cuda_backend {
namespace {

std::string folder_from_environment() {
  const char* text = std::getenv("GPU_DUMP_KERNELS");
  return text != nullptr ? text : "";
}

void warn(const std::string& path) {
  static std::once_flag once;
  std::call_once(once, [&] { std::cerr << "gpu: GPU_DUMP_KERNELS: cannot write " << path << '\n'; });
}

bool write_file(const std::string& path, const std::string& content) {
  bool written = runtime::seam::enter(runtime::seam::kind::file, "write");
  if (written) {
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out << content;
    out.close();
    written = out.good();
  }
  if (!written) warn(path);
  return written;
}

}  // namespace

const std::string& dump_folder() {
  static runtime::immortal<std::string> folder(folder_from_environment());
  return *folder;
}

std::string dump_source(const std::string& folder, const std::string& name, const std::string& source) {
  if (folder.empty()) return {};
  std::error_code problem;  // a folder that cannot be made shows when its file cannot be written
  std::filesystem::create_directories(folder, problem);
  const std::string path = folder + '/' + name + '_' + hex(fnv1a(source));
  return write_file(path + ".cu", source) ? path : std::string();
}

void dump_image(const std::string& path, const std::string& image) {
  if (path.empty()) return;
  const bool machine_code = image.compare(0, 4, "\177ELF") == 0;
  write_file(path + (machine_code ? ".cubin" : ".ptx"), image);
}

}  // namespace gpu::cuda_backend

#include "shim_compiler.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include <dlfcn.h>
#include <unistd.h>

#include "cuda/point_writer.hpp"
#include "data_path.hpp"

#if !defined(GPU_SHIM_COMPILER) || !defined(GPU_SHIM_SANITIZE)
#error "the build defines GPU_SHIM_COMPILER and GPU_SHIM_SANITIZE"
#endif

namespace shim {
namespace {

namespace fs = std::filesystem;
using gpu::cuda_backend::cat;

/// A folder that goes when the process that made it ends.
class scratch_folder {
 public:
  scratch_folder() : owner_(getpid()), path_(fs::temp_directory_path() / ("gpu_shim_" + std::to_string(owner_))) {
    fs::create_directory(path_);
  }
  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;
  ~scratch_folder() {
    if (getpid() != owner_) return;
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] const fs::path& path() const noexcept { return path_; }

 private:
  pid_t owner_;
  fs::path path_;
};

/// Each kernel in a namespace of its own, under entry names of its own: extern "C" names are one however they are nested.
std::string text_of(std::span<const kernel_text* const> kernels) {
  std::set<std::string_view> ops;
  bool reduces = false;
  for (const kernel_text* k : kernels) {
    ops.insert(k->parts.ops.begin(), k->parts.ops.end());
    reduces = reduces || k->parts.reduces;
  }
  std::string text = cat("#include \"cuda_shim.hpp\"\n", gpu::cuda_backend::shared_text(ops, reduces));
  for (const kernel_text* k : kernels) text += k->parts.users;
  text += "\n#include \"cuda_shim_launch.hpp\"\n";
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    text += cat("#define gpu_kernel gpu_kernel_", i, "\n#define gpu_check gpu_check_", i,
                "\nnamespace gpu {\nnamespace ops {\nnamespace place_", i, " {\n\n", kernels[i]->parts.kernel,
                "\n}\n}\n}\n#undef gpu_kernel\n#undef gpu_check\nSHIM_EXPORT(place_", i, ", gpu_kernel_", i, ")\n");
    if (kernels[i]->has_check) text += cat("SHIM_EXPORT(place_", i, ", gpu_check_", i, ")\n");
  }
  return text;
}

std::string command_for(const std::string& stem) {
  constexpr const char* sanitize = GPU_SHIM_SANITIZE;
  return cat("'" GPU_SHIM_COMPILER "' -std=c++20 -O0 -w -fno-strict-aliasing -ffp-contract=off -fvisibility=hidden ",
             *sanitize == '\0'
                 ? std::string()
                 : cat("-g1 -fno-omit-frame-pointer -fsanitize=", sanitize, " -fno-sanitize-recover=all "),
             "-shared -fPIC -I'", tests_folder(), "' -o ", stem, ".so ", stem, ".cpp");
}

launcher find(void* library, const std::string& name) {
  return reinterpret_cast<launcher>(dlsym(library, name.c_str()));
}

}  // namespace

std::vector<compiled_kernel> compile(std::span<const kernel_text* const> kernels) {
  if (kernels.size() > 1 && std::ranges::any_of(kernels, [](const kernel_text* k) { return !k->parts.users.empty(); }))
    throw std::logic_error("a kernel with user functions is compiled alone: their text is not one kernel's own");
  static const scratch_folder folder;
  static std::atomic<int> number{0};
  const std::string stem = (folder.path() / ("kernels" + std::to_string(number++))).string();
  std::ofstream(stem + ".cpp") << text_of(kernels);
  if (std::system(command_for(stem).c_str()) != 0)  // NOLINT(concurrency-mt-unsafe): changes nothing of this process
    throw std::runtime_error("a generated kernel does not compile for the CPU");
  void* library = dlopen((stem + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(dlerror());
  std::vector<compiled_kernel> found;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    found.push_back({find(library, cat("shim_gpu_kernel_", i)),
                     kernels[i]->has_check ? find(library, cat("shim_gpu_check_", i)) : nullptr});
    if (found.back().main == nullptr || (kernels[i]->has_check && found.back().check == nullptr))
      throw std::runtime_error("a compiled kernel's entry point is not there");
  }
  return found;
}

bool is_sanitized() noexcept { return *GPU_SHIM_SANITIZE != '\0'; }

}  // namespace shim

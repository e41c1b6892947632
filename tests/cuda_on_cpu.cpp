#include "cuda_on_cpu.hpp"

#include <bit>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <unistd.h>

#include <gpu/device.hpp>
#include <gpu/error.hpp>

#include "cuda/generate.hpp"
#include "cuda/launch_plan.hpp"
#include "cuda/run.hpp"
#include "data_path.hpp"
#include "runtime/device_errors.hpp"
#include "runtime/storage.hpp"

namespace {

namespace fs = std::filesystem;
namespace backend = gpu::cuda_backend;
using launcher = void (*)(const void* words, unsigned blocks_x, unsigned blocks_y);

struct compiled_source {
  launcher main = nullptr;
  launcher check = nullptr;
};

/// A folder that goes when the process ends.
class scratch_folder {
 public:
  scratch_folder() : path_(fs::temp_directory_path() / ("gpu_shim_" + std::to_string(getpid()))) {
    fs::create_directory(path_);
  }
  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;
  ~scratch_folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] const fs::path& path() const noexcept { return path_; }

 private:
  fs::path path_;
};

const scratch_folder& scratch() {
  static const scratch_folder folder;
  return folder;
}

/// The host's compiler with the options that kernels and the precompiled header share.
std::string compiler_command() {
  const char* compiler = std::getenv("CXX");
  return std::string(compiler != nullptr ? compiler : "c++") +
         " -std=c++20 -O0 -w -fno-strict-aliasing -ffp-contract=off -fvisibility=hidden -fPIC";
}

/// Compiles the shim's header once a process: it is three quarters of a kernel's compilation. Where the compiler reads no
/// precompiled header of that name, it reads the header itself.
void precompile_shim() {
  static const int done =
      std::system((compiler_command() + " -x c++-header -o " + (scratch().path() / "cuda_shim.hpp.gch").string() + " " +
                   tests_folder() + "/cuda_shim.hpp")
                      .c_str());
  if (done != 0) throw std::runtime_error("the shim's header does not compile");
}

compiled_source compile_for_cpu(const std::string& source, bool has_check, int number) {
  precompile_shim();
  const std::string stem = (scratch().path() / ("kernel" + std::to_string(number))).string();
  std::ofstream(stem + ".cpp") << "#include \"cuda_shim.hpp\"\n" << source << "\n#include \"cuda_shim_launch.hpp\"\n";
  const std::string command = compiler_command() + " -shared" + (has_check ? " -DSHIM_HAS_CHECK" : "") + " -I" +
                              scratch().path().string() + " -I" + tests_folder() + " -o " + stem + ".so " + stem +
                              ".cpp";
  if (std::system(command.c_str()) != 0)
    throw std::runtime_error("a generated kernel does not compile for the CPU:\n" + source);
  void* library = dlopen((stem + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(dlerror());
  return {reinterpret_cast<launcher>(dlsym(library, "shim_launch")),
          reinterpret_cast<launcher>(dlsym(library, "shim_check"))};
}

std::map<std::string, compiled_source>& compiled_sources() {
  static std::map<std::string, compiled_source> sources;
  return sources;
}

struct generated_kernel {
  backend::param_map map;
  std::string source;
};

/// The kernel's source and parameter map, found by its structure key as src/cuda/program.cpp finds compiled ones: a key that
/// leaves something out gives the wrong kernel here too.
const generated_kernel& generated_for(const gpu::plan::kernel& k, const backend::layout& l) {
  static std::map<std::string, generated_kernel> all;
  const std::string key = backend::structure_key(k, l);
  auto found = all.find(key);
  if (found == all.end()) {
    const backend::param_map map(k, l);
    found = all.emplace(key, generated_kernel{map, backend::generate(k, l, map)}).first;
  }
  return found->second;
}

std::string run_under_shim(const gpu::plan::kernel& k, int multiprocessors) {
  const backend::layout l = backend::layout_of(k);
  const backend::launch_plan plan = backend::plan_launch(k, l, multiprocessors);
  gpu::runtime::device_error_slot slot;
  if (plan.units == 0) return {};
  const auto& [map, source] = generated_for(k, l);
  auto found = compiled_sources().find(source);
  if (found == compiled_sources().end())
    found = compiled_sources()
                .emplace(source,
                         compile_for_cpu(source, backend::needs_check(k), static_cast<int>(compiled_sources().size())))
                .first;

  std::vector<std::uint32_t> tickets(static_cast<std::size_t>(plan.blocks));
  std::vector<std::max_align_t> partials(static_cast<std::size_t>(plan.partial_bytes) / sizeof(std::max_align_t) + 1);
  std::uint64_t scatter_flag = 0;
  const std::size_t elements = k.outputs.front().to.data->bytes / gpu::detail::item_size(k.outputs.front().to.type);
  std::vector<std::uint64_t> owners(backend::picks_last_writer(k) ? elements : 0);
  std::vector<std::uint64_t> words;
  backend::fill_words(words, k, l, map, plan,
                      {std::bit_cast<std::uint64_t>(&slot), std::bit_cast<std::uint64_t>(k.name), 1,
                       std::bit_cast<std::uint64_t>(&scatter_flag), std::bit_cast<std::uint64_t>(partials.data()),
                       std::bit_cast<std::uint64_t>(tickets.data()), std::bit_cast<std::uint64_t>(owners.data()),
                       std::bit_cast<std::uint64_t>(k.outputs.front().to.data->data)});
  const auto blocks_x = static_cast<unsigned>(plan.blocks);
  const auto blocks_y = static_cast<unsigned>(plan.splits);
  // parameters are aligned to 16 bytes on a device
  std::vector<std::max_align_t> aligned(words.size() / 2 + 1);
  std::memcpy(aligned.data(), words.data(), words.size() * sizeof(std::uint64_t));
  if (found->second.check != nullptr) found->second.check(aligned.data(), blocks_x, blocks_y);
  found->second.main(aligned.data(), blocks_x, blocks_y);
  for (const std::uint32_t ticket : tickets)
    if (ticket != 0) throw std::runtime_error("a kernel left a ticket that is not 0");
  return slot.state == 0 ? std::string() : gpu::runtime::message_of(slot);
}

/// The same kernel over copies of its operands on `where`; operands that share a storage do so there too.
gpu::plan::kernel moved(gpu::plan::kernel k, gpu::device where,
                        std::map<gpu::runtime::storage*, gpu::runtime::storage_ref>& copies) {
  const auto move = [&](gpu::plan::operand& o) {
    gpu::runtime::storage_ref& copy = copies[o.data.get()];
    if (!copy) {
      copy = gpu::runtime::allocate(o.data->bytes, where);
      gpu::runtime::copy(copy->data, where, o.data->data, gpu::cpu(), o.data->bytes);
    }
    o.data = copy;
  };
  for (auto& in : k.inputs) move(in);
  for (auto& out : k.outputs) move(out.to);
  return k;
}

std::string run_on_device(const gpu::plan::kernel& k, gpu::device where) {
  std::map<gpu::runtime::storage*, gpu::runtime::storage_ref> copies;
  std::string problem;
  try {
    backend::run(moved(k, where, copies), where);
    gpu::synchronize();
  } catch (const gpu::index_error& e) {
    problem = e.what();
  }
  for (const auto& out : k.outputs)
    gpu::runtime::copy(out.to.data->data, gpu::cpu(), copies[out.to.data.get()]->data, where, out.to.data->bytes);
  return problem;
}

}  // namespace

std::string run_generated(const gpu::plan::kernel& k, int multiprocessors) {
  const gpu::device where = gpu::default_device();
  return where.type() == gpu::device_type::cuda ? run_on_device(k, where) : run_under_shim(k, multiprocessors);
}

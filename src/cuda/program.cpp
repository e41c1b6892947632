#include "cuda/program.hpp"

#include <atomic>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string_view>
#include <unordered_map>

#include <gpu/error.hpp>

#include "cuda/disk_cache.hpp"
#include "cuda/generate.hpp"
#include "cuda/nvrtc.hpp"
#include "cuda/user_functions.hpp"
#include "runtime/counters.hpp"
#include "runtime/cuda_driver.hpp"
#include "runtime/immortal.hpp"

#ifndef GPU_VERSION_STRING
#error "the build defines GPU_VERSION_STRING: it is part of the cache's key"
#endif

namespace gpu::cuda_backend {
namespace {

struct entry {
  std::mutex making;
  std::optional<program> made;
  std::atomic<const program*> ready{nullptr};
};

/// Structure key to entry. The lock is held for the look-up only, never while a kernel compiles.
class program_table {
 public:
  entry& find_or_add(const std::string& key) {
    {
      const std::shared_lock lock(mutex_);
      if (const auto found = entries_.find(key); found != entries_.end()) return *found->second;
    }
    const std::unique_lock lock(mutex_);
    auto& slot = entries_[key];
    if (!slot) slot = std::make_unique<entry>();
    return *slot;
  }

 private:
  std::shared_mutex mutex_;
  std::unordered_map<std::string, std::unique_ptr<entry>> entries_;
};

int dry_architecture() {
  const char* text = std::getenv("GPU_DRY_ARCH");
  if (text == nullptr || *text == '\0') return 90;
  std::string_view number = text;
  if (number.rfind("sm_", 0) == 0) number.remove_prefix(3);
  int architecture = 0;
  const auto [stop, problem] = std::from_chars(number.data(), number.data() + number.size(), architecture);
  if (problem != std::errc() || stop != number.data() + number.size())
    throw value_error("GPU_DRY_ARCH is \"" + std::string(text) + "\"; an architecture such as sm_90 is wanted");
  return architecture;
}

/// GPU_DUMP_KERNELS names a folder that gets every source.
void dump(const std::string& source, const plan::kernel& k) {
  static const char* const folder = std::getenv("GPU_DUMP_KERNELS");
  if (folder == nullptr || *folder == '\0') return;
  std::string name = *k.name != '\0' ? k.name : "kernel";
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  std::ofstream(std::string(folder) + '/' + name + '_' + hex(fnv1a(source)) + ".cu") << source;
}

CUfunction function_of(CUmodule module, const char* name) {
  CUfunction function = nullptr;
  GPU_DRIVER(cuModuleGetFunction, &function, module, name);
  return function;
}

/// The image of a kernel's source. A user function that does not compile is named.
std::string image_of(const std::string& source, const plan::kernel& k, gpu::device where) {
  try {
    return image_for(source, architecture_of(where));
  } catch (const jit_error&) {
    if (const std::string problem = problem_of_user_functions(k, where); !problem.empty()) throw jit_error(problem);
    throw;
  }
}

program make_program(const plan::kernel& k, const layout& l, gpu::device where) {
  program made{param_map(k, l)};
  runtime::counters().kernels_generated.add();
  const std::string source = generate(k, l, made.params);
  dump(source, k);
  const std::string image = image_of(source, k, where);
  if (where.type() == device_type::dry) return made;
  runtime::make_current(where.index());
  CUmodule module = nullptr;
  GPU_DRIVER(cuModuleLoadData, &module, image.data());
  made.main = function_of(module, main_entry);
  if (needs_check(k)) made.check = function_of(module, check_entry);
  return made;
}

}  // namespace

int architecture_of(gpu::device where) {
  if (where.type() == device_type::dry) return dry_architecture();
  return runtime::properties(where.index()).compute_capability;
}

std::string image_for(const std::string& source, int architecture) {
  const std::string key =
      std::string(GPU_VERSION_STRING) + '\n' + compile_options(architecture) + '\n' + without_line_marks(source);
  disk_cache& cache = process_disk_cache();
  if (std::optional<std::string> image = cache.read(key)) return *std::move(image);
  std::string image = compile(source, architecture);
  cache.write(key, image);
  return image;
}

const program& program_for(const plan::kernel& k, const layout& l, gpu::device where) {
  static runtime::immortal<program_table> table;
  std::string key = structure_key(k, l);
  key.push_back(static_cast<char>(where.type()));
  key.push_back(static_cast<char>(where.index()));
  entry& e = table->find_or_add(key);
  if (const program* ready = e.ready.load(std::memory_order_acquire)) {
    runtime::counters().program_hits.add();
    return *ready;
  }
  const std::lock_guard lock(e.making);
  if (!e.made) e.made = make_program(k, l, where);
  e.ready.store(&*e.made, std::memory_order_release);
  return *e.made;
}

}  // namespace gpu::cuda_backend

#include "cuda/program.hpp"

#include <atomic>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string_view>
#include <unordered_map>

#include <gpu/error.hpp>

#include "cuda/disk_cache.hpp"
#include "cuda/dump.hpp"
#include "cuda/generate.hpp"
#include "cuda/nvrtc.hpp"
#include "plan/names.hpp"
#include "runtime/counters.hpp"
#include "runtime/cuda_driver.hpp"
#include "runtime/immortal.hpp"
#include "runtime/trace.hpp"

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
  /// The entry, or null.
  const entry* find(const std::string& key) {
    const std::shared_lock lock(mutex_);
    const auto found = entries_.find(key);
    return found == entries_.end() ? nullptr : found->second.get();
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

CUfunction function_of(CUmodule module, const char* name) {
  CUfunction function = nullptr;
  GPU_DRIVER(cuModuleGetFunction, &function, module, name);
  return function;
}

void trace_program(const plan::kernel& k, gpu::device where, const std::string& source, const image& made, double ms) {
  using runtime::trace::field;
  runtime::trace::write(runtime::trace::topic::jit, plan::full_name(k) + field("device", where.name()) +
                                                        field("from", made.from_disk ? "disk" : "compiler") +
                                                        field("ms", ms) +
                                                        field("source", static_cast<long long>(source.size())) +
                                                        field("image", static_cast<long long>(made.bytes.size())));
}

program make_program(const plan::kernel& k, const layout& l, gpu::device where) {
  const runtime::trace::stopwatch watch(runtime::trace::topic::jit);
  program made{param_map(k, l)};
  runtime::counters().kernels_generated.add();
  const std::string source = generate(k, l, made.params);
  const std::string dumped = dump_source(dump_folder(), plan::full_name(k), source);
  const image compiled = image_for(source, architecture_of(where));
  dump_image(dumped, compiled.bytes);
  if (watch.running()) trace_program(k, where, source, compiled, watch.microseconds() / 1000);
  if (where.type() == device_type::dry) return made;
  runtime::make_current(where.index());
  CUmodule module = nullptr;
  GPU_DRIVER(cuModuleLoadData, &module, compiled.bytes.data());
  made.main = function_of(module, main_entry);
  if (needs_check(k)) made.check = function_of(module, check_entry);
  return made;
}

std::string key_of(const plan::kernel& k, const layout& l, gpu::device where) {
  std::string key = structure_key(k, l);
  key.push_back(static_cast<char>(where.type()));
  key.push_back(static_cast<char>(where.index()));
  return key;
}

std::string disk_key(const std::string& source, int architecture) {
  return std::string(GPU_VERSION_STRING) + '\n' + compile_options(architecture) + '\n' + source;
}

program_table& programs() {
  static runtime::immortal<program_table> table;
  return *table;
}

}  // namespace

int architecture_of(gpu::device where) {
  if (where.type() == device_type::dry) return dry_architecture();
  return runtime::properties(where.index()).compute_capability;
}

image image_for(const std::string& source, int architecture) {
  const std::string key = disk_key(source, architecture);
  disk_cache& cache = process_disk_cache();
  if (std::optional<std::string> found = cache.read(key)) return {*std::move(found), true};
  std::string made = compile(source, architecture);
  cache.write(key, made);
  return {std::move(made), false};
}

const program& program_for(const plan::kernel& k, const layout& l, gpu::device where) {
  entry& e = programs().find_or_add(key_of(k, l, where));
  if (const program* ready = e.ready.load(std::memory_order_acquire)) {
    runtime::counters().program_hits.add();
    return *ready;
  }
  const std::lock_guard lock(e.making);
  if (!e.made) e.made = make_program(k, l, where);
  e.ready.store(&*e.made, std::memory_order_release);
  return *e.made;
}

program_state state_of(const plan::kernel& k, const layout& l, gpu::device where) {
  const entry* e = programs().find(key_of(k, l, where));
  if (e != nullptr && e->ready.load(std::memory_order_acquire) != nullptr) return program_state::in_memory;
  const std::string key = disk_key(generate(k, l, param_map(k, l)), architecture_of(where));
  return process_disk_cache().holds(key) ? program_state::on_disk : program_state::to_compile;
}

}  // namespace gpu::cuda_backend

#include "cuda/curand.hpp"

#include <string>

#include <gpu/error.hpp>

#include "cuda/idle_handles.hpp"
#include "runtime/cuda_driver.hpp"
#include "runtime/dynamic_library.hpp"
#include "runtime/immortal.hpp"

namespace gpu::cuda_backend {
namespace {

struct opened_curand {
  curand_table table;
  std::string problem;

  opened_curand() { problem = load(); }

 private:
  std::string load() {
    const runtime::dynamic_library library{"libcurand.so.10"};
    if (!library.found()) return "cuRAND cannot be opened (" + library.reason() + ")";
#define GPU_CURAND_LOAD(name)                                              \
  table.name = reinterpret_cast<decltype(&::name)>(library.symbol(#name)); \
  if (table.name == nullptr) return "cuRAND is too old: it has no " #name;
    GPU_CURAND_FUNCTIONS(GPU_CURAND_LOAD)
#undef GPU_CURAND_LOAD
    return {};
  }
};

opened_curand& opened() {
  static runtime::immortal<opened_curand> library;
  return *library;
}

idle_handles<curandGenerator_t>& idle() {
  static runtime::immortal<idle_handles<curandGenerator_t>> generators;
  return *generators;
}

/// curand.h: the legacy order is the one "guaranteed to remain the same for all cuRAND release".
curandGenerator_t make_generator() {
  curandGenerator_t generator = nullptr;
  GPU_CURAND(curandCreateGenerator, &generator, CURAND_RNG_PSEUDO_PHILOX4_32_10);
  try {
    GPU_CURAND(curandSetGeneratorOrdering, generator, CURAND_ORDERING_PSEUDO_LEGACY);
  } catch (...) {
    runtime::seam::announce(runtime::seam::kind::curand, "curandDestroyGenerator");
    curand().curandDestroyGenerator(generator);
    throw;
  }
  return generator;
}

}  // namespace

bool curand_found() { return opened().problem.empty(); }

const curand_table& curand() {
  if (!curand_found()) throw device_error(opened().problem);
  return opened().table;
}

void check_curand(curandStatus_t code, const char* call) {
  if (code == CURAND_STATUS_SUCCESS) return;
  // cuRAND has no texts of its own: its header lists the numbers as curandStatus
  const std::string message = std::string(call) + " failed: curandStatus " + std::to_string(static_cast<int>(code));
  if (code == CURAND_STATUS_ALLOCATION_FAILED) throw out_of_memory(message);
  throw cuda_error(message);
}

curand_generator::curand_generator(int device_index) : device_index_(device_index) {
  runtime::make_current(device_index);
  generator_ = idle().take(device_index);
  if (generator_ == nullptr) generator_ = make_generator();
  try {
    GPU_CURAND(curandSetStream, generator_, runtime::current_stream());
  } catch (...) {
    idle().give_back(device_index_, generator_);
    throw;
  }
}

curand_generator::~curand_generator() { idle().give_back(device_index_, generator_); }

}  // namespace gpu::cuda_backend

#include "cuda/nvrtc.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <vector>

#include <cuda.h>
#include <nvrtc.h>

#include <gpu/error.hpp>

#include "runtime/call_seam.hpp"
#include "runtime/counters.hpp"
#include "runtime/dynamic_library.hpp"
#include "runtime/immortal.hpp"

// clang-format off: one function a line
#define GPU_NVRTC_FUNCTIONS(X) \
  X(nvrtcGetErrorString)       \
  X(nvrtcGetNumSupportedArchs) \
  X(nvrtcGetSupportedArchs)    \
  X(nvrtcCreateProgram)        \
  X(nvrtcDestroyProgram)       \
  X(nvrtcCompileProgram)       \
  X(nvrtcGetProgramLogSize)    \
  X(nvrtcGetProgramLog)        \
  X(nvrtcGetCUBINSize)         \
  X(nvrtcGetCUBIN)             \
  X(nvrtcGetPTXSize)           \
  X(nvrtcGetPTX)
// clang-format on

namespace gpu::cuda_backend {
namespace {

std::atomic<bool> loaded{false};

struct nvrtc_table {
#define GPU_NVRTC_MEMBER(name) decltype(&::name) name = nullptr;
  GPU_NVRTC_FUNCTIONS(GPU_NVRTC_MEMBER)
#undef GPU_NVRTC_MEMBER
  std::string problem;
  std::vector<int> architectures;  // ascending

  nvrtc_table() {
    const runtime::dynamic_library library{"libnvrtc.so.13", "libnvrtc.so.12"};
    if (!library.found()) {
      problem = "the CUDA run-time compiler cannot be opened (" + library.reason() + ")";
      return;
    }
#define GPU_NVRTC_LOAD(name)                                         \
  name = reinterpret_cast<decltype(&::name)>(library.symbol(#name)); \
  if (name == nullptr) problem = "the CUDA run-time compiler has no " #name;
    GPU_NVRTC_FUNCTIONS(GPU_NVRTC_LOAD)
#undef GPU_NVRTC_LOAD
    if (problem.empty()) list_architectures();
    loaded.store(true);
  }

 private:
  void list_architectures() {
    int count = 0;
    if (nvrtcGetNumSupportedArchs(&count) != NVRTC_SUCCESS || count <= 0) {
      problem = "the CUDA run-time compiler names no architecture";
      return;
    }
    architectures.resize(static_cast<std::size_t>(count));
    nvrtcGetSupportedArchs(architectures.data());
    std::sort(architectures.begin(), architectures.end());
  }
};

const nvrtc_table& nvrtc() {
  static runtime::immortal<nvrtc_table> table;
  if (!table->problem.empty()) throw jit_error(table->problem);
  return *table;
}

void check(nvrtcResult code, const char* call) {
  if (code != NVRTC_SUCCESS) throw jit_error(std::string(call) + " failed: " + nvrtc().nvrtcGetErrorString(code));
}

#define GPU_NVRTC_CODE(name, ...) \
  (runtime::seam::enter(runtime::seam::kind::nvrtc, #name) ? nvrtc().name(__VA_ARGS__) : NVRTC_ERROR_INTERNAL_ERROR)
#define GPU_NVRTC(name, ...) check(GPU_NVRTC_CODE(name, __VA_ARGS__), #name)

class compilation {
 public:
  explicit compilation(const std::string& source) {
    GPU_NVRTC(nvrtcCreateProgram, &program_, source.c_str(), "gpu_kernel.cu", 0, nullptr, nullptr);
  }
  compilation(const compilation&) = delete;
  compilation& operator=(const compilation&) = delete;
  ~compilation() { nvrtc().nvrtcDestroyProgram(&program_); }

  void run(const std::vector<std::string>& options) {
    std::vector<const char*> texts;
    texts.reserve(options.size());
    for (const std::string& option : options) texts.push_back(option.c_str());
    const nvrtcResult code =
        GPU_NVRTC_CODE(nvrtcCompileProgram, program_, static_cast<int>(texts.size()), texts.data());
    if (code == NVRTC_SUCCESS) return;
    throw jit_error("a generated kernel could not be compiled (" + std::string(nvrtc().nvrtcGetErrorString(code)) +
                    "):\n" + log());
  }
  [[nodiscard]] std::string cubin() const {
    std::size_t size = 0;
    GPU_NVRTC(nvrtcGetCUBINSize, program_, &size);
    std::string image(size, '\0');
    GPU_NVRTC(nvrtcGetCUBIN, program_, image.data());
    return image;
  }
  [[nodiscard]] std::string ptx() const {
    std::size_t size = 0;
    GPU_NVRTC(nvrtcGetPTXSize, program_, &size);
    std::string image(size, '\0');
    GPU_NVRTC(nvrtcGetPTX, program_, image.data());
    return image;
  }

 private:
  [[nodiscard]] std::string log() const {
    std::size_t size = 0;
    GPU_NVRTC(nvrtcGetProgramLogSize, program_, &size);
    std::string text(size, '\0');
    GPU_NVRTC(nvrtcGetProgramLog, program_, text.data());
    while (!text.empty() && text.back() == '\0') text.pop_back();
    return text;
  }

  nvrtcProgram program_ = nullptr;
};

// The same answers on both devices: no contraction, denormals kept, division and square root correctly rounded.
constexpr std::array<const char*, 5> fixed_options = {"--std=c++20", "--fmad=false", "--ftz=false", "--prec-div=true",
                                                      "--prec-sqrt=true"};

/// The best architecture the compiler knows for the device: machine code where the major version agrees, else PTX.
struct target {
  int architecture;
  bool machine_code;
};
target target_for(int architecture) {
  const auto& known = nvrtc().architectures;
  const auto above = std::upper_bound(known.begin(), known.end(), architecture);
  if (above == known.begin())
    throw jit_error("the CUDA run-time compiler does not know compute capability " + std::to_string(architecture / 10) +
                    "." + std::to_string(architecture % 10));
  const int best = *(above - 1);
  return {best, best / 10 == architecture / 10};
}

}  // namespace

std::string compile_options(int architecture) {
  std::string text = "sm_" + std::to_string(architecture) + " cuda " + std::to_string(CUDA_VERSION);
  for (const char* option : fixed_options) text.append(" ").append(option);
  return text;
}

void require_compiler() { (void)nvrtc(); }

bool compiler_loaded() noexcept { return loaded.load(); }

std::string compile(const std::string& source, int architecture) {
  const target t = target_for(architecture);
  std::vector<std::string> options(fixed_options.begin(), fixed_options.end());
  options.push_back("--gpu-architecture=" + std::string(t.machine_code ? "sm_" : "compute_") +
                    std::to_string(t.architecture));
  runtime::counters().kernels_compiled.add();
  compilation c(source);
  c.run(options);
  return t.machine_code ? c.cubin() : c.ptx();
}

}  // namespace gpu::cuda_backend

#include "cuda_on_cpu.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstring>
#include <exception>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <sanitizer/asan_interface.h>

#include <gpu/device.hpp>
#include <gpu/error.hpp>

#include "cpu/run.hpp"
#include "cuda/launch_plan.hpp"
#include "cuda/run.hpp"
#include "exact_memory.hpp"
#include "runtime/device_errors.hpp"
#include "runtime/storage.hpp"
#include "shim_compiler.hpp"

namespace {

namespace backend = gpu::cuda_backend;

shim::kernel_text text_of(const gpu::plan::kernel& k) {
  const backend::layout l = backend::layout_of(k);
  return {backend::parts_of(k, l, backend::param_map(k, l)), backend::needs_check(k)};
}

/// What the CUDA back end keeps of a kernel.
struct known_kernel {
  backend::param_map params;
  shim::compiled_kernel code;
};

known_kernel known(const gpu::plan::kernel& k, const shim::compiled_kernel& code) {
  return {backend::param_map(k, backend::layout_of(k)), code};
}

/// By structure key, as src/cuda/program.cpp finds them: a key that leaves something out gives the wrong kernel here too.
std::map<std::string, known_kernel>& known_kernels() {
  static std::map<std::string, known_kernel> kernels;
  return kernels;
}

std::string key_of(const gpu::plan::kernel& k) { return backend::structure_key(k, backend::layout_of(k)); }

const known_kernel& known_kernel_for(const gpu::plan::kernel& k) {
  const std::string key = key_of(k);
  auto found = known_kernels().find(key);
  if (found == known_kernels().end()) {
    const shim::kernel_text text = text_of(k);
    const shim::kernel_text* only = &text;
    found = known_kernels().emplace(key, known(k, shim::compile({&only, 1}).front())).first;
  }
  return found->second;
}

/// The elements, first to last, that an operand may touch, counted from its storage's start.
struct span_of_elements {
  std::int64_t first;
  std::int64_t last;
};

span_of_elements reach(const gpu::plan::operand& o, const gpu::shape& extent) {
  span_of_elements s{o.offset, o.offset};
  const auto walk = [&](std::int64_t stride, std::int64_t length) {
    (stride < 0 ? s.first : s.last) += stride * (length - 1);
  };
  for (int axis = 0; axis < o.strides.ndim(); ++axis) walk(o.strides[axis], extent[axis]);
  for (const gpu::plan::indexed_axis& axis : o.indexed) walk(axis.stride, axis.length);
  return s;
}

/// While it lives, AddressSanitizer lets nobody touch what lies in the operands' storages beside their elements.
class closed_surroundings {
 public:
  explicit closed_surroundings(const gpu::plan::kernel& k) {
    for (const auto& in : k.inputs) add(in, k.extent);
    for (const auto& out : k.outputs) add(out.to, k.extent);
    for (const auto& [storage, open] : open_) {
      const auto* data = static_cast<const std::byte*>(storage->data);
      ASAN_POISON_MEMORY_REGION(data, static_cast<std::size_t>(open.first));
      ASAN_POISON_MEMORY_REGION(data + open.last, storage->bytes - static_cast<std::size_t>(open.last));
    }
  }
  closed_surroundings(const closed_surroundings&) = delete;
  closed_surroundings& operator=(const closed_surroundings&) = delete;
  ~closed_surroundings() {
    for (const auto& [storage, open] : open_) ASAN_UNPOISON_MEMORY_REGION(storage->data, storage->bytes);
  }

 private:
  void add(const gpu::plan::operand& o, const gpu::shape& extent) {
    const auto item = static_cast<std::int64_t>(gpu::detail::item_size(o.type));
    const span_of_elements s = reach(o, extent);
    const span_of_elements bytes{s.first * item, (s.last + 1) * item};
    const auto [found, is_new] = open_.emplace(o.data.get(), bytes);
    if (is_new) return;
    found->second.first = std::min(found->second.first, bytes.first);
    found->second.last = std::max(found->second.last, bytes.last);
  }
  std::map<gpu::runtime::storage*, span_of_elements> open_;  // in bytes, the last one beyond
};

/// Memory that a launch needs besides the operands; of exact sizes.
struct launch_memory {
  launch_memory(const gpu::plan::kernel& k, const backend::layout& l, const backend::launch_plan& p)
      : tickets(static_cast<std::size_t>(p.blocks)),
        partials(exact_storage(static_cast<std::size_t>(p.partial_bytes))),
        owners(exact_storage(owner_bytes(k, l))) {
    std::memset(owners->data, 0, owners->bytes);
  }
  static std::size_t owner_bytes(const gpu::plan::kernel& k, const backend::layout& l) {
    const gpu::plan::operand& out = k.outputs.front().to;
    const std::size_t word = l.wide ? sizeof(std::uint64_t) : sizeof(std::uint32_t);
    return backend::picks_last_writer(k) ? out.data->bytes / gpu::detail::item_size(out.type) * word : 0;
  }
  backend::launch_addresses addresses(const gpu::plan::kernel& k) {
    return {std::bit_cast<std::uint64_t>(&slot),
            std::bit_cast<std::uint64_t>(k.name),
            1,
            std::bit_cast<std::uint64_t>(&scatter_flag),
            std::bit_cast<std::uint64_t>(partials->data),
            std::bit_cast<std::uint64_t>(tickets.data()),
            std::bit_cast<std::uint64_t>(owners->data),
            std::bit_cast<std::uint64_t>(k.outputs.front().to.data->data)};
  }
  gpu::runtime::device_error_slot slot;
  std::uint64_t scatter_flag = 0;
  std::vector<std::uint32_t> tickets;
  gpu::runtime::storage_ref partials;
  gpu::runtime::storage_ref owners;
};

std::string launch(const known_kernel& kernel, const gpu::plan::kernel& k, int multiprocessors) {
  const backend::layout l = backend::layout_of(k);
  const backend::launch_plan plan = backend::plan_launch(k, l, multiprocessors);
  if (plan.units == 0) return {};
  launch_memory memory(k, l, plan);
  std::vector<std::uint64_t> words;
  backend::fill_words(words, k, l, kernel.params, plan, memory.addresses(k));
  const gpu::runtime::storage_ref parameters = exact_storage(words.size() * sizeof(std::uint64_t));
  std::memcpy(parameters->data, words.data(), parameters->bytes);
  {
    const closed_surroundings closed(k);
    const auto blocks_x = static_cast<unsigned>(plan.blocks);
    const auto blocks_y = static_cast<unsigned>(plan.splits);
    if (kernel.code.check != nullptr) kernel.code.check(parameters->data, blocks_x, blocks_y);
    kernel.code.main(parameters->data, blocks_x, blocks_y);
  }
  for (const std::uint32_t ticket : memory.tickets)
    if (ticket != 0) throw std::runtime_error("a kernel left a ticket that is not 0");
  return memory.slot.state == 0 ? std::string() : gpu::runtime::message_of(memory.slot);
}

/// A copy of a storage on `where`, whose address is as far from a multiple of 256 as the original's.
gpu::runtime::storage_ref copied(const gpu::runtime::storage& from, gpu::device where) {
  const std::size_t phase = std::bit_cast<std::uint64_t>(from.data) % 256;
  const gpu::runtime::storage_ref block = gpu::runtime::allocate(from.bytes + phase, where);
  auto* data = static_cast<std::byte*>(block->data) + phase;
  gpu::runtime::copy(data, where, from.data, gpu::cpu(), from.bytes);
  return gpu::runtime::adopt(data, from.bytes, where, [block](void*) {});
}

/// The same kernel over copies of its operands on `where`; operands that share a storage do so there too.
gpu::plan::kernel moved(gpu::plan::kernel k, gpu::device where,
                        std::map<gpu::runtime::storage*, gpu::runtime::storage_ref>& copies) {
  const auto move = [&](gpu::plan::operand& o) {
    gpu::runtime::storage_ref& copy = copies[o.data.get()];
    if (!copy) copy = copied(*o.data.get(), where);
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
    backend::run_generated(moved(k, where, copies), where);
    gpu::synchronize();
  } catch (const gpu::index_error& e) {
    problem = e.what();
  }
  for (const auto& out : k.outputs)
    gpu::runtime::copy(out.to.data->data, gpu::cpu(), copies[out.to.data.get()]->data, where, out.to.data->bytes);
  return problem;
}

std::string run_dry(const gpu::plan::kernel& k) {
  backend::compile_only(k);
  try {
    gpu::cpu_backend::run(k);
  } catch (const gpu::index_error& e) {
    return e.what();
  }
  return {};
}

/// Calls work(i) for i below `count`, on as many threads as there are processors. Throws what one of them threw.
template <class Work>
void share(std::size_t count, Work work) {
  std::atomic<std::size_t> next{0};
  std::vector<std::exception_ptr> failures(std::max(1U, std::thread::hardware_concurrency()));
  std::vector<std::thread> threads;
  threads.reserve(failures.size());
  for (std::exception_ptr& failure : failures)
    threads.emplace_back([&] {
      try {
        for (std::size_t i = next++; i < count; i = next++) work(i);
      } catch (...) {
        failure = std::current_exception();
      }
    });
  for (std::thread& t : threads) t.join();
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

}  // namespace

std::string run_generated(const gpu::plan::kernel& k, int multiprocessors) {
  const gpu::device where = gpu::default_device();
  if (where.type() == gpu::device_type::cuda) return run_on_device(k, where);
  if (where.type() == gpu::device_type::dry) return run_dry(k);
  return launch(known_kernel_for(k), k, multiprocessors);
}

void prepare_generated(std::span<const gpu::plan::kernel* const> kernels) {
  if (gpu::default_device().type() != gpu::device_type::cpu) return;
  std::map<std::string, const gpu::plan::kernel*> missing;
  for (const gpu::plan::kernel* k : kernels)
    if (std::string key = key_of(*k); !known_kernels().contains(key)) missing.emplace(std::move(key), k);
  std::vector<shim::kernel_text> all_texts;
  all_texts.reserve(missing.size());
  for (const auto& [key, k] : missing) all_texts.push_back(text_of(*k));
  std::vector<const shim::kernel_text*> texts;
  texts.reserve(all_texts.size());
  for (const shim::kernel_text& text : all_texts) texts.push_back(&text);
  constexpr std::size_t kernels_a_run = 16;  // enough to make up for what each run of the compiler reads
  std::vector<shim::compiled_kernel> made(texts.size());
  share((texts.size() + kernels_a_run - 1) / kernels_a_run, [&](std::size_t run) {
    const std::size_t first = run * kernels_a_run;
    const auto some = std::span(texts).subspan(first, std::min(kernels_a_run, texts.size() - first));
    std::ranges::copy(shim::compile(some), made.begin() + static_cast<std::ptrdiff_t>(first));
  });
  auto code = made.begin();
  for (const auto& [key, k] : missing) known_kernels().emplace(key, known(*k, *code++));
}

std::function<void()> altered(const gpu::plan::kernel& k, const std::function<std::string(std::string)>& alter) {
  shim::kernel_text text = text_of(k);
  text.parts.kernel = alter(text.parts.kernel);
  const shim::kernel_text* only = &text;
  return [k, kernel = known(k, shim::compile({&only, 1}).front())] { launch(kernel, k, shim_multiprocessors); };
}

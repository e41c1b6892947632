#include "cuda/run.hpp"

#include <array>
#include <atomic>
#include <bit>
#include <mutex>
#include <string>

#include "cuda/generate.hpp"
#include "cuda/inspect.hpp"
#include "cuda/launch_plan.hpp"
#include "cuda/library_reduction.hpp"
#include "cuda/program.hpp"
#include "plan/launch_trace.hpp"
#include "runtime/counters.hpp"
#include "runtime/cuda_driver.hpp"
#include "runtime/device_errors.hpp"
#include "runtime/immortal.hpp"
#include "runtime/storage.hpp"

namespace gpu::cuda_backend {
namespace {

using runtime::trace::topic;

/// Memory that a device's kernels share: the tickets of split reductions, all 0 between kernels, and the word in which a
/// failed index check leaves its launch's number.
struct shared_words {
  std::once_flag once;
  runtime::storage_ref block;
};

constexpr std::size_t ticket_bytes = static_cast<std::size_t>(ticket_count) * sizeof(std::uint32_t);

std::uint64_t shared_words_of(gpu::device where) {
  static runtime::immortal<std::array<shared_words, 64>> all;
  shared_words& words = (*all)[static_cast<std::size_t>(where.index())];
  std::call_once(words.once, [&] {
    const std::size_t bytes = ticket_bytes + sizeof(std::uint64_t);
    runtime::storage_ref block = runtime::allocate(bytes, where);
    GPU_DRIVER(cuMemsetD8Async, std::bit_cast<CUdeviceptr>(block->data), 0, bytes, runtime::current_stream());
    words.block = std::move(block);
  });
  return std::bit_cast<std::uint64_t>(words.block->data);
}

bool reads_indices(const plan::kernel& k) noexcept {
  for (const plan::operand& in : k.inputs)
    if (!in.indexed.empty()) return true;
  for (const plan::output& out : k.outputs)
    if (!out.to.indexed.empty()) return true;
  return false;
}

/// A word of zeros for each element of the output's storage: as wide as the kernel's index arithmetic.
runtime::storage_ref owners_of(const plan::operand& out, const layout& l, gpu::device where) {
  const std::size_t word = l.wide ? sizeof(std::uint64_t) : sizeof(std::uint32_t);
  const std::size_t bytes = out.data->bytes / detail::item_size(out.type) * word;
  runtime::storage_ref block = runtime::allocate(bytes, where);
  GPU_DRIVER(cuMemsetD8Async, std::bit_cast<CUdeviceptr>(block->data), 0, bytes, runtime::current_stream());
  return block;
}

launch_addresses addresses_for(const plan::kernel& k, const launch_plan& p, const runtime::storage_ref& partials,
                               const runtime::storage_ref& owners, gpu::device where) {
  static std::atomic<std::uint64_t> scatters{0};
  launch_addresses a;
  if (reads_indices(k)) {
    a.error_slot = runtime::device_error_address(where.index());
    a.operation_name = std::bit_cast<std::uint64_t>(runtime::lasting_name(k.name));
    a.scatter_number = scatters.fetch_add(1) + 1;
    a.scatter_flag = shared_words_of(where) + ticket_bytes;
  }
  if (p.splits > 1) {
    a.partials = std::bit_cast<std::uint64_t>(partials->data);
    a.tickets = shared_words_of(where);
  }
  if (owners) {
    a.owners = std::bit_cast<std::uint64_t>(owners->data);
    a.storage = std::bit_cast<std::uint64_t>(k.outputs.front().to.data->data);
  }
  return a;
}

void launch(CUfunction function, const launch_plan& p, std::vector<std::uint64_t>& words) {
  void* arguments[] = {words.data()};
  runtime::counters().launches.add();
  GPU_DRIVER(cuLaunchKernel, function, static_cast<unsigned>(p.blocks), static_cast<unsigned>(p.splits), 1U,
             block_threads, 1U, 1U, 0U, runtime::current_stream(), arguments, nullptr);
}

void trace_grid(const plan::kernel& k, const launch_plan& p, gpu::device where) {
  using runtime::trace::field;
  plan::trace_launch(k, where,
                     field("grid", std::to_string(p.blocks) + 'x' + std::to_string(p.splits)) +
                         field("block", static_cast<long long>(block_threads)));
}

}  // namespace

void run_generated(const plan::kernel& k, gpu::device where) {
  const layout l = layout_of(k);
  runtime::make_current(where.index());
  const launch_plan p = plan_launch(k, l, multiprocessors_of(where));
  if (p.units == 0) return;
  const program& found = program_for(k, l, where);
  runtime::storage_ref partials;
  if (p.partial_bytes > 0) partials = runtime::allocate(static_cast<std::size_t>(p.partial_bytes), where);
  runtime::storage_ref owners;
  if (picks_last_writer(k)) owners = owners_of(k.outputs.front().to, l, where);
  thread_local std::vector<std::uint64_t> words;  // reused: a launch allocates nothing on the host
  fill_words(words, k, l, found.params, p, addresses_for(k, p, partials, owners, where));
  if (found.check != nullptr) launch(found.check, p, words);
  if (runtime::trace::on(topic::launch)) trace_grid(k, p, where);
  launch(found.main, p, words);
}

void run(const plan::kernel& k, gpu::device where) {
  const cub::reduce_function reduce = library_reduction_for(k);
  if (reduce == nullptr) return run_generated(k, where);
  if (runtime::trace::on(topic::launch)) plan::trace_launch(k, where, runtime::trace::field("library", "CUB"));
  run_library_reduction(reduce, k, where);
}

void compile_only(const plan::kernel& k) {
  const layout l = layout_of(k);
  const gpu::device dry(device_type::dry, 0);
  const launch_plan p = plan_launch(k, l, multiprocessors_of(dry));
  if (p.units == 0) return;
  const program& found = program_for(k, l, dry);
  thread_local std::vector<std::uint64_t> words;
  fill_words(words, k, l, found.params, p, {});
  if (runtime::trace::on(topic::launch)) trace_grid(k, p, dry);
  runtime::counters().launches.add();
}

}  // namespace gpu::cuda_backend

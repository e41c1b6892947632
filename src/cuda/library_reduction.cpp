#include "cuda/library_reduction.hpp"

#include <string>

#include <gpu/error.hpp>

#include "cuda/cub/select.hpp"
#include "plan/passes.hpp"
#include "runtime/counters.hpp"
#include "runtime/cuda_driver.hpp"

namespace gpu::cuda_backend {
namespace {

/// Whether the value reduced is the input's element, or that cast to the accumulator's dtype.
bool reduces_elements(const plan::kernel& k) noexcept {
  if (k.values.empty() || k.values.size() > 2 || k.values.front().kind != plan::value_kind::load) return false;
  return k.values.size() == 1 || k.values.back().kind == plan::value_kind::cast;
}

bool walks_one_contiguous_input(const plan::kernel& k) noexcept {
  return k.extent.ndim() == 1 && k.reduced_axes == 1 && k.inputs.size() == 1 && k.inputs.front().indexed.empty() &&
         k.inputs.front().strides[0] == 1;
}

bool stores_accumulator(const plan::kernel& k) noexcept {
  if (k.outputs.size() != 1) return false;
  const plan::output& out = k.outputs.front();
  return !out.masked && out.to.indexed.empty() && out.to.type == k.accumulate && out.value + 1U == k.values.size();
}

template <class T>
T* element(const plan::operand& x) noexcept {
  return static_cast<T*>(x.data->data) + x.offset * static_cast<std::int64_t>(detail::item_size(x.type));
}

/// Makes a call that takes CUB's scratch memory: asks how much, allocates it on the device, calls.
template <class Call>
void call_with_scratch(const char* name, gpu::device where, Call&& call) {
  const auto checked = [&](void* scratch, std::size_t& bytes) {
    if (!runtime::seam::enter(runtime::seam::kind::driver, name)) throw cuda_error(std::string(name) + " failed");
    const int code = call(scratch, bytes, runtime::current_stream());
    if (code == 0) return;
    cub::forget_error();
    throw cuda_error(std::string(name) + " failed: " + cub::error_text(code));
  };
  runtime::make_current(where.index());
  std::size_t bytes = 0;
  checked(nullptr, bytes);
  const runtime::storage_ref scratch = runtime::allocate(bytes > 0 ? bytes : 1, where);  // null would only ask again
  checked(scratch->data, bytes);
  runtime::counters().launches.add();
}

}  // namespace

cub::reduce_function library_reduction_for(const plan::kernel& k) {
  if (!plan::enabled(plan::pass::library_reductions)) return nullptr;
  if (k.kind != plan::kernel_kind::reduce || !walks_one_contiguous_input(k) || !reduces_elements(k) ||
      !stores_accumulator(k))
    return nullptr;
  const bool rounds = k.combine == plan::reducer::sum && detail::is_floating(k.accumulate);
  if (rounds && k.extent[0] > longest_float_sum) return nullptr;
  return cub::reduction_of(k.combine, k.inputs.front().type, k.accumulate);
}

void run_library_reduction(cub::reduce_function reduce, const plan::kernel& k, gpu::device where) {
  const auto* in = element<const std::byte>(k.inputs.front());
  auto* out = element<std::byte>(k.outputs.front().to);
  call_with_scratch("cub::DeviceReduce", where, [&](void* scratch, std::size_t& bytes, CUstream stream) {
    return reduce(scratch, bytes, in, out, k.extent[0], stream);
  });
}

void write_true_positions(const bool* mask, std::int64_t n, std::int64_t* positions, gpu::device where) {
  const runtime::storage_ref count = runtime::allocate(sizeof(std::int64_t), where);
  call_with_scratch("cub::DeviceSelect", where, [&](void* scratch, std::size_t& bytes, CUstream stream) {
    return cub::select_positions(scratch, bytes, mask, n, positions, static_cast<std::int64_t*>(count->data), stream);
  });
}

}  // namespace gpu::cuda_backend

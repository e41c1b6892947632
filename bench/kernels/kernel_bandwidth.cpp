// Bandwidth of the generated kernels on the default CUDA device, each against the device's own copy; and the host's time per
// launch. Plain wall clock over many queued launches: the queue hides the host's part where a kernel is long.
#include <chrono>
#include <cstdio>
#include <functional>

#include <gpu/device.hpp>

#include "../../tests/kernels_by_hand.hpp"
#include "cuda/run.hpp"
#include "runtime/storage.hpp"

using namespace by_hand;

namespace {

double seconds_each(const std::function<void()>& f, int times) {
  f();
  gpu::synchronize();
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < times; ++i) f();
  gpu::synchronize();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / times;
}

double copy_rate = 0;  // bytes read and written a second

void report(const char* what, double bytes, const std::function<void()>& f) {
  const double seconds = seconds_each(f, 50);
  std::printf("%-44s %9.1f us  %6.3f TB/s  %5.3f of copy\n", what, seconds * 1e6, bytes / seconds * 1e-12,
              bytes / seconds / copy_rate);
}

void report_kernel(const char* what, double bytes, const plan::kernel& k, gpu::device where) {
  report(what, bytes, [&] { gpu::cuda_backend::run(k, where); });
}

void measure_maps(gpu::device where) {
  constexpr std::int64_t n = 1 << 26;
  constexpr std::int64_t rows = 1 << 13;
  const dtype f32 = dtype::float32;
  const double three = 3.0 * 4 * static_cast<double>(n);
  const auto sum = [&](const shape& extent, arrangement a, arrangement out) {
    return sum_of_two(f32, extent, arranged(a, f32, extent, where), arranged(arrangement::c_order, f32, extent, where),
                      arranged(out, f32, extent, where));
  };
  report_kernel("a + b, float32", three, sum({n}, arrangement::c_order, arrangement::c_order), where);
  report_kernel("a[1:] + b", three, sum({n}, arrangement::offset_by_one, arrangement::c_order), where);
  report_kernel("a[1:] + b[1:] to an output offset by one", three,
                sum({n}, arrangement::offset_by_one, arrangement::offset_by_one), where);
  report_kernel("row + b", three * 2 / 3, sum({rows, n / rows}, arrangement::broadcast_rows, arrangement::c_order),
                where);
  report_kernel("column + b", three * 2 / 3, sum({rows, n / rows}, arrangement::broadcast_lanes, arrangement::c_order),
                where);
  report_kernel("row + b, rows of 8191", three * 2 / 3,
                sum({rows, n / rows - 1}, arrangement::broadcast_rows, arrangement::c_order), where);
  report_kernel("a[:, :-1] + b", three, sum({rows, n / rows - 1}, arrangement::padded, arrangement::c_order), where);
  report_kernel("a.T + b", three, sum({rows, n / rows}, arrangement::transposed, arrangement::c_order), where);
  report_kernel("a[::2] + b", three, sum({n}, arrangement::stepped, arrangement::c_order), where);
  const shape bytes_extent{n};
  report_kernel("a + b, int8", 3.0 * static_cast<double>(n),
                sum_of_two(dtype::int8, bytes_extent, arranged(arrangement::c_order, dtype::int8, bytes_extent, where),
                           arranged(arrangement::c_order, dtype::int8, bytes_extent, where),
                           arranged(arrangement::c_order, dtype::int8, bytes_extent, where)),
                where);
}

void measure_draws(gpu::device where) {
  constexpr std::int64_t n = 1 << 26;
  plan::kernel k;
  k.extent = {n};
  k.draws.resize(1);
  k.draws[0].strides = {1};
  plan::value drawn;
  drawn.kind = plan::value_kind::draw;
  drawn.type = dtype::float32;
  k.values = {drawn};
  k.outputs = {store(make_operand(dtype::float32, {n}, {1}, 0, where), 0)};
  report_kernel("random, float32", 4.0 * n, k, where);
  k.draws[0].kind = plan::distribution::normal;
  report_kernel("normal, float32", 4.0 * n, k, where);
}

void measure_reductions(gpu::device where) {
  constexpr std::int64_t n = 1 << 26;
  const double bytes = 4.0 * static_cast<double>(n);
  const dtype f32 = dtype::float32;
  const auto sum = [&](const shape& extent, arrangement a) {
    return reduction(plan::reducer::sum, extent, 1, arranged(a, f32, extent, where), f32, f32, where);
  };
  report_kernel("sum, all", bytes, sum({n}, arrangement::c_order), where);
  report_kernel("sum, all, offset by one", bytes, sum({n}, arrangement::offset_by_one), where);
  for (const std::int64_t length : {4, 32, 256, 4096, 65536}) {
    char text[64];
    std::snprintf(text, sizeof text, "sum of rows of %ld", static_cast<long>(length));
    report_kernel(text, bytes, sum({n / length, length}, arrangement::c_order), where);
    std::snprintf(text, sizeof text, "sum of columns of %ld", static_cast<long>(length));
    report_kernel(text, bytes, sum({n / length, length}, arrangement::transposed), where);
  }
  report_kernel("argmax, all", bytes,
                reduction(plan::reducer::argmax, {n}, 1, arranged(arrangement::c_order, f32, {n}, where), f32,
                          dtype::int64, where),
                where);
}

void measure_launch(gpu::device where) {
  const shape extent{16};
  const auto k = sum_of_two(dtype::float32, extent, arranged(arrangement::c_order, dtype::float32, extent, where),
                            arranged(arrangement::c_order, dtype::float32, extent, where),
                            arranged(arrangement::c_order, dtype::float32, extent, where));
  std::printf("%-44s %9.2f us\n", "a + b of 16 elements, each launch",
              seconds_each([&] { gpu::cuda_backend::run(k, where); }, 20000) * 1e6);
}

}  // namespace

int main() {
  const gpu::device where = gpu::default_device();
  if (where.type() != gpu::device_type::cuda) {
    std::puts("there is no CUDA device");
    return 1;
  }
  constexpr std::size_t bytes = std::size_t{1} << 29;
  const auto from = gpu::runtime::allocate(bytes, where);
  const auto to = gpu::runtime::allocate(bytes, where);
  const double seconds = seconds_each([&] { gpu::runtime::copy(to->data, where, from->data, where, bytes); }, 50);
  copy_rate = 2 * static_cast<double>(bytes) / seconds;
  std::printf("%-44s %9.1f us  %6.3f TB/s\n", "copy", seconds * 1e6, copy_rate * 1e-12);
  measure_maps(where);
  measure_draws(where);
  measure_reductions(where);
  measure_launch(where);
}

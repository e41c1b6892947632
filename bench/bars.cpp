// The rows of the benchmark that have a bar, against the device's own copy (cudaMemcpyAsync, device to device) and cuBLAS
// called by hand, all in one process: medians of interleaved rounds. Plain expressions, as a user writes them.
//
//   bars [rounds]        needs a CUDA device; prints a table
#include <cublas_v2.h>
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include <gpu/gpu.hpp>

using F = gpu::ndarray<float>;
using gpu::all, gpu::newaxis;

namespace {

void require(bool ok, const char* what) {
  if (ok) return;
  std::fprintf(stderr, "failed: %s\n", what);
  std::exit(1);
}

/// A pair of CUDA events on the legacy default stream.
class stopwatch {
 public:
  stopwatch() {
    require(cudaEventCreate(&begin_) == cudaSuccess && cudaEventCreate(&end_) == cudaSuccess, "cudaEventCreate");
  }
  ~stopwatch() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }
  stopwatch(const stopwatch&) = delete;
  stopwatch& operator=(const stopwatch&) = delete;

  /// Microseconds of device time for one run of f, over `times` runs queued without a wait.
  double microseconds(const std::function<void()>& f, int times) const {
    cudaEventRecord(begin_, nullptr);
    for (int i = 0; i < times; ++i) f();
    cudaEventRecord(end_, nullptr);
    require(cudaEventSynchronize(end_) == cudaSuccess, "cudaEventSynchronize");
    float ms = 0;
    cudaEventElapsedTime(&ms, begin_, end_);
    return 1e3 * static_cast<double>(ms) / times;
  }

 private:
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

struct row {
  std::string name;
  double bytes;         // compulsory traffic: 0 where the alternative is another row
  std::string against;  // the row that the ratio is to, where bytes is 0
  double bar;           // largest ratio allowed; 0: none
  std::function<void()> run;
  std::vector<double> times;
};

double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

struct inputs {
  static constexpr std::int64_t n = std::int64_t{1} << 26, s = 8192, k = 4096;
  gpu::random::generator rng = gpu::random::default_rng(1);
  F a = rng.random<float>({n}), b = rng.random<float>({n}), c = rng.random<float>({n}), r, rs;
  F m = rng.random<float>({s, s}), v = rng.random<float>({s}), rm;
  F p = rng.random<float>({k, k}), q = rng.random<float>({k, k}), pq, by_hand = gpu::empty<float>({k, k});
  F total;
};

std::vector<row> make_rows(inputs& x, cublasHandle_t blas) {
  const double n = 4.0 * static_cast<double>(inputs::n),
               s = 4.0 * static_cast<double>(inputs::s) * static_cast<double>(inputs::s);
  std::vector<row> rows;
  x.r = x.a + x.b;
  rows.push_back({"copy",
                  2 * n,
                  "",
                  0,
                  [&x, n] {
                    const cudaError_t code = cudaMemcpyAsync(x.r.data(), x.a.data(), static_cast<std::size_t>(n),
                                                             cudaMemcpyDeviceToDevice, nullptr);
                    require(code == cudaSuccess, cudaGetErrorName(code));
                  },
                  {}});
  rows.push_back({"add_f32", 3 * n, "", 1.05, [&] { x.r = x.a + x.b; }, {}});
  rows.push_back({"sin_mul_add_f32", 3 * n, "", 1.05, [&] { x.r = gpu::sin(x.a) * x.b + 1; }, {}});
  rows.push_back({"chain5_f32", 4 * n, "", 1.05, [&] { x.r = ((x.a * x.b + x.c) * x.a - x.b) / (x.c + 2); }, {}});
  rows.push_back({"where_f32", 3 * n, "", 1.05, [&] { x.r = gpu::where(x.a > 0.5, x.a, -x.b); }, {}});
  rows.push_back({"row_bcast_f32", 2 * s, "", 1.05, [&] { x.rm = x.m + x.v; }, {}});
  rows.push_back({"col_bcast_f32", 2 * s, "", 0, [&] { x.rm = x.m + x.v(all(), newaxis()); }, {}});
  rows.push_back({"sum_f32", n, "", 1.10, [&] { x.total = gpu::sum(x.a); }, {}});
  rows.push_back({"sum_sqdiff_f32", 2 * n, "", 0, [&] { x.total = gpu::sum((x.a - x.b) * (x.a - x.b)); }, {}});
  rows.push_back(
      {"argmax_f32", n, "", 0, [&, i = gpu::ndarray<std::int64_t>()]() mutable { i = gpu::argmax(x.a); }, {}});
  rows.push_back({"sum_axis0_f32", s, "", 0, [&] { x.total = gpu::sum(x.m, 0); }, {}});
  rows.push_back({"sum_axis1_f32", s, "", 0, [&] { x.total = gpu::sum(x.m, 1); }, {}});
  rows.push_back({"slice_offset_f32",
                  3 * n,
                  "",
                  0,
                  [&] { x.rs = x.a(gpu::range(1, gpu::placeholders::_)) + x.b(gpu::range(0, -1)); },
                  {}});
  rows.push_back({"cublas_4096_f32",
                  0,
                  "",
                  0,
                  [&, blas] {
                    const int k = static_cast<int>(inputs::k);
                    const float one = 1, zero = 0;
                    cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, k, k, k, &one, x.q.data(), k, x.p.data(), k, &zero,
                                x.by_hand.data(), k);
                  },
                  {}});
  rows.push_back({"matmul_4096_f32", 0, "cublas_4096_f32", 1.02, [&] { x.pq = gpu::matmul(x.p, x.q); }, {}});
  return rows;
}

const row& find(const std::vector<row>& rows, const std::string& name) {
  return *std::find_if(rows.begin(), rows.end(), [&](const row& r) { return r.name == name; });
}

/// Prints the table; how many rows miss their bar.
int report(const std::vector<row>& rows) {
  const row& copy = rows.front();
  const double rate = copy.bytes / median(copy.times);  // bytes a microsecond
  int missed = 0;
  std::printf("copy rate %.3f TB/s\n%-20s %10s %10s %7s %6s\n", rate * 1e-6, "row", "us", "floor us", "ratio", "bar");
  for (const row& r : rows) {
    const double t = median(r.times);
    const double floor = r.bytes > 0 ? r.bytes / rate : r.against.empty() ? t : median(find(rows, r.against).times);
    const bool miss = r.bar > 0 && t / floor > r.bar;
    missed += miss ? 1 : 0;
    std::printf("%-20s %10.1f %10.1f %7.3f %6.2f%s\n", r.name.c_str(), t, floor, t / floor, r.bar,
                miss ? "  MISSED" : "");
  }
  return missed;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 11;
  require(gpu::cuda_device_count() > 0, "a CUDA device");
  cublasHandle_t blas = nullptr;
  require(cublasCreate(&blas) == CUBLAS_STATUS_SUCCESS, "cublasCreate");
  inputs x;
  std::vector<row> rows = make_rows(x, blas);
  for (row& r : rows) r.run();
  gpu::synchronize();
  const stopwatch watch;
  for (int i = 0; i < rounds; ++i)
    for (row& r : rows) r.times.push_back(watch.microseconds(r.run, 20));
  const int missed = report(rows);
  cublasDestroy(blas);
  return missed == 0 ? 0 : 1;
}

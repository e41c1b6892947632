// Rows of the benchmark written in CUDA by hand (CUB, cuBLAS, plain kernels), under the names that they have in bench.
//
//   by_hand [--log2n=26] [--verify] [Google Benchmark's options]      needs a CUDA device
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <memory>
#include <numeric>
#include <vector>

#include "by_hand/algorithms.hpp"
#include "by_hand/blas.hpp"
#include "by_hand/cuda_check.hpp"
#include "by_hand/kernels.hpp"
#include "harness.hpp"

namespace {

using bench::row, bench::timing;
using by_hand::check;

template <class E>
class device_array {
 public:
  explicit device_array(std::int64_t n) : size_(static_cast<std::size_t>(n)) {
    check(cudaMalloc(&data_, size_ * sizeof(E)), "cudaMalloc");
  }
  ~device_array() { cudaFree(data_); }
  device_array(const device_array&) = delete;
  device_array& operator=(const device_array&) = delete;

  [[nodiscard]] E* data() const { return static_cast<E*>(data_); }
  [[nodiscard]] std::vector<E> read() const {
    std::vector<E> host(size_);
    check(cudaMemcpy(host.data(), data_, size_ * sizeof(E), cudaMemcpyDeviceToHost), "cudaMemcpy");
    return host;
  }

 private:
  void* data_ = nullptr;
  std::size_t size_;
};

struct uniform : device_array<float> {
  uniform(std::int64_t n, std::uint64_t seed) : device_array<float>(n) { by_hand::fill_uniform(data(), n, seed); }
};

struct arrays {
  explicit arrays(std::int64_t length)
      : n(length), a(length, 1), b(length, 2), r(length), order(length), places(length) {
    by_hand::iota(order.data(), length);
  }

  std::int64_t n, chosen = 0;
  uniform a, b;
  device_array<float> r, value{1};
  device_array<std::int64_t> order, places, index{1};
  by_hand::scratch memory;
};

bool near(double x, double y, double tolerance) { return std::abs(x - y) <= tolerance * (1 + std::abs(y)); }

bool cumsum_holds(const arrays& x) {
  const std::vector<float> a = x.a.read(), r = x.r.read();
  double total = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!near(r[i], total += a[i], 1e-4)) return false;
  return true;
}

bool argsort_holds(const arrays& x) {
  const std::vector<float> a = x.a.read();
  const std::vector<std::int64_t> places = x.places.read();
  const auto at = [&](std::int64_t i) { return a[static_cast<std::size_t>(i)]; };
  return std::is_sorted(places.begin(), places.end(), [&](auto i, auto j) { return at(i) < at(j); });
}

bool argmax_holds(const arrays& x) {
  const std::vector<float> a = x.a.read();
  return x.index.read()[0] == std::max_element(a.begin(), a.end()) - a.begin();
}

void add_array_rows(std::vector<row>& rows, std::int64_t n) {
  const auto x = std::make_shared<arrays>(n);
  const double one = 4.0 * static_cast<double>(n);
  const auto how = timing::device;
  rows.push_back({"add_f32", how, 3 * one, "", [x] { by_hand::add(x->a.data(), x->b.data(), x->r.data(), x->n); },
                  [x] {
                    const auto a = x->a.read(), b = x->b.read(), r = x->r.read();
                    for (std::size_t i = 0; i < r.size(); ++i)
                      if (r[i] != a[i] + b[i]) return false;
                    return true;
                  }});
  rows.push_back({"sum_f32", how, one, "", [x] { by_hand::sum(x->memory, x->a.data(), x->value.data(), x->n); },
                  [x] {
                    const auto a = x->a.read();
                    return near(x->value.read()[0], std::accumulate(a.begin(), a.end(), 0.0), 1e-5);
                  }});
  rows.push_back({"argmax_f32", how, one, "",
                  [x] { by_hand::argmax(x->memory, x->a.data(), x->value.data(), x->index.data(), x->n); },
                  [x] { return argmax_holds(*x); }});
  rows.push_back({"cumsum_f32", how, 2 * one, "", [x] { by_hand::cumsum(x->memory, x->a.data(), x->r.data(), x->n); },
                  [x] { return cumsum_holds(*x); }});
  rows.push_back({"sort_f32", how, 0, "", [x] { by_hand::sort(x->memory, x->a.data(), x->r.data(), x->n); },
                  [x] {
                    const auto r = x->r.read();
                    return std::is_sorted(r.begin(), r.end());
                  }});
  rows.push_back(
      {"argsort_f32", how, 0, "",
       [x] { by_hand::argsort(x->memory, x->a.data(), x->r.data(), x->order.data(), x->places.data(), x->n); },
       [x] { return argsort_holds(*x); }});
  rows.push_back(
      {"mask_f32", how, 1.5 * one, "",
       [x] { x->chosen = by_hand::select_above(x->memory, x->a.data(), 0.5F, x->r.data(), x->index.data(), x->n); },
       [x] {
         const auto a = x->a.read();
         return x->chosen == std::count_if(a.begin(), a.end(), [](float v) { return v > 0.5F; });
       }});
}

struct factors {
  factors(int side_length, int matrices)
      : side(side_length), count(matrices), p(elements(), 1), q(elements(), 2), r(elements()) {}
  [[nodiscard]] std::int64_t elements() const { return std::int64_t{side} * side * count; }

  int side, count;
  uniform p, q;
  device_array<float> r;
};

/// Some elements of the last product against plain sums.
bool product_holds(const factors& x) {
  const std::vector<float> p = x.p.read(), q = x.q.read(), r = x.r.read();
  const std::size_t side = static_cast<std::size_t>(x.side), last = r.size() - side * side;
  for (std::size_t at = 0; at < side * side; at += side * side / 97 + 1) {
    double total = 0;
    for (std::size_t k = 0; k < side; ++k)
      total += static_cast<double>(p[last + at / side * side + k]) * q[last + k * side + at % side];
    if (!near(r[last + at], total, 1e-5)) return false;
  }
  return true;
}

void add_product_rows(std::vector<row>& rows, const bench::sizes& size) {
  const auto blas = std::make_shared<by_hand::blas>();
  const auto one = std::make_shared<factors>(static_cast<int>(size.factor_side()), 1);
  rows.push_back({"matmul_4096_f32", timing::device, 0, "",
                  [blas, one] { blas->product(one->p.data(), one->q.data(), one->r.data(), one->side); },
                  [one] { return product_holds(*one); }});
  const auto many = std::make_shared<factors>(256, static_cast<int>(size.batch()));
  rows.push_back(
      {"matmul_batch512_256_f32", timing::device, 0, "",
       [blas, many] { blas->products(many->p.data(), many->q.data(), many->r.data(), many->side, many->count); },
       [many] { return product_holds(*many); }});
  const auto little = std::make_shared<factors>(32, 1);
  const auto statement = [blas, little] {
    blas->product(little->p.data(), little->q.data(), little->r.data(), little->side);
  };
  rows.push_back({"host_matmul_32", timing::host, 0, "", statement, [little] { return product_holds(*little); }});
  rows.push_back({"host_matmul_32_queued", timing::queued, 0, "", statement, {}});
}

void add_launch_rows(std::vector<row>& rows) {
  constexpr int n = 1000;
  const auto x = std::make_shared<arrays>(n);
  const auto add = [x] { by_hand::add_small(x->a.data(), x->b.data(), x->r.data(), n); };
  rows.push_back({"host_add_1k", timing::host, 0, "", add, {}});
  rows.push_back({"host_add_1k_queued", timing::queued, 0, "", add, {}});
  // 100 of these, captured: the time of all 100, device included
  const auto graph = std::make_shared<by_hand::captured_adds>(x->a.data(), x->b.data(), x->r.data(), n, 100);
  rows.push_back({"graph_replay_100_1k", timing::device, 0, "", [x, graph] { graph->replay(); }, {}});
}

}  // namespace

int main(int argc, char** argv) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::fprintf(stderr, "by_hand needs a CUDA device\n");
    return 1;
  }
  try {
    bench::options o = bench::parse_options(argc, argv, 26);
    std::vector<row> rows;
    add_array_rows(rows, o.size.n());
    add_product_rows(rows, o.size);
    add_launch_rows(rows);
    const auto watch = bench::make_event_stopwatch(static_cast<std::size_t>(4 * o.size.n()));
    return bench::run_rows(rows, *watch, o, "by hand");
  } catch (const std::exception& e) {
    std::fprintf(stderr, "by_hand: %s\n", e.what());
    return 1;
  }
}

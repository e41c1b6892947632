// The benchmark's rows in xtensor with xsimd, on one thread; matrix products by OpenBLAS.
//
//   bench_xtensor [--log2n=22] [--verify] [Google Benchmark's options]
#include <exception>
#include <iostream>

#include "xtensor/rows.hpp"

int main(int argc, char** argv) {
  try {
    bench::options o = bench::parse_options(argc, argv, 22);
    std::vector<bench::row> rows;
    bench_xtensor::add_elementwise_rows(rows, o.size);
    bench_xtensor::add_reduction_rows(rows, o.size);
    bench_xtensor::add_matrix_rows(rows, o.size);
    bench_xtensor::add_selection_rows(rows, o.size);
    bench_xtensor::add_host_rows(rows);
    bench::host_stopwatch watch;
    return bench::run_rows(rows, watch, o, "xtensor");
  } catch (const std::exception& e) {
    std::cerr << "bench_xtensor: " << e.what() << '\n';
    return 1;
  }
}

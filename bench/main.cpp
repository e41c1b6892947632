// The benchmark: each row on the default device, medians of 11 interleaved rounds.
//
//   bench [--log2n=26] [--threads=N] [--verify] [Google Benchmark's options]
//
// --log2n sets the length of the large arrays, 2^26 on a GPU and 2^22 on the CPU unless given; --threads how many the CPU back
// end uses; --verify checks each row's result against plain loops instead of measuring.
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>

#include "rows.hpp"

namespace {

/// Takes --threads=N out of the arguments.
void set_threads(int& argc, char** argv) {
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], "--threads=", 10) == 0)
      gpu::set_num_threads(std::atoi(argv[i] + 10));
    else
      argv[kept++] = argv[i];
  }
  argc = kept;
}

int run(int argc, char** argv) {
  set_threads(argc, argv);
  const bool on_gpu = gpu::default_device().type() == gpu::device_type::cuda;
  bench::options o = bench::parse_options(argc, argv, on_gpu ? 26 : 22);
  std::vector<bench::row> rows;
  bench::add_elementwise_rows(rows, o.size);
  bench::add_dtype_rows(rows, o.size);
  bench::add_full_reduction_rows(rows, o.size);
  bench::add_axis_reduction_rows(rows, o.size);
  bench::add_matrix_rows(rows, o.size);
  bench::add_selection_rows(rows, o.size);
  bench::add_random_rows(rows, o.size);
  bench::add_linalg_rows(rows, o.size);
  bench::add_host_rows(rows);
  if (on_gpu) bench::add_launch_rows(rows);
  const auto watch = on_gpu ? bench::make_event_stopwatch(static_cast<std::size_t>(4 * o.size.n()))
                            : std::make_unique<bench::host_stopwatch>();
  return bench::run_rows(rows, *watch, o, gpu::default_device().name());
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& e) {
    std::cerr << "bench: " << e.what() << '\n';
    return 1;
  }
}

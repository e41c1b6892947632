// Groups 1797 images of handwritten digits without being told what they are, on the GPU or the CPU:
//   digits [--out digits.png] [DATA_FOLDER]
// prints what it finds and how long each step takes, and draws the images by their first two principal components.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include <gpu/gpu.hpp>

#include "digits_model.hpp"
#include "scatter_plot.hpp"

namespace {

constexpr int digit_count = 10, component_count = 8;

struct arguments {
  std::string out = "digits.png";
  std::string data = GPU_EXAMPLE_DATA_DIR;
};

arguments parse(int argc, char** argv) {
  arguments a;
  if (const char* folder = std::getenv("GPU_EXAMPLE_DATA_DIR")) a.data = folder;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--out" && i + 1 < argc)
      a.out = argv[++i];
    else if (word.starts_with("-"))
      throw std::runtime_error("usage: digits [--out FILE.png] [DATA_FOLDER]");
    else
      a.data = word;
  }
  return a;
}

/// Milliseconds of each step; a step ends when the device has finished it.
class step_times {
 public:
  template <class Function>
  auto measure(const char* name, Function&& run_step) {
    const auto begin = std::chrono::steady_clock::now();
    auto result = run_step();
    gpu::synchronize();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    steps_.push_back({name, took.count()});
    return result;
  }

  struct step {
    const char* name;
    double milliseconds;
  };
  [[nodiscard]] const std::vector<step>& steps() const { return steps_; }

 private:
  std::vector<step> steps_;
};

struct analysis {
  digits::components found;
  digits::floats projected;
  digits::clustering clusters;
};

analysis analyse(const digits::floats& pixels, step_times& times) {
  auto rng = gpu::random::default_rng(0);
  analysis a;
  const auto samples = times.measure("standardise", [&] { return digits::standardise(pixels); });
  const auto matrix = times.measure("covariance", [&] { return digits::covariance(samples); });
  a.found = times.measure("components", [&] { return digits::leading_components(matrix, component_count, rng); });
  a.projected = times.measure("projection", [&] { return gpu::matmul(samples, a.found.directions); });
  a.clusters = times.measure("k-means", [&] { return digits::cluster(a.projected, digit_count, rng); });
  return a;
}

void print_times(const step_times& first, const step_times& again) {
  std::printf("\n%-12s %12s %12s\n", "step", "first, ms", "again, ms");
  for (std::size_t i = 0; i < first.steps().size(); ++i)
    std::printf("%-12s %12.2f %12.2f\n", first.steps()[i].name, first.steps()[i].milliseconds,
                again.steps()[i].milliseconds);
}

void run(const arguments& args) {
  const digits::floats images = gpu::load_npy<float>(args.data + "/digits_images.npy");
  const digits::integers truth = gpu::load_npy<std::int64_t>(args.data + "/digits_labels.npy");
  const digits::floats pixels = images.reshape({-1, 64});

  step_times first, again;  // the first time, kernels may have to be compiled
  analyse(pixels, first);
  const analysis a = analyse(pixels, again);
  const digits::floats means = digits::cluster_means(pixels, a.clusters.labels, digit_count);

  std::cout << "device              " << gpu::default_device().name() << "\nimages              " << images.shape()
            << "\nprojected           " << a.projected.shape() << "\nexplained variance  "
            << gpu::round(a.found.explained, 4) << "\n  together          "
            << gpu::round(gpu::sum(a.found.explained), 4) << "\ncluster sizes       "
            << gpu::astype<int>(gpu::sum(digits::membership(a.clusters.labels, digit_count), 0))
            << "\ncluster purity      "
            << gpu::round(digits::floats{digits::purity(a.clusters.labels, truth, digit_count)}, 4) << '\n';
  print_times(first, again);
  digits::scatter_plot(a.projected(gpu::all(), gpu::range(0, 2)), a.clusters.labels, means).save_png(args.out);
  std::cout << "\nwrote " << args.out << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(parse(argc, argv));
  } catch (const std::exception& e) {
    std::cerr << "digits: " << e.what() << '\n';
    return EXIT_FAILURE;
  }
}

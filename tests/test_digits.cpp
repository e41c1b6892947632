// The main example's computation against NumPy's (tools/oracles/digits.py), and the same on the CPU as on the default device.
#include <gpu/testing.hpp>

#include <string>

#include "../examples/digits_model.hpp"
#include "data_path.hpp"

namespace {

constexpr int component_count = 8, digit_count = 10;  // as in examples/digits.cpp and the oracle

struct outcome {
  digits::components found;
  digits::clustering clusters;
};

digits::floats load_pixels() {
  return gpu::load_npy<float>(test_data_path("../examples/data/digits_images.npy")).reshape({-1, 64});
}

outcome analyse(const digits::floats& pixels) {
  auto rng = gpu::random::default_rng(0);
  const digits::floats samples = digits::standardise(pixels);
  outcome result;
  result.found = digits::leading_components(digits::covariance(samples), component_count, rng);
  result.clusters = digits::cluster(gpu::matmul(samples, result.found.directions), digit_count, rng);
  return result;
}

gpu::ndarray<double> answer(const std::string& name) {
  return gpu::load_npy<double>(test_data_path("data/digits/" + name + ".npy"));
}

}  // namespace

TEST_CASE("digits: standardised columns") {
  const digits::floats samples = digits::standardise(load_pixels());
  const digits::floats spread = gpu::stddev(samples, 0);
  CHECK_ALLCLOSE(gpu::mean(samples, 0), gpu::zeros<float>({64}), {.atol = 1e-5});
  CHECK_ALLCLOSE(spread, gpu::astype<float>(spread > 0.5), {.atol = 1e-5});
  CHECK(gpu::count_nonzero(spread > 0.5) == 61);  // three pixels are the same in all images
}

TEST_CASE("digits: directions are perpendicular, of length 1, and eigenvectors") {
  auto rng = gpu::random::default_rng(1);
  const digits::floats matrix = digits::covariance(digits::standardise(load_pixels()));
  const auto found = digits::leading_components(matrix, 4, rng, 300);
  CHECK_ALLCLOSE(gpu::matmul(found.directions.T(), found.directions), gpu::eye<float>(4), {.atol = 1e-5});
  const auto total = gpu::sum(matrix * gpu::eye<float>(64));
  CHECK_ALLCLOSE(gpu::matmul(matrix, found.directions), found.directions * (found.explained * total), {.atol = 1e-3});
}

TEST_CASE("digits: NumPy's explained variance, clusters and purity") {
  const outcome result = analyse(load_pixels());
  const digits::integers truth = gpu::load_npy<std::int64_t>(test_data_path("../examples/data/digits_labels.npy"));
  CHECK_ALLCLOSE(result.found.explained, answer("explained"), {.rtol = 1e-4});
  CHECK_ARRAY_EQUAL(result.clusters.labels, answer("labels"));
  CHECK_ALLCLOSE(result.clusters.inertia, answer("inertia"), {.rtol = 1e-4});
  CHECK_ALLCLOSE(digits::purity(result.clusters.labels, truth, digit_count), answer("purity"), {.rtol = 1e-6});
}

TEST_CASE("digits: the CPU and the default device agree") {
  const digits::floats pixels = load_pixels();
  const outcome here = analyse(pixels);
  gpu::device_guard on(gpu::cpu());
  const outcome there = analyse(pixels.to(gpu::cpu()));
  CHECK_ARRAY_EQUAL(here.clusters.labels, there.clusters.labels);
  CHECK_ALLCLOSE(here.found.explained, there.found.explained, {.rtol = 1e-5});
  CHECK_ALLCLOSE(here.clusters.inertia, there.clusters.inertia, {.rtol = 1e-5});
}

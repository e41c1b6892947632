// The exception types, and what their messages say. Numbers in brackets are the rules of the design.
#include <doctest/doctest.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <gpu/gpu.hpp>
#include <gpu/testing.hpp>

using gpu::all, gpu::range, gpu::placeholders::_;
using F = gpu::ndarray<float>;

TEST_CASE("error [12]: the hierarchy") {
  static_assert(std::is_base_of_v<std::runtime_error, gpu::error>);
  static_assert(std::is_base_of_v<gpu::error, gpu::value_error>);
  static_assert(std::is_base_of_v<gpu::value_error, gpu::shape_error> &&
                std::is_base_of_v<gpu::value_error, gpu::axis_error>);
  static_assert(std::is_base_of_v<gpu::error, gpu::index_error> &&
                !std::is_base_of_v<gpu::value_error, gpu::index_error>);
  static_assert(std::is_base_of_v<gpu::error, gpu::device_error> && std::is_base_of_v<gpu::error, gpu::out_of_memory>);
  static_assert(std::is_base_of_v<gpu::error, gpu::linalg_error> && std::is_base_of_v<gpu::error, gpu::io_error>);
  static_assert(std::is_base_of_v<gpu::error, gpu::jit_error> && std::is_base_of_v<gpu::error, gpu::cuda_error>);
  try {
    throw gpu::axis_error("text");
  } catch (const std::exception& e) {
    CHECK(std::string(e.what()) == "text");
  }
}

TEST_CASE("error [12]: messages say what, where and how large") {
  F a = gpu::zeros<float>({2, 3});
  CHECK_THROWS_WITH((void)(a + F{1, 2}), "operands could not be broadcast together with shapes (2, 3) (2,)");
  CHECK_THROWS_WITH((a(all()) = F{1, 2}), "could not broadcast input array from shape (2,) into shape (2, 3)");
  CHECK_THROWS_WITH((a += gpu::zeros<float>({2, 2, 3})), doctest::Contains("(2, 2, 3)"));
  CHECK_THROWS_WITH((void)a.reshape({4}), doctest::Contains("(2, 3)"));
  CHECK_THROWS_WITH((void)a.reshape({4}), doctest::Contains("(4,)"));
  CHECK_THROWS_WITH((void)a.shape(2), "axis 2 is out of bounds for array of dimension 2");
  CHECK_THROWS_WITH((void)gpu::broadcast_to(a, {2}), doctest::Contains("(2, 3)"));
  CHECK_THROWS_WITH((void)static_cast<float>(a), doctest::Contains("(2, 3)"));
  CHECK_THROWS_WITH((void)gpu::zeros<float>({2, -1}), doctest::Contains("(2, -1)"));
  CHECK_THROWS_WITH((void)gpu::empty<float>({std::int64_t{1} << 62}), doctest::Contains("4611686018427387904"));
  CHECK_THROWS_WITH((void)gpu::squeeze(a, 1), doctest::Contains("axis 1"));
}

TEST_CASE("error [12]: what the host can see is thrown by the call, every array as before") {
  F a = {1, 2, 3};
  auto view = a(range(0, 2));
  CHECK_THROWS((a = a + F{1, 2}));
  CHECK_THROWS((a(range(0, 2)) = F{1, 2, 3}));
  CHECK_THROWS((view *= gpu::ones<float>({3})));
  CHECK_THROWS((a(gpu::ndarray<bool>{true, false}) = 1));
  CHECK_THROWS((a = gpu::sum(a, 1)));
  CHECK(a.to_vector() == std::vector<float>{1, 2, 3});
  CHECK(view.to_vector() == std::vector<float>{1, 2});
}

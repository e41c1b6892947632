// The table of cuBLAS's functions, where cuBLAS is installed; no GPU is needed for that.
#include <doctest/doctest.h>

#include <string>

#include <gpu/error.hpp>

#include "cuda/cublas.hpp"

TEST_CASE("cublas: every function is found, or the reason says that there is no cuBLAS") {
  try {
    const auto& table = gpu::cuda_backend::cublas();
    const std::string text = table.cublasGetStatusString(CUBLAS_STATUS_INVALID_VALUE);
    CHECK(!text.empty());
    CHECK_THROWS_AS(gpu::cuda_backend::check_cublas(CUBLAS_STATUS_ALLOC_FAILED, "cublasGemmEx_64"), gpu::out_of_memory);
    CHECK_THROWS_WITH_AS(gpu::cuda_backend::check_cublas(CUBLAS_STATUS_INVALID_VALUE, "cublasGemmEx_64"),
                         ("cublasGemmEx_64 failed: " + text).c_str(), gpu::cuda_error);
  } catch (const gpu::device_error& e) {
    CHECK(std::string(e.what()).find("cuBLAS cannot be opened") == 0);
  }
}

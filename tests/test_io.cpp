// Files and text through the front end; formats are tested in test_npy.cpp and test_fmt.cpp.
#include <doctest/doctest.h>
#include <unistd.h>

#include <complex>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gpu/gpu.hpp>
#include <gpu/testing.hpp>

#include "data_path.hpp"
#include "layouts.hpp"
#include "runtime/call_seam.hpp"

using gpu::all, gpu::range, gpu::placeholders::_;
using F = gpu::ndarray<float>;
using D = gpu::ndarray<double>;
using gpu::array_equal;

namespace {

/// The name of a file that is gone when the test ends.
class temporary_file {
 public:
  temporary_file()
      : path_((std::filesystem::temp_directory_path() / ("gpu-io-" + std::to_string(::getpid()) + ".npy")).string()) {}
  temporary_file(const temporary_file&) = delete;
  temporary_file& operator=(const temporary_file&) = delete;
  ~temporary_file() { std::remove(path_.c_str()); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

TEST_CASE_TEMPLATE("io: every layout is saved and loaded", E, bool, std::int16_t, gpu::float16, double,
                   std::complex<float>) {
  const temporary_file file;
  for (const gpu::shape& dims : {gpu::shape{}, gpu::shape{0}, gpu::shape{33}, gpu::shape{3, 5}, gpu::shape{2, 3, 4}})
    for (const auto& s : layouts::of_shape<E>(dims)) {
      CAPTURE(s.name);
      gpu::save_npy(file.path(), s.view);
      CHECK(reference::equal(gpu::load_npy<E>(file.path()), s.host));
    }
}

TEST_CASE("io: NumPy's own files, loaded with same_kind conversion") {
  const F a = gpu::load_npy<float>(test_data_path("data/npy/float64_fortran.npy"));
  CHECK(array_equal(a, gpu::arange<float>(24).reshape({2, 3, 4})));
  CHECK(array_equal(gpu::load_npy<double>(test_data_path("data/npy/int16_big_endian.npy")),
                    gpu::arange<double>(24).reshape({2, 3, 4})));
  CHECK_THROWS_AS((void)gpu::load_npy<int>(test_data_path("data/npy/float64_c.npy")), gpu::value_error);
  CHECK_THROWS_AS((void)gpu::load_npy<float>(test_data_path("data/npy/complex64_c.npy")), gpu::value_error);
}

TEST_CASE("io [12]: missing, truncated and foreign files are an io_error that names them") {
  const temporary_file file;
  CHECK_THROWS_WITH_AS((void)gpu::load_npy<float>(file.path()), doctest::Contains(file.path().c_str()), gpu::io_error);
  CHECK_THROWS_AS(gpu::save_npy("/nonexistent-folder/a.npy", F{1}), gpu::io_error);
  { std::ofstream(file.path()) << "not an array"; }
  CHECK_THROWS_AS((void)gpu::load_npy<float>(file.path()), gpu::io_error);
  gpu::save_npy(file.path(), gpu::arange<float>(1000));
  std::filesystem::resize_file(file.path(), 2000);
  CHECK_THROWS_AS((void)gpu::load_npy<float>(file.path()), gpu::io_error);
}

TEST_CASE("io [12]: a file operation that fails leaves the old file, and the next call works") {
  namespace seam = gpu::runtime::seam;
  const temporary_file file;
  const F old = {1, 2, 3}, fresh = gpu::arange<float>(100);
  gpu::save_npy(file.path(), old);
  int failures = 0;
  for (long n = 1; n < 50; ++n) {
    seam::arm(static_cast<unsigned>(seam::kind::file), n);
    bool failed = false;
    try {
      gpu::save_npy(file.path(), fresh);
    } catch (const gpu::io_error&) {
      failed = true;
    }
    const bool reached = seam::failed_call() != nullptr;
    seam::disarm();
    if (!reached) break;
    failures += failed ? 1 : 0;
    const F now = gpu::load_npy<float>(file.path());
    CHECK(array_equal(now, failed ? old : fresh));
    gpu::save_npy(file.path(), old);
  }
  CHECK(failures > 2);
  gpu::save_npy(file.path(), fresh);
  CHECK(array_equal(gpu::load_npy<float>(file.path()), fresh));
}

TEST_CASE("io: text as NumPy prints, of arrays, views, selections and expressions") {
  const F a = {{1, 2}, {3, 4}};
  CHECK(gpu::to_string(a) == "[[1. 2.]\n [3. 4.]]");
  CHECK(gpu::to_string(a.T()) == "[[1. 3.]\n [2. 4.]]");
  CHECK(gpu::to_string(a + 0.5) == "[[1.5 2.5]\n [3.5 4.5]]");
  CHECK(gpu::to_string(a(range(_, _, -1), 0)) == "[3. 1.]");
  CHECK(gpu::array2string(gpu::ndarray<int>{1, 2, 3}, ", ") == "[1, 2, 3]");
  CHECK(gpu::to_string(F{}) == "[]");
  std::ostringstream out;
  out << a(1, 1) << ' ' << (a > 2) << ' ' << gpu::sum(a) << ' ' << a(a > 3);
  CHECK(out.str() == "4.0 [[False False]\n [ True  True]] 10.0 [4.]");
}

TEST_CASE("io: of a large array only the edges are fetched") {
  const gpu::ndarray<std::int64_t> a = gpu::arange<std::int64_t>(2000000);
  CHECK(gpu::to_string(a) == "[      0       1       2 ... 1999997 1999998 1999999]");
  const auto rows = gpu::broadcast_to(gpu::arange<std::int64_t>(2), {1000000, 2});
  CHECK(gpu::to_string(rows) == "[[0 1]\n [0 1]\n [0 1]\n ...\n [0 1]\n [0 1]\n [0 1]]");
}

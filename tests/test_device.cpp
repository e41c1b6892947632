// Devices: names, the default, guards, moving arrays. Numbers in brackets are the rules of the design.
#include <doctest/doctest.h>

#include <thread>

#include <gpu/gpu.hpp>
#include <gpu/testing.hpp>

#include "layouts.hpp"

using F = gpu::ndarray<float>;
using gpu::array_equal;

namespace {
/// A device that is not the CPU and can compute here.
gpu::device other_than_cpu() {
  return gpu::default_device() == gpu::cpu() ? gpu::device(gpu::device_type::dry, 0) : gpu::default_device();
}
}  // namespace

TEST_CASE("device: names, to and from text") {
  CHECK(gpu::cpu().name() == "cpu");
  CHECK(gpu::cuda(1).name() == "cuda:1");
  CHECK(gpu::device(std::string("cpu")) == gpu::cpu());
  CHECK(gpu::device(std::string("cuda")) == gpu::cuda(0));
  CHECK(gpu::device(std::string("cuda:3")) == gpu::cuda(3));
  for (const char* bad : {"", "gpu", "cuda:", "cuda:x", "cuda:-1", "cuda:1x", "cpu:0", "cuda:99999"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS((void)gpu::device(std::string(bad)), gpu::value_error);
  }
}

TEST_CASE("device [10]: guards nest and are of one thread") {
  const gpu::device before = gpu::default_device(), other = other_than_cpu();
  {
    gpu::device_guard outer(other);
    CHECK(gpu::ones<float>({2}).device() == other);
    {
      gpu::device_guard inner(gpu::cpu());
      CHECK(gpu::default_device() == gpu::cpu());
      CHECK(F{1, 2}.device() == gpu::cpu());
      CHECK(F{}.device() == gpu::cpu());
      gpu::device elsewhere = gpu::cpu();
      std::thread([&] { elsewhere = gpu::default_device(); }).join();
      CHECK(elsewhere == before);
    }
    CHECK(gpu::default_device() == other);
  }
  CHECK(gpu::default_device() == before);
}

TEST_CASE("device [10]: a device that is not there is a device_error, by every way") {
  const gpu::device missing = gpu::cuda(gpu::cuda_device_count() + 7);
  CHECK_THROWS_AS(gpu::set_default_device(missing), gpu::device_error);
  CHECK_THROWS_AS(gpu::device_guard{missing}, gpu::device_error);
  CHECK_THROWS_AS((void)F{1}.to(missing), gpu::device_error);
  CHECK(F{1}(0) == 1);
  CHECK_THROWS_WITH_AS(gpu::set_default_device(missing), doctest::Contains(missing.name().c_str()), gpu::device_error);
}

TEST_CASE("device [10]: to copies any layout between devices and back") {
  const gpu::device other = other_than_cpu();
  for (const auto& s : layouts::all<float>()) {
    CAPTURE(s.name);
    F there = s.view.to(other), back = there.to(gpu::cpu());
    CHECK(there.device() == other);
    CHECK(back.device() == gpu::cpu());
    CHECK(reference::equal(back, s.host));
  }
}

TEST_CASE("device [10]: results live where their operands do") {
  const gpu::device other = other_than_cpu();
  F a = F{1, 2, 3}.to(other), b = F{1, 2, 3}.to(gpu::cpu());
  CHECK(F(a + a).device() == other);
  CHECK(F(b + 1).device() == gpu::cpu());
  CHECK(F(gpu::sum(b * 2)).device() == gpu::cpu());
  CHECK(F(a).device() == other);
  CHECK(F(a(a > 1)).device() == other);
  CHECK(b.reshape({3, 1}).device() == gpu::cpu());
  F name = b;
  name = a;  // a name gets a new value, its device too
  CHECK(name.device() == other);
}

TEST_CASE("device: threads of the CPU back end") {
  const int before = gpu::num_threads();
  CHECK(before >= 1);
  const F a = gpu::arange<float>(100000);
  const float whole = gpu::sum(a);
  for (int n : {1, 2, 3, 8}) {
    gpu::set_num_threads(n);
    CHECK(gpu::num_threads() == n);
    CHECK(gpu::sum(a) == whole);
    CHECK(gpu::sum(a + a) == 2 * whole);
  }
  gpu::set_num_threads(before);
  CHECK_THROWS_AS(gpu::set_num_threads(0), gpu::value_error);
}

TEST_CASE("device [11]: const use from many threads") {
  const F a = gpu::arange<float>(2000);
  const auto e = gpu::sqrt(a) + a(1);
  auto selected = a(a > 1000.F);
  const float want = gpu::sum(e);
  std::vector<std::thread> threads;
  std::vector<int> right(4, 0);
  for (std::size_t t = 0; t < right.size(); ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 20; ++i) right[t] += gpu::sum(e) == want && selected.size() == 999 && gpu::max(a) == 1999;
    });
  for (auto& t : threads) t.join();
  for (int n : right) CHECK(n == 20);
}

// Devices, memory and the call seam.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <thread>

#include <gpu/device.hpp>
#include <gpu/error.hpp>

#include "runtime/call_seam.hpp"
#include "runtime/counters.hpp"
#include "runtime/device_errors.hpp"
#include "runtime/storage.hpp"

namespace runtime = gpu::runtime;
namespace seam = gpu::runtime::seam;

TEST_CASE("device names, both ways") {
  CHECK(gpu::device("cpu") == gpu::cpu());
  CHECK(gpu::device("cuda") == gpu::cuda(0));
  CHECK(gpu::device("cuda:3").name() == "cuda:3");
  CHECK(gpu::device("dry").name() == "dry");
  for (const char* wrong : {"", "gpu", "cuda:", "cuda:x", "cuda:-1", "cuda:1x", "CPU"})
    CHECK_THROWS_AS(gpu::device{std::string(wrong)}, gpu::value_error);
}

TEST_CASE("a device guard holds for its thread until it goes") {
  const gpu::device before = gpu::default_device();
  const gpu::device dry(gpu::device_type::dry, 0);
  {
    const gpu::device_guard outer(dry);
    CHECK(gpu::default_device() == dry);
    {
      const gpu::device_guard inner(gpu::cpu());
      CHECK(gpu::default_device() == gpu::cpu());
    }
    CHECK(gpu::default_device() == dry);
    gpu::device elsewhere;
    std::thread([&] { elsewhere = gpu::default_device(); }).join();
    CHECK(elsewhere == before);
  }
  CHECK(gpu::default_device() == before);
}

TEST_CASE("a device that is not there is refused by name") {
  const gpu::device missing = gpu::cuda(gpu::cuda_device_count());
  CHECK_THROWS_AS(gpu::set_default_device(missing), gpu::device_error);
  CHECK_THROWS_AS((void)runtime::allocate(16, missing), gpu::device_error);
  try {
    const gpu::device_guard guard(missing);
    FAIL("accepted");
  } catch (const gpu::device_error& e) {
    CHECK(std::string(e.what()).find(missing.name()) != std::string::npos);
  }
}

TEST_CASE("blocks are aligned, and a freed one is used again") {
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{257}, std::size_t{5000}, std::size_t{5} << 20}) {
    void* first = nullptr;
    {
      const auto block = runtime::allocate(bytes, gpu::cpu());
      first = block->data;
      CHECK(reinterpret_cast<std::uintptr_t>(first) % 256 == 0);
      static_cast<char*>(first)[bytes - 1] = 1;
    }
    CHECK(runtime::allocate(bytes, gpu::cpu())->data == first);
  }
  CHECK(runtime::allocate(0, gpu::cpu())->data == nullptr);
}

TEST_CASE("an allocation that fails once is tried again after freed blocks went back; twice is out_of_memory") {
  const std::size_t bytes = (std::size_t{3} << 20) + 12345;  // a size class of its own, so that no kept block serves
  seam::arm(static_cast<unsigned>(seam::kind::allocation), 1);
  CHECK(runtime::allocate(bytes, gpu::cpu())->data != nullptr);
  CHECK(seam::count() == 2);
  seam::arm(static_cast<unsigned>(seam::kind::allocation), 1, 2);
  std::string message;
  try {
    (void)runtime::allocate(2 * bytes, gpu::cpu());
  } catch (const gpu::out_of_memory& e) {
    message = e.what();
  }
  seam::disarm();
  CHECK(message.find(std::to_string(2 * bytes)) != std::string::npos);
  CHECK(message.find("cpu") != std::string::npos);
  CHECK(std::string(seam::failed_call()) == "aligned_alloc");
}

TEST_CASE("adopted memory runs its deleter with the last reference") {
  int value = 7;
  int deleted = 0;
  {
    auto first = runtime::adopt(&value, sizeof value, gpu::cpu(), [&](void* p) { deleted += p == &value; });
    const auto second = first;
    first = {};
    CHECK(deleted == 0);
    CHECK(second.unique());
  }
  CHECK(deleted == 1);
}

TEST_CASE("copies between host devices, counted") {
  const auto before = runtime::counters().bytes_copied.get();
  const std::int64_t from[2] = {3, 4};
  std::int64_t to[2] = {};
  runtime::copy(to, gpu::cpu(), from, gpu::device("dry"), sizeof from);
  CHECK(to[1] == 4);
  CHECK(runtime::counters().bytes_copied.get() == before + sizeof from);
}

TEST_CASE("an index error reads as NumPy's") {
  CHECK(runtime::message_of({2, 0, 5, 3, nullptr}) == "index 5 is out of bounds for axis 0 with size 3");
  CHECK(runtime::message_of({2, 1, -4, 3, "take"}) == "take: index -4 is out of bounds for axis 1 with size 3");
}

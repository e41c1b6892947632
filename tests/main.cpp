// The test program: doctest's runner, and a line that says which device the suite runs on.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>

#include <gpu/device.hpp>

int main(int argc, char** argv) {
  std::printf("device: %s\n", gpu::default_device().name().c_str());
  std::fflush(stdout);
  doctest::Context context(argc, argv);
  return context.run();
}

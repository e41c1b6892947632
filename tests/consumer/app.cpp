// A user's program: fails unless the installed library computes.
#include <gpu/gpu.hpp>

#include <iostream>

int main() {
  gpu::ndarray<float> a = {{1, 2, 3}, {4, 5, 6}};
  gpu::ndarray<float> b = a * 2.0 + 1.0;
  std::cout << b << '\n';
  const double total = gpu::sum<double>(b);
  return total == 48.0 ? 0 : 1;
}

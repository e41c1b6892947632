// How the library reads: the public face, as a program. Every line compiles and holds on each device.
#include <gpu/gpu.hpp>
#undef NDEBUG  // its asserts hold in every build
#include <cassert>
#include <complex>
#include <sstream>
#include <vector>

using gpu::all, gpu::ellipsis, gpu::newaxis, gpu::range, gpu::placeholders::_;
using F = gpu::ndarray<float>;

// Expressions have a name.
gpu::expr<float> gelu(const gpu::expr<float>& x) { return 0.5 * x * (1 + gpu::erf(x * 0.70710678)); }

void arrays() {
  F a = {{1, 2, 3}, {4, 5, 6}};                          // braces are values
  F z = gpu::zeros<float>({2, 3}), e(gpu::shape{4, 5});  // shapes are shapes
  gpu::ndarray<double> d = gpu::arange<double>(12).reshape({3, 4});
  assert(a.ndim() == 2 && a.size() == 6 && a.shape(1) == 3 && a.shape() == gpu::shape({2, 3}));
  std::vector<float> host{1, 2, 3, 4};
  F h(host), p(gpu::shape{2, 2}, host.data());
  assert(h.to_vector() == host && p(1, 0) == 3);
  F b = a;  // a copy
  b(0, 0) = 10;
  assert(a(0, 0) == 1 && b(0, 0) == 10);
  auto v = a(all(), range(1, _));  // a window
  v += 1;
  assert(a(0, 1) == 3);
  a = gpu::ones<float>({2, 3});  // a new value: v keeps the old one
  assert(v(0, 0) == 3 && a(0, 1) == 1);
  a(all()) = 7;  // in place
  a(0, range(_, _, -1)) = F{1, 2, 3};
  assert(a(0, 0) == 3 && a(1, 2) == 7);
  F t = a.T(), c = a(ellipsis(), newaxis()), r = a("0, ::-1");
  assert(c.shape() == gpu::shape({2, 3, 1}) && r(0) == 1);
  for (float x : r) (void)x;
  {
    auto m = a.host();
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j) m(i, j) = float(i + j);
  }
  assert(a(1, 2) == 3);
}

void expressions() {
  auto rng = gpu::random::default_rng(42);
  F a = rng.random<float>({1000}), b = rng.random<float>({1000});
  auto e = gpu::sin(a) * b + 1;  // nothing computed; e never dangles
  F y = e, w = gelu(a) - 2 * e;
  F s = gpu::where(a > 0.5, a, -b), k = gpu::clip(a, 0.1, 0.9);
  gpu::ndarray<int> i = gpu::astype<int>(a * 10);
  gpu::expr<float> sum = gpu::full<float>({1000}, 0.f);
  for (int n = 0; n < 5; ++n) sum = sum + a * n;  // grown in a loop
  F total = sum;
  float m = gpu::mean(a);  // waits
  assert(m > 0 && m < 1 && gpu::sum(a > 2) == 0 && gpu::allclose(total, a * 10));
  F soft = [&] {
    F x = rng.standard_normal<float>({64, 128});
    auto ex = gpu::exp(x - gpu::max(x, 1, {.keepdims = true}));
    return F(ex / gpu::sum(ex, 1, {.keepdims = true}));
  }();
  gpu::ndarray<double> rows = gpu::sum<double>(soft, 1), both = gpu::sum<double>(soft, {0, 1});
  assert(gpu::allclose(rows, 1.0, {.atol = 1e-5}));
  F q = a(a > 0.5);  // a mask selects
  a(a > 0.5) = 0;    // and assigns
  gpu::ndarray<std::int64_t> at = {3, 1, 3};
  F g = b(at);
  F u = 0.25 * (soft(range(_, -2), range(1, -1)) + soft(range(2, _), range(1, -1)) + soft(range(1, -1), range(_, -2)) +
                soft(range(1, -1), range(2, _)));
  assert(u.shape() == gpu::shape({62, 126}));
}

void promotion() {
  gpu::ndarray<int> i = {7, -7};
  F f = {1, 2};
  static_assert(std::is_same_v<decltype(i + f), gpu::expr<double>>);
  static_assert(std::is_same_v<decltype(f + 1.0), gpu::expr<float>>);
  static_assert(std::is_same_v<decltype(i / 2), gpu::expr<double>>);
  static_assert(std::is_same_v<decltype(gpu::sum(i)), gpu::expr<std::int64_t>>);
  assert(gpu::array_equal(i % 2, gpu::ndarray<int>{1, 1}));
  bool threw = false;
  try {
    F bad = f + F{1, 2, 3};
  } catch (const gpu::shape_error&) {
    threw = true;
  }
  assert(threw);
}

void libraries() {
  auto rng = gpu::random::default_rng(7);
  F a = rng.random<float>({64, 32}), b = rng.random<float>({32, 16}), big = rng.normal<float>(0, 1, {128, 128});
  F c = gpu::matmul(a, b), d = gpu::matmul(a.T(), a, {.precision = gpu::precision::fast});
  gpu::save_npy("spelling.npy", c);
  assert(gpu::array_equal(gpu::load_npy<float>("spelling.npy"), c));
  std::ostringstream out;
  out << F{{1, 2}, {3, 4}};
  assert(out.str() == "[[1. 2.]\n [3. 4.]]");
}

void devices() {
  F a = gpu::ones<float>({8});
  F b = a.to(gpu::cpu());
  {
    gpu::device_guard on(gpu::cpu());
    F c = gpu::ones<float>({8});
    assert(gpu::array_equal(b + c, F{2, 2, 2, 2, 2, 2, 2, 2}));
  }
  a += 1;
  F d = a * 2;
  gpu::synchronize();
  assert(d(0) == 4 && a(0) == 2);
}

GPU_UFUNC(cube_or, (float x, float y), { return x > 0 ? x * x * x : y; })

void own() {
  F a = {-1, 2};
  F y = cube_or(a, 5.f) + 1;
  assert(gpu::array_equal(y, F{6, 9}));
}

int main() {
  arrays();
  expressions();
  promotion();
  libraries();
  devices();
  own();
}

// Draws the Mandelbrot set by functions that this program defines itself, on the GPU or the CPU:
//   mandelbrot [--out mandelbrot.png] [--size COLUMNS]
// and finds π in it: just beyond the point -3/4, ε away, a walk takes π/ε steps to leave (D. Boll, 1991).
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>

#include <gpu/gpu.hpp>

#include "canvas.hpp"
#include "mandelbrot_model.hpp"

namespace {

constexpr std::int32_t limit = 1000;

struct arguments {
  std::string out = "mandelbrot.png";
  std::int64_t columns = 1200;
};

arguments parse(int argc, char** argv) {
  arguments a;
  for (int i = 1; i < argc; i += 2) {
    const std::string word = argv[i];
    if (i + 1 == argc || (word != "--out" && word != "--size"))
      throw std::runtime_error("usage: mandelbrot [--out FILE.png] [--size COLUMNS]");
    if (word == "--out")
      a.out = argv[i + 1];
    else
      a.columns = std::stoll(argv[i + 1]);
  }
  if (a.columns < 3 || a.columns > 20000) throw std::runtime_error("--size is from 3 to 20000");
  return a;
}

canvas picture_of(const mandelbrot::floats& colours) {
  const int rows = static_cast<int>(colours.shape(0)), columns = static_cast<int>(colours.shape(1));
  canvas picture(columns, rows, {0, 0, 0});
  const auto parts = colours.to_vector();
  std::size_t at = 0;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column, at += 3)
      picture.rectangle(column, row, 1, 1, {parts[at], parts[at + 1], parts[at + 2]});
  return picture;
}

void run(const arguments& args) {
  const mandelbrot::window w{-2.25, 0.75, -1.0, 1.0, args.columns, args.columns * 2 / 3};
  mandelbrot::floats colours = mandelbrot::colours(w, limit);  // the first time, the kernel may have to be compiled
  gpu::synchronize();
  const auto begin = std::chrono::steady_clock::now();
  colours = mandelbrot::colours(w, limit);
  gpu::synchronize();
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;

  const mandelbrot::doubles distances = {0.1, 0.01, 0.001, 0.0001};
  const gpu::expr<std::int32_t> steps = mandelbrot::escape_time(-0.75, distances, 1000000);
  const double whole = mandelbrot::area({-2, 0.5, -1.25, 1.25, args.columns, args.columns}, limit);
  std::cout << "device        " << gpu::default_device().name() << "\npicture       " << colours.shape()
            << "\nε             " << distances << "\nsteps         " << gpu::ndarray<std::int32_t>(steps)
            << "\nsteps × ε     " << mandelbrot::doubles(steps * distances) << '\n';
  std::printf("area          %.4f (1.5066 by the best estimates)\ntime          %.2f ms\n", whole, took.count());
  picture_of(colours).save_png(args.out);
  std::cout << "\nwrote " << args.out << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(parse(argc, argv));
  } catch (const std::exception& e) {
    std::cerr << "mandelbrot: " << e.what() << '\n';
    return EXIT_FAILURE;
  }
}

#!/usr/bin/env python3
"""What the library's headers cost a user's compiler: processor time (user + system) of `g++ -O2 -c`, medians of interleaved runs.

    compile_time.py [--compiler g++] [--rounds 5] [--check]

Prints how much longer ten lines with <gpu/gpu.hpp> take than a file with only the standard headers that such a program has
anyway, and what each of a hundred further expressions adds. --check exits with 1 beyond 0.4 s and 10 ms.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

INCLUDE = pathlib.Path(__file__).resolve().parent.parent / "include"
HEADERS_LIMIT, EXPRESSION_LIMIT = 0.4, 0.010  # seconds

STANDARD = "".join(f"#include <{name}>\n" for name in ("complex", "vector", "string", "memory", "functional"))

PLAIN = STANDARD + "int lines() { return 0; }\n"

TEN_LINES = (
    STANDARD
    + """#include <gpu/gpu.hpp>
using gpu::range, gpu::placeholders::_;
float lines(const gpu::ndarray<float>& prices) {
  gpu::ndarray<float> r = gpu::log(prices(range(1, _)) / prices(range(_, -1)));
  gpu::ndarray<float> z = (r - gpu::mean(r, 0)) / gpu::stddev(r, 0);
  gpu::ndarray<float> c = gpu::matmul(z.T(), z) / z.shape(0);
  c(0, 0) = 1;
  z += gpu::sin(z) * 2;
  gpu::ndarray<bool> high = z > 0.5;
  gpu::ndarray<float> chosen = z(high);
  return gpu::sum(chosen) + gpu::max(c);
}
"""
)

FORMS = (
    "f = (a + b) * {i} - a / b;",
    "f = gpu::sin(a) * gpu::exp(b) + {i};",
    "f = gpu::where(a > {i}, b, -a);",
    "f = gpu::sum(a * b, 0) + {i};",
    "d = gpu::sqrt(x * x + y * {i});",
    "d = (a + x) * {i};",
    "n = k * {i} % (k + 1);",
    "f = a(gpu::range({i}, gpu::placeholders::_)) + b(gpu::range(0, -{i}));",
    "n = gpu::argmax(a, 0) + {i};",
    "d = gpu::maximum(x, y) - gpu::mean(x) * {i};",
)


def with_expressions(count):
    """The ten lines and a function of `count` expressions."""
    lines = "\n".join("  " + FORMS[i % len(FORMS)].replace("{i}", str(i + 1)) for i in range(count))
    return (
        TEN_LINES
        + "void more(const gpu::ndarray<float>& a, const gpu::ndarray<float>& b, const gpu::ndarray<double>& x,\n"
        + "          const gpu::ndarray<double>& y, const gpu::ndarray<std::int64_t>& k) {\n"
        + "  gpu::ndarray<float> f;\n  gpu::ndarray<double> d;\n  gpu::ndarray<std::int64_t> n;\n"
        + lines
        + "\n}\n"
    )


def compile_seconds(compiler, source, folder):
    """Processor time of one compilation, the compiler's own processes included."""
    command = [*compiler, "-std=c++20", "-O2", "-c", f"-I{INCLUDE}", str(source), "-o", str(folder / "out.o")]
    process = subprocess.Popen(command)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)} failed")
    return used.ru_utime + used.ru_stime


def measure(compiler, rounds):
    """Median seconds of each source, compiled in turn."""
    sources = {
        "plain": PLAIN,
        "ten lines": TEN_LINES,
        "first of each": with_expressions(len(FORMS)),
        "100 more": with_expressions(100),
    }
    times = {name: [] for name in sources}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name, text in sources.items():
            (folder / f"{name}.cpp").write_text(text)
        for _ in range(rounds):
            for name in sources:
                times[name].append(compile_seconds(compiler, folder / f"{name}.cpp", folder))
    return {name: statistics.median(t) for name, t in times.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    seconds = measure(options.compiler.split(), options.rounds)
    for name, t in seconds.items():
        print(f"{name:14} {t:6.3f} s")
    headers = seconds["ten lines"] - seconds["plain"]
    each = (seconds["100 more"] - seconds["ten lines"]) / 100
    again = (seconds["100 more"] - seconds["first of each"]) / (100 - len(FORMS))
    print(f"ten lines with <gpu/gpu.hpp>: {headers:.3f} s more than the standard headers (limit {HEADERS_LIMIT})")
    print(f"each of 100 further expressions: {1e3 * each:.2f} ms (limit {1e3 * EXPRESSION_LIMIT:.0f})")
    print(f"each of those in a form that was there before: {1e3 * again:.2f} ms")
    return 1 if options.check and (headers > HEADERS_LIMIT or each > EXPRESSION_LIMIT) else 0


if __name__ == "__main__":
    sys.exit(main())

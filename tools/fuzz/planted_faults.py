#!/usr/bin/env python3
"""Plants ten faults in a copy of the sources, one at a time, and reports whether the fuzzer finds each.

    tools/fuzz/planted_faults.py [--build FOLDER] [--programs N] [--jobs N] [--only NAME] [-- CMAKE OPTION...]

The copy is built in FOLDER (build/planted). Each fault is one exact substitution, which has to match once. The fuzzer runs in
the same way for all of them and for the sources as they are, which have to pass: N programs (640) by generated CUDA kernels
under the shim, twenty times as many by the CPU's kernels, side by side in several processes with seeds of their own. Ends
with "N passed, M failed" and exit code 0 only if every fault was found.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import time

PROJECT = pathlib.Path(__file__).resolve().parents[2]

# name, file, text, what it becomes
FAULTS = [
    ("off-by-one tail", "src/cuda/launch_plan.cpp",
     "p.lane_chunks = ceil_div(extent[l.lane_axis] + l.shift, l.lanes);",
     "p.lane_chunks = std::max<std::int64_t>(1, (extent[l.lane_axis] + l.shift) / l.lanes);"),
    ("dropped overlap copy", "src/plan/overlap.cpp",
     "in.offset == to.offset && walks_alike(k.extent, in.strides, to.strides);",
     "walks_alike(k.extent, in.strides, to.strides);"),
    ("wrong stride merge", "src/plan/axes.cpp",
     "if ((*w.strides)[outer] != (*w.strides)[outer + 1] * k.extent[outer + 1]) return false;",
     "if ((*w.strides)[outer] != 0 && (*w.strides)[outer] != (*w.strides)[outer + 1] * k.extent[outer + 1]) return false;"),
    ("swapped operands", "src/plan/kernel_builder.cpp",
     "v.args[i] = numbers_.at(n.args[i]);",
     "v.args[i] = numbers_.at(n.args[n.nargs == 2 ? 1 - i : i]);"),
    ("32-bit index overflow", "src/cuda/layout.cpp",
     "return reach < static_cast<double>(index_limit);",
     "return reach >= 0;"),
    ("stale cache key", "src/cuda/generate.cpp",
     "key.add(k.kind, l.how, l.rank, l.lane_axis, l.lanes, l.exact, l.wide, l.group, l.repeat);",
     "key.add(k.kind, l.how, l.rank, l.lane_axis, l.lanes, l.wide, l.group, l.repeat);"),
    ("missing head peel", "src/cuda/generate.cpp",
     '" < 0 ? static_cast<int>(-c"',
     '" < 0 ? 0 * static_cast<int>(-c"'),
    ("wrong broadcast stride", "src/plan/kernel_builder.cpp",
     "if (dims[k] != 1) s[k + extra] = strides[k];",
     "s[k + extra] = strides[k];"),
    ("lost NaN", "src/plan/kernel_builder.cpp",
     "v.op = n.op;",
     "v.op = n.op == detail::op_id::maximum ? detail::op_id::fmax : n.op;"),
    ("wrong rounding", "src/graph/build.cpp",
     "  node* c = new_node(node_kind::cast, to, n.dims);",
     "  if (n.type == dtype::float64 && detail::is_16bit_float(to))  // rounds twice\n"
     "    return make_cast(make_cast(a, dtype::float32), to);\n"
     "  node* c = new_node(node_kind::cast, to, n.dims);"),
]


def run(command, **options):
    return subprocess.run(command, check=True, **options)


class Planted:
    def __init__(self, folder, programs, jobs, cmake_options):
        # where a checkout has them, so that a compiler cache knows the commands
        self.sources, self.build = folder / "sources", folder / "sources/build/release"
        self.logs = folder / "logs"
        self.programs, self.jobs, self.cmake_options = programs, jobs, cmake_options

    def copy_sources(self):
        self.logs.mkdir(parents=True, exist_ok=True)
        self.sources.mkdir(parents=True, exist_ok=True)
        listed = run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=PROJECT,
                     capture_output=True).stdout
        wanted = {name for name in listed.decode().split("\0") if name and (PROJECT / name).is_file()}
        for old in self.sources.rglob("*"):
            name = str(old.relative_to(self.sources))
            if old.is_file() and not name.startswith("build/") and name not in wanted:
                old.unlink()
        for name in wanted:  # what is the same keeps its time, so that it is not built again
            source, copy = PROJECT / name, self.sources / name
            if copy.exists() and copy.read_bytes() == source.read_bytes():
                continue
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)
            shutil.copymode(source, copy)

    def configure(self):
        run(["cmake", "-S", self.sources, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
             "-DGPU_BUILD_TESTS=OFF", "-DGPU_BUILD_EXAMPLES=OFF", "-DGPU_BUILD_TOOLS=ON", *self.cmake_options],
            stdout=subprocess.DEVNULL)

    def make(self):
        result = subprocess.run(["cmake", "--build", self.build, "--target", "fuzz", "--parallel", str(self.jobs)],
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if result.returncode != 0:
            sys.exit(result.stdout)

    def fuzz(self, name):
        """Runs the fuzzer; the output that reports a fault and the seconds until then, or None."""
        began = time.monotonic()
        running = []
        shards = max(1, self.jobs // 2)
        for kind, oracles, programs in (("cpu", "device,rotate", 20 * self.programs), ("shim", "shim", self.programs)):
            for shard in range(shards):
                log = self.logs / f"{name.replace(' ', '_')}.{kind}.{shard}.txt"
                command = [self.build / "bin/fuzz", "--device", "cpu", "--oracles", oracles, "--programs",
                           str(programs), "--shard", f"{shard}/{shards}", "--seed", "10000000", "--failures", "1"]
                running.append((subprocess.Popen(command, stdout=log.open("w"), stderr=subprocess.STDOUT), log))
        found = None
        while running and found is None:
            time.sleep(0.2)
            for process, log in list(running):
                if process.poll() is None:
                    continue
                running.remove((process, log))
                if process.returncode != 0 and found is None:
                    found = log.read_text(errors="replace")
        seconds = time.monotonic() - began
        for process, _ in running:
            process.kill()
            process.wait()
        return (found, seconds) if found is not None else None

    def with_fault(self, file, old, new):
        path = self.sources / file
        text = path.read_text()
        if text.count(old) != 1:
            sys.exit(f"{file}: the text to replace is there {text.count(old)} times, not once:\n{old}")
        path.write_text(text.replace(old, new))
        return path, text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=PROJECT / "build/planted")
    parser.add_argument("--programs", type=int, default=640)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--only", help="the faults whose names have this in them")
    parser.add_argument("cmake_options", nargs="*")
    options = parser.parse_args()

    planted = Planted(options.build.resolve(), options.programs, options.jobs, options.cmake_options)
    planted.copy_sources()
    planted.configure()
    planted.make()
    passed = failed = 0
    if options.only is None:
        report = planted.fuzz("unfaulted")
        print("no fault:", "nothing found" if report is None else report[0], flush=True)
        passed, failed = (1, 0) if report is None else (0, 1)
    for name, file, old, new in FAULTS:
        if options.only is not None and options.only not in name:
            continue
        path, original = planted.with_fault(file, old, new)
        try:
            planted.make()
            report = planted.fuzz(name)
        finally:
            path.write_text(original)
        if report is None:
            failed += 1
            print(f"NOT FOUND: {name} ({file})", flush=True)
        else:
            passed += 1
            print(f"found in {report[1]:.0f} s: {name} ({file})\n{report[0]}", flush=True)
    print(f"{passed} passed, {failed} failed")
    sys.exit(0 if failed == 0 else 1)


main()

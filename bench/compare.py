#!/usr/bin/env python3
"""Runs the benchmark beside its peers, in one go on one machine, and prints one table.

    compare.py [--device cuda|cpu] [--bin build/release/bin] [--out FILE.json] [--markdown FILE.md] [--check]

On a GPU: `bench`, `by_hand`, `startup`, and of CuPy, PyTorch (eager and compiled) and JAX what can be imported. On the CPU:
`bench`, `bench_xtensor` and NumPy, each on the same number of processors (--threads). All times are in µs, medians (with
--least the least, for a machine that others use at the same time); "ratio" is ours over the floor: compulsory bytes over the
rate of the device's own copy, measured just before each repetition. A dash is a row that a peer does not have. --check exits
with 1 where a row misses its goal.
"""

import argparse
import json
import os
import pathlib
import re
import select
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
GPU_PEERS, CPU_PEERS = ["cupy", "torch", "compiled", "jax"], ["numpy"]
TITLES = {
    "bench": "ours",
    "by_hand": "by hand",
    "bench_xtensor": "xtensor",
    "cupy": "CuPy",
    "torch": "torch",
    "compiled": "compiled",
    "jax": "JAX",
    "numpy": "NumPy",
}
# A goal is met within 2 % of it, or 0.2 µs for host rows.
SLACK, SLACK_US = 1.02, 0.2


def log(text):
    print(text, file=sys.stderr, flush=True)


class Columns:
    """Times of all programs: {program: {row: [µs, …]}}, and what `bench` says of each row."""

    def __init__(self, summary=statistics.median):
        self.summary = summary  # of a row's repetitions
        self.times, self.floors, self.ratios, self.goals, self.notes = {}, {}, {}, {}, {}
        self.places = {}  # of each row in bench's own order

    def add(self, program, row, microseconds):
        self.times.setdefault(program, {}).setdefault(row, []).append(microseconds)

    def time(self, program, row):
        times = self.times.get(program, {}).get(row)
        return self.summary(times) if times else None

    def rows(self):
        seen = dict.fromkeys(row for program, times in self.times.items() if program != "copy" for row in times)
        return sorted(seen, key=lambda row: self.places.get(row, 1000 + row.startswith("startup")))

    def best_other(self, row):
        others = [self.time(p, row) for p in self.times if p not in ("bench", "by_hand", "copy")]
        return min((t for t in others if t is not None), default=None)


# --- programs -----------------------------------------------------------------------------------------------------------


def affinity(threads):
    """Restricts a child to the first `threads` processors; all where it is 0."""
    if threads:
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])


def environment(options):
    env = dict(os.environ, GPU_DEVICE=options.device)
    if options.threads:
        env["OPENBLAS_NUM_THREADS"] = str(options.threads)
    return env


def run_program(name, options, columns, repetitions):
    """Runs one of our programs and takes its repetitions."""
    path = pathlib.Path(options.bin) / name
    if not path.exists():
        log(f"{name} is not there: skipped")
        return
    began = time.monotonic()
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        command = [str(path), f"--benchmark_out={out.name}", "--benchmark_out_format=json"]
        if name != "startup":
            command += [f"--log2n={options.log2n}", f"--benchmark_repetitions={repetitions}"]
            command += ["--benchmark_report_aggregates_only=false"]
            command += [f"--benchmark_filter={options.filter or '.'}"]
        done = subprocess.run(
            command,
            env=environment(options),
            preexec_fn=lambda: affinity(options.threads),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        if done.returncode != 0:
            log(f"{name} failed with {done.returncode}:\n{done.stderr[-2000:]}")
            options.failed = True
            return
        take_report(name, json.loads(pathlib.Path(out.name).read_text()), columns)
    log(f"{name}: {time.monotonic() - began:.1f} s")


def take_report(name, report, columns):
    program = "bench" if name == "startup" else name
    for entry in report["benchmarks"]:
        if entry.get("run_type") != "iteration" or entry.get("error_occurred"):
            continue
        row = entry["name"].split("/")[0]
        columns.add(program, row, entry["real_time"])
        if program != "bench":
            continue
        if name == "bench":
            columns.places[row] = entry["family_index"]
        if entry.get("label"):
            parse_goal(entry["label"])  # one that cannot be read is found on any device
            columns.goals[row] = entry["label"]
        if "floor_us" in entry:
            columns.floors.setdefault(row, []).append(entry["floor_us"])
            columns.ratios.setdefault(row, []).append(entry["ratio"])
            columns.times.setdefault("copy", {}).setdefault("TBps", []).append(entry["copy_TBps"])


class Peer:
    """A process of peers.py: warms up when started, measures when told to."""

    def __init__(self, name, options):
        self.name, self.options = name, options
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [options.python, str(HERE / "peers.py"), name, "--device", options.device]
            + ["--log2n", str(options.log2n), "--warm", str(options.warm), "--filter", options.filter],
            env=environment(options),
            preexec_fn=lambda: affinity(options.threads),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
        )

    def answer(self, seconds):
        """Its next line, as JSON; None where it ends or takes longer."""
        deadline = time.monotonic() + seconds
        while select.select([self.process.stdout], [], [], max(0, deadline - time.monotonic()))[0]:
            line = self.process.stdout.readline()
            if line.startswith("{"):
                return json.loads(line)
            if not line:
                break
        self.errors.seek(0)
        last = (self.errors.read().strip().splitlines() or ["no answer in time"])[-1]
        log(f"{self.name}: {last}")
        self.process.kill()
        return None

    def ready(self, columns):
        began = time.monotonic()
        said = self.answer(self.options.warm + 60)
        if said is None:
            return False
        columns.notes[self.name] = said
        log(f"{self.name} {said['ready']}: warm after {time.monotonic() - began:.1f} s more")
        for row, why in said["left_out"].items():
            log(f"  {self.name} has no {row}: {why}")
        return True

    def measure(self, columns, rounds):
        began = time.monotonic()
        order = {"rounds": rounds, "seconds": self.options.seconds}
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        said = self.answer(4 * self.options.seconds + 60)
        for row, times in (said or {"times": {}})["times"].items():
            for t in times:
                columns.add(self.name, row, t)
        log(f"{self.name}: {time.monotonic() - began:.1f} s")

    def end(self):
        self.process.stdin.close()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()


# --- goals --------------------------------------------------------------------------------------------------------------


def parse_goal(goal):
    """A goal as (factor, base, µs on top): "1.05 floor", "L + 0.7", "110 us"."""
    times = re.fullmatch(r"([\d.]+) (floor|by_hand|others|L|us)", goal)
    if times:
        return float(times.group(1)), times.group(2), 0.0
    plus = re.fullmatch(r"(L|by_hand) \+ ([\d.]+)", goal)
    if plus:
        return 1.0, plus.group(1), float(plus.group(2))
    raise ValueError(f"cannot read the goal {goal!r}")


def base_time(row, base, columns):
    """What a goal is a multiple of, in µs; None where it was not measured."""
    if base == "floor":
        return statistics.median(columns.floors[row]) if row in columns.floors else None
    if base == "by_hand":
        return columns.time("by_hand", row)
    if base == "others":
        return columns.best_other(row)
    if base == "L":
        return columns.time("bench", "host_launch_1k_queued" if row.endswith("_queued") else "host_launch_1k")
    return 1.0


def verdict(row, columns):
    """"yes", "no" or "" where there is no goal or nothing to hold it against."""
    ours, goal = columns.time("bench", row), columns.goals.get(row)
    if not goal or ours is None:
        return ""
    factor, base, extra = parse_goal(goal)
    if base == "floor" and row in columns.ratios:  # paired: each repetition against the copy just before it
        return "yes" if statistics.median(columns.ratios[row]) <= factor * SLACK else "no"
    known = base_time(row, base, columns)
    if known is None:
        return ""
    limit = factor * known + extra
    limit = limit + SLACK_US if row.startswith("host_") else limit * SLACK
    return "yes" if ours <= limit else "no"


# --- the table ----------------------------------------------------------------------------------------------------------


def number(x, digits=None):
    if x is None:
        return "–"
    if digits is None:
        digits = 2 if x < 10 else 1 if x < 1000 else 0
    return f"{x:.{digits}f}"


def table(columns, programs):
    head = ["row", "floor", "ours", "ratio"] + [TITLES[p] for p in programs] + ["ours / best other", "goal", "met"]
    lines = ["| " + " | ".join(head) + " |", "| --- " + "| ---: " * (len(head) - 3) + "| --- | --- |"]
    for row in columns.rows():
        ours, best = columns.time("bench", row), columns.best_other(row)
        floor = statistics.median(columns.floors[row]) if row in columns.floors else None
        ratio = statistics.median(columns.ratios[row]) if row in columns.ratios else None
        cells = [row, number(floor), number(ours), number(ratio, 3) if ratio else "–"]
        cells += [number(columns.time(p, row)) for p in programs]
        cells += [number(ours / best, 2) if ours and best else "–", columns.goals.get(row, ""), verdict(row, columns)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def machine(options):
    if options.device == "cuda":
        query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader", "--id=0"]
        try:
            return subprocess.run(query, capture_output=True, text=True, check=True).stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            return "a GPU"
    names = re.findall(r"model name\s*:\s*(.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return f"{names[0] if names else 'a CPU'}, {options.threads or os.cpu_count()} thread(s)"


def as_json(columns, programs, options):
    rows = {}
    for row in columns.rows():
        rows[row] = {p: columns.time(p, row) for p in ["bench", *programs]}
        rows[row]["floor"] = statistics.median(columns.floors[row]) if row in columns.floors else None
        rows[row]["ratio"] = statistics.median(columns.ratios[row]) if row in columns.ratios else None
        rows[row].update(goal=columns.goals.get(row), met=verdict(row, columns))
    return {"machine": machine(options), "log2n": options.log2n, "peers": columns.notes, "us": rows}


def report(columns, programs, options):
    versions = ", ".join(f"{TITLES[p]} {said['ready']}" for p, said in columns.notes.items())
    copy = columns.time("copy", "TBps")
    text = f"{machine(options)}; {time.strftime('%Y-%m-%d')}; N = 2^{options.log2n}; {versions}\n"
    text += "least times of the repetitions, not medians\n" if options.least else ""
    text += f"copy rate {copy:.2f} TB/s\n" if copy else ""
    text += "\n" + table(columns, programs) + "\n"
    print(text)
    missed = [row for row in columns.rows() if verdict(row, columns) == "no"]
    met = [row for row in columns.rows() if verdict(row, columns) == "yes"]
    print(f"{len(met)} goals met, {len(missed)} missed: {' '.join(missed)}")
    if options.markdown:
        pathlib.Path(options.markdown).write_text(text)
    if options.out:
        pathlib.Path(options.out).write_text(json.dumps(as_json(columns, programs, options), indent=1))
    return missed


# --- the run ------------------------------------------------------------------------------------------------------------


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", choices=["cuda", "cpu"], default="cuda")
    parser.add_argument("--bin", default=str(HERE.parent / "build/release/bin"), help="where our programs are")
    parser.add_argument("--python", default=sys.executable, help="the Python that has the peers")
    parser.add_argument("--log2n", type=int, help="the large arrays have 2^this elements; 26 on a GPU, 22 on the CPU")
    parser.add_argument("--threads", type=int, help="processors for each program; on the CPU 1 unless given")
    parser.add_argument("--passes", type=int, help="how often the programs take turns; 1 on a GPU, 4 on the CPU")
    parser.add_argument("--rounds", type=int, default=11, help="measurements of each row, over all passes")
    parser.add_argument("--warm", type=float, default=100, help="seconds in which peers may compile")
    parser.add_argument("--seconds", type=float, default=15, help="seconds for a peer's rounds in one pass")
    parser.add_argument("--least", action="store_true", help="least times instead of medians: where others use the machine")
    parser.add_argument("--peers", help="names separated by commas; all of the device's unless given")
    parser.add_argument("--filter", default="", help="only rows whose name this regular expression finds")
    parser.add_argument("--out", help="the table as JSON")
    parser.add_argument("--markdown", help="the table as Markdown")
    parser.add_argument("--check", action="store_true", help="exit with 1 where a goal is missed")
    options = parser.parse_args()
    on_gpu = options.device == "cuda"
    options.log2n = options.log2n or (26 if on_gpu else 22)
    options.passes = options.passes or (1 if on_gpu else 4)
    options.threads = options.threads if options.threads is not None else (0 if on_gpu else 1)
    names = options.peers.split(",") if options.peers is not None else GPU_PEERS if on_gpu else CPU_PEERS
    options.peers = [name for name in names if name]
    options.failed = False
    return options


def main():
    options = parse_arguments()
    columns = Columns(min if options.least else statistics.median)
    ours = ["bench", "by_hand"] if options.device == "cuda" else ["bench", "bench_xtensor"]
    if options.device == "cuda" and not options.filter:
        run_program("startup", options, columns, 1)  # first, while the machine is quiet
    peers = [Peer(name, options) for name in options.peers]
    peers = [peer for peer in peers if peer.ready(columns)]
    rounds = -(-options.rounds // options.passes)
    for _ in range(options.passes):
        for name in ours:
            run_program(name, options, columns, rounds)
        for peer in peers:
            peer.measure(columns, rounds)
    for peer in peers:
        peer.end()
    if options.device == "cpu":
        columns.goals = {row: "1 others" for row in columns.times.get("bench", {})}
    programs = ours[1:] + [peer.name for peer in peers]
    missed = report(columns, programs, options)
    return 1 if options.failed or (options.check and missed) else 0


if __name__ == "__main__":
    sys.exit(main())

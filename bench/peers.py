#!/usr/bin/env python3
"""The rows of the benchmark as users of NumPy, CuPy, PyTorch and JAX write them, and what times them.

    peers.py PEER [--device cuda|cpu] [--log2n 26] [--warm SECONDS] [--filter REGEX]

PEER is numpy, cupy, torch, compiled (torch.compile) or jax. Started by compare.py, which lets all peers warm up at once and
then measures one at a time: this program prints a line {"ready": …} when every row has run, and for each line it reads,
{"rounds": R, "seconds": S}, does R rounds (fewer where they take longer than S) and prints the times, in µs.
"""

import argparse
import json
import re
import sys
import time
import types

SMALL = {"_16k": 1 << 14, "_128k": 1 << 17, "_1m": 1 << 20}
BURST, QUEUE = 200, 20000
BATCH_SECONDS, BURST_SECONDS, QUEUE_SECONDS = 3e-3, 20e-3, 0.3


# --- the rows: name: (inputs, statement) ----------------------------------------------------------------------------------


def call_value(np, erf, spot, strike, years):
    def cdf(x):
        return 0.5 * (1 + erf(x * 0.70710678))

    deviation = 0.3 * np.sqrt(years)
    d1 = (np.log(spot / strike) + (0.02 + 0.5 * 0.3 * 0.3) * years) / deviation
    return spot * cdf(d1) - strike * np.exp(-0.02 * years) * cdf(d1 - deviation)


def softmax(np, m):
    e = np.exp(m - m.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def sized_rows(np, erf):
    """Rows that are measured at several lengths."""
    rows = {
        "add_f32": ("a b", lambda a, b: a + b),
        "sin_mul_add_f32": ("a b", lambda a, b: np.sin(a) * b + 1),
        "chain5_f32": ("a b c", lambda a, b, c: ((a * b + c) * a - b) / (c + 2)),
        "where_f32": ("a b", lambda a, b: np.where(a > 0.5, a, -b)),
        "sum_f32": ("a", lambda a: a.sum()),
        "argmax_f32": ("a", lambda a: a.argmax()),
        "var_f32": ("a", lambda a: a.var()),
        "sum_sqdiff_f32": ("a b", lambda a, b: ((a - b) * (a - b)).sum()),
    }
    if erf:
        rows["black_scholes_f32"] = ("a b c", lambda a, b, c: call_value(np, erf, a, b, c))
    return rows


def numpy_rows(np):
    """For NumPy, CuPy and jax.numpy."""
    return {
        "cumsum_f32": ("a", lambda a: np.cumsum(a)),
        "sort_f32": ("a", lambda a: np.sort(a)),
        "argsort_f32": ("a", lambda a: np.argsort(a)),
        "mask_f32": ("a", lambda a: a[a > 0.5]),
        "take_f32": ("a places", lambda a, i: a[i]),
        "slice_stride2_f32": ("a", lambda a: a[::2] * 2),
        "slice_offset_f32": ("a b", lambda a, b: a[1:] + b[:-1]),
        "row_bcast_f32": ("m v", lambda m, v: m + v),
        "col_bcast_f32": ("m v", lambda m, v: m + v[:, None]),
        "add_transpose_f32": ("m", lambda m: m + m.T),
        "sum_axis0_f32": ("m", lambda m: m.sum(axis=0)),
        "sum_axis1_f32": ("m", lambda m: m.sum(axis=1)),
        "max_axis1_f32": ("m", lambda m: m.max(axis=1)),
        "sum_tall8_axis0": ("tall", lambda x: x.sum(axis=0)),
        "sum_tall8_axis1": ("tall", lambda x: x.sum(axis=1)),
        "sum_wide8_axis0": ("wide", lambda x: x.sum(axis=0)),
        "sum_wide8_axis1": ("wide", lambda x: x.sum(axis=1)),
        "sum_3d_axis1": ("cube", lambda x: x.sum(axis=1)),
        "sum_3d_axis02": ("cube", lambda x: x.sum(axis=(0, 2))),
        "softmax_axis1_f32": ("m", lambda m: softmax(np, m)),
        "layernorm_axis1_f32": (
            "m",
            lambda m: (m - m.mean(axis=1, keepdims=True)) / np.sqrt(m.var(axis=1, keepdims=True) + 1e-5),
        ),
        "jacobi_f32": ("m", lambda u: 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])),
        "chain_f16": ("h16 k16", lambda x, y: x * y + x * 2 - y),
        "chain_f64": ("h64 k64", lambda x, y: x * y + x * 2 - y),
        "chain_c64": ("hc kc", lambda x, y: x * y + x * 2 - y),
        "matmul_4096_f32": ("p q", lambda p, q: p @ q),
        "matmul_batch512_256_f32": ("ps qs", lambda p, q: p @ q),
    }


def torch_rows(torch):
    rows = numpy_rows(torch)
    rows.update(
        {
            "cumsum_f32": ("a", lambda a: torch.cumsum(a, 0)),
            "sort_f32": ("a", lambda a: torch.sort(a).values),
            "max_axis1_f32": ("m", lambda m: m.amax(1)),
            "softmax_axis1_f32": ("m", torch_softmax(torch)),
            "layernorm_axis1_f32": (
                "m",
                lambda m: (m - m.mean(1, keepdim=True)) / torch.sqrt(m.var(1, correction=0, keepdim=True) + 1e-5),
            ),
        }
    )
    return rows


def torch_softmax(torch):
    def softmax_of(m):
        e = torch.exp(m - m.amax(1, keepdim=True))
        return e / e.sum(1, keepdim=True)

    return softmax_of


def torch_sized_rows(torch):
    rows = sized_rows(torch, torch.erf)
    rows["var_f32"] = ("a", lambda a: a.var(correction=0))
    return rows


def host_rows():
    """Statements on small arrays, of which the host's time is taken."""
    return {
        "host_add_1k": ("ka kb", lambda a, b: a + b),
        "host_chain5_1k": ("ka kb", lambda a, b: ((a * b + a) * a - b) / (a + 2)),
        "host_sum_1k": ("ka", lambda a: a.sum()),
        "host_slice_add_1k": ("ka", lambda a: a[1:] + a[:-1]),
        "host_sum_axis_1k": ("km", lambda m: m.sum(axis=1)),
        "host_matmul_32": ("kp kq", lambda p, q: p @ q),
        "host_add_10": ("tiny", lambda a: a + a),
    }


# --- the peers: how inputs are made, statements prepared, time taken --------------------------------------------------------


class Host:
    """Times by the host's clock; `wait` is called with the last result."""

    def wait(self, result=None):
        pass

    def seconds_each(self, f, times):
        begin = time.perf_counter()
        for _ in range(times):
            result = f()
        self.wait(result)
        return (time.perf_counter() - begin) / times

    def prepare(self, f):
        return f

    def random_rows(self, n):
        return {}


class Numpy(Host):
    name = "NumPy"

    def __init__(self, device):
        import numpy

        self.np = numpy
        self.version = numpy.__version__
        self.float32 = numpy.float32
        self.rng = numpy.random.default_rng(1)

    def uniform(self, *shape):
        return self.rng.random(shape, dtype=self.float32)

    def cast(self, x, dtype):
        return x.astype(dtype)

    def integers(self, high, n):
        return self.rng.integers(0, high, n)

    def empty(self, n):
        return self.np.empty(n, self.float32)

    def rows(self):
        return sized_rows(self.np, None), numpy_rows(self.np)

    def random_rows(self, n):
        rng, float32 = self.rng, self.float32

        def share_in_circle():
            u, v = rng.random(n, dtype=float32), rng.random(n, dtype=float32)
            return (u * u + v * v < 1).mean()

        return {
            "rand_uniform_f32": lambda: rng.random(n, dtype=float32),
            "rand_normal_f32": lambda: rng.standard_normal(n, dtype=float32),
            "mc_pi_f32": share_in_circle,
        }


class Cupy(Numpy):
    name = "CuPy"

    def __init__(self, device):
        import cupy
        import cupyx.scipy.special

        self.np = cupy
        self.version = cupy.__version__
        self.float32 = cupy.float32
        self.rng = cupy.random.default_rng(1)
        self.erf = cupyx.scipy.special.erf
        self.events = cupy.cuda.Event(), cupy.cuda.Event()

    def rows(self):
        return sized_rows(self.np, self.erf), numpy_rows(self.np)

    def wait(self, result=None):
        self.np.cuda.Device().synchronize()

    def seconds_each(self, f, times):
        begin, end = self.events
        begin.record()
        for _ in range(times):
            f()
        end.record()
        end.synchronize()
        return 1e-3 * self.np.cuda.get_elapsed_time(begin, end) / times


class Torch(Host):
    name = "torch"

    def __init__(self, device):
        import torch

        self.torch = torch
        self.version = torch.__version__
        self.device = device
        torch.manual_seed(1)
        if device == "cuda":
            self.events = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            self.seconds_each = self.event_seconds

    def uniform(self, *shape):
        return self.torch.rand(*shape, device=self.device)

    def cast(self, x, dtype):
        return x.to(getattr(self.torch, dtype))

    def integers(self, high, n):
        return self.torch.randint(0, high, (n,), device=self.device)

    def empty(self, n):
        return self.torch.empty(n, device=self.device)

    def rows(self):
        return torch_sized_rows(self.torch), torch_rows(self.torch)

    def random_rows(self, n):
        torch, device = self.torch, self.device

        def share_in_circle():
            u, v = torch.rand(n, device=device), torch.rand(n, device=device)
            return (u * u + v * v < 1).float().mean()

        return {
            "rand_uniform_f32": lambda: torch.rand(n, device=device),
            "rand_normal_f32": lambda: torch.randn(n, device=device),
            "mc_pi_f32": share_in_circle,
        }

    def wait(self, result=None):
        if self.device == "cuda":
            self.torch.cuda.synchronize()

    def event_seconds(self, f, times):
        begin, end = self.events
        begin.record()
        for _ in range(times):
            f()
        end.record()
        end.synchronize()
        return 1e-3 * begin.elapsed_time(end) / times


class Compiled(Torch):
    name = "compiled"

    def prepare(self, f):
        # a code object of its own, so that rows of several lengths do not share one cache of compiled versions
        own = types.FunctionType(f.__code__.replace(), f.__globals__, f.__name__, f.__defaults__, f.__closure__)
        return self.torch.compile(own, dynamic=False)


class Jax(Host):
    name = "JAX"

    def __init__(self, device):
        import os

        os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
        import jax

        jax.config.update("jax_enable_x64", True)
        jax.config.update("jax_default_matmul_precision", "highest")
        self.jax, self.np = jax, jax.numpy
        self.version = jax.__version__
        self.keys = iter(range(1 << 20))

    def key(self):
        return self.jax.random.key(next(self.keys))

    def uniform(self, *shape):
        return self.jax.random.uniform(self.key(), shape, dtype="float32")

    def cast(self, x, dtype):
        return x.astype(dtype)

    def integers(self, high, n):
        return self.jax.random.randint(self.key(), (n,), 0, high, dtype="int64")

    def empty(self, n):
        return self.np.empty(n, "float32")

    def prepare(self, f):
        return self.jax.jit(f)

    def rows(self):
        rows = numpy_rows(self.np)
        del rows["mask_f32"]  # jit knows no result whose shape depends on values
        return sized_rows(self.np, self.jax.scipy.special.erf), rows

    def random_rows(self, n):
        jax = self.jax

        def pair(key):
            u, v = jax.random.uniform(key, (2, n), dtype="float32")
            return (u * u + v * v < 1).mean()

        uniform = jax.jit(lambda key: jax.random.uniform(key, (n,), dtype="float32"))
        normal = jax.jit(lambda key: jax.random.normal(key, (n,), dtype="float32"))
        pi, key = jax.jit(pair), self.key()
        return {
            "rand_uniform_f32": lambda: uniform(key),
            "rand_normal_f32": lambda: normal(key),
            "mc_pi_f32": lambda: pi(key),
        }

    def wait(self, result=None):
        if result is not None:
            self.jax.block_until_ready(result)


PEERS = {"numpy": Numpy, "cupy": Cupy, "torch": Torch, "compiled": Compiled, "jax": Jax}


# --- measuring -------------------------------------------------------------------------------------------------------------


def large_inputs(peer, log2n):
    n, side = 1 << log2n, 1 << log2n // 2
    made = {key: peer.uniform(n) for key in "abc"}
    halves = peer.uniform(n // 2), peer.uniform(n // 2)
    made["places"] = peer.integers(n, n)
    made["m"], made["v"] = peer.uniform(side, side), peer.uniform(side)
    made["tall"], made["wide"] = peer.uniform(n // 8, 8), peer.uniform(8, n // 8)
    made["cube"] = peer.uniform(64, side // 8, side // 8)
    made["p"], made["q"] = peer.uniform(side // 2, side // 2), peer.uniform(side // 2, side // 2)
    made["ps"], made["qs"] = peer.uniform(side // 16, 256, 256), peer.uniform(side // 16, 256, 256)
    for suffix, dtype in ("16", "float16"), ("64", "float64"), ("c", "complex64"):
        made["h" + suffix], made["k" + suffix] = (peer.cast(x, dtype) for x in halves)
    made["ka"], made["kb"], made["km"] = peer.uniform(1000), peer.uniform(1000), peer.uniform(100, 10)
    made["kp"], made["kq"], made["tiny"] = peer.uniform(32, 32), peer.uniform(32, 32), peer.uniform(10)
    return made


class Row:
    """One row: a statement without arguments, how it is timed, the times so far in µs."""

    def __init__(self, name, how, statement):
        self.name, self.how, self.statement = name, how, statement
        self.batch = 0
        self.times = []

    def length(self, peer):
        """How many statements in a row: 200 or 20,000, fewer where that takes too long."""
        seconds = peer.seconds_each(self.statement, 10)
        if self.how == "queued":
            return int(min(QUEUE, max(BURST, QUEUE_SECONDS / seconds)))
        return int(min(BURST, max(2, BURST_SECONDS / seconds)))

    def measure(self, peer):
        result = self.statement()
        peer.wait(result)
        if self.how == "device":
            if self.batch == 0:
                self.batch = int(min(20, max(1, BATCH_SECONDS / peer.seconds_each(self.statement, 2))))
            return peer.seconds_each(self.statement, self.batch)
        if self.batch == 0:
            self.batch = self.length(peer)
        begin = time.perf_counter()
        for _ in range(self.batch):
            result = self.statement()
        if self.how == "burst":
            peer.wait(result)
        seconds = (time.perf_counter() - begin) / self.batch
        peer.wait(result)
        return seconds


def make_rows(peer, log2n):
    """All rows of a peer, the large ones first."""
    large = large_inputs(peer, log2n)
    sized, others = peer.rows()

    def bound(row, inputs):
        names, f = row
        arguments = [inputs[name] for name in names.split()]
        prepared = peer.prepare(f)
        return lambda: prepared(*arguments)

    rows = [Row(name, "device", bound(row, large)) for name, row in {**sized, **others}.items()]
    rows += [Row(name, "device", f) for name, f in peer.random_rows(1 << log2n).items()]
    for name, row in host_rows().items():
        statement = bound(row, large)
        rows += [Row(name, "host", statement), Row(name + "_queued", "queued", statement)]
    empty = lambda: peer.empty(1024)  # noqa: E731
    rows += [Row("host_alloc_4k", "host", empty), Row("host_alloc_4k_queued", "queued", empty)]
    for suffix, n in SMALL.items():
        inputs = {key: peer.uniform(n) for key in "abc"}
        rows += [Row(name + suffix, "burst", bound(row, inputs)) for name, row in sized.items()]
    return rows


def warmed(peer, rows, deadline):
    """The rows that run, after two runs of each; what was left out, and why."""
    kept, left_out = [], {}
    for row in rows:
        if time.monotonic() > deadline:
            left_out[row.name] = "no time to warm up"
            continue
        try:
            for _ in range(2):
                peer.wait(row.statement())
            kept.append(row)
        except Exception as problem:  # whatever a peer cannot do is a dash in the table
            left_out[row.name] = f"{type(problem).__name__}: {problem}"[:200]
    return kept, left_out


def serve(peer, rows):
    for line in sys.stdin:
        order = json.loads(line)
        deadline = time.monotonic() + order["seconds"]
        for row in rows:
            row.times = []
        for done in range(order["rounds"]):
            for row in rows:
                # 20,000 in a row are their own mean: three rounds do
                if row.how == "queued" and done >= 3:
                    continue
                row.times.append(1e6 * row.measure(peer))
            if time.monotonic() > deadline:
                break
        print(json.dumps({"times": {row.name: row.times for row in rows}}), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("peer", choices=PEERS)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--log2n", type=int, default=26)
    parser.add_argument("--warm", type=float, default=80)
    parser.add_argument("--filter", default="", help="only rows whose name this regular expression finds")
    options = parser.parse_args()
    deadline = time.monotonic() + options.warm
    peer = PEERS[options.peer](options.device)
    rows = [row for row in make_rows(peer, options.log2n) if re.search(options.filter, row.name)]
    rows, left_out = warmed(peer, rows, deadline)
    print(json.dumps({"ready": peer.version, "left_out": left_out}), flush=True)
    serve(peer, rows)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Reference answers of examples/digits.cpp, computed with NumPy in float64: tests/data/digits/*.npy.

    python3 tools/oracles/digits.py

Principal components come from numpy.linalg.eigh instead of orthogonal iteration. k-means starts from the same random points as
the example: their numbers are computed from docs/random.md, with a Philox of this file's own.
"""
import pathlib

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEED, COMPONENTS, CLUSTERS, STARTS = 0, 8, 10, 8


def philox_words(seed, first, count):
    """Words first, first + 1, ... of the stream of `seed`: Philox4x32-10, numbered as docs/random.md says."""
    mask = np.uint64(0xFFFFFFFF)
    position = np.arange(first, first + count, dtype=np.uint64)
    high, low = position >> np.uint64(18), (position >> np.uint64(2)) % np.uint64(65536)
    counter = [high & mask, high >> np.uint64(32), low, np.zeros_like(low)]
    key = [np.uint64(seed & 0xFFFFFFFF), np.uint64(seed >> 32)]
    for _ in range(10):
        a, b = np.uint64(0xD2511F53) * counter[0], np.uint64(0xCD9E8D57) * counter[2]
        counter = [(b >> np.uint64(32)) ^ counter[1] ^ key[0], b & mask, (a >> np.uint64(32)) ^ counter[3] ^ key[1], a & mask]
        key = [(key[0] + np.uint64(0x9E3779B9)) & mask, (key[1] + np.uint64(0xBB67AE85)) & mask]
    return np.choose((position % np.uint64(4)).astype(int), counter).astype(np.uint64)


class Stream:
    """A generator: draws take the next words, a multiple of four each."""

    def __init__(self, seed):
        self.seed, self.next = seed, 0

    def words(self, count):
        first, self.next = self.next, self.next + -(-count // 4) * 4
        return philox_words(self.seed, first, count)

    def random_float32(self, count):
        return (self.words(count) >> np.uint64(8)) / 2.0**24

    def integer(self, stop):
        low, high = (int(w) for w in self.words(2))
        return ((low | high << 32) * stop) >> 64


def standardise(pixels):
    spread = pixels.std(axis=0)
    return (pixels - pixels.mean(axis=0)) / np.where(spread > 0, spread, 1)


def squared_distances(points, centres):
    return ((points[:, None, :] - centres) ** 2).sum(axis=2)


def seed_centres(points, stream):
    centres = [points[stream.integer(len(points))]]
    while len(centres) < CLUSTERS:
        rates = squared_distances(points, np.array(centres)).min(axis=1)
        with np.errstate(divide="ignore"):
            arrivals = -np.log(stream.random_float32(len(points))) / rates
        centres.append(points[arrivals.argmin()])
    return np.array(centres)


def settle(points, centres):
    labels = squared_distances(points, centres).argmin(axis=1)
    while True:
        centres = np.array([points[labels == j].mean(axis=0) if (labels == j).any() else np.zeros(points.shape[1]) for j in range(CLUSTERS)])
        distances = squared_distances(points, centres)
        moved = (distances.argmin(axis=1) != labels).any()
        labels = distances.argmin(axis=1)
        if not moved:
            return distances.min(axis=1).sum(), labels


def main():
    data, out = ROOT / "examples/data", ROOT / "tests/data/digits"
    out.mkdir(parents=True, exist_ok=True)
    truth = np.load(data / "digits_labels.npy")
    samples = standardise(np.load(data / "digits_images.npy").reshape(-1, 64).astype(np.float64))
    values, vectors = np.linalg.eigh(samples.T @ samples / len(samples))
    points = samples @ vectors[:, ::-1][:, :COMPONENTS]

    stream = Stream(SEED)
    stream.words(64 * COMPONENTS)  # the start of the orthogonal iteration
    inertia, labels = min((settle(points, seed_centres(points, stream)) for _ in range(STARTS)), key=lambda found: found[0])
    table = np.zeros((CLUSTERS, CLUSTERS))
    np.add.at(table, (labels, truth), 1)
    purity = table.max(axis=1).sum() / len(truth)

    np.save(out / "explained.npy", values[::-1][:COMPONENTS] / values.sum())
    np.save(out / "labels.npy", labels.astype(np.uint8))
    np.save(out / "inertia.npy", np.float64(inertia))
    np.save(out / "purity.npy", np.float64(purity))
    print(f"explained {values[::-1][:COMPONENTS].sum() / values.sum():.6f}, inertia {inertia:.3f}, purity {purity:.6f}")


if __name__ == "__main__":
    main()

"""Writes tests/data/selections.inc: masks and index arrays mixed with slices, with NumPy's shape and sum of what they select and
of the array after an assignment.

Run from the repository's root: python3 tools/oracles/selections.py
"""

import itertools

import numpy as np

SHAPE = (3, 4, 5)
# as C++ writes it, as NumPy takes it; entries that use up several axes say how many
ITEMS = [
    ("all()", slice(None), 1),
    ("range(_, _, -2)", slice(None, None, -2), 1),
    ("range(1, 3)", slice(1, 3), 1),
    ("-1", -1, 1),
    ("newaxis()", None, 0),
    ("ellipsis()", Ellipsis, 0),
    ("L{1, -1, 0}", np.array([1, -1, 0]), 1),
    ("L{{2}, {0}}", np.array([[2], [0]]), 1),
    ("mask3", np.array([True, False, True]), 1),
    ("mask34", np.arange(12).reshape(3, 4) % 3 == 1, 2),
]


def positions(a):
    """A sum that knows the order of the elements."""
    return int((a.ravel() * (np.arange(a.size) % 97 + 1)).sum())


def main():
    base = np.arange(60).reshape(SHAPE)
    rows = []
    for count in (1, 2, 3, 4):
        for entries in itertools.product(ITEMS, repeat=count):
            arrays = sum(isinstance(e[1], np.ndarray) for e in entries)
            if arrays == 0 or sum(e[2] for e in entries) > 3 or sum(e[1] is Ellipsis for e in entries) > 1:
                continue
            index = tuple(e[1] for e in entries)
            try:
                got = base[index]
            except IndexError:
                continue
            changed = base.copy()
            changed[index] += 100
            text = ", ".join(e[0] for e in entries)
            shape = ", ".join(str(n) for n in got.shape)
            rows.append(f"GPU_SELECTION(({text}), ({{{shape}}}), {positions(got)}, {positions(changed)})\n")
    step = len(rows) // 160 + 1
    with open("tests/data/selections.inc", "w") as out:
        out.write("// Written by tools/oracles/selections.py with NumPy %s.\n" % np.__version__)
        out.writelines(rows[::step])


main()

"""Writes tests/data/promotion.inc: NumPy's promotion of every pair of its dtypes, and bfloat16's rows, which are rules of ours.

Run from the repository's root: python3 tools/oracles/promotion.py
"""

import numpy as np

NUMPY = ("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128").split()


def enumerator(name):
    return "bool_" if name == "bool" else name


def bfloat16_with(other):
    """With float16 float32, with 8-bit integers and bool bfloat16, else as float16."""
    if other in ("bfloat16", "bool", "int8", "uint8"):
        return "bfloat16"
    if other == "float16":
        return "float32"
    return str(np.promote_types("float16", other))


def main():
    rows = [(a, b, str(np.promote_types(a, b))) for a in NUMPY for b in NUMPY]
    rows += [("bfloat16", b, bfloat16_with(b)) for b in NUMPY + ["bfloat16"]]
    rows += [(a, "bfloat16", bfloat16_with(a)) for a in NUMPY]
    with open("tests/data/promotion.inc", "w") as out:
        out.write("// Written by tools/oracles/promotion.py with NumPy %s.\n" % np.__version__)
        for row in rows:
            out.write("GPU_PROMOTION(%s, %s, %s)\n" % tuple(enumerator(x) for x in row))


main()

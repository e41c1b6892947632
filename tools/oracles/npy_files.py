"""Writes tests/data/npy/*.npy with NumPy, which tests/test_npy.cpp reads and compares with what it writes itself.

Run from the repository's root: python3 tools/oracles/npy_files.py
Element i, in C order, is i as the dtype has it (bool: i odd; complex: i + 2i·1j).
"""

import numpy as np

FOLDER = "tests/data/npy/"
DTYPES = ("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128").split()


def ramp(dtype, shape):
    i = np.arange(np.prod(shape, dtype=int)).reshape(shape)
    if dtype == "bool":
        return i % 2 == 1
    return (i + 2j * i if dtype.startswith("complex") else i).astype(dtype)


def save(name, a, version=None):
    with open(FOLDER + name + ".npy", "wb") as out:
        np.lib.format.write_array(out, a, version=version)


def main():
    for dtype in DTYPES:
        a = ramp(dtype, (2, 3, 4))
        save(f"{dtype}_c", a)
        save(f"{dtype}_fortran", np.asfortranarray(a))
        if a.itemsize > 1:
            save(f"{dtype}_big_endian", a.astype(a.dtype.newbyteorder(">")))
    save("bfloat16_raw", (ramp("float32", (2, 3)).view(np.uint32) >> 16).astype(np.uint16).view("V2"))
    save("zero_dimensional", np.array(0.0))
    save("empty", ramp("float32", (3, 0, 2)))
    save("vector", ramp("int32", (67,)))
    save("version_2", ramp("float64", (2, 3)), version=(2, 0))
    save("version_3", ramp("float64", (2, 3)), version=(3, 0))
    save("structured", np.zeros(2, [("a", "f4"), ("b", "i4")]))
    save("text", np.array(["abc"]))


main()

"""Writes tests/data/printing_numpy.txt: NumPy's text of arrays, which tests/test_fmt.cpp compares with ours.

Run from the repository's root: python3 tools/oracles/printing.py
One case a line, fields separated by tabs: the function (str or array2string), dtype, shape, print options (precision
threshold edgeitems linewidth suppress), separator, elements (their bytes in hex, little-endian, or "arange"), and the
text with "\\n" for a new line.
"""

import numpy as np

DEFAULTS = dict(precision=8, threshold=1000, edgeitems=3, linewidth=75, suppress=False)
FLOATS = ("float16", "float32", "float64")
COMPLEX = ("complex64", "complex128")
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
SHAPES = ((), (1,), (3,), (7,), (17,), (2, 3), (3, 1), (2, 2, 3), (1, 2, 1, 3), (0,), (0, 3), (2, 0))
LARGE = ((1001,), (30, 40), (4, 300), (300, 4), (3, 11, 40), (2, 2, 5, 60))


def case(function, a, separator=" ", arange=False, **changed):
    options = {**DEFAULTS, **changed}
    with np.printoptions(**options), np.errstate(all="ignore"):
        text = str(a) if function == "str" else np.array2string(a, separator=separator)
    fields = (
        function,
        a.dtype.name,
        ",".join(map(str, a.shape)) or "-",
        " ".join(str(int(options[name])) for name in DEFAULTS),
        separator.replace(" ", "_"),
        "arange" if arange else a.astype(a.dtype.newbyteorder("<")).tobytes().hex() or "-",
        text.replace("\n", "\\n"),
    )
    return "\t".join(fields)


def both(a, **rest):
    return [case("str", a, **rest), case("array2string", a, separator=", ", **rest)]


def reals(rng, shape):
    """Random numbers of one of several kinds: alike, wide-spread, whole, short decimals, powers; some not finite."""
    kind = rng.integers(6)
    if kind == 0:
        x = rng.standard_normal(shape) * 10.0 ** rng.integers(-20, 20)
    elif kind == 1:
        x = rng.standard_normal(shape) * 10.0 ** rng.uniform(-20, 20, shape)
    elif kind == 2:
        x = rng.integers(-20, 20, shape) * 1.0
    elif kind == 3:
        x = np.round(rng.standard_normal(shape) * 100, rng.integers(0, 6))
    elif kind == 4:
        x = 2.0 ** rng.integers(-30, 30, shape) * rng.choice([1, -1], shape)
    else:
        x = 10.0 ** rng.integers(-6, 9, shape) * rng.choice([1, 3, -1], shape)
    x = np.array(x)
    if rng.random() < 0.3:
        x[rng.random(shape) < 0.3] = rng.choice([np.nan, np.inf, -np.inf, 0.0, -0.0])
    return x


def random_array(rng, dtype, shape):
    if dtype == "bool":
        return np.array(rng.random(shape) < 0.5)
    if dtype in INTEGERS:
        info = np.iinfo(dtype)
        low, high = (info.min, info.max) if rng.random() < 0.5 else (max(info.min, -100), 100)
        return np.array(rng.integers(low, high, shape, dtype=dtype, endpoint=True))
    with np.errstate(all="ignore"):
        if dtype in FLOATS:
            return reals(rng, shape).astype(dtype)
        a = np.empty(shape, dtype)
        a.real, a.imag = reals(rng, shape), reals(rng, shape)
        return a


def random_options(rng):
    return dict(
        precision=int(rng.integers(0, 12)),
        threshold=int(rng.integers(0, 20)),
        edgeitems=int(rng.integers(1, 4)),
        linewidth=int(rng.integers(5, 100)),
        suppress=bool(rng.random() < 0.5),
    )


def chosen():
    """Where the choices change: exponent or not, rounding carries, shortest digits, signs of zero."""
    for values in (
        [1e10, 1e-5, 0.1], [np.nan, np.inf, -np.inf, -0.0, 1.5], [99999999.0, 1], [1e8, 1], [0.0001, 0.1], [0.00009999, 0.01],
        [1, 1000], [1, 1000.5], [0.3, 1 / 3], [1e300, 1e-300], [5e-324], [1.7976931348623157e308], [0.999999999, 1],
        [9.999999999e-5, 9.99999999999e10], [123456789.123, 1], [np.inf, np.inf], [np.nan], [0.0], [-0.0, 0.0], [1e-9, 0.0],
        [2.0**-9, 1], [0.1 + 0.2], [1e22, 1e23], [9007199254740993.0],
    ):
        with np.errstate(all="ignore"):
            for dtype in FLOATS + COMPLEX:
                yield from both(np.array(values, dtype))
                yield from both(np.array(values[0], dtype))
    for dtype in FLOATS:
        for value in (999, 1000, 65504, 1e5, 999999, 1e6, 1e15, 1e16, 1e-4, 9.99e-5, 123456789):
            with np.errstate(all="ignore"):
                yield case("str", np.array(value, dtype))
    for dtype in COMPLEX:
        for value in (1j, complex(-0.0, 2), complex(0, -0.0), complex(np.nan, -np.inf), complex(0, np.nan), 1e6 + 1e16j, 1e-5 + 1j):
            yield case("str", np.array(value, dtype))


def main():
    rng = np.random.default_rng(2024)
    lines = list(chosen())
    for dtype in ("bool", *INTEGERS, *FLOATS, *COMPLEX):
        for shape in SHAPES:
            lines += both(random_array(rng, dtype, shape))
            lines += both(random_array(rng, dtype, shape), **random_options(rng))
    for dtype in ("bool", "uint8", "int64", *FLOATS, *COMPLEX):
        for shape in LARGE:
            a = np.arange(np.prod(shape)).astype(dtype).reshape(shape)
            lines += both(a, arange=True)
    with open("tests/data/printing_numpy.txt", "w", encoding="ascii") as out:
        out.write(f"# NumPy {np.__version__}'s text of arrays; written by tools/oracles/printing.py, which says how to read it\n")
        out.writelines(line + "\n" for line in lines)


main()

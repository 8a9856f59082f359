"""Mathematics of the high-level library, function by function, against plain Python, numpy in double and fractions."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from library_kernels import HERE, chips, close, floats, kernel

from lanewise.cpp import load
from lanewise.errors import LanewiseError


def safe(function: Callable[..., float], *values: float) -> float:
    try:
        return function(*values)
    except OverflowError:
        return math.inf
    except (ValueError, ZeroDivisionError):
        return math.nan


def sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


def even(x: float) -> float:
    return float(round(x)) if math.isfinite(x) else x


def digamma(x: float) -> float:
    """By its recurrence and the plain asymptotic series, far out."""
    if x < 0:
        return digamma(1 - x) - math.pi / math.tan(math.pi * x)
    below = 0.0
    while x < 60:
        below += 1 / x
        x += 1
    return math.log(x) - 0.5 / x - 1 / (12 * x**2) + 1 / (120 * x**4) - 1 / (252 * x**6) - below


def gelu(x: float) -> float:
    return x * sigmoid(1.5957691216057308 * (x + 0.044715 * x**3)) if x > -100 else -0.0


def faster_v2(x: float) -> float:
    t = min(abs(0.7071 * x), 1.769) - 1.769
    return x * ((-0.1444 * t * t + 0.5) * math.copysign(1, x) + 0.5)


ORDINARY = (-8.0, 8.0)
UNARY: dict[str, tuple[Callable[[float], float], tuple[float, float]]] = {
    "Acos": (math.acos, (-1, 1)), "Acosh": (math.acosh, (1, 1000)), "Asin": (math.asin, (-1, 1)),
    "Asinh": (math.asinh, (-1000, 1000)), "Atan": (math.atan, (-50, 50)), "Atanh": (math.atanh, (-0.99, 0.99)),
    "Cos": (math.cos, (-500, 500)), "Cosh": (math.cosh, ORDINARY), "Erf": (math.erf, (-4, 4)),
    "Erfc": (math.erfc, (-4, 6)), "Frac": (lambda x: x - math.trunc(x), (-300, 300)),
    "Log2": (math.log2, (0.001, 60000)), "Sigmoid": (sigmoid, (-20, 20)),
    "Sign": (lambda x: float((x > 0) - (x < 0)), ORDINARY), "Sin": (math.sin, (-500, 500)),
    "Sinh": (math.sinh, ORDINARY), "Tan": (math.tan, (-100, 100)), "Tanh": (math.tanh, ORDINARY),
    "Trunc": (lambda x: float(math.trunc(x)), (-300, 300)), "Log": (math.log, (0.001, 60000)),
    "Log10": (math.log10, (0.001, 60000)), "Ceil": (lambda x: float(math.ceil(x)), (-300, 300)),
    "Digamma": (digamma, (0.1, 100)), "Floor": (lambda x: float(math.floor(x)), (-300, 300)),
    "Lgamma": (math.lgamma, (0.1, 100)), "Round": (even, (-300, 300)), "Gelu": (gelu, ORDINARY),
    "FasterGelu": (lambda x: x * sigmoid(1.702 * x), ORDINARY), "FasterGeluV2": (faster_v2, ORDINARY),
}  # fmt: skip
COUNT, WHOLE, SCRATCH, SCRATCH_COUNT = range(4)


def order_in_kernel() -> list[str]:
    text = (HERE / "math.asc").read_text()
    return [
        name
        for line in re.findall(r"#define (?:UNARY|PLAIN|COUNTED)\(f\) (.*)", text)
        for name in re.findall(r"f\((\w+)\)", line)
    ]


def unary(chip: str, name: str, x: np.ndarray, form: int) -> np.ndarray:
    y = np.full(x.size + 16, 77, x.dtype)
    kernel("math.asc", chip, "unary", x.dtype.type)(x, y, x.size, y.size, order_in_kernel().index(name), form)
    assert (y[x.size :] == 77).all(), "behind the count nothing changes"
    return y[: x.size]


@pytest.mark.parametrize("name", UNARY)
@floats
@chips
def test_unary_values_and_forms(chip: str, dtype: Any, name: str) -> None:
    function, (low, high) = UNARY[name]
    rng = np.random.default_rng(len(name))
    x = rng.uniform(low, high, 131).astype(dtype)
    x = np.clip(x, dtype(low), dtype(high))
    if name in ("Round", "Frac", "Ceil", "Floor", "Trunc", "Sign"):
        x[:8] = [0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0, 3]
    want = [safe(function, float(v)) for v in x]
    forms = (COUNT, WHOLE) if name in ("Log", "Log10") else (COUNT, SCRATCH_COUNT)
    if name not in (
        "Log",
        "Log10",
        "Ceil",
        "Digamma",
        "Floor",
        "Lgamma",
        "Round",
        "Gelu",
        "FasterGelu",
        "FasterGeluV2",
    ):
        forms = (COUNT, WHOLE, SCRATCH, SCRATCH_COUNT)
    for form in forms:
        close(unary(chip, name, x, form), want, 0.502)


@pytest.mark.parametrize(
    ("name", "want"),
    [("Sigmoid", [0, 1, 0, 1, 0.5]), ("Erf", [-1, 1, -1, 1, 0]), ("Tanh", [-1, 1, -1, 1, 0]),
     ("Erfc", [2, 0, 2, 0, 1]), ("Gelu", [0, 3.4e38, 0, math.inf, 0]), ("Sign", [-1, 1, -1, 1, 0])],
)  # fmt: skip
@chips
def test_unary_whole_range(chip: str, name: str, want: list[float]) -> None:
    x = np.array([-3.4e38, 3.4e38, -math.inf, math.inf, 0], np.float32)
    form = SCRATCH_COUNT
    close(unary(chip, name, x, form), np.float32(want))


@floats
@chips
def test_exp_levels(chip: str, dtype: Any) -> None:
    x = np.random.default_rng(3).uniform(-9, 9, 37).astype(dtype)
    x[:2] = [-math.inf, math.inf]
    y = np.zeros(4 * x.size, dtype)
    kernel("math.asc", chip, "exponentials", dtype)(x, y, x.size)
    exact, fine, coarse, instruction = y.reshape(4, -1)
    want = np.exp(x.astype(np.float64))
    for got in (exact, fine, instruction):
        close(got, want, 0.502)
    whole = np.floor(x[2:].astype(np.float64))
    rest = x[2:] - whole
    close(coarse[2:], np.exp(whole) * (1 + rest + rest**2 / 2 + rest**3 / 6), 0.502)
    assert (coarse[2:].astype(np.float64) < want[2:]).any(), "three terms leave their mark"


@floats
@chips
def test_binary_values(chip: str, dtype: Any) -> None:
    rng = np.random.default_rng(7)
    n = 61
    a, b = rng.uniform(0.1, 4, n).astype(dtype), rng.uniform(-3, 3, n).astype(dtype)
    a[0], b[0] = -2, 3
    a[1], b[1] = -2, 0.5
    y = np.zeros(12 * n, dtype)
    kernel("math.asc", chip, "binary", dtype)(a, b, y, n)
    got = y.reshape(12, n)
    p, q = a.astype(np.float64), b.astype(np.float64)
    pairs = list(zip(p, q, strict=True))
    half, slope = float(dtype(0.5)), float(dtype(1.5))
    close(got[0], [math.fmod(u, v) for u, v in pairs])
    close(got[1], [safe(math.pow, u, v) for u, v in pairs], 0.502)
    close(got[2], p**3, 0.502)
    close(got[3], [math.pow(2, v) for v in q], 0.502)
    close(got[4], np.minimum(p, half))
    close(got[5], np.maximum(p, half))
    close(got[6], [u * gelu(v) for u, v in pairs], 0.502)
    close(got[7], [u * v * sigmoid(1.5 * v) for u, v in pairs], 0.502)
    close(got[8], [u * max(v, 0) for u, v in pairs])
    close(got[9], [u * sigmoid(slope * u) for u in p], 0.502)
    close(got[10], [u * sigmoid(u) for u in p], 0.502)
    with np.errstate(all="ignore"):
        product = (a.astype(np.float32) * np.float32(dtype(0.1))).astype(np.float32)
        assert np.array_equal(got[11], (b.astype(np.float32) + product).astype(dtype)), "two roundings to float"


@chips
def test_axpy_mixed(chip: str) -> None:
    rng = np.random.default_rng(11)
    x, y = rng.normal(size=40).astype(np.float16), rng.normal(size=40).astype(np.float32)
    want = y + x.astype(np.float32) * np.float32(np.float16(0.1))
    kernel("math.asc", chip, "axpy_mixed")(x, y, 40)
    assert np.array_equal(y, want)


@pytest.mark.parametrize("dtype", [np.int32, np.int16])
@chips
def test_power_of_integers(chip: str, dtype: Any) -> None:
    a = np.array([3, -3, 2, 1, -1, -1, 5, 0, 0, 7, 10], dtype)
    b = np.array([4, 3, 40, -5, -5, -4, -1, 0, -2, 13, 9], dtype)
    y = np.zeros_like(a)
    kernel("math.asc", chip, "integer_power", dtype)(a, b, y, a.size)
    bits = 8 * a.itemsize
    want = []
    for base, exponent in zip(a.tolist(), b.tolist(), strict=True):
        wrapped = base ** abs(exponent) % (1 << bits)
        result = wrapped - (1 << bits) if wrapped >> (bits - 1) else wrapped
        want.append(result if exponent >= 0 or result in (1, -1) else 0)
    assert y.tolist() == want


@chips
def test_xor_and_its_sum(chip: str) -> None:
    rng = np.random.default_rng(5)
    a, b = (rng.integers(-3000, 3000, 75).astype(np.int16) for _ in range(2))
    y = np.zeros(76, np.int16)
    kernel("math.asc", chip, "exclusive_or")(a, b, y, 75)
    assert np.array_equal(y[:75], a ^ b)
    assert y[75] == np.clip((a ^ b).astype(np.int64).sum(), -32768, 32767)


@floats
@chips
def test_cumsum_axes(chip: str, dtype: Any) -> None:
    rows, columns = 5, 32
    x = np.random.default_rng(9).normal(size=(rows, columns)).astype(dtype)
    y, last = np.zeros((2, rows, columns), dtype), np.zeros((2, columns), dtype)
    kernel("math.asc", chip, "running_sums", dtype)(x, y, last, rows, columns)
    want = np.stack([np.cumsum(x.astype(np.float32), axis=axis, dtype=np.float32) for axis in (1, 0)]).astype(dtype)
    assert np.array_equal(y, want)
    assert np.array_equal(last, want[:, -1])


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int16, np.int32])
@chips
def test_arange_count(chip: str, dtype: Any) -> None:
    y = np.full(320, 99, dtype)
    kernel("math.asc", chip, "progression", dtype)(y, 3.0, 2.0, 301, 320)
    assert np.array_equal(y[:301], np.arange(301) * 2 + 3)
    assert (y[301:] == 99).all()


@chips
def test_refused_outside_ub(chip: str) -> None:
    with pytest.raises(LanewiseError, match=r"MEM-001.*Tanh: dst touches UB bytes"):
        kernel("math.asc", chip, "too_far")(np.zeros(64, np.float32))


# --- ascend950 alone ---


@floats
def test_floats_of_950(dtype: Any) -> None:
    rng = np.random.default_rng(13)
    n = 45
    a, b, c = (rng.uniform(-5, 5, n).astype(dtype) for _ in range(3))
    a[:5] = [math.nan, math.inf, -math.inf, 2.5, -0.5]
    b[:2] = [math.inf, math.nan]
    y = np.zeros(11 * n, dtype)
    kernel("math950.asc", "ascend950", "floats", dtype)(a, b, c, y, n)
    got = y.reshape(11, n)
    p, q, r = (v.astype(np.float64) for v in (a, b, c))
    with np.errstate(all="ignore"):
        close(got[0][5:], p[5:] * q[5:] + r[5:], 0.5000001)
        close(got[1], [even(v) for v in p])
        hypot = np.sqrt(p * p + q * q)
        hypot[:2] = math.inf  # infinity wins
        close(got[2], hypot, 0.502)
        finite = np.isfinite(p)
        for row, function in ((3, np.sin), (4, np.cos), (9, np.sin), (10, np.cos)):
            close(got[row][finite], function(p[finite]), 0.502)
        assert np.array_equal(got[5], finite)
        assert np.array_equal(got[6], np.isinf(p))
        assert np.array_equal(got[7], np.isnan(p))
        clamped = np.where(p < -1, -1, p)
        close(got[8], np.where(clamped > q, q, clamped))


def test_fma_rounds_once() -> None:
    n = 4000
    rng = np.random.default_rng(17)
    a, b, c = (rng.integers(0, 65536, n).astype(np.uint16).view(np.float16) for _ in range(3))
    keep = np.isfinite(a) & np.isfinite(b) & np.isfinite(c)
    a, b, c = a[keep], b[keep], c[keep]
    y = np.zeros(11 * a.size, np.float16)
    kernel("math950.asc", "ascend950", "floats", np.float16)(a, b, c, y, a.size)
    for i in range(a.size):
        exact = Fraction(float(a[i])) * Fraction(float(b[i])) + Fraction(float(c[i]))
        got = float(y[i])
        if not math.isfinite(got):
            assert abs(exact) >= 65519
            continue
        step = Fraction(2) ** (max(math.frexp(got)[1] - 1, -14) - 10)
        assert abs(Fraction(got) - exact) <= step / 2, (a[i], b[i], c[i], got)


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int32, np.int16])
def test_truths_of_950(dtype: Any) -> None:
    a, b = np.array([0, 1, -2, 0, 5, 0, 1], dtype), np.array([0, 0, 3, 4, -1, 0, 2], dtype)
    y = np.zeros((7, 7), np.bool_)
    kernel("math950.asc", "ascend950", "truths", dtype)(a, b, y, 7)
    p, q = a != 0, b != 0
    scalar = bool(b[0])
    for got, want in zip(y, (p & q, p | q, p ^ q, ~p, p, p, p & scalar), strict=True):
        assert np.array_equal(got, want)


@pytest.mark.parametrize("dtype", [np.int16, np.int32])
def test_bits_of_950(dtype: Any) -> None:
    rng = np.random.default_rng(1)
    n, room = 35, 48
    info = np.iinfo(dtype)
    a, b = (rng.integers(info.min, info.max, n, dtype, endpoint=True) for _ in range(2))
    y = np.zeros(room + 3 * n, dtype)
    kernel("math950.asc", "ascend950", "bits", dtype)(a, b, y, n, room)
    assert np.array_equal(y[:n], a & b)
    assert (y[n:room] == 0).all()
    assert np.array_equal(y[room:].reshape(3, n), np.stack([a | b, a ^ b, ~a]))


@floats
def test_where_of_950(dtype: Any) -> None:
    rng = np.random.default_rng(2)
    n = 21
    a, b, which = (
        rng.normal(size=n).astype(dtype),
        rng.normal(size=n).astype(dtype),
        rng.integers(0, 2, n).astype(np.bool_),
    )
    y = np.zeros((3, n), dtype)
    kernel("math950.asc", "ascend950", "choose", dtype)(a, b, which, y, n)
    assert np.array_equal(
        y, np.stack([np.where(which, a, b), np.where(which, dtype(7), b), np.where(which, a, dtype(-3))])
    )


def philox_words(key: Sequence[int], counter: int, rounds: int) -> list[int]:
    c = [counter >> 32 * i & 0xFFFFFFFF for i in range(4)]
    k0, k1 = key
    for _ in range(rounds):
        a, b = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [b >> 32 ^ c[1] ^ k0, b & 0xFFFFFFFF, a >> 32 ^ c[3] ^ k1, a & 0xFFFFFFFF]
        k0, k1 = k0 + 0x9E3779B9 & 0xFFFFFFFF, k1 + 0xBB67AE85 & 0xFFFFFFFF
    return c


def test_philox_known_answer() -> None:
    """The published vector of Philox4x32-10 for a counter and key of zeros."""
    assert philox_words((0, 0), 0, 10) == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]


@pytest.mark.parametrize("dtype", [np.float32, np.int32])
def test_philox_stream_and_stride(dtype: Any) -> None:
    key, n = (0x12345678, 0x9ABCDEF0), 24
    start = 0xFFFFFFFE | 0xFFFFFFFF << 32 | 0xFFFFFFFF << 64 | 5 << 96  # the carry runs through three words
    y = np.zeros((2, n), dtype)
    kernel("math950.asc", "ascend950", "philox", dtype)(y, *key, 0xFFFFFFFE, 0xFFFFFFFF, n)

    def random_word(rounds: int, index: int) -> int:
        return philox_words(key, start + index // 4, rounds)[index % 4]

    want = [
        [random_word(7, i) for i in range(n)],
        [random_word(10, row * 8 + column) for row in range(n // 4) for column in range(4)],
    ]
    raw = np.array(want, np.uint32)
    if dtype is np.int32:
        assert np.array_equal(y.view(np.uint32), raw)
    else:
        assert np.array_equal(y, (raw & 0x7FFFFF | 0x3F800000).view(np.float32) - np.float32(1))


def test_absent_functions_say_where_they_exist(tmp_path: Path) -> None:
    source = tmp_path / "absent.asc"
    source.write_text(
        '#include "kernel_operator.h"\n'
        "__global__ __vector__ void k(__gm__ float* x)\n{\n"
        "    AscendC::LocalTensor<float> a(AscendC::TPosition::VECCALC, 0, 64);\n"
        "    AscendC::Rint(a, a, 64u);\n}\n"
    )
    with pytest.raises(LanewiseError, match="Rint does not exist on ascend910b: it exists on ascend950"):
        load(source, "ascend910b")
    assert load(source, "ascend950").k is not None

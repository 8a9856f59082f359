"""Functions of the AIE API through C++, on every chip, against Python integers and exact floats."""

from __future__ import annotations

import os
from fractions import Fraction

import numpy as np
import pytest

from compiled import needs_compiler
from lanewise.aie.load import load

SOURCE = os.path.join(os.path.dirname(__file__), "cpp", "api.cc")
pytestmark = needs_compiler
CHIPS = ["aie", "aie-ml", "aie-mlv2"]


@pytest.fixture(scope="module", params=CHIPS)
def chip(request):
    return request.param


@pytest.fixture(scope="module")
def core(chip):
    return load(SOURCE, chip=chip)


def _wrap(x: int, bits: int) -> int:
    return (x + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1))


def _lane_bits(chip: str, a: str, b: str) -> int:
    """What mul gives, by the table of the specification."""
    wide = [int(t.lstrip("cint")) for t in (a, b)]
    if chip == "aie":
        return 80 if wide == [32, 32] else 48
    return 64 if max(wide) > 16 or "c" in a[0] + b[0] else 32


def _complex(values, name: str):
    return [(int(v[0]), int(v[1])) if name[0] == "c" else (int(v), 0) for v in values]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("int16", "int16"), ("int32", "int16"), ("int32", "int32"), ("cint16", "int16"), ("cint16", "cint16"),
        ("int16", "cint16"), ("cint32", "cint16"),
    ],
)  # fmt: skip
def test_aie_cpp_api_products(core, chip, a: str, b: str) -> None:
    r = np.random.default_rng(3)
    arrays = []
    for name in (a, b):
        kind = np.dtype(name.lstrip("c"))
        low, high = np.iinfo(kind).min, np.iinfo(kind).max
        arrays.append(r.integers(low, high, (8, 2) if name[0] == "c" else 8, kind, endpoint=True))
        arrays[-1][0] = low
    bits = _lane_bits(chip, a, b)
    is_complex = "c" in (a[0], b[0])
    out = np.zeros(4 * 8 * (2 if is_complex else 1), np.int64)
    getattr(core, f"products_{a}_{b}")(*arrays, out)
    x, y = _complex(arrays[0], a), _complex(arrays[1], b)

    def times(p, q):
        return np.array([p[0] * q[0] - p[1] * q[1], p[0] * q[1] + p[1] * q[0]], object)

    rows = [
        [times(p, q) for p, q in zip(x, y, strict=True)],
        [times(p, q) + times(p, y[3]) for p, q in zip(x, y, strict=True)],
        [times(p, q) - times(x[2], q) for p, q in zip(x, y, strict=True)],
        [-times(p, q) for p, q in zip(x, y, strict=True)],
    ]
    want = [_wrap(_wrap(int(part), bits), 64) for row in rows for v in row for part in (v if is_complex else v[:1])]
    assert out.tolist() == want


@pytest.mark.parametrize(("cs", "ds"), [(0, 0), (3, 7), (14, 29)])
def test_aie_cpp_api_sliding(core, chip, cs: int, ds: int) -> None:
    r = np.random.default_rng(4)
    c, d = r.integers(-999, 1000, 16).astype(np.int16), r.integers(-999, 1000, 32).astype(np.int16)
    out = np.zeros(60, np.int64)
    core.slide(c, d, out, cs, ds)

    def coefficient(i: int) -> int:
        return int(c[(cs + i) % 16])

    def sample(i: int) -> int:
        return int(d[(ds + i) % 32])

    def symmetric(lane: int, points: int, sign: int) -> int:
        pairs = [coefficient(p) * (sample(lane + p) + sign * sample(lane + points - 1 - p)) for p in range(points // 2)]
        return sum(pairs) + (coefficient(points // 2) * sample(lane + points // 2) if points % 2 else 0)

    want = [sum(coefficient(2 * p) * sample(lane + 3 * p) for p in range(5)) for lane in range(8)]
    want += [-sum(coefficient(p) * sample(4 * lane + p) for p in range(6)) for lane in range(4)]
    want += [sum(coefficient(p) * sample(2 * lane + 2 * p) for p in range(4)) for lane in range(8)]
    want += [symmetric(lane, 9, 1) for lane in range(8)]
    want += [symmetric(lane, 10, -1) for lane in range(8)]
    want += [sum(coefficient(p) * (sample(n + p) + sample(n + 15 - p)) for p in range(4)) for n in range(8)]
    want += [sum(coefficient(p) * sample(lane + p) for p in range(8)) for lane in range(8)]
    want += [sum(coefficient(k) * int(d[8 * k + lane]) for k in range(3)) for lane in range(8)]
    assert out.tolist() == want


@pytest.mark.parametrize("n", [0, 1, 7, 31, 32, 63, 64, 100])
def test_aie_cpp_api_lane_by_lane(core, n: int) -> None:
    r = np.random.default_rng(5)
    a, b = r.integers(-(2**31), 2**31, (2, 8), np.int32)
    a[:2], b[:2] = -(2**31), [-1, 2**31 - 1]
    out = np.zeros(128, np.int32)
    core.lane_by_lane(a, b, out, n)
    rules = [
        lambda x, y: x + y, lambda x, y: x - y, lambda x, y: -x, lambda x, y: abs(x), max, lambda x, y: min(x, 7),
        lambda x, y: x - y if x > y else 0, lambda x, y: x & y, lambda x, y: x | y, lambda x, y: x ^ y,
        lambda x, y: ~x, lambda x, y: x << n, lambda x, y: x >> n, lambda x, y: (x % 2**32) >> n,
    ]  # fmt: skip
    pairs = [(int(x), int(y)) for x, y in zip(a, b, strict=True)]
    want = [_wrap(rule(x, y), 32) for rule in rules for x, y in pairs]
    want += [y if (x < y) != (i < 4) else x for i, (x, y) in enumerate(pairs)]
    want += [_wrap(x + y, 32) for x, y in pairs]  # no saturation after reset
    assert out.tolist() == want


def test_aie_cpp_api_fixed_point(core) -> None:
    x = np.array([0.75, -0.75, 3.125, -3.125, 100.0, -(2.0**20), 0.0, 1e-9], np.float32)
    whole, back = np.zeros(8, np.int32), np.zeros(8, np.float32)
    core.fixed_and_float(x, whole, back, 5)
    exact = [Fraction(float(v)) * 32 for v in x]
    assert whole[:7].tolist() == [int(v) for v in exact[:7]]  # whole numbers: every rounding agrees
    assert back.tolist() == [w / 32 for w in whole.tolist()]


def test_aie_cpp_api_roots(core) -> None:
    x = np.array([1, 2, 3, 4, 0.25, 10, 1e6, 7], np.float32)
    out = np.zeros(25, np.float32)
    core.roots(x, out)
    wide = x.astype(np.float64)
    assert np.array_equal(out[:24], np.concatenate([1 / wide, np.sqrt(wide), 1 / np.sqrt(wide)]).astype(np.float32))
    tree = x.copy()
    while len(tree) > 1:
        tree = tree[: len(tree) // 2] + tree[len(tree) // 2 :]
    assert out[24] == tree[0]


def test_aie_cpp_api_abs_square(core) -> None:
    x = np.array([[3, 4], [-32768, -32768], [0, 1], [5, -12], [7, 7], [1, 1], [2, 2], [9, 9]], np.int16)
    out = np.zeros(8, np.int32)
    exact = [int(a) ** 2 + int(b) ** 2 for a, b in x]
    core.norms(x, out, 0)
    assert out.tolist() == [_wrap(v, 32) for v in exact]
    core.norms(x, out, 3)
    if "on aie:" in repr(core):  # elsewhere a 32-bit lane is a word already
        assert out.tolist() == [_wrap(v >> 3, 32) for v in exact]


@pytest.mark.parametrize("radix4", [0, 1])
@pytest.mark.parametrize("inverse", [False, True])
def test_aie_cpp_api_fft(core, radix4: int, inverse: bool) -> None:
    r = np.random.default_rng(6)
    x = r.integers(-1000, 1000, (16, 2)).astype(np.int16)

    def twiddles(groups: int, power: int, of: int):
        w = np.exp(-2j * np.pi * power * np.arange(groups) / of)
        return [(min(round(32768 * v.real), 32767), min(round(32768 * v.imag), 32767)) for v in w]

    if radix4:
        tw = [t for power in (2, 1, 3) for t in twiddles(1, power, 4)]
        tw += [t for power in (2, 1, 3) for t in twiddles(4, power, 16)]
    else:
        tw = [t for groups in (1, 2, 4, 8) for t in twiddles(groups, 1, 2 * groups)]
    y = np.zeros((16, 2), np.int16)
    core.fft16(x, np.array(tw, np.int16), np.zeros((16, 2), np.int16), y, radix4, inverse)
    signal = x[:, 0] + 1j * x[:, 1]
    exact = np.fft.ifft(signal) * 16 if inverse else np.fft.fft(signal)
    assert abs(y[:, 0] + 1j * y[:, 1] - exact).max() < 4  # 16-bit stages round


def test_aie_cpp_api_walks(core) -> None:
    x = np.arange(100, 164, dtype=np.int32)
    out = np.zeros(40, np.int32)
    core.walks(x, out)
    want = [*x[8:12], *x[:4], *x[4:8], *(x[i % 5] for i in (0, 3, 6, 9))]
    order = [outer + 2 * inner for outer in range(2) for inner in range(3)]
    assert out.tolist() == [int(v) for v in want] + [int(v) for k in order for v in x[4 * k : 4 * k + 4]]


# --- the later generations ---


@pytest.fixture(scope="module", params=CHIPS[1:])
def ml(request):
    return load(SOURCE, chip=request.param)


def test_aie_cpp_api_lookup(ml) -> None:
    table = np.arange(64, dtype=np.int16) * 3
    doubled = np.repeat(table.reshape(-1, 8), 2, axis=0).reshape(-1)  # every 16 bytes twice, for two readers at once
    x = np.arange(-128, 128, 8, dtype=np.int8)
    out = np.zeros(32, np.int16)
    ml.tables(x, doubled, out)
    assert out.tolist() == [int(table[(int(v) >> 2) + 32]) for v in x]


def test_aie_cpp_api_shuffle_modes(ml) -> None:
    x = np.arange(128, dtype=np.uint8)
    out = np.zeros(448, np.uint8)
    ml.shuffles(x, out)
    zipped = x.reshape(2, 64).T.reshape(-1)
    words = x.view(np.uint32).reshape(4, 8).T.reshape(-1).view(np.uint8)
    mask = np.array([0x00000000FFFF00FF >> i & 1 for i in range(64)], bool)
    halves = x.view(np.uint16)[::2].copy().view(np.uint8)
    rows = [
        zipped[:64], zipped[64:], halves, x[:64].reshape(8, 8).T.reshape(-1), words[64:], x[5:69],
        np.where(mask, x[64:], x[:64]),
    ]  # fmt: skip
    assert out.tolist() == np.concatenate(rows).tolist()


def test_aie_cpp_api_block_floats() -> None:
    r = np.random.default_rng(7)
    a, b = r.integers(-100, 101, (2, 8, 8)).astype(np.float32)
    a[:, 0] = b[:, 0] = 100  # one exponent for every block: all values are exact
    c, raw = np.zeros((2, 8, 8), np.float32), np.zeros(144, np.uint8)
    load(SOURCE, chip="aie-mlv2").blocks(a, b, c, raw)
    assert np.array_equal(c[0], 2 * a @ b.T)
    assert np.array_equal(c[1], a + a @ b.T)  # onto what it was started with
    assert raw.reshape(16, 9)[:, 0].tolist() == [133] * 16
    assert np.array_equal(raw.reshape(16, 9)[:, 1:].view(np.int8), np.concatenate([a, b]))

"""Functions that C++ and Python both have: the same bits from either, and what mathematics says."""

from __future__ import annotations

import math
import os

import numpy as np
import pytest

from compiled import needs_compiler
from lanewise import aie
from lanewise.aie.load import load

SOURCE = os.path.join(os.path.dirname(__file__), "cpp", "fronts.cc")
pytestmark = needs_compiler
FUNCTIONS = {
    "inv": lambda d: 1 / d, "sqrt": np.sqrt, "invsqrt": lambda d: 1 / np.sqrt(d), "tanh": np.tanh, "exp2": np.exp2,
    "sin": np.sin, "cos": np.cos,
}  # fmt: skip


@pytest.fixture(scope="module", params=["aie", "aie-ml"])
def kernels(request):
    return request.param, load(SOURCE, chip=request.param)


@pytest.fixture
def random():
    return np.random.default_rng(23)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_aie_fronts_elementary(kernels, random, name: str) -> None:
    chip, kernel = kernels
    x = np.concatenate([random.uniform(0.01, 20, 252), [0.0, math.inf, 1e-40, -1.0]]).astype(np.float32)
    y = np.zeros_like(x)
    getattr(kernel, f"each_{name}")(x, y, 256)
    with aie.core(chip):
        same = getattr(aie, name)(aie.vector(x)).data
    assert np.array_equal(same.view(np.uint32), y.view(np.uint32))
    if chip == "aie" and name in ("sin", "cos"):  # the unit's 20 bits of phase and 15 of result
        cut = np.floor(x[:252].astype(np.float64) / (2 * np.pi) * 2**20) * (2 * np.pi / 2**20)
        assert np.array_equal(y[:252] * 32768, np.minimum(np.rint(FUNCTIONS[name](cut) * 32768), 32767))
        return
    want = FUNCTIONS[name](x[:252].astype(np.float64)).astype(np.float32)
    assert np.abs(y[:252].view(np.int32) - want.view(np.int32)).max() <= 1


def test_aie_fronts_quotients_and_phases(kernels, random) -> None:
    chip, kernel = kernels
    (a, b), y = random.uniform(1, 9, (2, 8)).astype(np.float32), np.zeros(8, np.float32)
    kernel.quotient(a, b, y)
    x, z = random.integers(-(2**31), 2**31, 8, dtype=np.int32), np.zeros((8, 2), np.int16)
    x[:2] = 0, 2**30
    kernel.phases(x, z)
    with aie.core(chip):
        assert np.array_equal(aie.div(aie.vector(a), aie.vector(b)).data, y)
        assert np.array_equal(aie.sincos_complex(aie.vector(x)).data, z)
        assert aie.sqrt(2.25) == 1.5
    assert np.allclose(y, a / b, rtol=3e-7)
    assert z[:2].tolist() == [[32767, 0], [0, 32767]]
    turn = (x & ~0xFFF if chip == "aie" else x) * (math.pi / 2**31)
    assert np.abs(z - 32768 * np.stack([np.cos(turn), np.sin(turn)], 1)).max() <= 1


def test_aie_fronts_signs_while_running(kernels, random) -> None:
    _, kernel = kernels
    a, b = random.integers(0, 256, 16).astype(np.uint8), random.integers(-128, 128, 16).astype(np.int8)
    z = np.zeros(32, np.int32)
    kernel.by_sign(a, b, z)
    turned = a.view(np.int8).astype(int) * b.view(np.uint8).astype(int)
    assert z.tolist() == [*turned, *(a.astype(int) * b)]


def test_aie_fronts_tables(kernels, random) -> None:
    chip, kernel = kernels
    slopes, offsets = random.integers(-99, 99, (2, 16)).astype(np.int16)
    x, y = random.integers(-300, 300, 16).astype(np.int16), np.zeros(16, np.int32)
    kernel.segments(x, np.stack([slopes, offsets], 1), y)
    segments = [min(max((int(v) >> 4) + 8, 0), 15) for v in x]
    want = [int(slopes[s]) * (int(v) & 15) + 8 * int(offsets[s]) for v, s in zip(x, segments, strict=True)]
    assert y.tolist() == want
    b, near, low = random.integers(-128, 128, 16).astype(np.int8), np.zeros(16, np.int16), np.zeros(16, np.int16)
    kernel.entries(b, slopes, near, low)
    assert near.tolist() == [slopes[min(max((int(v) >> 2) + 8, 0), 15)] for v in b]
    assert low.tolist() == [slopes[((int(v) >> 2) + 8) % 16] for v in b]
    with aie.core(chip):
        lines = aie.linear_approx(slopes, offsets, 4, 8, 3)
        assert lines.compute(aie.vector(x)).to_vector("int32").data.tolist() == want
        assert np.array_equal(aie.parallel_lookup(slopes, 2, 8).fetch(aie.vector(b)).data, near)
        assert np.array_equal(aie.parallel_lookup(slopes, 2, 8, truncate=True).fetch(aie.vector(b)).data, low)


def test_aie_fronts_unit_tap(random) -> None:
    x, z = random.integers(-3000, 3000, 32).astype(np.int16), random.integers(-99, 99, 16).astype(np.int16)
    y, sliding = np.zeros(16, np.int32), np.zeros(16, np.int32)
    load(SOURCE, chip="aie").unit_tap(x, z, y, sliding)
    with aie.core("aie"):
        data, taps = aie.vector(x), aie.vector(z)
        acc = aie.mul8_sym_uct(data, 0, 0x03020100, 2, 0x2110, 6, 0x1201, 2, 5, taps, 0, 0, 1)
        acc = aie.mac8_sym_uct(acc, data, 2, 0x03020100, 2, 0x2110, 8, 0x1201, 1, 3, taps, 4, 0, 1)
        assert acc.values().tolist() == y.tolist()
        low = [sum(int(z[c]) * (int(x[n + c]) + int(x[n + 7 - c])) for c in range(4)) for n in range(8)]
        high = [64 * int(x[1 + n + 4]) for n in range(8)]
        moved = [sum(int(z[c]) * (int(x[1 + n + c]) + int(x[8 + n - c])) for c in range(4)) for n in range(8)]
        same = aie.sliding_mul_sym_uct(taps, data, 16, points=8, uct_shift=6, data_start=1)
    assert same.values().tolist() == sliding.tolist() == [*moved, *high]
    more = [sum(int(z[4 + c]) * (int(x[n + 2 + c]) + int(x[n + 9 - c])) for c in range(4)) for n in range(8)]
    assert y[:8].tolist() == [a + b for a, b in zip(low, more, strict=True)]
    assert y[8:].tolist() == [32 * int(x[n + 2]) + 8 * int(x[n + 3]) for n in range(8)]


def test_aie_fronts_words_of_32_bit_lanes_obey_no_mode() -> None:
    """acc32 to 32 bits is one register read as another: no shift, no saturation, from C++ and from Python."""
    lanes = np.array([-1, -(2**31), 7, 2**31 - 1] * 4, np.int32)
    kernel = load(SOURCE, chip="aie-ml")
    for saturation, code in (("none", 0), ("saturate", 1), ("symmetric", 3)):
        unsigned, signed = np.zeros(16, np.uint32), np.zeros(16, np.int32)
        kernel.words(lanes, unsigned, signed, code)
        with aie.core("aie-ml", saturation=saturation):
            acc = aie.accum(lanes, "acc32")
            assert acc.to_vector("uint32", 3).data.tolist() == unsigned.tolist() == [int(v) % 2**32 for v in lanes]
            assert acc.to_vector("int32", 3).data.tolist() == signed.tolist() == lanes.tolist()


def _pairs(values: list[int]) -> list[tuple[int, int]]:
    return list(zip(values[::2], values[1::2], strict=True))


@pytest.mark.parametrize("saturation", ["none", "saturate", "symmetric"])
def test_aie_fronts_nibbles_saturate(saturation: str) -> None:
    """Four-bit elements are clamped like others, and the core notices."""
    lanes = np.arange(-64, 64, 4, dtype=np.int32)
    kernel = load(SOURCE, chip="aie-ml")
    packed, seen = np.zeros(32, np.uint8), np.zeros(1, np.uint32)
    kernel.nibbles(lanes, packed, seen, {"none": 0, "saturate": 1, "symmetric": 3}[saturation])
    low = {"none": None, "saturate": -8, "symmetric": -7}[saturation]
    whole = [int(v) >> 1 for v in lanes]
    signed = [v & 15 if low is None else min(max(v, low), 7) & 15 for v in whole]
    unsigned = [v & 15 if low is None else min(max(v, 0), 15) for v in whole]
    assert packed.tolist() == [a | b << 4 for part in (signed, unsigned) for a, b in _pairs(part)]
    assert bool(seen[0]) == (saturation != "none")
    with aie.core("aie-ml", saturation=saturation) as core:
        acc = aie.accum(lanes, "acc32")
        assert [v & 15 for v in acc.to_vector("int4", 1).data.tolist()] == signed
        assert acc.to_vector("uint4", 1).data.tolist() == unsigned
        assert ("srs_saturated" in core.status) == (saturation != "none")


@pytest.mark.parametrize("chip", ["aie", "aie-ml"])
def test_aie_fronts_inverse_transform_of_256(random, chip: str) -> None:
    """Four stages between the caller's buffer and a work array, with twiddles that are members of a class."""
    x = random.integers(-(2**20), 2**20, (256, 2)).astype(np.int32)
    signal, y = x[:, 0] + 1j * x[:, 1], np.zeros((256, 2), np.int32)
    load(os.path.join(os.path.dirname(SOURCE), "transform.cc"), chip=chip).Inverse256().run(x, y)
    exact = np.fft.ifft(signal) * 256 / 4**4
    error = np.abs(y[:, 0] + 1j * y[:, 1] - exact)
    assert error.max() < np.abs(exact).max() * 2**-12  # twiddles have 15 bits

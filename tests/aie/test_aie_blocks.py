"""Block floats of the third generation: what lies in memory, and products against exact fractions."""

from __future__ import annotations

import os
from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest

from compiled import needs_compiler
from lanewise import aie
from lanewise.aie.load import load
from lanewise.errors import LanewiseError

SOURCE = os.path.join(os.path.dirname(__file__), "cpp", "inside.cc")
pytestmark = needs_compiler
BF16 = ml_dtypes.bfloat16


@pytest.fixture(scope="module")
def kernels():
    return load(SOURCE, chip="aie-mlv2")


def _blocks(random, count: int, low: int = 90, high: int = 160):
    """Bytes of random blocks: an exponent, then eight mantissas."""
    rows = random.integers(0, 256, (count, 9)).astype(np.uint8)
    rows[:, 0] = random.integers(low, high, count)
    return rows


def _values(rows) -> list[list[Fraction]]:
    """By the layout: value = m 2^(E - 127) / 64."""
    return [
        [Fraction(int(m)) * Fraction(2) ** (int(row[0]) - 127) / 64 for m in row[1:].view(np.int8)] for row in rows
    ]


def _nearest(x: Fraction) -> float:
    """The float that is nearest, ties to even."""
    if x == 0:
        return 0.0
    e = 0
    while abs(x) * Fraction(2) ** -e >= 2**24:
        e += 1
    while abs(x) * Fraction(2) ** -e < 2**23:
        e -= 1
    return float(Fraction(round(x * Fraction(2) ** -e)) * Fraction(2) ** e)


def _product(a, b, onto=None, sign: int = 1) -> np.ndarray:
    x, y = _values(a), _values(b)
    out = np.zeros((len(x), len(y)), np.float32)
    for r, row in enumerate(x):
        for c, column in enumerate(y):
            exact = sign * sum(p * q for p, q in zip(row, column, strict=True))
            before = Fraction(0) if onto is None else Fraction(float(onto[r, c]))
            out[r, c] = _nearest(before + exact)
    return out


def test_aie_blocks_are_copied_and_stepped_over(kernels) -> None:
    rows = _blocks(np.random.default_rng(1), 8)
    out, one = np.zeros(72, np.uint8), np.zeros(9, np.uint8)
    kernels.copied(rows.reshape(-1), out)
    kernels.stepped(rows.reshape(-1), one)
    assert out.tolist() == rows.reshape(-1).tolist()
    assert one.tolist() == rows[2].tolist()
    more, twice = _blocks(np.random.default_rng(2), 16).reshape(-1), np.zeros(145, np.uint8)
    kernels.copied_in_pairs(more, twice)
    assert twice.tolist() == [*more.tolist(), 0]


@pytest.mark.parametrize("seed", range(3))
def test_aie_blocks_multiply(kernels, seed: int) -> None:
    random = np.random.default_rng(seed)
    a, b = _blocks(random, 8), _blocks(random, 24)
    c = np.zeros((7, 64), np.float32)
    kernels.products(a.reshape(-1), b.reshape(-1), c)
    c = c.reshape(-1)
    first = _product(a, b[:8])
    second = _product(a, b[16:], first)
    want = [first, second, _product(a, b[16:], second, -1), _product(a, b[16:], -second), _product(a, b[16:])]
    for k, m in enumerate(want):
        assert np.array_equal(c[64 * k : 64 * k + 64].reshape(8, 8), m), k
    tall = _product(a[4:8], b[:16])
    assert np.array_equal(c[320:384].reshape(4, 16), tall)
    assert np.array_equal(c[384:].reshape(4, 16), _product(a[4:8], b[:16], tall))
    with aie.core("aie-mlv2"):
        x, y = aie.BlockVector.frombytes(a.tobytes()), aie.BlockVector.frombytes(b[:8].tobytes())
        z = aie.BlockVector.frombytes(b[16:].tobytes())
        acc = aie.mul_8x8_8x8T(x, y)
        assert np.array_equal(acc.to_vector().data.reshape(8, 8), first)
        assert np.array_equal(aie.mac_8x8_8x8T(x, z, acc).to_vector().data.reshape(8, 8), second)
        turned = aie.mac_8x8_8x8T_conf(x, z, aie.mac_8x8_8x8T(x, z, acc), 0, 1, 0)
        assert np.array_equal(turned.to_vector().data.reshape(8, 8), want[2])
        four, wide = (aie.BlockVector.frombytes(v.tobytes()) for v in (a[4:8], b[:16]))
        assert np.array_equal(aie.mul_4x8_8x16T(four, wide).to_vector().data.reshape(4, 16), tall)


def test_aie_blocks_in_tiles(kernels) -> None:
    random = np.random.default_rng(9)
    a, b = _blocks(random, 8), _blocks(random, 8)
    f = random.integers(-127, 128, (8, 8)).astype(BF16)
    f[:, 0] = 64  # one exponent for every row: whole numbers stay what they are
    c = np.zeros((2, 8, 8), np.float32)
    kernels.tiles(a.reshape(-1), b.reshape(-1), f, c)
    assert np.array_equal(c[0], _product(a, b, _product(a, b)))
    rows = np.zeros((8, 9), np.uint8)
    rows[:, 0], rows[:, 1:] = 133, f.astype(np.int8).view(np.uint8)
    assert np.array_equal(c[1], _product(rows, b))
    with aie.core("aie-mlv2"):
        x, y = aie.BlockVector.frombytes(a.tobytes()), aie.BlockVector.frombytes(b.tobytes())
        tile = aie.mmul(8, 8, 8, "bfp16ebs8", "bfp16ebs8").mul(x, y).mac(x, y)
        assert np.array_equal(tile.to_vector("float").data.reshape(8, 8), c[0])
        mixed = aie.mmul(8, 8, 8, "bfloat16", "bfp16ebs8").mul(aie.vector(f.reshape(-1)), y)
        assert np.array_equal(mixed.to_vector("float").data.reshape(8, 8), c[1])


def test_aie_blocks_become_floats_and_back(kernels) -> None:
    random = np.random.default_rng(4)
    a = _blocks(random, 8)
    a[:, 1:][a[:, 1:] == 0x80] = 0  # -2 has an exponent more
    a[:, 1] = 0x40  # the block's exponent is that of its largest number
    f = random.uniform(-8, 8, 64).astype(BF16)
    out, c = np.zeros(144, np.uint8), np.zeros((2, 64), np.float32)
    kernels.converted(a.reshape(-1), out, f, c)
    exact = [float(v) for row in _values(a) for v in row]
    assert c[0].tolist() == exact
    back = out[:72].reshape(8, 9)
    assert [float(v) for row in _values(back) for v in row] == exact
    for block, row in zip(f.reshape(8, 8).astype(np.float64), out[72:].reshape(8, 9), strict=True):
        top = int(np.floor(np.log2(np.abs(block).max())))  # arithmetic shift: floor, the default mode
        assert row[0] == top + 127
        assert row[1:].view(np.int8).tolist() == np.floor(block * 2.0 ** (6 - top)).astype(int).tolist()
    wide = f.astype(np.float32)
    assert np.array_equal(c[1], wide * wide)


def test_aie_blocks_run_along_the_terms() -> None:
    with aie.core("aie-mlv2"):
        x = aie.BlockVector.frombytes(bytes(72))
        with pytest.raises(LanewiseError, match="columns as rows"):
            aie.mul_8x8_8x8(x, x)
        with pytest.raises(LanewiseError, match="too few"):
            aie.mul_4x8_8x16T(x, x)

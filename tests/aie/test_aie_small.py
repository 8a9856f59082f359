"""The float side of the C++ headers against fractions: fixed point, block floats, products in parts, bfloat16."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from fixed_oracle import rounded
from test_aie_floats import _nine_products

from lanewise import aie
from lanewise.numerics.accumulator import ROUNDINGS

SOURCE = Path(__file__).with_name("numerics.cc")


@pytest.fixture(scope="module")
def headers() -> Any:
    return aie.load(SOURCE, chip="aie-ml")


def interesting() -> Any:
    rng = np.random.default_rng(1)
    halves = np.arange(-140, 140) / 2
    edges = [2.0**31, 2.0**31 - 128, -(2.0**31), 65535.5, 65534.5, 1e-40, -1e-40, 1e38, -1e38, np.inf, -np.inf]
    return np.concatenate([halves, edges, rng.normal(size=200) * 100]).astype(np.float32)


@pytest.mark.parametrize(
    ("name", "low", "high"), [("fixed_8", -128, 127), ("fixed_u16", 0, 65535), ("fixed_32", -(2**31), 2**31 - 1)]
)
def test_to_fixed(headers: Any, name: str, low: int, high: int) -> None:
    x = interesting()
    y = np.zeros(len(x), np.int32)
    for number, mode in enumerate(ROUNDINGS):
        for shift in (-3, 0, 1, 20):
            getattr(headers, name)(x, y, len(x), shift, number)
            want = []
            for v in x.tolist():
                exact = np.copysign(2**70, v) if np.isinf(v) else rounded(Fraction(v) * Fraction(2) ** shift, mode)
                want.append(int(min(max(exact, low), high)))
            assert y.tolist() == want, (mode, shift)
    getattr(headers, name)(np.full(1, np.nan, np.float32), y, 1, 0, 0)
    assert y[0] == 0


def test_to_float(headers: Any) -> None:
    x = np.array([0, 1, -1, 2**31 - 1, -(2**31), 123456789], np.int32)
    y = np.zeros(len(x), np.float32)
    for shift in (-4, 0, 3, 31):
        headers.floats(x, y, len(x), shift)
        assert y.tolist() == [float(np.float32(int(v) / 2.0**shift)) for v in x]


@pytest.mark.parametrize("mode", ROUNDINGS)
def test_block_floats(headers: Any, mode: str) -> None:
    """A mantissa is the value over 2**(exponent - 133), rounded; the exponent the least that holds them all."""
    rng = np.random.default_rng(2)
    count = 60
    x = (rng.normal(size=(count, 8)) * 2.0 ** rng.integers(-20, 20, (count, 1))).astype(np.float32)
    x[0] = 0
    x[1] = [1, -1, 127 / 64, -2, 0.5, 1.9999999, -1.9999999, 2**-7]
    exponents, mantissas = np.zeros(count, np.int32), np.zeros((count, 8), np.int8)
    back = np.zeros((count, 8), np.float32)
    headers.blocks(x, exponents, mantissas, back, count, ROUNDINGS.index(mode))
    for values, exponent, mantissa, again in zip(x, exponents.tolist(), mantissas, back, strict=True):
        unit = Fraction(2) ** (exponent - 133)
        want = [rounded(Fraction(float(v)) / unit, mode) for v in values]
        assert mantissa.tolist() == want
        assert again.tolist() == [float(m * unit) for m in want]
        if exponent and any(want):
            tighter = [rounded(Fraction(float(v)) / unit * 2, mode) for v in values]
            top = int(np.frexp(np.abs(values).max())[1]) - 1 + 127
            assert exponent == top or max(tighter) > 127 or min(tighter) < -128


def test_float_product_in_parts(headers: Any) -> None:
    rng = np.random.default_rng(3)
    a, b = rng.normal(size=500).astype(np.float32), (rng.normal(size=500) * 1e4).astype(np.float32)
    y = np.zeros(500, np.float32)
    headers.parts(a, b, y, 500, 9)
    assert y.tolist() == [_nine_products(p, q) for p, q in zip(a.tolist(), b.tolist(), strict=True)]
    errors = {}
    for accuracy in (9, 6, 3):
        headers.parts(a, b, y, 500, accuracy)
        errors[accuracy] = np.abs(y / (a.astype(float) * b) - 1).max()
    assert errors[9] < 2.0**-22
    assert errors[6] < 2.0**-20
    assert 2.0**-20 < errors[3] < 2.0**-13


def test_first_generation_flushes(headers: Any) -> None:
    tiny, least = 2.0**-149, 2.0**-126
    a = np.array([tiny, -tiny, least, 1.5 * least, np.inf, 3], np.float32)
    b = np.array([tiny, 1, 0.5, -least, -np.inf, 4], np.float32)
    sums, products = np.zeros(6, np.float32), np.zeros(6, np.float32)
    headers.flushed(a, b, sums, products, 6)
    assert sums[[0, 1, 3, 5]].tolist() == [0, 1, 0, 7]
    assert products[[0, 1, 2, 3, 5]].tolist() == [0, 0, 0, 0, 12]
    assert np.signbit(products[[1, 3]]).all()
    assert sums[4:5].view(np.uint32).tolist() == [0x7FC00000]


def test_scalar_bfloat16(headers: Any) -> None:
    bits = np.arange(0x3F800000, 0x3F840000, 0x1000, dtype=np.uint32)
    x = bits.view(np.float32)
    direct, beside = np.zeros(len(x), np.uint16), np.zeros(len(x), np.uint16)
    headers.scalar(x, direct, beside, len(x))
    assert direct.tolist() == x.astype(ml_dtypes.bfloat16).view(np.uint16).tolist()
    # A tie in float is none in double: one rounding, not two.
    assert beside.tolist() == [int(b >> 16) + ((int(b) & 0xFFFF) >= 0x8000) for b in bits]

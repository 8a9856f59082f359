"""bfloat16 by all ten modes, float products whole and in parts, conversions."""

from __future__ import annotations

import struct
from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest
from fixed_oracle import Array, rounded

from lanewise import aie
from lanewise.aie.units import unit
from lanewise.isa.aie import floats
from lanewise.numerics.accumulator import ROUNDINGS, bfloat16_bits

BF16 = ml_dtypes.bfloat16


def _bfloat16(x: float, mode: str) -> float:
    """By the spacing of bfloat16 numbers around x."""
    if x == 0:
        return x
    exponent = max(int(np.frexp(x)[1]) - 1, -126)
    quantum = Fraction(2) ** (exponent - 7)
    value = rounded(Fraction(x) / quantum, mode) * quantum
    return float(value) if abs(value) < 2**128 else np.copysign(np.inf, x)


@pytest.mark.parametrize("mode", ROUNDINGS)
def test_bfloat16_rounding(mode: str, path: str) -> None:
    rng = np.random.default_rng(1)
    highs = rng.integers(0, 0x7F80, 150) | rng.integers(0, 2, 150) << 15
    lows = [0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF]
    bits = np.array(
        [int(h) << 16 | low for h in [*highs, 0x7F7F, 0xFF7F, 0, 0x8000, 0x007F] for low in lows], np.uint32
    )
    values = bits.view(np.float32)
    got = aie.to_bfloat16(values, mode)
    want = np.array([_bfloat16(float(v), mode) for v in values], np.float32)
    assert np.array_equal(got.astype(np.float32), want)
    assert np.array_equal(np.signbit(got), np.signbit(values))


def test_bfloat16_conv_even_is_the_usual_rounding() -> None:
    bits = np.arange(0, 2**32, 65521, dtype=np.uint64).astype(np.uint32)
    values = bits.view(np.float32)
    got = aie.to_bfloat16(values, "conv_even")
    finite = ~np.isnan(values)
    assert np.array_equal(got[finite].view(np.uint16), values[finite].astype(BF16).view(np.uint16))
    assert np.isnan(got[~finite].astype(np.float32)).all()


def test_bfloat16_of_nan_and_infinity(path: str) -> None:
    bits = np.array([0x7F800000, 0xFF800000, 0x7F800001, 0xFFC12345, 0x7FFFFFFF], np.uint32)
    for mode in ROUNDINGS:
        assert aie.to_bfloat16(bits.view(np.float32), mode).view(np.uint16).tolist() == [
            0x7F80,
            0xFF80,
            0x7FC0,
            0xFFC1,
            0x7FFF,
        ]


def test_accfloat_to_bfloat16_follows_the_mode(ml: aie.Core) -> None:
    a = aie.vector(np.array([1.0078125, -1.0078125, 3.0], BF16))
    acc = aie.mul(a, a.data[0])
    exact = [1.0078125**2, -(1.0078125**2), 3 * 1.0078125]
    assert acc.values().tolist() == exact  # one product is exact
    for mode in ROUNDINGS:
        ml.rounding = mode
        assert acc.to_vector("bfloat16").data.astype(float).tolist() == [_bfloat16(x, mode) for x in exact]
    assert acc.to_vector("float").data.tolist() == exact


def test_float_products_are_not_fused(aie1: aie.Core) -> None:
    x = np.float32(1 + 2**-12)
    v = aie.vector(np.full(8, x, np.float32))
    acc = aie.mac(aie.accum(np.full(8, -1.0, np.float32), "accfloat"), v, v)
    rounded_product = np.float32(np.float64(x) * np.float64(x))
    assert acc.values().tolist() == [float(np.float32(rounded_product - 1))] * 8
    assert acc.values()[0] != float(np.float64(x) * np.float64(x) - 1)


def test_first_generation_has_no_denormals(aie1: aie.Core) -> None:
    small = np.float32(2.0**-130)
    v = aie.vector(np.array([small, -small, 2.0**-100, np.inf], np.float32))
    ones = aie.vector(np.array([1, 1, 2.0**-40, 0], np.float32))
    got = aie.mul(v, ones).values()
    assert got[:3].tolist() == [0.0, 0.0, 0.0]
    assert np.signbit(got[:2]).tolist() == [False, True]
    assert got[3:].view(np.uint32).tolist() == [0x7FC00000]
    assert aie.add(v, v).data[:2].tolist() == [0, 0]


def test_later_generations_keep_denormals(ml: aie.Core) -> None:
    v = aie.vector(np.array([2.0**-130], BF16))
    assert aie.mul(v, aie.vector(np.array([1.0], BF16))).values().tolist() == [2.0**-130]


def _nine_products(a: float, b: float) -> float:
    """Three bfloat16 parts each, products smallest first, sums in float."""

    def parts(x: Array) -> list[np.float32]:
        found = []
        for _ in range(3):
            part = np.float32(BF16(x))
            found.append(part)
            x = np.float32(x - part)
        return found

    x, y = parts(np.float32(a)), parts(np.float32(b))
    total = None
    for i, j in ((2, 2), (1, 2), (2, 1), (0, 2), (2, 0), (1, 1), (0, 1), (1, 0), (0, 0)):
        product = np.float32(x[i] * y[j])
        total = product if total is None else np.float32(total + product)
    return float(total)


def test_float_products_in_parts(ml: aie.Core) -> None:
    ml.rounding = "conv_even"
    rng = np.random.default_rng(2)
    a, b = rng.normal(size=64).astype(np.float32), (rng.normal(size=64) * 1e3).astype(np.float32)
    got = aie.mul(aie.vector(a), aie.vector(b)).values()
    assert got.tolist() == [_nine_products(x, y) for x, y in zip(a.tolist(), b.tolist(), strict=True)]
    assert np.allclose(got, a * b, rtol=1e-6)
    odd = aie.mul(
        aie.vector(np.array([np.inf, np.nan, 0], np.float32)), aie.vector(np.array([2, 1, np.inf], np.float32))
    )
    assert odd.values()[0] == np.inf
    assert np.isnan(odd.values()[1:]).all()


def test_bfloat16_matrices_add_in_order(ml: aie.Core) -> None:
    rng = np.random.default_rng(3)
    a, b = rng.normal(size=(4, 8)).astype(BF16), rng.normal(size=(8, 4)).astype(BF16)
    got = aie.mmul(4, 8, 4, "bfloat16", "bfloat16").mul(aie.vector(a.reshape(-1)), aie.vector(b.reshape(-1))).to_accum()
    want = np.zeros((4, 4), np.float32)
    for k in range(8):
        want = want + a[:, k, None].astype(np.float32) * b[None, k].astype(np.float32)
    assert np.array_equal(got.values().reshape(4, 4), want)


def test_float_filter_adds_in_order(aie1: aie.Core) -> None:
    rng = np.random.default_rng(4)
    d, c = rng.normal(size=20).astype(np.float32), rng.normal(size=5).astype(np.float32)
    got = aie.sliding_mul(aie.vector(c), aie.vector(d), 8, data_start=2)
    want = np.zeros(8, np.float32)
    for p in range(5):
        want = want + np.float32(c[p]) * d[2 + p : 10 + p]
    assert np.array_equal(got.values(), want)


def test_complex_float_products_take_two_steps(aie1: aie.Core) -> None:
    a, b = np.array([[1.1, 2.3]], np.float32), np.array([[0.7, -1.9]], np.float32)
    got = aie.mul(aie.vector(a), aie.vector(b)).values()[0]
    f = np.float32
    real = f(f(a[0, 0] * b[0, 0]) - f(a[0, 1] * b[0, 1]))
    imag = f(f(a[0, 0] * b[0, 1]) + f(a[0, 1] * b[0, 0]))
    assert got.tolist() == [float(real), float(imag)]


def test_bfloat16_add_rounds_by_the_mode(ml: aie.Core) -> None:
    a, b = aie.vector(np.array([1.0, -1.0], BF16)), aie.vector(np.array([2.0**-9, -(2.0**-9)], BF16))
    assert aie.add(a, b).data.astype(float).tolist() == [1.0, -1.0078125]
    ml.rounding = "conv_even"
    assert aie.add(a, b).data.astype(float).tolist() == [1.0, -1.0]


@pytest.mark.parametrize("chip", ["aie", "aie-ml"])
def test_to_fixed_against_fractions(chip: str) -> None:
    values = np.array(
        [0, 0.5, 1.5, -0.5, -2.5, 1e-30, -1e-30, 3.75, 1e9, -1e9, 1e20, -1e20, np.inf, -np.inf, 127.5], np.float32
    )
    with aie.core(chip) as core:
        for name, bits in (("int8", 8), ("int16", 16), ("int32", 32)):
            if chip == "aie":
                mode = "conv_even"
            else:
                mode = "symmetric_zero" if bits == 8 else core.rounding
            width = 32 if bits == 16 and chip != "aie" else bits
            for shift in (-2, 0, 1, 12):
                want = []
                for v in values.tolist():
                    big = np.copysign(2**40, v) if np.isinf(v) else rounded(Fraction(v) * Fraction(2) ** shift, mode)
                    clamped = int(max(-(2 ** (width - 1)), min(2 ** (width - 1) - 1, big)))
                    want.append((clamped + 2 ** (bits - 1)) % 2**bits - 2 ** (bits - 1))
                assert aie.to_fixed(aie.vector(values), name, shift).data.tolist() == want
        assert aie.to_fixed(aie.vector(np.array([np.nan], np.float32)), "int32").data.tolist() == [0]


def test_to_float(core: aie.Core) -> None:
    v = aie.vector([1, -3, 2**31 - 1], "int32")
    assert aie.to_float(v, shift=1).data.tolist() == [0.5, -1.5, float(np.float32((2**31 - 1) / 2))]


def test_float_policies_are_the_chips() -> None:
    for chip, denormals, product in (("aie", "flushed", "ieee"), ("aie-ml", "kept", "three_parts")):
        core = aie.core(chip)
        assert (core.policy("float_denormals"), core.policy("float_product")) == (denormals, product)
        assert floats.canonicalise(core, np.float32(2.0**-140)) == (0 if denormals == "flushed" else 2.0**-140)


def test_bfloat16_bits_definition() -> None:
    for mode in ROUNDINGS:
        for x in (1.00390625, -1.00390625, 3.1415927, -2.7182817):
            bits = struct.unpack("<I", struct.pack("<f", x))[0]
            want = np.array([_bfloat16(struct.unpack("<f", struct.pack("<I", bits))[0], mode)], np.float32)
            assert bfloat16_bits(bits, mode) == want.astype(BF16).view(np.uint16)[0]
    assert unit().to_bfloat16(np.zeros((2, 3), np.float32), "floor").shape == (2, 3)

"""Functions of threads against oracles of their own: 120 bits for mathematical ones, exact values for conversions."""

from __future__ import annotations

from pathlib import Path

import ml_dtypes
import mpmath
import numpy as np
import pytest

import lanewise.cpp

SOURCE = Path(__file__).parent / "loaded.asc"
ALL = np.arange(1 << 16, dtype=np.uint16)


@pytest.fixture(scope="module")
def module() -> lanewise.cpp.Module:
    return lanewise.cpp.load(SOURCE, chip="ascend950")


ORDER = 5
BESSEL = (
    lambda x: mpmath.besselj(0, x), lambda x: mpmath.besselj(1, x), lambda x: mpmath.besselj(ORDER, x),
    lambda x: mpmath.bessely(0, x), lambda x: mpmath.bessely(1, x), lambda x: mpmath.bessely(ORDER, x),
    lambda x: mpmath.besseli(0, x), lambda x: mpmath.besseli(1, x),
)  # fmt: skip


@pytest.mark.parametrize("count", [16, pytest.param(200, marks=pytest.mark.sweep)])
def test_simt_bessel_functions(module: lanewise.cpp.Module, count: int) -> None:
    dice = np.random.default_rng(count)
    x = np.concatenate([np.exp(dice.uniform(-12, 9, count)), dice.uniform(0, 40, count)]).astype(np.float32)
    out = np.zeros((8, x.size), np.float32)
    module.bessel[7, 64](out, x, x.size, ORDER)
    for row, function in zip(out, BESSEL, strict=True):
        for got, at in zip(row, x, strict=True):
            with mpmath.workprec(120):
                due = function(mpmath.mpf(float(at)))
                # Within a step of float, but for what lies near a zero and is small beside the function's waves.
                step = max(abs(due) * mpmath.mpf(2) ** -23, mpmath.mpf(10) ** -14, mpmath.mpf(2) ** -149)
                if abs(due) > mpmath.mpf(2) ** 128:
                    assert np.isinf(got), (at, due)
                else:
                    assert abs(mpmath.mpf(float(got)) - due) <= 0.51 * step, (at, got, due)


def test_simt_bessel_functions_at_their_ends(module: lanewise.cpp.Module) -> None:
    x = np.array([0, -0.0, np.inf, -np.inf, np.nan, -1.5], np.float32)
    out = np.zeros((8, x.size), np.float32)
    module.bessel[1, 32](out, x, x.size, ORDER)
    nan, inf = np.nan, np.inf
    due = [
        [1, 1, 0, 0, nan], [0, 0, 0, 0, nan], [0, 0, 0, 0, nan], [-inf, -inf, 0, nan, nan], [-inf, -inf, 0, nan, nan],
        [-inf, -inf, 0, nan, nan], [1, 1, inf, inf, nan], [0, 0, inf, -inf, nan],
    ]  # fmt: skip
    np.testing.assert_array_equal(out[:, :5], due)
    odd = out[:, 5]
    assert odd[0] > 0 > odd[1]  # J0 is even, J1 is odd
    assert np.isnan(odd[3:6]).all()
    module.bessel[1, 32](out, x, x.size, -1)
    assert np.isnan(out[[2, 5]]).all()


def rounded(values: np.ndarray, steps: np.ndarray, mode: str) -> np.ndarray:
    """Values on the grid of their step, exactly: all of them are far shorter than float64."""
    scaled = values / steps
    whole = {
        "rn": np.rint, "rz": np.trunc, "rd": np.floor, "ru": np.ceil,
        "rna": lambda v: np.copysign(np.floor(np.abs(v) + 0.5), v),
    }[mode](scaled)  # fmt: skip
    return np.where(np.isfinite(values), whole * steps, values)


def due_float(values: np.ndarray, mode: str, bits: int, smallest: int, largest: float) -> np.ndarray:
    """To a float of `bits` significant bits, whose smallest step is 2^smallest, infinite above `largest`."""
    with np.errstate(all="ignore"):
        _, exponent = np.frexp(values)
        steps = np.ldexp(1.0, np.maximum(exponent - bits, smallest))
        whole = rounded(values, steps, mode)
    return np.where(np.abs(whole) > largest, np.copysign(np.inf, values), whole)


MODES = ("rn", "rz", "rd", "ru", "rna")


def test_simt_half_and_bfloat16_of_each_other(module: lanewise.cpp.Module) -> None:
    out = np.zeros((1 << 16, 15), np.uint16)
    module.narrow[128, 512](out)
    with np.errstate(invalid="ignore"):  # signalling nan
        halves, brains = ALL.view(np.float16).astype(float), ALL.view(ml_dtypes.bfloat16).astype(float)
    for k, mode in enumerate(MODES):
        due = due_float(halves, mode, 8, -133, 3.3895313892515355e38)
        np.testing.assert_array_equal(out[:, k].copy().view(ml_dtypes.bfloat16).astype(np.float64), due)
        due = due_float(brains, mode, 11, -24, 65504.0)
        np.testing.assert_array_equal(out[:, 5 + k].copy().view(np.float16).astype(np.float64), due, mode)
        finite = np.where(np.isnan(brains), 0, np.clip(due, -65504, 65504))
        np.testing.assert_array_equal(out[:, 10 + k].copy().view(np.float16).astype(np.float64), finite, mode)


def hifloat8() -> np.ndarray:
    """Values by bits, from the documented fields: a sign, the dot that says how many bits the exponent has, and what is
    left for the mantissa."""
    values = np.zeros(256)
    for bits in range(256):
        low = bits & 0x7F
        if low >> 5:  # dots 11, 10, 01: exponents of 4, 3 and 2 bits
            width = (low >> 5) + 1
            room = 5 - width
        elif low >> 4:  # 001: one bit
            width, room = 1, 3
        elif low >> 3:  # 0001: none
            width, room = 0, 3
        else:
            values[bits] = 0.0 if low == 0 else 2.0 ** (low - 23)
            values[bits] *= -1 if bits >> 7 else 1
            continue
        field, mantissa = low >> room & ((1 << width) - 1), low & ((1 << room) - 1)
        if width:
            size = (1 << (width - 1)) | (field & ((1 << (width - 1)) - 1))
            exponent = -size if field >> (width - 1) else size
        else:
            exponent = 0
        value = (1 + mantissa / (1 << room)) * 2.0**exponent
        values[bits] = -value if bits >> 7 else value
    values[0x80], values[0x6F], values[0xEF] = np.nan, np.inf, -np.inf
    return values


@pytest.mark.sweep
def test_simt_pairs_of_bytes(module: lanewise.cpp.Module) -> None:
    out, back = np.zeros((1 << 16, 8, 2), np.uint8), np.zeros((256, 4), np.float32)
    module.bytes[128, 512](out.view(np.uint16), back)
    octets = np.arange(256, dtype=np.uint8)
    np.testing.assert_array_equal(back[:, 0], hifloat8())
    np.testing.assert_array_equal(back[:, 3], hifloat8())
    np.testing.assert_array_equal(back[:, 1], octets.view(ml_dtypes.float8_e4m3fn).astype(np.float32))
    np.testing.assert_array_equal(back[:, 2], octets.view(ml_dtypes.float8_e5m2).astype(np.float32))
    halves = ALL.view(np.float16).astype(np.float64)
    both = np.stack([halves, -halves], 1)

    plain = due_float(both, "rn", 4, -9, 448.0)
    plain[np.isinf(plain)] = np.nan
    limited = np.where(np.isnan(both), 0, np.clip(due_float(both, "rn", 4, -9, 448.0), -448, 448))
    np.testing.assert_array_equal(out[:, 4].view(ml_dtypes.float8_e4m3fn).astype(np.float64), plain)
    np.testing.assert_array_equal(out[:, 5].view(ml_dtypes.float8_e4m3fn).astype(np.float64), limited)

    plain = due_float(both, "rn", 3, -16, 57344.0)
    limited = np.where(np.isnan(both), 0, np.clip(plain, -57344, 57344))
    np.testing.assert_array_equal(out[:, 6].view(ml_dtypes.float8_e5m2).astype(np.float64), plain)
    np.testing.assert_array_equal(out[:, 7].view(ml_dtypes.float8_e5m2).astype(np.float64), limited)

    values = hifloat8()
    ladder = np.unique(values[np.isfinite(values) & (values >= 0)])
    size = np.abs(both)
    above = np.clip(np.searchsorted(ladder, size), 1, ladder.size - 1)
    lower, upper = ladder[above - 1], ladder[above]
    with np.errstate(invalid="ignore"):
        near = np.where(size - lower >= upper - size, upper, lower)  # halves go away from zero
    for row in (0, 2):
        got, kept = values[out[:, row]], values[out[:, row + 1]]
        inside = size <= ladder[-1]
        np.testing.assert_array_equal(np.abs(got[inside]), near[inside])
        assert (np.signbit(got[inside]) == np.signbit(both[inside]))[near[inside] > 0].all()
        assert np.isnan(got[np.isnan(both)]).all()
        assert not kept[np.isnan(both)].any()
        np.testing.assert_array_equal(np.abs(kept[size > 50000]), ladder[-1])


def test_simt_spaces_of_pointers(module: lanewise.cpp.Module) -> None:
    out = np.zeros(10, np.uint32)
    module.spaces[1, 1](out)
    assert list(out) == [1, 2, 4, 0, 7, 1, 0, 0xFFF80000, 0xFFF00000, 0]

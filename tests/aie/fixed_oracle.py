"""Rounding said another way: by quotient and remainder and by fractions, never by what is added before a shift."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def rounded(x: Fraction, mode: str) -> int:
    low, high = math.floor(x), math.ceil(x)
    match mode:
        case "floor":
            return low
        case "ceil":
            return high
        case "symmetric_floor":
            return math.trunc(x)
        case "symmetric_ceil":
            return high if x > 0 else low
    if x - low != Fraction(1, 2):
        return low if x - low < Fraction(1, 2) else high
    return {
        "positive_inf": high,
        "negative_inf": low,
        "symmetric_inf": high if x > 0 else low,
        "symmetric_zero": low if x > 0 else high,
        "conv_even": low if low % 2 == 0 else high,
        "conv_odd": low if low % 2 else high,
    }[mode]


def fitted(t: int, bits: int, signed: bool, saturation: str) -> int:
    lowest, highest = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
    if saturation == "none":
        return (t - lowest) % 2**bits + lowest
    if saturation == "symmetric" and signed:
        lowest = -highest
    return sorted((lowest, t, highest))[1]


def srs(a: int, shift: int, rounding: str, saturation: str, bits: int, signed: bool = True) -> int:
    return fitted(rounded(Fraction(a) / Fraction(2) ** shift, rounding), bits, signed, saturation)


def rounded_all(a: Array, shift: int, mode: str) -> Array:
    """The same for int64 arrays: exact while 2 * 2**shift fits 64 bits."""
    if shift == 0:
        return a
    n = np.int64(1) << shift
    q, r = np.divmod(a, n)
    tie, near_high, some = 2 * r == n, 2 * r > n, r != 0
    up = {
        "floor": np.zeros_like(some),
        "ceil": some,
        "symmetric_floor": some & (a < 0),
        "symmetric_ceil": some & (a > 0),
        "positive_inf": near_high | tie,
        "negative_inf": near_high,
        "symmetric_inf": near_high | tie & (a > 0),
        "symmetric_zero": near_high | tie & (a < 0),
        "conv_even": near_high | tie & (q % 2 == 1),
        "conv_odd": near_high | tie & (q % 2 == 0),
    }[mode]
    return q + up


def fitted_all(t: Array, bits: int, signed: bool, saturation: str) -> Array:
    lowest, highest = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
    if saturation == "none":
        return (t - lowest) % 2**bits + lowest
    return np.clip(t, -highest if saturation == "symmetric" and signed else lowest, highest)

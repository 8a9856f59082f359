"""Formats of 8 bits and less that numpy does not have: hifloat8, e8m0 as the chips use it, and floats of 4 bits.

4-bit values take one byte each here. hifloat8 has one zero, and its finest steps are near 1: a prefix says how many
bits the exponent takes and so how many are left for the fraction.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from lanewise.numerics.layout import FloatLayout

if TYPE_CHECKING:
    from lanewise.numerics.formats import DType

Array = np.ndarray[Any, Any]

FP4 = {"fp4x2_e2m1": FloatLayout(2, 1, False, 6.0), "fp4x2_e1m2": FloatLayout(1, 2, False, 1.75, excess=1)}
NAMES = ("hifloat8", "fp8_e8m0", *FP4)

HIF8_NAN, HIF8_INFINITY, HIF8_LARGEST = 0x80, 0x6F, 0x6E
HIF8_SMALLEST = -22  # exponent of the smallest number
E8M0_NAN = 0xFF


def decode(codes: Array, of: DType) -> Array:
    """Exact values as float64."""
    return _values(of.name)[np.asarray(codes).view(np.uint8)]


@cache
def _values(name: str) -> Array:
    if name == "hifloat8":
        return np.array([_hifloat8(code) for code in range(256)])
    if name == "fp8_e8m0":  # 0 is zero, as the chips convert it
        return np.array([0.0, *(2.0 ** (code - 127) for code in range(1, 255)), np.nan])
    layout = FP4[name]
    magnitudes = []
    for code in range(8):
        field, fraction = divmod(code, 1 << layout.mantissa)
        step = 2.0 ** (max(field, 1) - layout.bias - layout.mantissa)
        magnitudes.append((fraction + (1 << layout.mantissa if field else 0)) * step)
    return np.array([*magnitudes, *(-m for m in magnitudes)] * 16)


def _hifloat8(code: int) -> float:
    sign, rest = (-1.0 if code >> 7 else 1.0), code & 0x7F
    if code == HIF8_NAN:
        return float("nan")
    if rest == HIF8_INFINITY:
        return sign * float("inf")
    if rest < 8:
        return sign * 2.0 ** (rest - 23) if rest else 0.0
    if rest < 16:
        return sign * (1 + (rest & 7) / 8)
    bits, width = (1, 3) if rest < 32 else (2, 3) if rest < 64 else (3, 2) if rest < 96 else (4, 1)
    field, fraction = rest >> width & ((1 << bits) - 1), rest & ((1 << width) - 1)
    top = 1 << (bits - 1)  # the sign of the exponent stands where its leading one would be
    exponent = -(field | top) if field & top else field | top
    return sign * 2.0**exponent * (1 + fraction / (1 << width))


def hifloat8_step(exponent: Array) -> Array:
    """log2 of the distance between neighbours in a binade."""
    size = np.abs(exponent)
    digits = np.where(size <= 3, 3, np.where(size <= 7, 2, np.where(size <= 15, 1, 0)))
    return np.where(exponent < HIF8_SMALLEST, HIF8_SMALLEST, exponent - digits)


def to_hifloat8(x: Array, whole: Callable[[Array], Array], saturate: bool, threshold: Any = None) -> Array:
    """float64 values as hifloat8. `whole` rounds to integers; `threshold` (bits, values) asks for hybrid rounding:
    far from 1 a number goes up where the top bits of what it loses reach the threshold its own low bits give.
    """
    finite = np.isfinite(x)
    safe = np.where(finite, x, 0.0)
    exponent = np.where(safe == 0, HIF8_SMALLEST, np.frexp(safe)[1] - 1)
    step = hifloat8_step(exponent)
    scaled = np.ldexp(safe, -step)
    rounded = np.abs(whole(scaled))
    if threshold is not None:
        width, limit = threshold
        kept = np.floor(np.abs(scaled))
        lost = np.abs(scaled) - kept
        up = (lost > 0) & (np.floor(lost * (1 << width)) >= limit) & (exponent >= HIF8_SMALLEST - 1)
        rounded = np.where(np.abs(exponent) <= 3, rounded, kept + up)
    size = np.where(finite, np.ldexp(rounded, step), np.inf)
    codes, values = _hifloat8_order()
    over = size >= 1.5 * 2.0**15
    found = codes[np.searchsorted(values, np.where(over, 0.0, size))]
    found = np.where(over, HIF8_LARGEST if saturate else HIF8_INFINITY, found)
    out = np.where(found == 0, 0, found | np.where(np.signbit(x), 0x80, 0))
    return np.where(np.isnan(x), 0 if saturate else HIF8_NAN, out).astype(np.uint8)


@cache
def _hifloat8_order() -> tuple[Array, Array]:
    """The codes of finite numbers from 0 up, and their values."""
    pairs = sorted((_hifloat8(code), code) for code in range(128) if code != HIF8_INFINITY)
    return np.array([code for _, code in pairs]), np.array([value for value, _ in pairs])


def to_e8m0(x: Array) -> Array:
    """The exponent alone: sign and fraction are dropped without rounding; infinity and NaN become NaN."""
    with np.errstate(invalid="ignore"):
        field = np.frexp(np.where(np.isfinite(x), x, 1.0))[1] - 1 + 127
    field = np.where((x == 0) | (field < 1), 0, np.minimum(field, E8M0_NAN))
    return np.where(np.isfinite(x), field, E8M0_NAN).astype(np.uint8)


def to_fp4(rounded: Array, to: DType) -> Array:
    """Values already on the grid, out of range clamped, NaN as 0."""
    layout = FP4[to.name]
    size = np.where(np.isnan(rounded), 0.0, np.minimum(np.abs(rounded), layout.maximum))
    code = np.searchsorted(_values(to.name)[:8], size)
    return (code | np.where(np.signbit(rounded) & ~np.isnan(rounded), 8, 0)).astype(np.uint8)

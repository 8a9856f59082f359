"""Rounding, saturation and conversion between element types: the definition.

Everything here is exact arithmetic on float64 or Python integers followed by one rounding; the C++ engine does the same
with unpacked integers, and the tests hold the two together.
"""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from lanewise.numerics import small
from lanewise.numerics.layout import FloatLayout

if TYPE_CHECKING:
    from lanewise.numerics.formats import DType

Array = np.ndarray[Any, Any]


class RoundMode(IntEnum):
    CAST_NONE = 0
    CAST_RINT = 1
    CAST_FLOOR = 2
    CAST_CEIL = 3
    CAST_ROUND = 4
    CAST_TRUNC = 5
    CAST_ODD = 6
    CAST_HYBRID = 7  # to hifloat8 only


def round_integral(x: Array, mode: RoundMode) -> Array:
    """float64 values rounded to integral float64 values."""
    with np.errstate(invalid="ignore"):  # NaN and infinities stay what they are
        return _round_integral(x, mode)


def _round_integral(x: Array, mode: RoundMode) -> Array:
    if mode in (RoundMode.CAST_NONE, RoundMode.CAST_RINT):
        return np.rint(x)
    if mode == RoundMode.CAST_FLOOR:
        return np.floor(x)
    if mode == RoundMode.CAST_CEIL:
        return np.ceil(x)
    whole = np.trunc(x)
    if mode == RoundMode.CAST_TRUNC:
        return whole
    away = whole + np.copysign(1.0, x)
    if mode == RoundMode.CAST_ROUND:
        return np.where(np.abs(x - whole) >= 0.5, away, whole)
    return np.where((x != whole) & (np.fmod(whole, 2) == 0), away, whole)  # CAST_ODD


def round_to_layout(x: Array, layout: FloatLayout, mode: RoundMode = RoundMode.CAST_RINT) -> Array:
    """float64 values rounded to the grid of `layout`, kept as float64; beyond the range becomes infinity."""
    x = np.asarray(x, np.float64)
    finite = np.isfinite(x)
    safe = np.where(finite, x, 0.0)
    exponent = np.frexp(safe)[1] - 1
    quantum = np.maximum(exponent, layout.smallest_exponent) - layout.mantissa
    rounded = np.ldexp(round_integral(np.ldexp(safe, -quantum), mode), quantum)
    rounded = np.where(rounded == 0, np.copysign(0.0, safe), rounded)
    rounded = np.where(np.abs(rounded) > layout.maximum, np.copysign(np.inf, rounded), rounded)
    return np.where(finite, rounded, x)


def to_float(x: Array, to: DType, mode: RoundMode = RoundMode.CAST_RINT, saturate: bool = False) -> Array:
    """float64 values as an array of the float type `to`.

    Saturating: infinities and overflow become the largest finite value and NaN becomes 0.
    Otherwise NaN becomes the one quiet NaN of the type, and so does overflow where the type has no infinities.
    """
    layout = to.layout
    assert layout is not None
    with np.errstate(over="ignore", invalid="ignore"):
        r = round_to_layout(x, layout, mode)
        if saturate:
            r = np.where(np.isnan(r), 0.0, np.clip(r, -layout.maximum, layout.maximum))
        elif not layout.infinite:
            r = np.where(np.isinf(r), np.nan, r)
        out = r.astype(np.float32).astype(to.numpy) if to.size < 4 else r.astype(to.numpy)
    nan = np.isnan(r)
    if nan.any():
        bits = np.ascontiguousarray(out).view(f"u{to.size}")
        out = np.where(nan, np.array(to.quiet_nan, bits.dtype), bits).view(to.numpy)
    return out


def to_integer(x: Array, to: DType, mode: RoundMode = RoundMode.CAST_RINT, saturate: bool = True) -> Array:
    """float64 values as integers of type `to`; NaN becomes 0 and infinities the nearest extreme."""
    x = np.asarray(x, np.float64)
    finite = np.isfinite(x)
    whole = round_integral(np.where(finite, x, 0.0), mode)
    if to.bits < 64 and np.abs(whole).max(initial=0) < 2.0**62:  # int64 is enough, and quicker
        exact = whole.astype(np.int64)
    else:
        exact = np.array([int(v) for v in whole.ravel()], dtype=object).reshape(whole.shape)
    exact = np.where(x == np.inf, to.maximum, np.where(x == -np.inf, to.minimum, exact))
    return fit_integers(exact, to, saturate)


def fit_integers(exact: Array, to: DType, saturate: bool) -> Array:
    """Exact integers (Python ints or a wide numpy type) brought into `to` by clamping or by keeping the low bits."""
    values = np.asarray(exact)
    if values.dtype != np.int64 or to.bits == 64:
        values = values.astype(object)
    if saturate:
        values = np.clip(values, to.minimum, to.maximum) if values.size else values
    else:
        values = values & ((1 << to.bits) - 1)
        if to.kind in "is":
            values = np.where(values > to.maximum, values - (1 << to.bits), values)
    return values.astype(to.numpy)


def widen(x: Array, of: DType) -> Array:
    """The exact values of float elements, as float64."""
    with np.errstate(invalid="ignore"):  # signalling NaNs are ordinary here
        return np.asarray(x).astype(np.float64 if of.size >= 4 else np.float32).astype(np.float64)


def exact_integers(x: Array) -> Array:
    """The exact values of integer elements, as Python ints."""
    return np.asarray(x).astype(object)


def convert(
    x: Array, source: DType, to: DType, mode: RoundMode = RoundMode.CAST_RINT, saturate: bool = True,
    keep_nan: bool = False,
) -> Array:
    """Elements of type `source` as elements of type `to`, rounded once by `mode`.

    `keep_nan`: an 8-bit float keeps NaN although it saturates. 4-bit values take one byte each; those of integers are
    signed numbers, those of floats are codes.
    """
    if mode == RoundMode.CAST_HYBRID and (to.name != "hifloat8" or source.name not in ("half", "float")):
        raise ValueError("hybrid rounding is defined from half or float to hifloat8")
    to_is_integer = to.is_integer or to.name == "int4"
    if source.is_integer or source.name == "int4":
        exact = np.asarray(x).astype(np.int8).astype(object) if source.name == "int4" else exact_integers(x)
        if to_is_integer:
            return fit_integers(exact, _as_integer(to), saturate).astype(to.numpy)
        if to.name in small.NAMES:
            odd = [float(_round_integer(v, 40, RoundMode.CAST_ODD)) for v in exact.ravel()]
            return _to_small(np.array(odd, np.float64).reshape(exact.shape), x, source, to, mode, True)
        return integers_to_float(exact, to, mode)
    wide = small.decode(x, source) if source.name in small.NAMES else widen(x, source)
    if to_is_integer:
        return to_integer(wide, _as_integer(to), mode, saturate).astype(to.numpy)
    if to.name in small.NAMES:
        return _to_small(wide, x, source, to, mode, saturate)
    if to.name == source.name:  # same type: round to an integral value
        rounded = round_integral(wide, mode)
        return to_float(np.where(np.isfinite(wide), np.copysign(rounded, wide), wide), to)
    clamps = saturate and to.size < 4
    result = to_float(wide, to, mode, clamps)
    if clamps and keep_nan and to.size == 1:
        return np.where(np.isnan(wide), to_float(wide, to, mode), result)
    return result


def _to_small(wide: Array, x: Array, source: DType, to: DType, mode: RoundMode, saturate: bool) -> Array:
    """Exact float64 values as codes of a format of its own."""
    if to.name == "fp8_e8m0":
        return small.to_e8m0(wide)
    if to.name in small.FP4:
        with np.errstate(over="ignore", invalid="ignore"):
            return small.to_fp4(round_to_layout(wide, small.FP4[to.name], mode), to)
    if mode != RoundMode.CAST_HYBRID:
        return small.to_hifloat8(wide, lambda v: round_integral(v, mode), saturate)
    own = np.ascontiguousarray(x).view(f"u{source.size}")
    threshold = (14, own & 0x3FFF) if source.name == "float" else (2, (own & 1) << 1 | 1)
    return small.to_hifloat8(wide, lambda v: round_integral(v, RoundMode.CAST_ROUND), saturate, threshold)


def _as_integer(to: DType) -> DType:
    """int4 behaves as a 4-bit signed integer."""
    return replace(to, bits=4, kind="i", numpy=np.dtype(np.int8), layout=None) if to.name == "int4" else to


def integers_to_float(exact: Array, to: DType, mode: RoundMode, saturate: bool = True) -> Array:
    """Python ints as floats. Those of instructions saturate whatever the control bits say."""
    assert to.layout is not None
    rounded = [float(_round_integer(v, to.layout.mantissa + 1, mode)) for v in exact.ravel()]
    return to_float(np.array(rounded, np.float64).reshape(exact.shape), to, RoundMode.CAST_RINT, saturate)


def _round_integer(v: int, bits: int, mode: RoundMode) -> int:
    """v with at most `bits` significant bits; integers round on their magnitude."""
    drop = abs(v).bit_length() - bits
    if drop <= 0:
        return v
    kept, rest, half = abs(v) >> drop, abs(v) & ((1 << drop) - 1), 1 << (drop - 1)
    if mode in (RoundMode.CAST_NONE, RoundMode.CAST_RINT):
        up = rest > half or (rest == half and kept & 1)
    elif mode == RoundMode.CAST_ODD:
        up = rest and not kept & 1
    else:
        up = {
            RoundMode.CAST_FLOOR: v < 0 and rest,
            RoundMode.CAST_CEIL: v > 0 and rest,
            RoundMode.CAST_ROUND: rest >= half,
            RoundMode.CAST_TRUNC: False,
        }[mode]
    magnitude = (kept + bool(up)) << drop
    return -magnitude if v < 0 else magnitude

"""Correctly rounded functions that numpy lacks: fused multiply-add, exp, ln, 1/sqrt."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from typing import Any

import numpy as np

from lanewise.numerics.layout import FloatLayout
from lanewise.numerics.rounding import round_to_layout

Array = np.ndarray[Any, Any]
_DIGITS = Context(prec=60, Emin=-(10**6), Emax=10**6)


def add_to_odd(p: Array, c: Array) -> Array:
    """p + c in float64 rounded to odd, so that one more rounding to a narrower type is the only one that counts."""
    with np.errstate(invalid="ignore", over="ignore"):
        s = p + c
        v = s - p
        error = (p - (s - v)) + (c - v)
    bits = s.view(np.int64)
    inexact = np.isfinite(s) & (error != 0) & (bits & 1 == 0)
    toward_zero = (error < 0) == (s > 0)
    return np.where(inexact, np.where(toward_zero, bits - 1, bits + 1), bits).view(np.float64)


def fused_multiply_add(a: Array, b: Array, c: Array) -> Array:
    """a*b + c of float32 (or narrower) values held as float64, ready for one rounding to the element type."""
    with np.errstate(invalid="ignore", over="ignore"):
        return add_to_odd(np.asarray(a * b, np.float64), np.asarray(c, np.float64))


def _refine_guess(x: Array, guess: Array, layout: FloatLayout, precise: Callable[[float], Fraction]) -> Array:
    """`guess` where rounding it to `layout` is certain, a sticky stand-in for the precise value elsewhere.

    A float64 library function may be off by a few last bits. If moving the guess by far more than that changes its
    rounding, the precise value decides: the answer is then the same on every host.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        slack = np.abs(guess) * 2.0**-48
        unsure = np.isfinite(guess) & (
            round_to_layout(guess - slack, layout) != round_to_layout(guess + slack, layout)
        )
    out = np.array(guess)
    for i in np.flatnonzero(unsure):
        out.ravel()[i] = _sticky(precise(float(x.ravel()[i])))
    return out


def _sticky(value: Fraction) -> float:
    """A float64 on the same side of every narrower rounding boundary as the exact value."""
    if value == 0:
        return 0.0
    magnitude = abs(value)
    shift = 52 - (magnitude.numerator.bit_length() - magnitude.denominator.bit_length())
    scaled = magnitude * Fraction(2) ** shift
    whole = scaled.numerator // scaled.denominator
    if whole != scaled:
        whole |= 1
    result = float(np.ldexp(float(whole), -shift))
    return -result if value < 0 else result


def _decimal(function: Callable[[Decimal], Decimal]) -> Callable[[float], Fraction]:
    def precise(x: float) -> Fraction:
        with localcontext(_DIGITS):
            return Fraction(function(Decimal(x)))

    return precise


def exp(x: Array, layout: FloatLayout) -> Array:
    with np.errstate(over="ignore", under="ignore"):
        return _refine_guess(x, np.exp(x), layout, _decimal(lambda d: d.exp()))


def ln(x: Array, layout: FloatLayout) -> Array:
    with np.errstate(divide="ignore", invalid="ignore"):
        return _refine_guess(x, np.log(x), layout, _decimal(lambda d: d.ln()))


def rsqrt(x: Array, layout: FloatLayout) -> Array:
    with np.errstate(divide="ignore", invalid="ignore"):
        return _refine_guess(x, 1 / np.sqrt(x), layout, _decimal(lambda d: 1 / d.sqrt()))

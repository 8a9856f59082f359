"""Functions of float64 that functions with threads have and instructions do not: roots, powers, angles and probability.

Written like those of `elementary`, and on them; the build writes them out for the headers alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lanewise.numerics.elementary import (
    HALF_PI,
    INF,
    NAN,
    PI,
    ROOT_HALF,
    atan,
    cos_turns,
    erfc,
    exp,
    floor,
    lgamma,
    log,
    power,
    sin_turns,
)
from lanewise.numerics.straight import Number, absolute, function_of, square_root, where, with_sign

FUNCTIONS: dict[str, Callable[..., Any]] = {}
function = function_of(FUNCTIONS)


@function
def exp10(a: Number) -> Number:
    """10^a"""
    return power(10.0, a)


@function
def expm1(a: Number) -> Number:
    """e^a - 1"""
    small = absolute(a) < 1e-4
    return where(small, a + a * a * (0.5 + a * (1.0 / 6.0 + a / 24.0)), exp(a) - 1.0)


@function
def cbrt(a: Number) -> Number:
    """Cube root"""
    x = absolute(a)
    usual = (x > 0.0) & (x < INF)
    inside = where(usual, x, 1.0)
    y = exp(log(inside) / 3.0)
    for _ in range(2):
        y = y - (y * y * y - inside) / (3.0 * (y * y))
    return where(usual, with_sign(y, a), a)


def _half_turns(a: Number) -> Number:
    """a half turns as turns, whole ones left out where they are all that there is."""
    return where(absolute(a) < 2.0**40, a * 0.5, where(absolute(a) < INF, 0.0, NAN))


@function
def sinpi(a: Number) -> Number:
    """Sine of a half turns"""
    value = sin_turns(_half_turns(a))
    return where(value == 0.0, with_sign(0.0, a), value)


@function
def cospi(a: Number) -> Number:
    """Cosine of a half turns"""
    value = cos_turns(_half_turns(a))
    return where(value == 0.0, 0.0, value)


@function
def tanpi(a: Number) -> Number:
    """Tangent of a half turns; infinite halfway between whole numbers"""
    return sinpi(a) / cospi(a)


@function
def atan2(a: Number, b: Number) -> Number:
    """The angle of (b, a)"""
    y, x = absolute(a), absolute(b)
    steep = y > x
    slope = atan(where(steep, x / y, y / x))
    first = where(steep, HALF_PI - slope, slope)
    known = where((y == INF) & (x == INF), HALF_PI * 0.5, where(y == 0.0, 0.0, first))
    turned = where(with_sign(1.0, b) < 0.0, PI - known, known)
    return where((a == a) & (b == b), with_sign(turned, a), NAN)


@function
def tgamma(a: Number) -> Number:
    """Gamma function; NaN at the negative whole numbers"""
    size = exp(lgamma(a))
    below = floor(a)
    odd = floor(below * 0.5) * 2.0 != below
    value = where((a < 0.0) & odd, -size, size)
    pole = (a < 0.0) & (below == a)
    return where(a == 0.0, with_sign(INF, a), where(pole, NAN, value))


@function
def normcdf(a: Number) -> Number:
    """How probable a normal variable is below a"""
    return 0.5 * erfc(-a * ROOT_HALF)


def _erfinv_small(x: Number) -> Number:
    return x * 0.886226925452758 * (1.0 + x * x * 0.2617993877991494)


@function
def erfcinv(a: Number) -> Number:
    """The inverse of erfc: a guess from the logarithm, and four of Newton's steps"""
    inside = where((a > 0.0) & (a < 2.0), a, 1.0)
    low = inside <= 1.0
    p = where(low, inside, 2.0 - inside)
    t = square_root(-2.0 * log(p * 0.5))
    y = ROOT_HALF * (t - (2.30753 + t * 0.27061) / (1.0 + t * (0.99229 + t * 0.04481)))
    for _ in range(4):
        slope = 1.1283791670955126 * exp(-(y * y))
        off = erfc(y) - p
        y = y + off / (slope - off * y)
    off = 1.0 - inside
    value = where(absolute(off) < 1e-4, _erfinv_small(off), where(low, y, -y))
    return where((a >= 0.0) & (a <= 2.0), where(a == 0.0, INF, where(a == 2.0, -INF, value)), NAN)


@function
def erfinv(a: Number) -> Number:
    """The inverse of erf"""
    return where(absolute(a) < 1e-4, _erfinv_small(a), with_sign(erfcinv(1.0 - absolute(a)), a))


@function
def normcdfinv(a: Number) -> Number:
    """The inverse of normcdf"""
    return -1.4142135623730951 * erfcinv(2.0 * a)


@function
def erfcx(a: Number) -> Number:
    """e^(a^2) erfc(a): from 6 on a continued fraction, from its end"""
    far = a >= 6.0
    near, x = where(far, 0.0, a), where(far, a, 6.0)
    tail = x
    for k in range(40, 0, -1):
        tail = x + k / 2.0 / tail
    return where(far, 0.5641895835477563 / tail, exp(near * near) * erfc(near))

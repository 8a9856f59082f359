"""Functions of float that are exact: whole numbers, signs, parts, extremes and remainders."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from lanewise.isa.ascend_simt.record import Array, Function, Lanes, calls
from lanewise.numerics.exact import fused_multiply_add
from lanewise.numerics.rounding import RoundMode, round_integral, to_integer

FAMILY = "exact"
FLOAT = calls("float(float x)")
FLOATS = calls("float(float x, float y)")


def half_away(x: Array) -> Array:
    return round_integral(x, RoundMode.CAST_ROUND)


def _integral(rounds: Callable[[Array], Array]) -> Callable[..., Any]:
    def signed(e: Lanes, x: Array) -> Array:
        return np.where(np.isfinite(x), np.copysign(rounds(x), x), x)

    return signed


def _integer(rounds: Callable[[Array], Array]) -> Callable[..., Any]:
    """NaN is 0, and what is too large the nearest that there is."""

    def integer(e: Lanes, x: Array) -> Array:
        return to_integer(rounds(x), e.to)

    return integer


def absolute(e: Lanes, x: Array) -> Array:
    return np.abs(x)


def fma(e: Lanes, x: Array, y: Array, z: Array) -> Array:
    return fused_multiply_add(x, y, z)


def copysign(e: Lanes, x: Array, y: Array) -> Array:
    """A NaN counts as negative."""
    return np.where(np.isnan(y), -np.abs(x), np.copysign(x, y))


def signbit(e: Lanes, x: Array) -> Array:
    return np.signbit(x)


def is_nan(e: Lanes, x: Array) -> Array:
    return np.isnan(x)


def is_inf(e: Lanes, x: Array) -> Array:
    return np.isinf(x)


def is_finite(e: Lanes, x: Array) -> Array:
    return np.isfinite(x)


def larger(e: Lanes, x: Array, y: Array) -> Array:
    """One NaN gives way to the other, and -0 is below +0."""
    equal = np.where(np.signbit(x), y, x)
    return np.where(np.isnan(x), y, np.where(np.isnan(y), x, np.where(x == y, equal, np.where(x > y, x, y))))


def smaller(e: Lanes, x: Array, y: Array) -> Array:
    equal = np.where(np.signbit(x), x, y)
    return np.where(np.isnan(x), y, np.where(np.isnan(y), x, np.where(x == y, equal, np.where(x < y, x, y))))


def fdim(e: Lanes, x: Array, y: Array) -> Array:
    return np.where(np.isnan(x) | np.isnan(y), np.nan, np.where(x > y, x - y, 0.0))


def fmod(e: Lanes, x: Array, y: Array) -> Array:
    return np.fmod(x, y)


def _quotient(x: float, y: float) -> int:
    """The whole number nearest to x / y, ties to even."""
    return round(Fraction(x) / Fraction(y))


def _remainder(x: Array, y: Array) -> tuple[Array, Array]:
    """What is left of x, and the quotient's sign and low three bits."""
    rest, low = np.full(x.shape, np.nan), np.zeros(x.shape, object)
    low[...] = 0
    for i in np.ndindex(x.shape):
        a, b = float(x[i]), float(y[i])
        if np.isnan(a) or np.isnan(b) or np.isinf(a) or b == 0:
            continue
        if np.isinf(b):
            rest[i] = a
            continue
        n = _quotient(a, b)
        left = Fraction(a) - n * Fraction(b)
        rest[i] = float(left) if left else np.copysign(0.0, a)
        low[i] = (abs(n) & 7) * (-1 if n < 0 else 1)
    return rest, low


def remainder(e: Lanes, x: Array, y: Array) -> Array:
    return _remainder(x, y)[0]


def remquo(e: Lanes, x: Array, y: Array) -> tuple[Array, Array]:
    return _remainder(x, y)


def modf(e: Lanes, x: Array) -> tuple[Array, Array]:
    whole = np.trunc(x)
    return np.where(np.isinf(x), 0.0, np.copysign(x - whole, x)), whole


def frexp(e: Lanes, x: Array) -> tuple[Array, Array]:
    fraction, power = np.frexp(x)
    finite = np.isfinite(x)
    return np.where(finite, fraction, x), np.where(finite, power, 0)


def scaled(e: Lanes, x: Array, n: Array) -> Array:
    """Exact in float64 for all powers that leave anything of a float."""
    power = np.clip(n.astype(object), -500, 500).astype(np.int64)
    return np.ldexp(x, power)


def logb(e: Lanes, x: Array) -> Array:
    return np.where(np.isnan(x), x, np.where(np.isinf(x), np.inf, np.where(x == 0, -np.inf, np.frexp(x)[1] - 1.0)))


def ilogb(e: Lanes, x: Array) -> Array:
    finite = np.frexp(x)[1].astype(np.int64) - 1
    return np.where((x == 0) | np.isnan(x), e.to.minimum, np.where(np.isinf(x), e.to.maximum, finite))


def nextafter(e: Lanes, x: Array, y: Array) -> Array:
    """From infinity to the largest number, whatever y is."""
    stepped = np.nextafter(x.astype(np.float32), y.astype(np.float32)).astype(np.float64)
    largest = np.copysign(float(np.finfo(np.float32).max), x)
    return np.where(np.isnan(x) | np.isnan(y), np.nan, np.where(np.isinf(x), largest, stepped))


def saturate(e: Lanes, x: Array) -> Array:
    return np.where(np.isnan(x), 0.0, np.where(x < 0, 0.0, np.where(x > 1, 1.0, x)))


def _exact(name: str, summary: str, meaning: Callable[..., Any], of: Any = FLOAT, *names: str, **more: Any) -> Function:
    return Function(name, FAMILY, summary, meaning, of, names, **more)


FUNCTIONS = (
    _exact("truncf", "x without its fraction", _integral(np.trunc), FLOAT, "AscendC::Simt::Trunc"),
    _exact("floorf", "the whole number at or below x", _integral(np.floor), FLOAT, "__floorf", "AscendC::Simt::Floor"),
    _exact("ceilf", "the whole number at or above x", _integral(np.ceil), FLOAT, "AscendC::Simt::Ceil"),
    _exact("roundf", "the nearest whole number, ties away from zero", _integral(half_away), FLOAT,
           "AscendC::Simt::Round"),
    _exact("rintf", "the nearest whole number, ties to even", _integral(np.rint), FLOAT, "AscendC::Simt::Rint"),
    _exact("nearbyintf", "the nearest whole number, ties to even", _integral(np.rint), FLOAT,
           "AscendC::Simt::NearbyInt"),
    *(
        _exact(name, f"the nearest whole number, ties {ties}, as an integer; NaN is 0", _integer(rounds),
               calls(f"{to}(float x)"))
        for name, to, ties, rounds in (
            ("lrintf", "long", "to even", np.rint), ("llrintf", "long long", "to even", np.rint),
            ("lroundf", "long", "away from zero", half_away), ("llroundf", "long long", "away from zero", half_away),
        )
    ),
    _exact("fabsf", "x without its sign", absolute),
    _exact("fmaf", "x * y + z, rounded once", fma, calls("float(float x, float y, float z)"),
           "AscendC::Simt::Fma"),
    _exact("copysignf", "x with the sign of y; a NaN counts as negative", copysign, FLOATS, "AscendC::Simt::CopySign"),
    _exact("signbit", "whether x has a minus sign, also of NaN and -0", signbit, calls("int(float x)")),
    _exact("isnan", "whether x is NaN", is_nan, calls("bool(float x)"), "AscendC::Simt::IsNan"),
    _exact("isinf", "whether x is infinite", is_inf, calls("bool(float x)"), "AscendC::Simt::IsInf"),
    _exact("isfinite", "whether x is neither infinite nor NaN", is_finite, calls("bool(float x)"),
           "AscendC::Simt::IsFinite"),
    _exact("fmaxf", "the larger number; one NaN gives way to the other, and -0 is below +0", larger, FLOATS),
    _exact("fminf", "the smaller number; one NaN gives way to the other, and -0 is below +0", smaller, FLOATS),
    _exact("fdimf", "x - y where that is positive, else 0", fdim, FLOATS, "AscendC::Simt::Fdim"),
    _exact("fmodf", "the remainder of x / y with the sign of x, exact", fmod, FLOATS, "AscendC::Simt::Mod"),
    _exact("remainderf", "what is left of x by the nearest multiple of y, exact", remainder, FLOATS,
           "AscendC::Simt::Remainder"),
    _exact("remquof", "what is left of x by the nearest multiple of y, and the quotient's sign and low three bits",
           remquo, calls("float(float x, float y, int* quotient)"), "AscendC::Simt::RemQuo",
           accuracy="1 ulp, subnormals not supported", stands_on=(_remainder,)),
    _exact("modff", "what lies behind the point of x, and what lies before it", modf,
           calls("float(float x, float* whole)")),
    _exact("frexpf", "x as a fraction from 1/2 to 1 and a power of two", frexp, calls("float(float x, int* exponent)"),
           "AscendC::Simt::Frexp"),
    _exact("ldexpf", "x * 2^n", scaled, calls("float(float x, int n)"), "AscendC::Simt::Ldexp"),
    _exact("scalbnf", "x * 2^n", scaled, calls("float(float x, int n)"), "AscendC::Simt::ScaLbn",
           policies=("thread_subnormals",)),
    _exact("scalblnf", "x * 2^n", scaled, calls("float(float x, long n)"), policies=("thread_subnormals",)),
    _exact("logbf", "the power of two at or below |x|", logb, FLOAT, "AscendC::Simt::Logb"),
    _exact("ilogbf", "the power of two at or below |x| as an integer", ilogb, calls("int(float x)"),
           "AscendC::Simt::Ilogb"),
    _exact("nextafterf", "the number next to x towards y; from infinity the largest one", nextafter, FLOATS,
           "AscendC::Simt::NextAfter"),
    _exact("__saturatef", "x between 0 and 1; NaN is 0", saturate),
)  # fmt: skip

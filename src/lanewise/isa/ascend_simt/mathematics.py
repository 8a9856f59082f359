"""Functions of float that are not exact: correctly rounded, as far as double precision carries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lanewise.isa.ascend_simt import bessel
from lanewise.isa.ascend_simt.record import Array, Function, Lanes, calls
from lanewise.numerics import elementary, special

FAMILY = "mathematics"
FLOAT = calls("float(float x)")
FLOATS = calls("float(float x, float y)")
ONE_ULP = "1 ulp, subnormals not supported"
TINY = 2.0**-126


def subnormal(x: Array) -> Array:
    return (x != 0) & (np.abs(x) < TINY)


def flushed(x: Array) -> Array:
    """Subnormal numbers as zeros of their sign."""
    return np.where(subnormal(x), np.copysign(0.0, x), x)


def _of_lanes(function: Callable[..., Any]) -> Callable[..., Any]:
    def value(e: Lanes, *x: Array) -> Array:
        return np.asarray(function(*x))

    return value


def _flushing(function: Callable[..., Any]) -> Callable[..., Any]:
    """Subnormal numbers count as zero, before and behind it."""

    def value(e: Lanes, *x: Array) -> Array:
        return flushed(e.step(np.asarray(function(*map(flushed, x)))))

    return value


def root(e: Lanes, x: Array) -> Array:
    return flushed(e.step(np.sqrt(flushed(x))))


def reciprocal_root(e: Lanes, x: Array) -> Array:
    return np.where(np.abs(x) < TINY, np.inf, 1 / np.sqrt(x))


def reciprocal_cube_root(e: Lanes, x: Array) -> Array:
    return np.asarray(1 / special.cbrt(x))


def quotient(e: Lanes, x: Array, y: Array) -> Array:
    return flushed(e.step(flushed(x) / flushed(y)))


def _length(*parts: Array) -> Array:
    """Squares of floats are exact in float64; their sum is rounded from left to right."""
    total = np.zeros(parts[0].shape)
    for one in parts:
        total = total + one * one
    infinite = np.any([np.isinf(one) for one in parts], axis=0)
    tiny = np.all([subnormal(one) for one in parts], axis=0)
    return np.where(infinite, np.inf, np.where(tiny, np.nan, np.sqrt(total)))


def length(e: Lanes, *parts: Array) -> Array:
    return _length(*parts)


def reciprocal_length(e: Lanes, *parts: Array) -> Array:
    return 1 / _length(*parts)


def _length_of_array(n: Array, a: Array) -> Array:
    total, infinite = np.zeros(n.shape), np.zeros(n.shape, bool)
    for k in range(a.shape[-1]):
        there = np.asarray(n > k, bool)
        total = np.where(there, total + a[..., k] * a[..., k], total)
        infinite |= there & np.isinf(a[..., k])
    return np.where(np.asarray(n < 1, bool), np.abs(a[..., 0]), np.where(infinite, np.inf, np.sqrt(total)))


def length_of_array(e: Lanes, n: Array, a: Array) -> Array:
    return _length_of_array(n, a)


def reciprocal_length_of_array(e: Lanes, n: Array, a: Array) -> Array:
    return 1 / _length_of_array(n, a)


def expm1(e: Lanes, x: Array) -> Array:
    return np.where(subnormal(x), 0.0, special.expm1(x))


def power(e: Lanes, x: Array, y: Array) -> Array:
    return flushed(e.step(np.asarray(elementary.power(flushed(x), flushed(y)))))


def angle(e: Lanes, y: Array, x: Array) -> Array:
    value = special.atan2(flushed(y), x)
    exact = np.where(subnormal(y), np.where(x > 0, 0.0, value), special.atan2(y, x))
    return np.where(subnormal(x) & subnormal(y), np.nan, exact)


def _sincos(sine: Callable[..., Any], cosine: Callable[..., Any]) -> Callable[..., Any]:
    def sine_and_cosine(e: Lanes, x: Array) -> tuple[Array, Array]:
        return np.asarray(sine(x)), np.asarray(cosine(x))

    return sine_and_cosine


def lgamma(e: Lanes, x: Array) -> Array:
    return np.where(np.isinf(x), np.inf, elementary.lgamma(x))


def _function(name: str, summary: str, meaning: Callable[..., Any], of: Any = FLOAT, accuracy: str = "",
              names: str = "", **more: Any) -> Function:  # fmt: skip
    policies = ("library_functions", "thread_subnormals") if accuracy else ("library_functions",)
    older = tuple(n if n.startswith("_") else f"AscendC::Simt::{n}" for n in names.split())
    return Function(name, FAMILY, summary, meaning, of, older, accuracy=accuracy, policies=policies, **more)


FLUSHES = ("subnormal numbers count as zeros of their sign, as arguments and as results",)
E, S = elementary, special

FUNCTIONS = (
    _function("sqrtf", "square root", root, FLOAT, ONE_ULP, "Sqrt", notes=FLUSHES),
    _function("rsqrtf", "1 / square root; infinite for zeros and subnormal numbers", reciprocal_root, FLOAT, ONE_ULP,
              "Rsqrt"),
    _function("cbrtf", "cube root", _of_lanes(S.cbrt), FLOAT, ONE_ULP, "Cbrt"),
    _function("rcbrtf", "1 / cube root", reciprocal_cube_root, FLOAT, ONE_ULP, "Rcbrt"),
    _function("fdividef", "x / y", quotient, FLOATS, ONE_ULP, "__fdividef", notes=FLUSHES),
    _function("hypotf", "length of (x, y); NaN where all parts are subnormal", length, FLOATS, "", "Hypot"),
    _function("rhypotf", "1 / length of (x, y)", reciprocal_length, FLOATS, "", "Rhypot"),
    _function("norm3df", "length of (x, y, z)", length, calls("float(float x, float y, float z)"), "", "Norm3d"),
    _function("rnorm3df", "1 / length of (x, y, z)", reciprocal_length, calls("float(float x, float y, float z)"), "",
              "Rnorm3d"),
    _function("norm4df", "length of (x, y, z, w)", length, calls("float(float x, float y, float z, float w)"), "",
              "Norm4d"),
    _function("rnorm4df", "1 / length of (x, y, z, w)", reciprocal_length,
              calls("float(float x, float y, float z, float w)"), "", "Rnorm4d"),
    _function("normf", "length of the first n numbers of a; |a[0]| where n is below 1", length_of_array,
              calls("float(int n, const float* a)"), "", "Norm"),
    _function("rnormf", "1 / length of the first n numbers of a", reciprocal_length_of_array,
              calls("float(int n, const float* a)"), "", "Rnorm"),
    _function("expf", "e^x", _flushing(E.exp), FLOAT, ONE_ULP, "Exp __expf __builtin_cce_expf", notes=FLUSHES),
    _function("exp2f", "2^x", _flushing(E.exp2), FLOAT, "", "Exp2", notes=FLUSHES),
    _function("exp10f", "10^x", _flushing(S.exp10), FLOAT, "", "Exp10", notes=FLUSHES),
    _function("expm1f", "e^x - 1; 0 for subnormal numbers", expm1, FLOAT, ONE_ULP, "Expm1"),
    _function("logf", "natural logarithm", _of_lanes(E.log), FLOAT, ONE_ULP, "Log __logf"),
    _function("log2f", "logarithm to base two", _of_lanes(E.log2), FLOAT, ONE_ULP, "Log2"),
    _function("log10f", "logarithm to base ten", _of_lanes(E.log10), FLOAT, ONE_ULP, "Log10"),
    _function("log1pf", "ln(1 + x)", _of_lanes(E.log1p), FLOAT, ONE_ULP, "Log1p"),
    _function("powf", "x^y", power, FLOATS, "", "Pow", notes=FLUSHES),
    _function("sinf", "sine", _of_lanes(E.sin), FLOAT, "", "Sin"),
    _function("cosf", "cosine", _of_lanes(E.cos), FLOAT, ONE_ULP, "Cos"),
    _function("tanf", "tangent", _of_lanes(E.tan), FLOAT, "", "Tan"),
    _function("sinpif", "sine of pi x", _of_lanes(S.sinpi), FLOAT, "", "Sinpi"),
    _function("cospif", "cosine of pi x", _of_lanes(S.cospi), FLOAT, "", "Cospi"),
    _function("tanpif", "tangent of pi x", _of_lanes(S.tanpi), FLOAT, ONE_ULP, "Tanpi"),
    _function("sincosf", "sine and cosine", _sincos(E.sin, E.cos), calls("void(float x, float* sine, float* cosine)"),
              "", "Sincos"),
    _function("sincospif", "sine and cosine of pi x", _sincos(S.sinpi, S.cospi),
              calls("void(float x, float* sine, float* cosine)"), "", "Sincospi"),
    _function("asinf", "arc sine", _of_lanes(E.asin), FLOAT, "", "Asin"),
    _function("acosf", "arc cosine", _of_lanes(E.acos), FLOAT, "", "Acos"),
    _function("atanf", "arc tangent", _of_lanes(E.atan), FLOAT, ONE_ULP, "Atan"),
    _function("atan2f", "the angle of (x, y); NaN where both are subnormal", angle, calls("float(float y, float x)"),
              ONE_ULP, "Atan2"),
    _function("sinhf", "hyperbolic sine", _of_lanes(E.sinh), FLOAT, "", "Sinh"),
    _function("coshf", "hyperbolic cosine", _of_lanes(E.cosh), FLOAT, "", "Cosh"),
    _function("tanhf", "hyperbolic tangent", _of_lanes(E.tanh), FLOAT, ONE_ULP, "Tanh"),
    _function("asinhf", "inverse hyperbolic sine", _of_lanes(E.asinh), FLOAT, "", "Asinh"),
    _function("acoshf", "inverse hyperbolic cosine", _of_lanes(E.acosh), FLOAT, ONE_ULP, "Acosh"),
    _function("atanhf", "inverse hyperbolic tangent", _of_lanes(E.atanh), FLOAT, ONE_ULP, "Atanh"),
    _function("erff", "error function", _of_lanes(E.erf), FLOAT, "", "Erf"),
    _function("erfcf", "1 - error function", _of_lanes(E.erfc), FLOAT, "", "Erfc"),
    _function("erfinvf", "inverse of the error function", _of_lanes(S.erfinv), FLOAT, "", "Erfinv"),
    _function("erfcinvf", "inverse of 1 - error function", _of_lanes(S.erfcinv), FLOAT, "", "Erfcinv"),
    _function("erfcxf", "e^(x^2) (1 - error function)", _of_lanes(S.erfcx), FLOAT, "", "Erfcx"),
    _function("normcdff", "how probable a normal variable is below x", _of_lanes(S.normcdf), FLOAT, "", "Normcdf"),
    _function("normcdfinvf", "the number that a normal variable is below with probability x", _of_lanes(S.normcdfinv)),
    _function("tgammaf", "gamma function", _of_lanes(S.tgamma), FLOAT, "", "Tgamma"),
    _function("lgammaf", "logarithm of the absolute value of the gamma function", lgamma, FLOAT, "", "Lgamma"),
    _function("j0f", "Bessel function of the first kind, order 0", bessel.j0, FLOAT, "", "J0"),
    _function("j1f", "Bessel function of the first kind, order 1", bessel.j1, FLOAT, "", "J1"),
    _function("jnf", "Bessel function of the first kind, order n of 0 to 128", bessel.jn,
              calls("float(int n, float x)"), "", "Jn"),
    _function("y0f", "Bessel function of the second kind, order 0", bessel.y0, FLOAT, "", "Y0"),
    _function("y1f", "Bessel function of the second kind, order 1", bessel.y1, FLOAT, "", "Y1"),
    _function("ynf", "Bessel function of the second kind, order n of 0 to 128", bessel.yn,
              calls("float(int n, float x)"), "", "Yn"),
    _function("cyl_bessel_i0f", "modified Bessel function, order 0", bessel.i0, FLOAT, "", "CylBesselI0"),
    _function("cyl_bessel_i1f", "modified Bessel function, order 1", bessel.i1, FLOAT, "", "CylBesselI1"),
)  # fmt: skip

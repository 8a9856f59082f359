"""What the functions of numerics/elementary.py should be, to 200 bits, by mpmath."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import mpmath as mp
import numpy as np

mp.mp.prec = 200
Reference = Callable[..., Any]


def _real_or_nan(f: Reference) -> Reference:
    """NaN where the value is not real or not there."""

    def call(*values: float) -> Any:
        try:
            found = f(*(mp.mpf(v) for v in values))
        except (ValueError, ZeroDivisionError):
            return mp.nan
        if isinstance(found, mp.mpc):
            return mp.nan if found.imag else found.real
        return found

    return call


def _log(x: Any) -> Any:
    return -mp.inf if x == 0 else mp.nan if x < 0 else mp.log(x)


def _atanh(x: Any) -> Any:
    return mp.sign(x) * mp.inf if abs(x) == 1 else mp.atanh(x)


def _lgamma(x: Any) -> Any:
    if x <= 0 and x == mp.floor(x):
        return mp.inf
    if abs(x) < 30:
        return mp.log(abs(mp.gamma(x)))
    return mp.re(mp.loggamma(x)) if x > 0 else mp.log(mp.pi / abs(mp.sin(mp.pi * x))) - mp.loggamma(1 - x)


def _sigmoid(x: Any) -> Any:
    return 1 / (1 + mp.exp(-x))


def _gelu(x: Any) -> Any:
    return x * _sigmoid(mp.mpf("1.5957691216057308") * (x + mp.mpf("0.044715") * x**3))


def _nearest(x: Any) -> Any:
    return mp.nint(x)


def _fmod(a: Any, b: Any) -> Any:
    return mp.mpf(math.fmod(float(a), float(b))) if b and not mp.isinf(a) else mp.nan


def _power(a: Any, b: Any) -> Any:
    if a < 0 and b != mp.floor(b):
        return mp.nan
    return mp.inf if a == 0 and b < 0 else mp.power(a, b)


# By name: the reference, and where arguments are drawn from.
UNARY: dict[str, tuple[Reference, float, float]] = {
    "exp": (mp.exp, -100, 88), "exp2": (lambda x: mp.power(2, x), -140, 127),
    "sin_turns": (lambda x: mp.sinpi(2 * x), -3, 3), "cos_turns": (lambda x: mp.cospi(2 * x), -3, 3),
    "gelu_erf": (lambda x: x / 2 * mp.erfc(-x / mp.sqrt(2)), -9, 9),
    "log": (_log, 0, 1e6), "log2": (lambda x: _log(x) / mp.log(2), 0, 1e6),
    "log10": (lambda x: _log(x) / mp.log(10), 0, 1e6), "log1p": (lambda x: _log(1 + x), -1, 100),
    "nearest": (_nearest, -50, 50), "floor": (mp.floor, -50, 50), "ceil": (mp.ceil, -50, 50),
    "trunc": (lambda x: mp.floor(x) if x >= 0 else mp.ceil(x), -50, 50),
    "frac": (lambda x: x - (mp.floor(x) if x >= 0 else mp.ceil(x)), -50, 50),
    "sin": (mp.sin, -1000, 1000), "cos": (mp.cos, -1000, 1000), "tan": (mp.tan, -1000, 1000),
    "asin": (mp.asin, -1, 1), "acos": (mp.acos, -1, 1), "atan": (mp.atan, -50, 50), "sinh": (mp.sinh, -80, 80),
    "cosh": (mp.cosh, -80, 80), "tanh": (mp.tanh, -10, 10), "asinh": (mp.asinh, -1000, 1000),
    "acosh": (mp.acosh, 1, 1000), "atanh": (_atanh, -1, 1), "erf": (mp.erf, -5, 5), "erfc": (mp.erfc, -5, 9),
    "lgamma": (_lgamma, -20, 1000), "digamma": (mp.digamma, -20, 1000), "sigmoid": (_sigmoid, -80, 80),
    "gelu": (_gelu, -6, 10), "faster_gelu": (lambda x: x * _sigmoid(mp.mpf("1.702") * x), -50, 50),
    "silu": (lambda x: x * _sigmoid(x), -80, 80),
}  # fmt: skip
BINARY: dict[str, tuple[Reference, float, float]] = {
    "power": (_power, -8, 8), "hypot": (lambda a, b: mp.sqrt(a * a + b * b), -1e4, 1e4), "fmod": (_fmod, -50, 50),
    "swish": (lambda a, b: a * _sigmoid(b * a), -8, 8), "geglu": (lambda a, b: a * _gelu(b), -6, 6),
    "reglu": (lambda a, b: a * max(b, mp.mpf(0)), -6, 6),
}  # fmt: skip
TERNARY: dict[str, tuple[Reference, float, float]] = {
    "swiglu": (lambda a, b, c: a * b * _sigmoid(c * b), -6, 6), "multiply_add": (lambda a, b, c: a * b + c, -9, 9),
}
ALL = {name: (_real_or_nan(f), low, high, n) for n, table in ((1, UNARY), (2, BINARY), (3, TERNARY))
       for name, (f, low, high) in table.items()}


def arguments(low: float, high: float, arity: int, count: int, kind: Any, seed: int = 0) -> list[np.ndarray[Any, Any]]:
    """Values of an element type between two bounds: some evenly, some near zero and near one, as float64."""
    rng = np.random.default_rng(seed)
    out = []
    for _ in range(arity):
        even = rng.uniform(low, high, count - count // 3)
        few = count // 6
        near = np.ldexp(rng.uniform(0.5, 1, few), rng.integers(-12, 3, few)) * rng.choice([-1, 1], few)
        ones = 1 + rng.normal(0, 1e-3, count // 3 - count // 6)
        values = np.clip(np.concatenate([even, near, ones]), low, high).astype(kind).astype(np.float64)
        out.append(rng.permutation(np.where(np.isfinite(values), values, 0.0)))
    return out


def ulps(got: np.ndarray[Any, Any], want: list[Any], bits: int, smallest: int) -> tuple[float, int]:
    """The largest error in units of the last place of a format, and how many results are not the nearest ones."""
    worst, missed = 0.0, 0
    for value, exact in zip(got.tolist(), want, strict=True):
        if mp.isnan(exact) or mp.isinf(exact) or math.isinf(value) or math.isnan(value):
            continue
        top = int(mp.floor(mp.log(abs(exact), 2))) if exact else smallest
        step = mp.ldexp(1, max(top, smallest) - bits + 1)
        error = abs(mp.mpf(value) - exact) / step
        worst = max(worst, float(error))
        missed += error > mp.mpf("0.5") + mp.ldexp(1, -60)
    return worst, missed

"""What functions of threads should give, by integers, fractions, narrow types of numpy and mpmath."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import ml_dtypes
import mpmath as mp
import numpy as np

Array = np.ndarray[Any, Any]
INF, NAN = math.inf, math.nan
TINY = 2.0**-126


# --- floats of p bits, from fractions ---
FORMATS = {
    "float": (24, -149, float(np.finfo(np.float32).max)),
    "half": (11, -24, 65504.0),
    "bfloat16": (8, -133, 3.3895313892515355e38),
}


def rounded(value: Fraction | float, of: str, mode: str = "rn", limited: bool = False) -> float:
    """A number in a format: by the nearest, towards zero, down, up, away from ties, or to odd."""
    bits, smallest, largest = FORMATS[of]
    if isinstance(value, float) and not math.isfinite(value):
        return (0.0 if math.isnan(value) else math.copysign(largest, value)) if limited else value
    exact = Fraction(value)
    if exact == 0:
        return float(value)
    size = abs(exact)
    power = size.numerator.bit_length() - size.denominator.bit_length()
    if Fraction(2) ** power > size:
        power -= 1
    step = Fraction(2) ** max(power - bits + 1, smallest)
    n, rest = divmod(size, step)
    up = {
        "rn": rest * 2 > step or (rest * 2 == step and n % 2 == 1),
        "rz": False,
        "rd": exact < 0 and rest > 0,
        "ru": exact > 0 and rest > 0,
        "rna": rest * 2 >= step,
        "ro": rest > 0 and n % 2 == 0,
    }[mode]
    result = float((n + up) * step) if (n + up) * step <= Fraction(largest) else (largest if limited else INF)
    return -result if exact < 0 else result


def whole(value: float, mode: str) -> int:
    """A finite number as a whole one."""
    below = math.floor(value)
    rest = Fraction(value) - below
    up = {
        "rn": rest > Fraction(1, 2) or (rest == Fraction(1, 2) and below % 2 == 1),
        "rz": value < 0 and rest > 0,
        "rd": False,
        "ru": rest > 0,
        "rna": rest > Fraction(1, 2) or (rest == Fraction(1, 2) and value > 0),
    }[mode]
    return below + up


def integer(value: float, lowest: int, highest: int, mode: str) -> int:
    if math.isnan(value):
        return 0
    if math.isinf(value):
        return highest if value > 0 else lowest
    return min(max(whole(value, mode), lowest), highest)


# --- mathematics, to 200 bits ---
def flush(x: float) -> float:
    return math.copysign(0.0, x) if abs(x) < TINY else x


def _mp(f: Callable[..., Any]) -> Callable[..., Any]:
    def value(*x: float) -> Any:
        with mp.workprec(200):
            try:
                found = f(*map(mp.mpf, x))
            except (ValueError, ZeroDivisionError):
                return mp.nan
            if isinstance(found, mp.mpc):
                return mp.nan if found.imag else found.real
            return mp.mpf(found)

    return value


def _log(base: Any) -> Callable[..., Any]:
    return lambda x: -mp.inf if x == 0 else mp.nan if x < 0 else x if mp.isinf(x) else mp.log(x) / base()


def _hypot(*parts: Any) -> Any:
    if any(mp.isinf(p) for p in parts):
        return mp.inf
    if all(p != 0 and abs(p) < TINY for p in parts):
        return mp.nan
    return mp.nan if any(mp.isnan(p) for p in parts) else mp.sqrt(mp.fsum(p * p for p in parts))


def _over(x: Any) -> Any:
    return x if mp.isnan(x) else mp.inf if x == 0 else 1 / x


def _pow(x: Any, y: Any) -> Any:
    """As C has it."""
    if y == 0 or x == 1:
        return mp.mpf(1)
    if mp.isnan(x) or mp.isnan(y):
        return mp.nan
    odd = not mp.isinf(y) and y == mp.floor(y) and mp.fmod(y, 2) != 0
    if mp.isinf(y):
        return mp.mpf(1) if abs(x) == 1 else mp.inf if (abs(x) > 1) == (y > 0) else mp.mpf(0)
    if x == 0 or mp.isinf(x):
        grows = mp.isinf(x) == (y > 0)
        return mp.inf * (-1 if odd and x < 0 else 1) if grows else mp.mpf(0)
    if x < 0:
        return mp.nan if y != mp.floor(y) else mp.power(-x, y) * (-1 if odd else 1)
    return mp.exp(y * mp.log(x))


def _cbrt(x: Any) -> Any:
    return x if mp.isinf(x) else mp.sign(x) * mp.cbrt(abs(x))


def _finite(f: Callable[[Any], Any], **at: Any) -> Callable[..., Any]:
    """What it is at infinity stands beside it."""
    return lambda x: at["high"] if x == mp.inf else at["low"] if x == -mp.inf else f(x)


def _atan2(y: Any, x: Any) -> Any:
    if mp.isnan(x) or mp.isnan(y):
        return mp.nan
    if y != 0 and abs(y) < TINY:
        if x != 0 and abs(x) < TINY:
            return mp.nan
        if x > 0:
            return mp.mpf(0)
    return mp.mpf(math.atan2(float(y), float(x))) if mp.isinf(x) or mp.isinf(y) or y == 0 or x == 0 else mp.atan2(y, x)


def _gamma(x: Any) -> Any:
    if x == 0:
        return mp.inf
    if x < 0 and (mp.isinf(x) or x == mp.floor(x)):
        return mp.nan
    return mp.inf if x > 60 else mp.mpf(0) if x < -80 else mp.gamma(x)


def _lgamma(x: Any) -> Any:
    if mp.isinf(x) or (x <= 0 and x == mp.floor(x)):
        return mp.inf
    if abs(x) < 30:
        return mp.log(abs(mp.gamma(x)))
    return mp.re(mp.loggamma(x)) if x > 0 else mp.log(mp.pi / abs(mp.sin(mp.pi * x))) - mp.loggamma(1 - x)


def _erfc(x: Any) -> Any:
    return mp.erfc(x) if abs(x) < 60 else mp.mpf(0) if x > 0 else mp.mpf(2)


def _erfinv(x: Any) -> Any:
    return mp.nan if abs(x) > 1 else mp.inf * mp.sign(x) if abs(x) == 1 else mp.erfinv(x)


def _erfcinv(x: Any) -> Any:
    if x < 0 or x > 2:
        return mp.nan
    if x == 0 or x == 2:
        return mp.inf if x == 0 else -mp.inf
    if x > mp.mpf("1e-20"):
        return mp.erfinv(1 - x)
    guess = mp.sqrt(-mp.log(x * mp.sqrt(mp.pi) * mp.sqrt(-mp.log(x))))
    return mp.findroot(lambda y: mp.log(mp.erfc(y)) - mp.log(x), guess)


def _erfcx(x: Any) -> Any:
    if mp.isinf(x) or x < -20:
        return mp.mpf(0) if x > 0 else mp.inf
    return mp.exp(x * x) * mp.erfc(x) if x < 100 else 1 / (x * mp.sqrt(mp.pi)) * (1 - 1 / (2 * x * x))


def _bessel(kind: Callable[..., Any]) -> Callable[..., Any]:
    def value(n: Any, x: Any) -> Any:
        n = int(n)
        if mp.isnan(x) or n < 0 or n > 128:
            return mp.nan
        if kind is mp.bessely and x <= 0:
            return -mp.inf if x == 0 else mp.nan
        if mp.isinf(x):
            return mp.mpf(0)
        return kind(n, x)

    return value


def _modified(n: int) -> Callable[..., Any]:
    return lambda x: (mp.inf * (mp.sign(x) if n else 1)) if abs(x) > 95 else mp.besseli(n, x)


def _turned(f: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda x: mp.nan if mp.isinf(x) else f(x)


def _trig(f: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda x: mp.nan if mp.isinf(x) else f(x)


def _flushing(f: Callable[..., Any]) -> Callable[..., Any]:
    def value(*x: Any) -> Any:
        return f(*(mp.mpf(flush(float(v))) for v in x))

    return value


def _nan(f: Callable[..., Any]) -> Callable[..., Any]:
    """NaN of NaN."""
    return lambda *x: mp.nan if any(mp.isnan(v) for v in x) else f(*x)


SIN, COS = _trig(mp.sin), _trig(mp.cos)
SINPI, COSPI = _turned(mp.sinpi), _turned(mp.cospi)
FLUSHING = ("sqrtf", "fdividef", "expf", "exp2f", "exp10f", "powf")  # documented: results too
VALUES: dict[str, Callable[..., Any]] = {
    "sqrtf": _flushing(_nan(lambda x: mp.sqrt(x))),
    "rsqrtf": _nan(lambda x: mp.inf if abs(x) < TINY else mp.nan if x < 0 else 1 / mp.sqrt(x)),
    "cbrtf": _nan(_cbrt),
    "rcbrtf": _nan(lambda x: _over(_cbrt(x))),
    "fdividef": _flushing(_nan(lambda x, y: (mp.nan if x == 0 else mp.inf * mp.sign(x)) if y == 0 else x / y)),
    **dict.fromkeys(("hypotf", "norm3df", "norm4df"), _hypot),
    **dict.fromkeys(("rhypotf", "rnorm3df", "rnorm4df"), lambda *x: _over(_hypot(*x))),
    "expf": _flushing(_nan(_finite(mp.exp, high=mp.inf, low=mp.mpf(0)))),
    "exp2f": _flushing(_nan(_finite(lambda x: mp.power(2, x), high=mp.inf, low=mp.mpf(0)))),
    "exp10f": _flushing(_nan(_finite(lambda x: mp.power(10, x), high=mp.inf, low=mp.mpf(0)))),
    "expm1f": _nan(_finite(lambda x: mp.mpf(0) if abs(x) < TINY else mp.expm1(x), high=mp.inf, low=mp.mpf(-1))),
    "logf": _nan(_log(lambda: mp.mpf(1))),
    "log2f": _nan(_log(lambda: mp.log(2))),
    "log10f": _nan(_log(lambda: mp.log(10))),
    "log1pf": _nan(lambda x: -mp.inf if x == -1 else mp.nan if x < -1 else x if mp.isinf(x) else mp.log1p(x)),
    "powf": _flushing(_pow),
    "sinf": _nan(SIN),
    "cosf": _nan(COS),
    "tanf": _nan(_trig(mp.tan)),
    "sinpif": _nan(SINPI),
    "cospif": _nan(COSPI),
    "tanpif": _nan(
        _turned(
            lambda x: (
                (mp.inf if mp.fmod(x - mp.mpf(1) / 2, 2) == 0 else -mp.inf)
                if mp.cospi(x) == 0
                else mp.sinpi(x) / mp.cospi(x)
            )
        )
    ),
    "asinf": _nan(mp.asin),
    "acosf": _nan(mp.acos),
    "atanf": _nan(mp.atan),
    "atan2f": _atan2,
    "sinhf": _nan(mp.sinh),
    "coshf": _nan(mp.cosh),
    "tanhf": _nan(mp.tanh),
    "asinhf": _nan(_finite(mp.asinh, high=mp.inf, low=-mp.inf)),
    "acoshf": _nan(lambda x: mp.nan if x < 1 else mp.inf if mp.isinf(x) else mp.acosh(x)),
    "atanhf": _nan(lambda x: mp.nan if abs(x) > 1 else mp.inf * mp.sign(x) if abs(x) == 1 else mp.atanh(x)),
    "erff": _nan(lambda x: mp.erf(x) if abs(x) < 60 else mp.sign(x)),
    "erfcf": _nan(_erfc),
    "erfinvf": _nan(_erfinv),
    "erfcinvf": _nan(_erfcinv),
    "erfcxf": _nan(_erfcx),
    "normcdff": _nan(lambda x: mp.mpf(0.5) * _erfc(-x / mp.sqrt(2))),
    "normcdfinvf": _nan(lambda x: mp.nan if x < 0 or x > 1 else -mp.sqrt(2) * _erfcinv(2 * x)),
    "tgammaf": _nan(_gamma),
    "lgammaf": _nan(_lgamma),
    "jnf": _bessel(mp.besselj),
    "ynf": _bessel(mp.bessely),
    "j0f": lambda x: _bessel(mp.besselj)(0, x),
    "j1f": lambda x: _bessel(mp.besselj)(1, x),
    "y0f": lambda x: _bessel(mp.bessely)(0, x),
    "y1f": lambda x: _bessel(mp.bessely)(1, x),
    "cyl_bessel_i0f": _nan(_modified(0)),
    "cyl_bessel_i1f": _nan(_modified(1)),
}
VALUES = {name: _mp(f) for name, f in VALUES.items()}
WIDE = {"sin": "sinf", "cos": "cosf", "tanh": "tanhf", "log": "logf", "log2": "log2f", "log10": "log10f"}

# Of narrow floats, by double precision: what is nearer to a boundary than its error goes to mpmath.
NARROW: dict[str, tuple[Callable[[Array], Array], Callable[..., Any]]] = {
    "cos": (np.cos, _mp(_nan(COS))),
    "sin": (np.sin, _mp(_nan(SIN))),
    "tanh": (np.tanh, _mp(_nan(mp.tanh))),
    "exp": (np.exp, _mp(_nan(mp.exp))),
    "exp2": (np.exp2, _mp(_nan(lambda x: mp.power(2, x)))),
    "exp10": (lambda x: np.power(10.0, x), _mp(_nan(lambda x: mp.power(10, x)))),
    "log": (np.log, VALUES["logf"]),
    "log2": (np.log2, VALUES["log2f"]),
    "log10": (np.log10, VALUES["log10f"]),
    "sqrt": (np.sqrt, _mp(_nan(mp.sqrt))),
    "rsqrt": (lambda x: 1 / np.sqrt(x), _mp(_nan(lambda x: 1 / mp.sqrt(x)))),
    "rcp": (lambda x: 1 / x, _mp(_nan(lambda x: 1 / x))),
    "floor": (np.floor, _mp(_nan(mp.floor))),
    "ceil": (np.ceil, _mp(_nan(mp.ceil))),
    "rint": (np.rint, _mp(_nan(mp.nint))),
    "trunc": (np.trunc, _mp(_nan(mp.mpf))),
}


def narrow(name: str, x: Array, of: str) -> Array:
    """Every value of a narrow float through a function, rounded once."""
    close, exact = NARROW[name]
    bits, smallest, largest = FORMATS[of]
    with np.errstate(all="ignore"):
        value = close(x)
        low, high = (_to_grid(value * (1 + side * 2.0**-45), bits, smallest, largest) for side in (-1, 1))
        out = np.where(value == np.rint(value), _to_grid(value, bits, smallest, largest), low)
        unsure = np.flatnonzero((low != high) & np.isfinite(value) & ~np.isnan(value) & (value != np.rint(value)))
    for i in unsure:
        sure = exact(float(x[i]))
        with mp.workprec(200):
            man, power = mp.frexp(sure)
            out[i] = rounded(Fraction(int(man * 2**190)) * Fraction(2) ** (int(power) - 190), of)
    return out


def _to_grid(x: Array, bits: int, smallest: int, largest: float) -> Array:
    step = np.ldexp(1.0, np.maximum(np.frexp(x)[1] - bits, smallest))
    value = np.where(np.isfinite(x), np.rint(x / step) * step, x)
    return np.where(np.abs(value) > largest, np.copysign(np.inf, value), value)


FACES = {"half": np.float16, "bfloat16": ml_dtypes.bfloat16}

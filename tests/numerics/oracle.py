"""A second, slow and independent reading of the number formats: whole integers and shifts only.

A finite value is (negative, m, e) with magnitude m * 2**e. Rounding follows the rule table of the cast pages: `kept`
bits, `rest` bits, and a mode that says when |kept| grows by one. Nothing here uses numpy or the package under test.

Choices where the pages are silent, stated once:
- a float result is rounded as if the exponent had no upper end; what then exceeds the largest finite value is an
  overflow (infinity, or the largest value when saturating; the one NaN in a format without infinities);
- float and double results never saturate; integers always become saturated floats;
- a conversion to the same float type rounds to an integral value and keeps the sign of zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

MODES = ("NONE", "RINT", "FLOOR", "CEIL", "ROUND", "TRUNC", "ODD")
NAN, INF, FINITE = "nan", "inf", "finite"

Value = tuple[str, bool, int, int]  # kind, negative, m, e


@dataclass(frozen=True)
class Float:
    exponent: int
    mantissa: int
    infinities: bool = True

    @property
    def width(self) -> int:
        return 1 + self.exponent + self.mantissa

    @property
    def bias(self) -> int:
        return 2 ** (self.exponent - 1) - 1

    @property
    def top(self) -> int:
        """Magnitude bits of the largest finite value."""
        ones = 2 ** (self.exponent + self.mantissa) - 1
        return ones - 2**self.mantissa if self.infinities else ones - 1

    @property
    def nan(self) -> int:
        """The quiet NaN with an empty payload."""
        ones = 2 ** (self.exponent + self.mantissa) - 1
        return ones - 2 ** (self.mantissa - 1) + 1 if self.infinities else ones


@dataclass(frozen=True)
class Int:
    width: int
    signed: bool

    @property
    def low(self) -> int:
        return -(2 ** (self.width - 1)) if self.signed else 0

    @property
    def high(self) -> int:
        return 2 ** (self.width - self.signed) - 1


FORMATS: dict[str, Float | Int] = {
    "int4": Int(4, True),
    **{f"{u}int{w}": Int(w, not u) for w in (8, 16, 32, 64) for u in ("", "u")},
    "half": Float(5, 10),
    "bfloat16": Float(8, 7),
    "float": Float(8, 23),
    "double": Float(11, 52),
    "fp8_e5m2": Float(5, 2),
    "fp8_e4m3fn": Float(4, 3, infinities=False),
}


def decode(bits: int, of: Float | Int) -> Value:
    if isinstance(of, Int):
        value = bits - 2**of.width if of.signed and bits >> (of.width - 1) else bits
        return FINITE, value < 0, abs(value), 0
    negative = bool(bits >> (of.width - 1))
    magnitude = bits & (2 ** (of.width - 1) - 1)
    if magnitude > of.top:
        return (INF if of.infinities and magnitude == of.top + 1 else NAN), negative, 0, 0
    field, fraction = divmod(magnitude, 2**of.mantissa)
    if field == 0:
        return FINITE, negative, fraction, 1 - of.bias - of.mantissa
    return FINITE, negative, 2**of.mantissa + fraction, field - of.bias - of.mantissa


@cache
def wholes(name: str, mode: str) -> list[int | str]:
    """What every value of a narrow type rounds to."""
    return [whole(v, mode) for v in decoded(name)]


@cache
def decoded(name: str) -> list[Value]:
    """Every value of a narrow type, by bits."""
    of = FORMATS[name]
    return [decode(b, of) for b in range(2**of.width)]


def fraction(value: Value) -> Fraction:
    kind, negative, m, e = value
    assert kind == FINITE
    return Fraction(-m if negative else m) * Fraction(2) ** e


def grid(m: int, e: int, q: int, negative: bool, mode: str) -> int:
    """m * 2**e as a whole number of 2**q, rounded by `mode`."""
    if e >= q:
        return m << (e - q)
    drop = q - e
    kept = m >> drop
    rest = m - (kept << drop)
    if not rest:
        return kept
    half = 1 << (drop - 1)
    if mode in ("RINT", "NONE"):
        up = rest > half or (rest == half and kept % 2 == 1)
    elif mode == "FLOOR":
        up = negative
    elif mode == "CEIL":
        up = not negative
    elif mode == "ROUND":
        up = rest >= half
    elif mode == "ODD":
        up = kept % 2 == 0
    else:
        up = False
    return kept + up


def encode(value: Value, to: Float, mode: str = "RINT", saturate: bool = False) -> int:
    """The bits of a value in a float format."""
    kind, negative, m, e = value
    sign = negative << (to.width - 1)
    if kind == NAN:
        return 0 if saturate else to.nan
    if kind == INF:
        return _beyond(to, sign, saturate)
    if m == 0:
        return sign
    q = max(e + m.bit_length() - 1, 1 - to.bias) - to.mantissa
    n = grid(m, e, q, negative, mode)
    if n >> (to.mantissa + 1):  # carried into the next power of two
        n, q = n >> 1, q + 1
    if n >> to.mantissa:
        magnitude = ((q + to.mantissa + to.bias) << to.mantissa) + n - (1 << to.mantissa)
    else:
        magnitude = n
    return sign | magnitude if magnitude <= to.top else _beyond(to, sign, saturate)


def _beyond(to: Float, sign: int, saturate: bool) -> int:
    if saturate:
        return sign | to.top
    return sign | (to.top + 1) if to.infinities else to.nan


def whole(value: Value, mode: str) -> int | str:
    """The integer a value rounds to; NaN and infinities stay words."""
    kind, negative, m, e = value
    if kind != FINITE:
        return kind if kind == NAN else ("-inf" if negative else "inf")
    n = grid(m, e, 0, negative, mode)
    return -n if negative else n


def into(n: int | str, to: Int, saturate: bool) -> int:
    """Bits of an integer result."""
    if n == NAN:
        n = 0
    elif n == "inf":
        n = to.high
    elif n == "-inf":
        n = to.low
    elif saturate:
        n = min(max(n, to.low), to.high)  # type: ignore[type-var]
    return n % 2**to.width  # type: ignore[operator]


def convert(value: Value, source: str, to: str, mode: str, saturate: bool) -> int:
    """The bits of a value of type `source` as type `to`."""
    frm, target = FORMATS[source], FORMATS[to]
    if isinstance(target, Int):
        return into(whole(value, mode), target, saturate)
    if isinstance(frm, Int):
        return encode(value, target, mode, True)
    if source == to:
        kind, negative, m, e = value
        if kind == FINITE:
            value = FINITE, negative, grid(m, e, 0, negative, mode), 0
        return encode(value, target, "TRUNC")
    return encode(value, target, mode, saturate and target.width < 32)


def exactly(value: Fraction, negative: bool = False) -> Value:
    """A dyadic fraction as a value; `negative` gives the sign of a zero."""
    if value == 0:
        return FINITE, negative, 0, 0
    shift = value.denominator.bit_length() - 1
    assert value.denominator == 1 << shift
    return FINITE, value < 0, abs(value.numerator), -shift


def nearest(value: Fraction, to: Float) -> int:
    """Any fraction, correctly rounded to nearest: cut far below the last place, with a sticky bit."""
    magnitude = abs(value)
    if not magnitude:
        return 0
    shift = 200 - (magnitude.numerator.bit_length() - magnitude.denominator.bit_length())
    scaled = magnitude * Fraction(2) ** shift
    m = scaled.numerator // scaled.denominator
    return encode((FINITE, value < 0, m * 2 + (m != scaled), -shift - 1), to)

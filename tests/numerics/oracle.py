"""A second, slow and independent reading of the number formats: whole integers and shifts only.

A finite value is (negative, m, e) with magnitude m * 2**e. Rounding follows the rule table of the cast pages: `kept`
bits, `rest` bits, and a mode that says when |kept| grows by one. Nothing here uses numpy or the package under test.

Choices where the pages are silent, stated once:
- a float result is rounded as if the exponent had no upper end; what then exceeds the largest finite value is an
  overflow (infinity, or the largest value when saturating; the one NaN in a format without infinities);
- float and double results never saturate; integers always become saturated floats;
- a conversion to the same float type rounds to an integral value and keeps the sign of zero;
- hybrid rounding to hifloat8 leaves a number that loses nothing as it is.
"""

from __future__ import annotations

from bisect import bisect_right
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
def rounded_values(name: str, mode: str) -> list[int | str]:
    """What every value of a narrow type rounds to."""
    return [round_to_integer(v, mode) for v in decoded(name)]


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
        return _overflow_code(to, sign, saturate)
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
    return sign | magnitude if magnitude <= to.top else _overflow_code(to, sign, saturate)


def _overflow_code(to: Float, sign: int, saturate: bool) -> int:
    if saturate:
        return sign | to.top
    return sign | (to.top + 1) if to.infinities else to.nan


def round_to_integer(value: Value, mode: str) -> int | str:
    """The integer a value rounds to; NaN and infinities stay words."""
    kind, negative, m, e = value
    if kind != FINITE:
        return kind if kind == NAN else ("-inf" if negative else "inf")
    n = grid(m, e, 0, negative, mode)
    return -n if negative else n


def to_integer_bits(n: int | str, to: Int, saturate: bool) -> int:
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
    frm, target = FORMATS.get(source), FORMATS[to]
    if isinstance(target, Int):
        return to_integer_bits(round_to_integer(value, mode), target, saturate)
    if isinstance(frm, Int):
        return encode(value, target, mode, True)
    if source == to:
        kind, negative, m, e = value
        if kind == FINITE:
            value = FINITE, negative, grid(m, e, 0, negative, mode), 0
        return encode(value, target, "TRUNC")
    return encode(value, target, mode, saturate and target.width < 32)


def exact_value(value: Fraction, negative: bool = False) -> Value:
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


# --- formats given as lists of numbers: hifloat8, e8m0 and the 4-bit floats ---


@cache
def finite_codes(name: str) -> dict[int, Fraction]:
    """Every finite code and its value, read off the prefix table as strings of bits."""
    if name == "fp8_e8m0":
        return {0: Fraction(0), **{code: Fraction(2) ** (code - 127) for code in range(1, 255)}}
    out = {}
    if name.startswith("fp4"):
        for code in range(16):
            exponent, fraction = (code >> 1 & 3, code & 1) if name.endswith("e2m1") else (code >> 2 & 1, code & 3)
            ones = 2 if name.endswith("e2m1") else 4
            size = Fraction(fraction + (ones if exponent else 0), ones) * Fraction(2) ** (max(exponent, 1) - 1)
            out[code] = -size if code >> 3 else size
        return out
    for code in range(256):
        if code in (0x80, 0x6F, 0xEF):
            continue
        bits = f"{code:08b}"
        sign, rest = (-1 if bits[0] == "1" else 1), bits[1:]
        if rest.startswith("0000"):
            size = Fraction(2) ** (int(rest[4:], 2) - 23) if int(rest[4:], 2) else Fraction(0)
        else:
            prefix, digits = next((p, d) for p, d in {"0001": 0, "001": 1, "01": 2, "10": 3, "11": 4}.items()
                                  if rest.startswith(p))
            field, fraction = rest[len(prefix) :][:digits], rest[len(prefix) + digits :]
            exponent = 0 if not digits else int("1" + field[1:], 2) * (-1 if field[0] == "1" else 1)
            size = Fraction(2) ** exponent * (1 + Fraction(int(fraction, 2), 2 ** len(fraction)))
        out[code] = sign * size
    return out


@cache
def ladder(name: str) -> list[tuple[Fraction, int]]:
    """Non-negative values from 0 up, with their codes; hifloat8 ends with the infinity that follows the largest."""
    codes = {
        c: v for c, v in finite_codes(name).items() if c < (8 if name.startswith("fp4") else 128) or name == "fp8_e8m0"
    }
    steps = sorted((v, c) for c, v in codes.items())
    return [*steps, (Fraction(3, 2) * 2**15, 0x6F)] if name == "hifloat8" else steps


@cache
def _numbers(name: str) -> list[Fraction]:
    return [v for v, _ in ladder(name)]


def _below(name: str, size: Fraction) -> int:
    """The highest step that is not above a size."""
    return bisect_right(_numbers(name), size) - 1


@cache
def _rounding_position(value: Value, name: str) -> tuple[Fraction, int, Fraction]:
    """How large a value is, the step below it and the part of the way to the next: the same in every mode."""
    size = abs(fraction(value))
    at, steps = _below(name, size), ladder(name)
    low, high = steps[at][0], steps[min(at + 1, len(steps) - 1)][0]
    return size, at, (size - low) / (high - low) if low < high else Fraction(0)


def into_listed(value: Value, source: str, bits: int, name: str, mode: str, saturate: bool) -> int:
    """A value as a code of such a format: between which two steps it lies, and which one the mode takes."""
    kind, negative, _, _ = value
    fp4, hif8 = name.startswith("fp4"), name == "hifloat8"
    saturate = saturate or isinstance(FORMATS.get(source), Int)
    sign = (negative and name != "fp8_e8m0") << (3 if fp4 else 7)
    if name == "fp8_e8m0":
        if kind != FINITE:
            return 0xFF
        size = abs(fraction(value))
        return 0xFF if size >= 2**128 else ladder(name)[_below(name, size)][1]
    if kind == NAN:
        return 0 if saturate or fp4 else 0x80
    over = sign | (7 if fp4 else 0x6E if saturate else 0x6F)
    if kind == INF:
        return over
    steps = ladder(name)
    size, at, lost = _rounding_position(value, name)
    if size > steps[-1][0]:
        return over
    low = steps[at]
    if low[0] == size:
        code = low[1]
    else:
        code = steps[at + _goes_up(lost, at, size, negative, mode, source, bits)][1]
    if hif8 and code == 0x6F:
        return over
    return (sign | code) if code or fp4 else 0


def _goes_up(lost: Fraction, at: int, size: Fraction, negative: bool, mode: str, source: str, bits: int) -> bool:
    if mode == "HYBRID" and not Fraction(1, 8) <= size < 16:
        if size < Fraction(2) ** -23:
            return False
        width, threshold = (14, bits & 0x3FFF) if source == "float" else (2, 2 * (bits & 1) + 1)
        return int(lost * 2**width) >= threshold
    if mode in ("ROUND", "HYBRID"):
        return 2 * lost.numerator >= lost.denominator
    if mode in ("RINT", "NONE"):
        return 2 * lost.numerator > lost.denominator or (2 * lost.numerator == lost.denominator and at % 2 == 1)
    return {"FLOOR": negative, "CEIL": not negative, "TRUNC": False, "ODD": at % 2 == 0}[mode]


def value_of(code: int, name: str) -> Value:
    """The value of a code of a listed format."""
    if name == "hifloat8" and code in (0x80, 0x6F, 0xEF):
        return (NAN if code == 0x80 else INF), code == 0xEF, 0, 0
    if name == "fp8_e8m0" and code == 0xFF:
        return NAN, False, 0, 0
    return exact_value(finite_codes(name)[code], name.startswith("fp4") and code >> 3 == 1)

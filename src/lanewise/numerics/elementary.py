"""Elementary functions of float64 within a few last bits, for values that come from float or narrower types.

What the high-level library computes is defined by these algorithms: one rounding to the element type follows, so that a
result differs from the correctly rounded one only where the true value lies within 2^-20 steps of a tie. The accuracy
against 200 bits is measured by `make sweep`. Reductions, series and coefficients are our own.
"""

from __future__ import annotations

import math

from lanewise.numerics.straight import (
    TABLES,
    Number,
    absolute,
    exponent,
    function,
    fused,
    horner,
    lookup,
    mantissa,
    power_of_two,
    remainder,
    rint,
    square_root,
    to_single,
    where,
    with_sign,
)

INF, NAN = math.inf, math.nan
LN2_HIGH, LN2_LOW = 0.6931471805598903, 5.497923018708371e-14  # the high part has 42 bits: whole multiples are exact
LN2 = 0.6931471805599453
LOG2_E, LOG10_E = 1.4426950408889634, 0.4342944819032518
HALF_PI, HALF_PI_LOW = 1.5707963267948966, 6.123233995736766e-17
PI = 2 * HALF_PI
ROOT_HALF = 0.7071067811865476
LN_PI = 1.1447298858494002

# 2 / pi, 24 bits at a time: the product with the 24 bits of a float is exact.
TABLES["two_over_pi"] = (10680707.0, 7228996.0, 1387004.0, 2578385.0, 16069853.0, 12639074.0, 9804092.0, 4427841.0,
                         16666979.0, 11263675.0, 12935607.0, 2387514.0, 4345298.0, 14681673.0)  # fmt: skip

_EXP = [1 / math.factorial(n) for n in range(14)]
_SINE = [(-1) ** n / math.factorial(2 * n + 1) for n in range(9)]
_COSINE = [(-1) ** n / math.factorial(2 * n) for n in range(10)]
_SINH = [1 / math.factorial(2 * n + 1) for n in range(10)]
_LOG = [2 / (2 * n + 1) for n in range(12)]  # 2 atanh(s) / s in powers of s^2
_ATAN = [(-1) ** n / (2 * n + 1) for n in range(13)]
_ERF = [(-1) ** n / (math.factorial(n) * (2 * n + 1)) for n in range(22)]
# (1 + 2x) e^(x^2) erfc(x) as a polynomial in (x - 3.75) / (x + 3.75), interpolated at 30 Chebyshev points.
_ERFC = [
    1.2375126308378275, -0.14024059858554702, 0.003585415485463652, 0.0822767384901511, -0.10880393014170497,
    0.09230432116019581, -0.05869339859061101, 0.028362277421556188, -0.009746579546772877, 0.0017556258320574729,
    0.0002937135880316984, -0.00029015397728117225, 5.1649442877311626e-05, 2.2383904876445646e-05,
    -1.1445172561420112e-05, -9.728327812064796e-07, 1.753745843453635e-06, -5.8288277837667e-08,
    -2.6166884528581605e-07, 2.4312325150002104e-08, 4.160290402333346e-08, -4.395643933010736e-09,
    -7.070595174334905e-09, 5.366153829720746e-10, 1.1875608122442792e-09, -2.6017993720250402e-11,
    -1.647059420510506e-10, -5.474680209875779e-12, 1.3044442522763959e-11, 1.0025828126882664e-12,
]  # fmt: skip
# ln Gamma(2 + t) / t: 1 minus Euler's constant, then (zeta(k) - 1) / k with alternating signs.
_LN_GAMMA = [
    0.42278433509846713, 0.3224670334241132, -0.0673523010531981, 0.020580808427784546, -0.007385551028673986,
    0.0028905103307415234, -0.001192753911703261, 0.0005096695247430425, -0.00022315475845357939,
    9.945751278180853e-05, -4.492623673813314e-05, 2.050721277567069e-05, -9.439488275268397e-06,
    4.374866789907488e-06, -2.039215753801366e-06, 9.55141213040742e-07, -4.492469198764566e-07,
    2.1207184805554665e-07, -1.0043224823968099e-07, 4.7698101693639804e-08, -2.2711094608943164e-08,
    1.0838659214896955e-08, -5.183475041970047e-09, 2.4836745438024785e-09, -1.1921401405860912e-09,
    5.731367241678862e-10, -2.7595228851242334e-10, 1.330476437424449e-10, -6.4229645638381e-11,
    3.1044247747322276e-11, -1.5021384080754142e-11, 7.275974480239079e-12, -3.527742476575915e-12,
]  # fmt: skip
# Of the asymptotic series of ln Gamma and of its derivative, in powers of 1 / x^2.
_STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156, -3617 / 122400, 43867 / 244188,
             -174611 / 125400]  # fmt: skip
_DIGAMMA = [1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12]


def _scaled(x: Number, k: Number) -> Number:
    """x * 2^k, also where 2^k itself is out of range."""
    half = rint(k * 0.5)
    return x * power_of_two(half) * power_of_two(k - half)


def _exp_of_sum(x: Number, rest: Number) -> Number:
    """e^(x + rest), with |x| <= 800 and a rest far below x's last bits or zero."""
    k = rint(x * LOG2_E)
    r = x - k * LN2_HIGH - k * LN2_LOW + rest
    return _scaled(horner(r, _EXP), k)


@function
def exp(a: Number) -> Number:
    """e^a"""
    inside = where(a == a, where(a > 800.0, 800.0, where(a < -800.0, -800.0, a)), 0.0)
    return where(a == a, _exp_of_sum(inside, 0.0), a)


@function
def exp2(a: Number) -> Number:
    """2^a"""
    inside = where(a == a, where(a > 1200.0, 1200.0, where(a < -1200.0, -1200.0, a)), 0.0)
    k = rint(inside)
    return where(a == a, _scaled(horner((inside - k) * LN2, _EXP), k), a)


def _log_parts(x: Number) -> tuple[Number, Number]:
    """The power of two and the rest of a positive normal number, the rest between sqrt(1/2) and sqrt(2)."""
    m, k = mantissa(x), exponent(x)
    large = m > 1.4142135623730951
    return where(large, k + 1.0, k), where(large, m * 0.5, m)


def _log_special(a: Number, value: Number) -> Number:
    return where(a > 0.0, where(a == INF, INF, value), where(a == 0.0, -INF, NAN))


@function
def log(a: Number) -> Number:
    """Natural logarithm"""
    k, m = _log_parts(a)
    s = (m - 1.0) / (m + 1.0)
    return _log_special(a, k * LN2_HIGH + (s * horner(s * s, _LOG) + k * LN2_LOW))


@function
def log2(a: Number) -> Number:
    """Logarithm to base two, exact for powers of two"""
    k, m = _log_parts(a)
    s = (m - 1.0) / (m + 1.0)
    return _log_special(a, k + s * horner(s * s, _LOG) * LOG2_E)


@function
def log10(a: Number) -> Number:
    """Logarithm to base ten"""
    return log(a) * LOG10_E


@function
def log1p(a: Number) -> Number:
    """ln(1 + a)"""
    u = 1.0 + a
    exact = where(u == 1.0, a, log(u) + (a - (u - 1.0)) / u)
    return where(u == INF, INF, where(u == 0.0, -INF, exact))


def _wholes(x: Number, rounded: Number) -> Number:
    """What rounding gives; numbers from 2^51 on are whole, and a zero keeps the number's sign."""
    return where(absolute(x) < 2.0**51, with_sign(rounded, x), x)


@function
def nearest(a: Number) -> Number:
    """The nearest whole number, ties to even"""
    return _wholes(a, rint(a))


@function
def floor(a: Number) -> Number:
    """The whole number at or below a"""
    n = rint(a)
    return _wholes(a, where(n > a, n - 1.0, n))


@function
def ceil(a: Number) -> Number:
    """The whole number at or above a"""
    return -floor(-a)


@function
def trunc(a: Number) -> Number:
    """The whole number towards zero"""
    return with_sign(floor(absolute(a)), a)


@function
def away(a: Number) -> Number:
    """The nearest whole number, ties away from zero"""
    whole = trunc(a)
    return where(absolute(a - whole) >= 0.5, whole + with_sign(1.0, a), whole)


@function
def frac(a: Number) -> Number:
    """What trunc cuts off"""
    return a - trunc(a)


@function
def sign(a: Number) -> Number:
    """-1, 0 or 1; 0 for NaN"""
    return where(a > 0.0, 1.0, where(a < 0.0, -1.0, 0.0))


def _exact_sum(x: Number, y: Number) -> tuple[Number, Number]:
    """x + y and what rounding it lost."""
    total = x + y
    v = total - x
    return total, (x - (total - v)) + (y - v)


def _quarter_turns(x: Number) -> tuple[Number, Number]:
    """x of 24 bits as q quarter turns, q of 0 to 3, and an angle between -pi/4 and pi/4.

    Products with 2 / pi, 24 bits at a time: the first that count are chosen by x's exponent, whole turns are left out.
    """
    size = where((x == 0.0) | (x != x) | (absolute(x) == INF), 1.0, absolute(x))
    e = exponent(size)
    m = mantissa(size) * 2.0**23
    first = where(e >= 25.0, floor((e - 25.0) / 24.0), 0.0)
    w = e - 47.0 - first * 24.0
    parts = [m * lookup("two_over_pi", first + float(i)) * power_of_two(w - 24.0 * i) for i in range(6)]
    for i in range(2):
        parts[i] = parts[i] - 4.0 * floor(parts[i] * 0.25)
    top, low0 = _exact_sum(parts[0], parts[1])
    q = rint(top + parts[2])
    high, low1 = _exact_sum(top - q, parts[2])
    high, low2 = _exact_sum(high, parts[3])
    low = low0 + low1 + low2 + (parts[4] + parts[5])
    angle = high * HALF_PI + (high * HALF_PI_LOW + low * HALF_PI)
    return q - 4.0 * floor(q * 0.25), angle


def _sine_of(r: Number) -> Number:
    return r * horner(r * r, _SINE)


def _cosine_of(r: Number) -> Number:
    return horner(r * r, _COSINE)


def _turned(q: Number, r: Number) -> Number:
    """The sine of q quarter turns and r."""
    odd = (q == 1.0) | (q == 3.0)
    value = where(odd, _cosine_of(r), _sine_of(r))
    return where(q >= 2.0, -value, value)


def _of_angle(x: Number, value: Number) -> Number:
    return where(absolute(x) == INF, NAN, where(x == x, value, x))


@function
def sin(a: Number) -> Number:
    """Sine"""
    q, r = _quarter_turns(a)
    return _of_angle(a, where(a == 0.0, a, _turned(q, r) * with_sign(1.0, a)))


@function
def cos(a: Number) -> Number:
    """Cosine"""
    q, r = _quarter_turns(a)
    return _of_angle(a, where(a == 0.0, 1.0, _turned(where(q == 3.0, 0.0, q + 1.0), r)))


def _quarters(turns: Number) -> tuple[Number, Number]:
    """Whole quarters of a turn, 0 to 3, and the angle that is left."""
    q = rint(turns * 4.0)
    return q - 4.0 * floor(q * 0.25), (turns * 4.0 - q) * HALF_PI


@function
def sin_turns(a: Number) -> Number:
    """Sine of a turns, |a| < 2^49"""
    q, r = _quarters(a)
    return _turned(q, r)


@function
def cos_turns(a: Number) -> Number:
    """Cosine of a turns, |a| < 2^49"""
    q, r = _quarters(a)
    return _turned(where(q == 3.0, 0.0, q + 1.0), r)


@function
def tan(a: Number) -> Number:
    """Tangent"""
    return where(a == 0.0, a, sin(a) / cos(a))


@function
def atan(a: Number) -> Number:
    """Arc tangent"""
    x = absolute(a)
    large = x > 1.0
    u = where(large, 1.0 / x, x)
    for _ in range(2):
        u = u / (1.0 + square_root(1.0 + u * u))
    value = 4.0 * (u * horner(u * u, _ATAN))
    return with_sign(where(large, HALF_PI - (value - HALF_PI_LOW), value), a)


@function
def asin(a: Number) -> Number:
    """Arc sine"""
    return atan(a / square_root((1.0 - a) * (1.0 + a)))


@function
def acos(a: Number) -> Number:
    """Arc cosine"""
    return 2.0 * atan(square_root((1.0 - a) / (1.0 + a)))


def _sinh_small(x: Number) -> Number:
    return x * horner(x * x, _SINH)


@function
def sinh(a: Number) -> Number:
    """Hyperbolic sine"""
    small = absolute(a) < 1.0
    return where(small, _sinh_small(where(small, a, 0.0)), 0.5 * (exp(a) - exp(-a)))


@function
def cosh(a: Number) -> Number:
    """Hyperbolic cosine"""
    return 0.5 * (exp(a) + exp(-a))


@function
def tanh(a: Number) -> Number:
    """Hyperbolic tangent"""
    small = absolute(a) < 1.0
    near = where(small, a, 0.0)
    x = absolute(a)
    return where(small, _sinh_small(near) / cosh(near), with_sign(1.0 - 2.0 / (exp(x + x) + 1.0), a))


@function
def asinh(a: Number) -> Number:
    """Inverse hyperbolic sine"""
    x = absolute(a)
    square = x * x
    return where(x == INF, a, with_sign(log1p(x + square / (1.0 + square_root(1.0 + square))), a))


@function
def acosh(a: Number) -> Number:
    """Inverse hyperbolic cosine"""
    t = a - 1.0
    return where(a == INF, INF, where(a < 1.0, NAN, log1p(t + square_root(2.0 * t + t * t))))


@function
def atanh(a: Number) -> Number:
    """Inverse hyperbolic tangent"""
    x = absolute(a)
    return with_sign(0.5 * log1p(2.0 * x / (1.0 - x)), a)


def _erfc_of(x: Number) -> Number:
    """erfc for x >= 0.5."""
    return exp(-(x * x)) * (horner((x - 3.75) / (x + 3.75), _ERFC) / (1.0 + 2.0 * x))


def _erf_small(x: Number) -> Number:
    return x * horner(x * x, _ERF) * 1.1283791670955126


@function
def erf(a: Number) -> Number:
    """Error function"""
    x = absolute(a)
    small = x < 1.0
    far = where(small, 1.0, where(x > 30.0, 30.0, x))
    value = where(small, _erf_small(where(small, a, 0.0)), with_sign(1.0 - _erfc_of(far), a))
    return where(a == a, value, a)


@function
def erfc(a: Number) -> Number:
    """1 - error function"""
    x = absolute(a)
    small = x < 0.5
    tail = _erfc_of(where(small, 0.5, where(x > 30.0, 30.0, x)))
    value = where(small, 1.0 - _erf_small(where(small, a, 0.0)), where(a < 0.0, 2.0 - tail, tail))
    return where(a == a, value, a)


def _sine_of_turns(f: Number) -> Number:
    """sin(pi f) for |f| <= 1/2."""
    half = absolute(f) > 0.25
    near = where(half, 0.5 - absolute(f), f)
    r = near * PI
    return where(half, with_sign(_cosine_of(r), f), _sine_of(r))


def _off_whole(x: Number) -> Number:
    """The distance from x to the nearest integer."""
    return where(absolute(x) < 2.0**51, x - rint(x), 0.0)


@function
def lgamma(a: Number) -> Number:
    """Logarithm of the absolute value of the gamma function"""
    y = where(a < -0.5, 1.0 - a, where(a < 0.5, 1.0 + a, a))
    low = where(y < 2.5, y, 2.0)
    t = low - where(low < 1.5, 1.0, 2.0)
    near = t * horner(t, _LN_GAMMA) - where(low < 1.5, log(low), 0.0)
    z, product = where(y < 2.5, 2.5, y), 1.0
    for _ in range(6):
        short = z < 8.0
        product, z = where(short, product * z, product), where(short, z + 1.0, z)
    far = (z - 0.5) * log(z) - z + 0.9189385332046728 + horner(1.0 / (z * z), _STIRLING) / z - log(product)
    base = where(y < 2.5, near, far)
    mirrored = LN_PI - log(absolute(_sine_of_turns(_off_whole(a)))) - base
    value = where(a < -0.5, mirrored, where(a < 0.5, base - log(absolute(a)), base))
    return where(absolute(a) == INF, INF, where(a == a, value, a))


@function
def digamma(a: Number) -> Number:
    """Derivative of lgamma; NaN at zero and the negative whole numbers"""
    y = where(a < 0.0, 1.0 - a, a)
    z, total = y, 0.0
    for _ in range(12):
        short = z < 12.0
        total, z = where(short, total - 1.0 / z, total), where(short, z + 1.0, z)
    square = 1.0 / (z * z)
    value = total + (log(z) - 0.5 / z - square * horner(square, _DIGAMMA))
    off = _off_whole(a)
    quarter = where(absolute(off) > 0.25, off - with_sign(0.5, off), off)
    tangent = _sine_of(quarter * PI) / _cosine_of(quarter * PI)
    cotangent = where(absolute(off) > 0.25, -tangent, 1.0 / tangent)
    pole = (a <= 0.0) & (off == 0.0)
    return where(a == INF, INF, where(pole, NAN, where(a < 0.0, value - PI * cotangent, value)))


def _split(x: Number) -> Number:
    """The upper 26 bits of x."""
    c = x * 134217729.0
    return c - (c - x)


@function
def power(a: Number, b: Number) -> Number:
    """a^b for a and b of 24 bits"""
    x = absolute(a)
    usual = (x > 0.0) & (x < INF) & (absolute(b) < INF)
    base, y = where(usual, x, 1.0), where(usual, b, 0.0)
    k, m = _log_parts(base)
    s = (m - 1.0) / (m + 1.0)
    upper = _split(s)
    lower = ((m - 1.0) - upper * (m + 1.0)) / (m + 1.0)
    total, error = _exact_sum(k * LN2_HIGH, 2.0 * upper)
    rest = error + k * LN2_LOW + (2.0 * lower + s * (s * s) * horner(s * s, _LOG[1:]))
    high = _split(total)
    z, w = y * high, y * (total - high) + y * rest
    inside = where(z > 800.0, 800.0, where(z < -800.0, -800.0, z))
    finite = _exp_of_sum(inside, where(inside == z, w, 0.0))
    grows = ((x > 1.0) & (b > 0.0)) | ((x < 1.0) & (b < 0.0))
    edge = where(x == 1.0, 1.0, where(grows, INF, 0.0))
    size = where(usual, finite, edge)
    whole = (floor(b) == b) & (absolute(b) < INF)
    odd = whole & (absolute(b) < 2.0**24) & (floor(b * 0.5) * 2.0 != b)
    negative = with_sign(1.0, a) < 0.0
    signed = where(negative & odd, -size, size)
    bad = (a < 0.0) & (x < INF) & (absolute(b) < INF) & (floor(b) != b)
    value = where(bad, NAN, signed)
    return where((b == 0.0) | (a == 1.0), 1.0, where((a != a) | (b != b), NAN, value))


@function
def hypot(a: Number, b: Number) -> Number:
    """Length of (a, b); infinite when one is"""
    infinite = (absolute(a) == INF) | (absolute(b) == INF)
    return where(infinite, INF, square_root(a * a + b * b))


@function
def exp_series(a: Number, b: Number) -> Number:
    """e^floor(a) times the first b + 1 terms of the series of the fraction; exact exp from b = 8 on and for b = 0"""
    whole = floor(a)
    rest = a - whole
    term, total = 1.0, 1.0
    for i in range(1, 8):
        term = term * (rest / float(i))
        total = where(b >= float(i), total + term, total)
    short = exp(whole) * total
    return where((b == 0.0) | (b >= 8.0) | (absolute(a) == INF), exp(a), short)


@function
def sigmoid(a: Number) -> Number:
    """1 / (1 + e^-a)"""
    e = exp(-absolute(a))
    return where(a < 0.0, e / (1.0 + e), 1.0 / (1.0 + e))


@function
def swish(a: Number, b: Number) -> Number:
    """a * sigmoid(b a)"""
    return where((absolute(a) == INF) & (a * b < 0.0), -0.0, a * sigmoid(b * a))


@function
def gelu(a: Number) -> Number:
    """a * sigmoid(1.5957691 (a + 0.044715 a^3))"""
    return swish(a, 1.5957691216057308 * (1.0 + 0.044715 * a * a))


@function
def gelu_erf(a: Number) -> Number:
    """a / 2 * (1 + erf(a / sqrt(2)))"""
    return where(a == -INF, -0.0, 0.5 * a * erfc(a * -ROOT_HALF))


@function
def faster_gelu(a: Number) -> Number:
    """a * sigmoid(1.702 a)"""
    return swish(a, 1.702)


@function
def faster_gelu_v2(a: Number, b: Number) -> Number:
    """A quadratic in place of the error function; b keeps 0 / 0 away where the element type can hold it"""
    scaled = absolute(0.7071 * a)
    t = where(scaled < 1.769, scaled, 1.769) - 1.769
    side = (a + b) / absolute(a + b)
    return a * ((-0.1444 * t * t + 0.5) * side + 0.5)


@function
def silu(a: Number) -> Number:
    """a * sigmoid(a)"""
    return swish(a, 1.0)


@function
def geglu(a: Number, b: Number) -> Number:
    """a * gelu(b)"""
    return a * gelu(b)


@function
def swiglu(a: Number, b: Number, c: Number) -> Number:
    """a * swish(b, c)"""
    return a * swish(b, c)


@function
def reglu(a: Number, b: Number) -> Number:
    """a * max(b, 0)"""
    return a * where(b < 0.0, 0.0, b)


@function
def reciprocal_root(a: Number) -> Number:
    """1 / sqrt(a)"""
    return 1.0 / square_root(a)


def _truth(condition: Number) -> Number:
    return where(condition, 1.0, 0.0)


@function
def is_finite(a: Number) -> Number:
    """1 where neither infinite nor NaN, else 0"""
    return _truth(absolute(a) < INF)


@function
def is_inf(a: Number) -> Number:
    """1 where infinite, else 0"""
    return _truth(absolute(a) == INF)


@function
def is_nan(a: Number) -> Number:
    """1 where NaN, else 0"""
    return _truth(a != a)


@function
def logical_not(a: Number) -> Number:
    """1 where zero, else 0"""
    return _truth(a == 0.0)


@function
def logical_and(a: Number, b: Number) -> Number:
    """1 where both are not zero, else 0"""
    return _truth((a != 0.0) & (b != 0.0))


@function
def logical_or(a: Number, b: Number) -> Number:
    """1 where one is not zero, else 0"""
    return _truth((a != 0.0) | (b != 0.0))


@function
def logical_xor(a: Number, b: Number) -> Number:
    """1 where exactly one is not zero, else 0"""
    return where(a != 0.0, _truth(b == 0.0), _truth(b != 0.0))


@function
def clamp_max(a: Number, b: Number) -> Number:
    """a, at most b"""
    return where(a > b, b, a)


@function
def clamp_min(a: Number, b: Number) -> Number:
    """a, at least b"""
    return where(a < b, b, a)


@function
def multiply_add(a: Number, b: Number, c: Number) -> Number:
    """a * b + c, rounded once by the caller"""
    return fused(a, b, c)


@function
def axpy(a: Number, b: Number, c: Number) -> Number:
    """a + b * c, the product rounded to float, then the sum"""
    return to_single(a + to_single(b * c))


@function
def fmod(a: Number, b: Number) -> Number:
    """Remainder with the sign of the dividend, exact"""
    return remainder(a, b)

"""Definitions of functions of threads against integers, fractions, numpy's narrow types and 200 bits of mpmath."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath as mp
import numpy as np
import pytest
from tests.simt import oracles
from tests.simt.function_program import lanes
from tests.simt.oracles import FACES, FORMATS

from lanewise.isa.ascend_simt.catalogue import functions
from lanewise.isa.ascend_simt.record import Call, Function

Array = np.ndarray[Any, Any]
FUNCTIONS = functions()
ALL = np.arange(1 << 16, dtype=np.uint16)


def operands_for(call: Call, n: int, seed: int = 3) -> list[Array]:
    return lanes(call, n, seed)


def wide(values: Array) -> Array:
    with np.errstate(invalid="ignore"):
        return (
            np.asarray(values).astype(np.float32).astype(np.float64)
            if values.dtype.itemsize < 4
            else values.astype(float)
        )


def same(got: float, due: float) -> bool:
    return (math.isnan(got) and math.isnan(due)) or got == due


# --- mathematics ---
BESSEL = [name for name, one in FUNCTIONS.items() if "Bessel" in one.summary]


@pytest.mark.parametrize("name", list(oracles.VALUES))
def test_simt_mathematics(name: str) -> None:
    one, reference = FUNCTIONS[name], oracles.VALUES[name]
    (call,) = one.calls
    values = operands_for(call, 150 if name in BESSEL else 400)
    got = wide(one.of(call, values))
    for lane, result in enumerate(got):
        x = [float(v[lane]) for v in values]
        due = reference(*x)
        if name in oracles.FLUSHING and not mp.isnan(due) and abs(due) < mp.mpf(2) ** -126 * (1 - mp.mpf(2) ** -25):
            assert result == 0, (x, result, due)
            continue
        check(name, x, float(result), due)


def check(name: str, x: list[float], got: float, due: Any) -> None:
    if mp.isnan(due) or math.isnan(got):
        assert bool(mp.isnan(due)) == math.isnan(got), (x, got, due)
        return
    with mp.workprec(200):
        limit = (mp.mpf(2) - mp.mpf(2) ** -24) * mp.mpf(2) ** 127
        if mp.isinf(due) or abs(due) >= limit * (1 + mp.mpf(2) ** -30):
            assert math.isinf(got), (x, got, due)
            if all(oracles.flush(v) for v in x):  # mpmath's zero has no sign: see test_simt_documented_special_values
                assert (got > 0) == (due > 0), (x, got, due)
            return
        assert math.isfinite(got) or abs(due) >= limit * (1 - mp.mpf(2) ** -30), (x, got, due)
        if math.isfinite(got):
            power = mp.frexp(due)[1] if due else -200
            step = mp.mpf(2) ** max(int(power) - 24, -149)
            if name in BESSEL:  # near a zero of the function, by its largest values
                step = max(step, mp.mpf(10) ** -14)
            assert abs(mp.mpf(got) - due) <= step * (mp.mpf("0.5") + mp.mpf(2) ** -12), (x, got, due)


SMALL, NAN, INF = 1e-40, math.nan, math.inf
DOCUMENTED: dict[str, dict[tuple[float, ...], float]] = {
    "sqrtf": {(-1.0,): NAN, (SMALL,): 0.0, (-SMALL,): -0.0},
    "expf": {(-INF,): 0.0, (SMALL,): 1.0, (-103.0,): 0.0},
    "rsqrtf": {(-0.0,): INF, (SMALL,): INF, (-SMALL,): INF, (INF,): 0.0, (-1.0,): NAN},
    "logf": {(0.0,): -INF, (-1.0,): NAN},
    "log2f": {(-INF,): NAN},
    "log10f": {(-INF,): NAN},
    "log1pf": {(-INF,): NAN},
    "fdividef": {(2.0, 0.0): INF, (-2.0, 0.0): -INF, (0.0, 0.0): NAN, (SMALL, 1.0): 0.0, (-1.0, 3e38): -0.0},
    "powf": {
        (1.0, NAN): 1.0,
        (NAN, 0.0): 1.0,
        (-1.0, INF): 1.0,
        (-1.0, -INF): 1.0,
        (-2.0, 0.5): NAN,
        (0.0, -2.0): INF,
        (-0.0, -3.0): -INF,
        (SMALL, 1.0): 0.0,
    },
    "expm1f": {(-INF,): -1.0, (SMALL,): 0.0},
    "exp2f": {(-INF,): 0.0, (-130.0,): 0.0},
    "exp10f": {(-INF,): 0.0},
    "atan2f": {
        (SMALL, SMALL): NAN,
        (SMALL, 1.0): 0.0,
        (-SMALL, -1.0): -float(np.float32(math.pi)),
        (SMALL, -1.0): float(np.float32(math.pi)),
    },
    "hypotf": {(SMALL, SMALL): NAN, (NAN, INF): INF},
    "rhypotf": {(0.0, 0.0): INF, (INF, 1.0): 0.0, (SMALL, SMALL): NAN},
    "norm3df": {(SMALL, SMALL, -SMALL): NAN, (-INF, NAN, 0.0): INF},
    "rnorm3df": {(0.0, 0.0, 0.0): INF},
    "rcbrtf": {(0.0,): INF, (INF,): 0.0, (-INF,): -0.0},
    "copysignf": {(2.0, NAN): -2.0},
    "fmaxf": {(NAN, 1.0): 1.0, (-0.0, 0.0): 0.0},
    "fminf": {(1.0, NAN): 1.0, (0.0, -0.0): -0.0},
    "fdimf": {(INF, INF): 0.0},
    "logbf": {(0.0,): -INF, (-INF,): INF},
    "ilogbf": {(0.0,): -(2.0**31), (NAN,): -(2.0**31), (-INF,): 2.0**31 - 1},
    "lrintf": {(NAN,): 0.0},
    "tgammaf": {(-0.0,): -INF, (-INF,): NAN},
    "lgammaf": {(0.0,): INF, (-INF,): INF, (INF,): INF},
    "nextafterf": {(INF, 0.0): 3.4028234663852886e38, (-INF, INF): -3.4028234663852886e38},
    "erfinvf": {(1.0,): INF, (-1.0,): -INF, (2.0,): NAN},
    "erfcinvf": {(0.0,): INF, (2.0,): -INF, (3.0,): NAN, (1.0,): 0.0},
    "normcdfinvf": {(0.0,): -INF, (1.0,): INF, (-1.0,): NAN},
    "erfcxf": {(INF,): 0.0, (-INF,): INF},
    "y0f": {(-1.0,): NAN, (0.0,): -INF, (INF,): 0.0},
    "j0f": {(INF,): 0.0},
    "cyl_bessel_i1f": {(-INF,): -INF},
    "modff": {(INF,): 0.0},
    "__saturatef": {(NAN,): 0.0},
    "sinpif": {(INF,): NAN},
    "atanhf": {(INF,): NAN},
    "remquof": {(1.0, 0.0): NAN, (1.5, INF): 1.5},
    "fmodf": {(INF, 1.0): NAN, (-1.5, INF): -1.5},
    "tanpif": {(INF,): NAN},
}


@pytest.mark.parametrize("name", list(DOCUMENTED))
def test_simt_documented_special_values(name: str) -> None:
    one = FUNCTIONS[name]
    for x, due in DOCUMENTED[name].items():
        got = one.of(one.calls[0], [np.array([v], np.float32) for v in x])
        value = float((got[0] if isinstance(got, tuple) else got)[0])
        assert same(value, due), (x, value, due)
        assert (
            math.isnan(due)
            or one.calls[0].results[0].element.kind != "f"
            or math.copysign(1, value) == math.copysign(1, due)
        )


@pytest.mark.parametrize(("name", "parts"), [("sincosf", ("sinf", "cosf")), ("sincospif", ("sinpif", "cospif"))])
def test_simt_sine_and_cosine_together(name: str, parts: tuple[str, str]) -> None:
    (call,) = FUNCTIONS[name].calls
    x = operands_for(call, 400)
    for results, part in zip(FUNCTIONS[name].of(call, x), parts, strict=True):
        for at, got in zip(x[0], results, strict=True):
            check(part, [float(at)], float(got), oracles.VALUES[part](float(at)))


@pytest.mark.parametrize("name", ["normf", "rnormf"])
def test_simt_norm_of_an_array(name: str) -> None:
    (call,) = FUNCTIONS[name].calls
    n, a = operands_for(call, 400)
    for count, row, got in zip(n, a, wide(FUNCTIONS[name].of(call, [n, a])), strict=True):
        parts = [float(v) for v in row[: max(int(count), 0)]]
        with mp.workprec(200):
            if count < 1:
                due = mp.mpf(abs(float(row[0])))
            elif any(math.isinf(p) for p in parts):
                due = mp.inf
            else:
                due = mp.sqrt(mp.fsum(mp.mpf(p) ** 2 for p in parts))
            if name == "rnormf":
                due = due if mp.isnan(due) else mp.inf if due == 0 else 1 / due
        check(name, [float(count), *parts], float(got), due)


# --- exact functions of float ---
def larger(x: float, y: float) -> float:
    if math.isnan(x) or math.isnan(y):
        return y if math.isnan(x) else x
    return max((x, math.copysign(1, x)), (y, math.copysign(1, y)))[0]


def smaller(x: float, y: float) -> float:
    return -larger(-x, -y)


def remainder(x: float, y: float) -> float:
    return math.nan if math.isnan(x) or math.isnan(y) or math.isinf(x) or y == 0 else math.remainder(x, y)


def fmod(x: float, y: float) -> float:
    return math.nan if math.isnan(x) or math.isnan(y) or math.isinf(x) or y == 0 else math.fmod(x, y)


def low_bits(x: float, y: float) -> int:
    if math.isnan(remainder(x, y)) or math.isinf(y):
        return 0
    n = (Fraction(x) - Fraction(math.remainder(x, y))) / Fraction(y)
    assert n.denominator == 1
    return (abs(n.numerator) % 8) * (1 if n >= 0 else -1)


def finite(mode: str) -> Callable[[float], float]:
    return lambda x: math.copysign(float(oracles.whole(x, mode)), x) if math.isfinite(x) else x


def log_power(x: float) -> float:
    return x if math.isnan(x) else math.inf if math.isinf(x) else -math.inf if x == 0 else math.frexp(x)[1] - 1.0


def after(x: float, y: float) -> float:
    if math.isnan(x) or math.isnan(y):
        return math.nan
    if math.isinf(x):
        return math.copysign(FORMATS["float"][2], x)
    return float(np.nextafter(np.float32(x), np.float32(y)))


LONG = (-(1 << 63), (1 << 63) - 1)
EXACT: dict[str, Callable[..., Any]] = {
    "truncf": finite("rz"),
    "floorf": finite("rd"),
    "ceilf": finite("ru"),
    "roundf": finite("rna"),
    "rintf": finite("rn"),
    "nearbyintf": finite("rn"),
    **{
        name: (lambda x, mode=mode: oracles.integer(x, *LONG, mode))
        for name, mode in (("lrintf", "rn"), ("llrintf", "rn"), ("lroundf", "rna"), ("llroundf", "rna"))
    },
    "fabsf": abs,
    "copysignf": lambda x, y: math.copysign(x, -1 if math.isnan(y) else y),
    "signbit": lambda x: int(math.copysign(1, x) < 0),
    "isnan": math.isnan,
    "isinf": math.isinf,
    "isfinite": math.isfinite,
    "fmaxf": larger,
    "fminf": smaller,
    "fdimf": lambda x, y: math.nan if math.isnan(x) or math.isnan(y) else x - y if x > y else 0.0,
    "fmodf": fmod,
    "remainderf": remainder,
    "remquof": lambda x, y: (remainder(x, y), low_bits(x, y)),
    "modff": lambda x: (math.copysign(0.0, x), x) if math.isinf(x) else math.modf(x),
    "frexpf": lambda x: math.frexp(x) if math.isfinite(x) else (x, 0),
    "logbf": log_power,
    "ilogbf": lambda x: (
        -(1 << 31) if math.isnan(x) or x == 0 else (1 << 31) - 1 if math.isinf(x) else math.frexp(x)[1] - 1
    ),
    "nextafterf": after,
    "__saturatef": lambda x: 0.0 if math.isnan(x) else min(max(x, 0.0), 1.0),
    "fmaf": lambda x, y, z: (
        float(np.float64(x) * y + z)
        if not all(map(math.isfinite, (x, y, z)))
        else Fraction(x) * Fraction(y) + Fraction(z)
    ),
    **{
        name: (
            lambda x, n: x if not math.isfinite(x) or x == 0 else Fraction(x) * Fraction(2) ** max(min(n, 999), -999)
        )
        for name in ("ldexpf", "scalbnf", "scalblnf")
    },
}


@pytest.mark.parametrize("name", list(EXACT))
def test_simt_exact_functions(name: str) -> None:
    one = FUNCTIONS[name]
    (call,) = one.calls
    values = operands_for(call, 700)
    results = one.of(call, values)
    results = results if isinstance(results, tuple) else (results,)
    for lane in range(700):
        x = [v[lane].item() for v in values]
        with np.errstate(all="ignore"):
            due = EXACT[name](*x)
        for got, want, to in zip(results, due if isinstance(due, tuple) else (due,), call.results, strict=True):
            value = got[lane].item()
            if to.element.kind == "f":
                want = oracles.rounded(want, "float")
                assert same(value, want), (x, value, want)
                if want == 0 and isinstance(due, float) and name not in ("fmaf", "__saturatef"):
                    assert math.copysign(1, value) == math.copysign(1, want), (x, value, want)
            else:
                assert value == want, (x, value, want)


# --- integers ---
def text_bits(x: int, width: int) -> str:
    return format(x % (1 << width), f"0{width}b")


def signed24(x: int) -> int:
    low = x % (1 << 24)
    return low - (1 << 24) if low >> 23 else low


def picked(x: int, y: int, s: int) -> int:
    both = x.to_bytes(4, "little") + y.to_bytes(4, "little")
    return int.from_bytes(bytes(both[int(digit, 16) % 8] for digit in reversed(f"{s % 65536:04x}")), "little")


def divide(n: int, magic: int, shift: int, bits: int) -> int:
    return (((n * magic) // (1 << bits) + n) % (1 << bits)) // (1 << shift)


INTEGERS: dict[str, Callable[..., Any]] = {
    "__mulhi": lambda w, x, y: math.floor(Fraction(x * y, 1 << 32)),
    "__umulhi": lambda w, x, y: x * y // (1 << 32),
    "__mul64hi": lambda w, x, y: math.floor(Fraction(x * y, 1 << 64)),
    "__umul64hi": lambda w, x, y: x * y // (1 << 64),
    "__mul_i32toi64": lambda w, x, y: x * y,
    "__brev": lambda w, x: int(text_bits(x, w)[::-1], 2),
    "__clz": lambda w, x: len(text_bits(x, w).split("1")[0]),
    "__ffs": lambda w, x: text_bits(x, w)[::-1].find("1") + 1,
    "__popc": lambda w, x: text_bits(x, w).count("1"),
    "__byte_perm": lambda w, x, y, s: picked(x, y, s),
    "__sad": lambda w, x, y, z: max(x, y) - min(x, y) + z,
    "__usad": lambda w, x, y, z: max(x, y) - min(x, y) + z,
    "__mul24": lambda w, x, y: signed24(x) * signed24(y),
    "__umul24": lambda w, x, y: x % (1 << 24) * (y % (1 << 24)),
    "__rhadd": lambda w, x, y: math.ceil(Fraction(x + y, 2)),
    "__urhadd": lambda w, x, y: math.ceil(Fraction(x + y, 2)),
    "__uhadd": lambda w, x, y: math.floor(Fraction(x + y, 2)),
    **dict.fromkeys(("labs", "llabs", "abs"), lambda w, x: x if x >= 0 else -x),
    **dict.fromkeys(
        ("llmax", "ullmax", "umax", "max"), lambda w, x, y: larger(x, y) if isinstance(x, float) else max(x, y)
    ),
    **dict.fromkeys(
        ("llmin", "ullmin", "umin", "min"), lambda w, x, y: smaller(x, y) if isinstance(x, float) else min(x, y)
    ),
    "AscendC::Simt::UintDiv": lambda w, n, magic, shift: divide(n, magic, shift, w),
}


@pytest.mark.parametrize("name", list(INTEGERS))
def test_simt_integers(name: str) -> None:
    one = FUNCTIONS[name]
    for call in one.calls:
        width = call.operands[0].type.element.bits
        values = operands_for(call, 600)
        for lane, got in enumerate(one.of(call, values)):
            due = INTEGERS[name](width, *(v[lane].item() for v in values))
            if call.result is not None and call.result.element.kind == "f":
                assert same(float(got), due)
            else:
                assert (int(got) - due) % (1 << call.result.element.bits) == 0, (
                    name,
                    [v[lane] for v in values],
                    got,
                    due,
                )


def test_simt_division_by_magic_numbers_divides() -> None:
    """The numbers by their documented formula, and operators' dividends below 2^31."""
    dice = np.random.default_rng(5)
    one = FUNCTIONS["AscendC::Simt::UintDiv"]
    divisors = np.concatenate([np.arange(1, 200), dice.integers(1, 2**31, 400)])
    shifts = np.array([(int(d) - 1).bit_length() for d in divisors])
    magic = np.array(
        [(2**32 * (2 ** int(s) - int(d)) // int(d) + 1) % 2**32 for d, s in zip(divisors, shifts, strict=True)]
    )
    n = dice.integers(0, 2**31, divisors.size)
    got = one.of(one.calls[0], [a.astype(np.uint32) for a in (n, magic, shifts)])
    np.testing.assert_array_equal(got, n // divisors)


# --- half and bfloat16 ---
@pytest.mark.parametrize("of", list(FACES))
@pytest.mark.parametrize("name", list(oracles.NARROW))
def test_simt_narrow_functions_of_every_value(name: str, of: str) -> None:
    face = FACES[of]
    x = ALL.view(face)
    due = oracles.narrow(name, wide(x), of)
    for one in (FUNCTIONS[f"h{name}"], FUNCTIONS[f"h2{name}"]):
        (call,) = (c for c in one.calls if c.operands[0].type.element.name == of)
        pairs = bool(call.operands[0].type.members)
        got = wide(one.of(call, [x.reshape(-1, 2) if pairs else x])).reshape(-1)
        np.testing.assert_array_equal(got, due)


def narrow_pairs(call: Call, n: int) -> list[Array]:
    return [np.asarray(v) for v in operands_for(call, n)]


def ordered(name: str, x: Array, y: Array) -> Array:
    with np.errstate(invalid="ignore"):
        return {
            "eq": x == y,
            "ne": ~(x == y) & ~np.isnan(x) & ~np.isnan(y),
            "lt": x < y,
            "le": x <= y,
            "gt": x > y,
            "ge": x >= y,
        }[name]


@pytest.mark.parametrize("unordered", [False, True])
@pytest.mark.parametrize("word", ["eq", "ne", "lt", "le", "gt", "ge"])
def test_simt_comparisons(word: str, unordered: bool) -> None:
    u = "u" if unordered else ""
    for name in (f"__h{word}{u}", f"__hb{word}{u}x2", f"__h{word}{u}x2", f"__h{word}{u}x2_mask"):
        for call in FUNCTIONS[name].calls:
            x, y = operands_for(call, 3000)
            true = ordered(word, wide(x), wide(y)) | (unordered & (np.isnan(wide(x)) | np.isnan(wide(y))))
            got = FUNCTIONS[name].of(call, [x, y])
            if name.startswith("__hb"):
                true = true[:, 0] & true[:, 1]
            if name.endswith("_mask"):
                true = np.where(true[:, 0], 65535, 0) + np.where(true[:, 1], 65535 * 65536, 0)
            np.testing.assert_array_equal(wide(got) if name.endswith("x2") and "__hb" not in name else got, true)


def exactly(op: str, *x: float) -> float | Fraction:
    """A result that one rounding brings into its type."""
    if op in ("max", "min", "max_nan", "min_nan"):
        if op.endswith("_nan") and any(map(math.isnan, x)):
            return math.nan
        return (larger if op.startswith("max") else smaller)(*x)
    if not all(map(math.isfinite, x)) or (op == "div" and x[1] == 0):
        with np.errstate(all="ignore"):
            v = [np.float64(one) for one in x]
            return float(
                {
                    "add": lambda: v[0] + v[1],
                    "sub": lambda: v[0] - v[1],
                    "mul": lambda: v[0] * v[1],
                    "div": lambda: v[0] / v[1],
                    "fma": lambda: v[0] * v[1] + v[2],
                }[op]()
            )
    f = [Fraction(one) for one in x]
    return {
        "add": lambda: f[0] + f[1],
        "sub": lambda: f[0] - f[1],
        "mul": lambda: f[0] * f[1],
        "div": lambda: f[0] / f[1],
        "fma": lambda: f[0] * f[1] + f[2],
    }[op]()


ARITHMETIC = {
    "__hadd": "add",
    "__hsub": "sub",
    "__hmul": "mul",
    "__hdiv": "div",
    "__hmax": "max",
    "__hmin": "min",
    "__hmax_nan": "max_nan",
    "__hmin_nan": "min_nan",
    "__hfma": "fma",
}
PAIRS = {
    "__haddx2": "add",
    "__hsubx2": "sub",
    "__hmulx2": "mul",
    "__hdivx2": "div",
    "__hmaxx2": "max",
    "__hminx2": "min",
    "__hmaxx2_nan": "max_nan",
    "__hminx2_nan": "min_nan",
    "__hfmax2": "fma",
}
RELU = {"__hfma_relu": "fma", "__hfmax2_relu": "fma"}


@pytest.mark.parametrize("name", [*ARITHMETIC, *PAIRS, *RELU])
def test_simt_narrow_arithmetic(name: str) -> None:
    op = {**ARITHMETIC, **PAIRS, **RELU}[name]
    one = FUNCTIONS[name]
    for call in one.calls:
        of = call.operands[0].type.element.name
        if of not in FACES:  # __hadd of integers
            x, y = operands_for(call, 500)
            np.testing.assert_array_equal(one.of(call, [x, y]), (x.astype(object) + y.astype(object)) // 2)
            continue
        values = [v[::23] for v in operands_for(call, 1 << 16)]
        got = wide(one.of(call, values)).reshape(-1)
        flat = [wide(v).reshape(-1) for v in values]
        for lane, result in enumerate(got):
            x = [float(v[lane]) for v in flat]
            due = oracles.rounded(exactly(op, *x), of)
            due = 0.0 if name in RELU and due < 0 else due
            assert same(float(result), due), (name, of, x, result, due)


def test_simt_complex_products() -> None:
    one = FUNCTIONS["__hcmadd"]
    for call in one.calls:
        of = call.operands[0].type.element.name
        values = [wide(v) for v in operands_for(call, 1500)]
        got = wide(one.of(call, [v.astype(FACES[of]) for v in values]))

        def step(x: float, y: float, z: float, of: str = of) -> float:
            return oracles.rounded(exactly("fma", x, y, z), of)

        for lane in range(1500):
            (a, b), (c, d), (p, q) = ([float(w) for w in v[lane]] for v in values)
            assert same(float(got[lane, 0]), step(-b, d, step(a, c, p)))
            assert same(float(got[lane, 1]), step(b, c, step(a, d, q)))


@pytest.mark.parametrize("name", ["__hneg", "__habs", "__hnegx2", "__habsx2", "__hisnan", "__hisinf", "__isnanx2"])
def test_simt_signs_and_kinds_of_every_narrow_value(name: str) -> None:
    one = FUNCTIONS[name]
    for call in one.calls:
        face = call.operands[0].type.element.numpy
        x = ALL.view(face).reshape(-1, 2) if call.operands[0].type.members else ALL.view(face)
        value, got = wide(x), one.of(call, [x])
        nan = np.isnan(value)
        if "neg" in name or "abs" in name:
            due = ALL ^ 0x8000 if "neg" in name else ALL & 0x7FFF
            sure = ~nan.reshape(-1)
            np.testing.assert_array_equal(got.reshape(-1).view(np.uint16)[sure], due[sure])
            assert np.isnan(wide(got)[nan]).all()
        else:
            np.testing.assert_array_equal(
                wide(got) if name == "__isnanx2" else got, np.isinf(value) if "inf" in name else nan
            )


# --- conversions ---
def test_simt_conversions_by_name() -> None:
    """Every __SRC2DST_rX: all 16-bit values, and drawn ones of wider types."""
    counted = 0
    for name, one in FUNCTIONS.items():
        parts = name.removesuffix("_sat").rpartition("_")
        mode = parts[2]
        if one.family != "conversion" or mode not in ("rn", "rz", "rd", "ru", "rna", "ro"):
            continue
        counted += 1
        (call,) = one.calls
        limited = name.endswith("_sat")
        of, to = call.operands[0].type, call.results[0]
        narrow = of.element.bits == 16
        (x,) = operands_for(call, 1 << 16 if narrow else 400)
        got = one.of(call, [x])
        values, results = x.reshape(-1), got.reshape(-1)
        if narrow and to.element.is_float:
            due = on_grid(wide(values), mode, to.element.name, limited, of.element.name == to.element.name)
            np.testing.assert_array_equal(wide(results), due, name)
            continue
        if narrow:
            below, above = to.element.minimum, to.element.maximum
            wholes = on_grid(wide(values), mode, "float", False, True)
            due = [0 if v != v else above if v >= above else below if v <= below else int(v) for v in wholes.tolist()]
            np.testing.assert_array_equal(results, np.array(due, results.dtype), name)
            continue
        for value, result in zip(values, results, strict=True):
            if to.element.is_integer:
                assert int(result) == oracles.integer(float(value), to.element.minimum, to.element.maximum, mode), (
                    name,
                    value,
                )
            elif of.element.name == to.element.name:
                assert same(float(result), finite(mode)(float(value))), (name, value)
            else:
                exact = float(value) if of.element.is_float else Fraction(int(value))
                assert same(float(result), oracles.rounded(exact, to.element.name, mode, limited)), (
                    name,
                    value,
                    result,
                )
    assert counted == 204


def on_grid(values: Array, mode: str, to: str, limited: bool, to_whole: bool) -> Array:
    """Exact values of 16 bits on a coarser or finer grid."""
    bits, smallest, largest = FORMATS[to]
    with np.errstate(all="ignore"):
        step = 1.0 if to_whole else np.ldexp(1.0, np.maximum(np.frexp(values)[1] - bits, smallest))
        scaled = values / step
        n = {
            "rn": np.rint,
            "rz": np.trunc,
            "rd": np.floor,
            "ru": np.ceil,
            "rna": lambda v: np.copysign(np.floor(np.abs(v) + 0.5), v),
        }[mode](scaled)
        out = np.where(np.isfinite(values), n * step, values)
        out = np.where(np.abs(out) > largest, np.copysign(np.inf, out), out)
    return np.where(np.isnan(out), 0.0, np.clip(out, -largest, largest)) if limited else out


def test_simt_casts_of_bits() -> None:
    words = operands_for(FUNCTIONS["__uint_as_float"].calls[0], 2000)[0]
    for name, to, of in (
        ("__int_as_float", np.float32, np.int32),
        ("__uint_as_float", np.float32, np.uint32),
        ("__float_as_int", np.int32, np.float32),
        ("__float_as_uint", np.uint32, np.float32),
    ):
        one = FUNCTIONS[name]
        got = one.of(one.calls[0], [words.view(of)])
        assert got.dtype == to
        assert got.tobytes() == words.tobytes()
    for name, face in (("__ushort_as_half", np.float16), ("__ushort_as_bfloat16", FACES["bfloat16"])):
        got = FUNCTIONS[name].of(FUNCTIONS[name].calls[0], [ALL])
        assert got.dtype == face
        assert got.tobytes() == ALL.tobytes()


MOVES: dict[str, Callable[..., Any]] = {
    "low": lambda x: x[0],
    "high": lambda x: x[1],
    "low twice": lambda x: (x[0], x[0]),
    "high twice": lambda x: (x[1], x[1]),
    "lows": lambda x, y: (x[0], y[0]),
    "highs": lambda x, y: (x[1], y[1]),
    "halves": lambda x, y: (x, y),
    "swap": lambda x: (x[1], x[0]),
    "twice": lambda x: (x, x),
    "same": lambda x: x,
}
MOVED = {
    "__lowhigh2highlow": "swap",
    "__low2float": "low",
    "__high2float": "high",
    "__float2bfloat162_rn": "twice",
    "__bfloat162bfloat162": "twice",
    "__half22float2": "same",
    "__bfloat1622float2": "same",
    "__half2float": "same",
    "__bfloat162float": "same",
    **{
        name.format(*words): move
        for words in (("half2", "half"), ("bfloat162", "bfloat16"))
        for name, move in (
            ("__low2{1}", "low"),
            ("__high2{1}", "high"),
            ("__low2{0}", "low twice"),
            ("__high2{0}", "high twice"),
            ("__lows2{0}", "lows"),
            ("__highs2{0}", "highs"),
            ("__halves2{0}", "halves"),
            ("make_{0}", "halves"),
            ("__floats2{0}_rn", "halves"),
        )
    },
}


@pytest.mark.parametrize("name", list(MOVED))
def test_simt_parts_of_pairs(name: str) -> None:
    one = FUNCTIONS[name]
    for call in one.calls:
        drawn = operands_for(call, 1 << 16 if "2float" in name else 4096)
        values = [v[::41] if v.dtype.itemsize < 4 else v for v in drawn]
        got, to = one.of(call, values), call.results[0].element
        for lane in range(len(got)):
            due = MOVES[MOVED[name]](*(wide(v[lane]) for v in values))
            for result, want in zip(np.atleast_1d(wide(got[lane])), np.atleast_1d(due), strict=True):
                assert same(float(result), oracles.rounded(float(want), to.name)), (name, lane)


@pytest.mark.parametrize("name", [n for n in FUNCTIONS if FUNCTIONS[n].family == "short vectors"])
def test_simt_short_vectors(name: str) -> None:
    one = FUNCTIONS[name]
    (call,) = one.calls
    values = operands_for(call, 300)
    got = one.of(call, values)
    assert got.shape == (300, int(name[-1]))
    for k, member in enumerate(values):
        assert got[:, k].tobytes() == member.tobytes()


BYTES = {n for n in FUNCTIONS if FUNCTIONS[n].family == "floats of eight bits"}  # tests/simt/test_simt_functions.py


def test_simt_every_function_has_an_oracle() -> None:
    narrow = {f"{h}{name}" for name in oracles.NARROW for h in ("h", "h2")}
    compared = {n for n, f in FUNCTIONS.items() if type(f.meaning).__name__ == "Comparison"}
    converted = {n for n, f in FUNCTIONS.items() if f.family == "conversion" and n not in MOVED}
    others = {
        "sincosf",
        "sincospif",
        "normf",
        "rnormf",
        "__hcmadd",
        "__hneg",
        "__habs",
        "__hnegx2",
        "__habsx2",
        "__hisnan",
        "__hisinf",
        "__isnanx2",
    }
    bits = {n for n, f in FUNCTIONS.items() if f.family == "bits"}
    vectors = {n for n, f in FUNCTIONS.items() if f.family == "short vectors"}
    tested = {
        *oracles.VALUES,
        *EXACT,
        *INTEGERS,
        *narrow,
        *compared,
        *converted,
        *others,
        *bits,
        *vectors,
        *MOVED,
        *BYTES,
        *ARITHMETIC,
        *PAIRS,
        *RELU,
    }
    assert tested == set(FUNCTIONS)


def test_simt_functions_are_those_that_are_documented() -> None:
    """Functions of their lanes alone: no memory, atomics, warps and groups."""
    assert len(FUNCTIONS) == 509
    assert all(isinstance(one, Function) and one.calls and one.summary for one in FUNCTIONS.values())

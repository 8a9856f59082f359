"""Conversions by name: __SRC2DST_rX, and with _sat those that stay finite."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from lanewise.isa.ascend_simt.record import Array, Call, Function, Lanes, calls
from lanewise.numerics.formats import DTYPES
from lanewise.numerics.rounding import RoundMode, convert, exact_integers, integers_to_float, to_float

FAMILY = "conversion"

MODES = {
    "rn": (RoundMode.CAST_RINT, "to the nearest, ties to even"),
    "rz": (RoundMode.CAST_TRUNC, "towards zero"),
    "rd": (RoundMode.CAST_FLOOR, "down"),
    "ru": (RoundMode.CAST_CEIL, "up"),
    "rna": (RoundMode.CAST_ROUND, "to the nearest, ties away from zero"),
    "ro": (RoundMode.CAST_ODD, "to odd"),
    "rh": (RoundMode.CAST_HYBRID, "hybrid"),
}
PLAIN = ("rn", "rz", "rd", "ru", "rna")
FLOATS = {"float": "float", "half": "half", "bfloat16": "bfloat16_t"}
INTEGERS = {"int": "int", "uint": "unsigned int", "ll": "long long", "ull": "unsigned long long"}
PAIRS = {"half2": "half2", "bfloat162": "bfloat16x2_t"}


@dataclass(frozen=True)
class Conversion:
    """From the first operand's type to the result's, by the mode and the limit that the name says."""

    mode: RoundMode
    limited: bool

    def __call__(self, e: Lanes, x: Array) -> Array:
        """Integers always saturate, and NaN becomes 0. Floats become infinite beyond their range or, limited, the
        largest finite number, and NaN 0."""
        if e.of.is_integer and e.to.is_float:
            return integers_to_float(exact_integers(x), e.to, self.mode, self.limited)
        limited = self.limited or e.to.is_integer
        return np.asarray(convert(x, e.of, e.to, self.mode, limited))


def exact(e: Lanes, x: Array) -> Array:
    return x


def splat(e: Lanes, x: Array) -> Array:
    return np.stack([x, x], -1)


def pair(e: Lanes, x: Array, y: Array) -> Array:
    return np.stack([x, y], -1)


def low_half(e: Lanes, x: Array) -> Array:
    return x[..., 0]


def high(e: Lanes, x: Array) -> Array:
    return x[..., 1]


def low_twice(e: Lanes, x: Array) -> Array:
    return x[..., [0, 0]]


def high_twice(e: Lanes, x: Array) -> Array:
    return x[..., [1, 1]]


def low_halves(e: Lanes, x: Array, y: Array) -> Array:
    return np.stack([x[..., 0], y[..., 0]], -1)


def highs(e: Lanes, x: Array, y: Array) -> Array:
    return np.stack([x[..., 1], y[..., 1]], -1)


def swapped(e: Lanes, x: Array) -> Array:
    return x[..., [1, 0]]


def same_bits(e: Lanes, x: Array) -> Array:
    return np.ascontiguousarray(x).view(e.to.numpy)


def two_bytes(e: Lanes, x: Array, saturate: Array, interpretation: Array) -> Array:
    """The first number in the low byte."""
    codes = np.zeros(x.shape, np.uint64)
    for limited in (0, 1):
        for kind, name in enumerate(("fp8_e4m3fn", "fp8_e5m2")):
            chosen = ((saturate == limited) & (interpretation == kind))[..., None]
            found = to_float(x.astype(np.float64), DTYPES[name], RoundMode.CAST_RINT, bool(limited))
            codes = np.where(chosen, found.view(np.uint8).astype(np.uint64), codes)
    return (codes[..., 0] | codes[..., 1] << np.uint64(8)).astype(np.uint16)


def _named(source: str, target: str, modes: tuple[str, ...], of: tuple[Call, ...], limits: bool, what: str,
           family: str = FAMILY, **more: Any) -> Iterator[Function]:  # fmt: skip
    for mode in modes:
        for limited in (False, True) if limits else (False,):
            name = f"__{source}2{target}_{mode}{'_sat' if limited else ''}"
            finite = ", finite" if limited else ""
            yield Function(name, family, f"{what}, rounded {MODES[mode][1]}{finite}",
                           Conversion(MODES[mode][0], limited), of, raw=True,
                           stands_on=(Conversion.__call__,), **more)  # fmt: skip


def _conversions() -> Iterator[Function]:
    for source, of in FLOATS.items():
        for target, to in INTEGERS.items():
            yield from _named(source, target, PLAIN, calls(f"{to}({of} x)"), False, f"{of} to {to}")
        yield from _named(source, source, PLAIN, calls(f"{of}({of} x)"), False, f"{of} to a whole number")
    for target, to in FLOATS.items():
        for source, of in INTEGERS.items():
            limits = target == "half" and source in ("int", "uint")
            yield from _named(source, target, PLAIN, calls(f"{to}({of} x)"), limits, f"{of} to {to}")
    for target, to, modes in (("half", "half", (*PLAIN, "ro")), ("bfloat16", "bfloat16_t", PLAIN)):
        for one in _named("float", target, modes, calls(f"{to}(float x)"), True, f"float to {to}"):
            nearest = one.name.endswith("_rn")
            older = (f"__float2{target}",) if nearest else ()
            yield Function(one.name, FAMILY, one.summary, one.meaning, one.calls, older, True,
                           stands_on=one.stands_on)  # fmt: skip
    yield from _named("half", "bfloat16", PLAIN, calls("bfloat16_t(half x)"), False, "half to bfloat16_t")
    yield from _named("bfloat16", "half", PLAIN, calls("half(bfloat16_t x)"), True, "bfloat16_t to half")
    for source, of in (("half", "half"), ("bfloat16", "bfloat16_t")):
        yield Function(f"__{source}2float", FAMILY, f"{of} to float, exact", exact, calls(f"float({of} x)"))
    for target, modes in (("half2", (*PLAIN, "ro")), ("bfloat162", PLAIN)):
        to = PAIRS[target]
        yield from _named("float2", target, modes, calls(f"{to}(float2 x)"), True, f"float2 to {to}")


def _pairs() -> Iterator[Function]:
    family = "pairs"
    for short, of, one, t in (
        ("half2", "half2", "half", "half"),
        ("bfloat162", "bfloat16x2_t", "bfloat16", "bfloat16_t"),
    ):
        yield Function(f"__floats2{short}_rn", family, f"{of} of two floats, rounded to the nearest, ties to even",
                       pair, calls(f"{of}(float x, float y)"))  # fmt: skip
        yield Function(f"__{short}2float2", family, f"{of} to float2, exact", exact,
                       calls(f"float2({of} x)"))  # fmt: skip
        for name, call, what, meaning in (
            (f"__low2{one}", f"{t}({of} x)", "the first of a pair", low_half),
            (f"__high2{one}", f"{t}({of} x)", "the second of a pair", high),
            (f"__low2{short}", f"{of}({of} x)", "the first of a pair, twice", low_twice),
            (f"__high2{short}", f"{of}({of} x)", "the second of a pair, twice", high_twice),
            (f"__lows2{short}", f"{of}({of} x, {of} y)", "the first of two pairs", low_halves),
            (f"__highs2{short}", f"{of}({of} x, {of} y)", "the second of two pairs", highs),
            (f"__halves2{short}", f"{of}({t} x, {t} y)", "a pair of two numbers", pair),
            (f"make_{short}", f"{of}({t} x, {t} y)", "a pair of two numbers", pair),
        ):
            yield Function(name, family, what, meaning, calls(call), raw=True)
    yield Function("__float2bfloat162_rn", family, "a pair of one float, rounded to the nearest, ties to even", splat,
                   calls("bfloat16x2_t(float x)"))  # fmt: skip
    yield Function("__bfloat162bfloat162", family, "a pair of one number", splat, calls("bfloat16x2_t(bfloat16_t x)"),
                   raw=True)  # fmt: skip
    for name, what, meaning in (("__low2float", "the first of a pair as float", low_half),
                                ("__high2float", "the second of a pair as float", high)):  # fmt: skip
        yield Function(name, family, what, meaning, calls("float(P x)", P="half2, bfloat16x2_t"))
    yield Function("__lowhigh2highlow", family, "a pair in the other order", swapped,
                   calls("P(P x)", P="half2, bfloat16x2_t"), raw=True)  # fmt: skip


def _bytes() -> Iterator[Function]:
    family = "floats of eight bits"
    more: dict[str, Any] = {"family": family}
    for source, of in (("float2", "float2"), ("half2", "half2")):
        for one in _named(source, "hif82", ("rna", "rh"), calls(f"hifloat8x2_t({of} x)"), True, f"{of} to hifloat8",
                          **more):  # fmt: skip
            policies = ("hifloat8_hybrid",) if "_rh" in one.name else ()
            yield Function(one.name, family, one.summary, one.meaning, one.calls, (), True, policies=policies,
                           evidence="inferred" if policies else "documented", stands_on=one.stands_on)  # fmt: skip
    for name, of, to in (
        ("__hif822float2", "hifloat8x2_t", "float2"), ("__hif822half2", "hifloat8x2_t", "half2"),
        ("__e4m3x22float2", "float8_e4m3x2_t", "float2"), ("__e5m2x22float2", "float8_e5m2x2_t", "float2"),
    ):  # fmt: skip
        yield Function(name, family, f"{of} to {to}, exact", exact, calls(f"{to}({of} x)"))
    yield Function(
        "__asc_cvt_float2_to_fp8x2", family, "float2 to two floats of eight bits, in one word", two_bytes,
        calls("__asc_fp8x2_storage_t(float2 x, __asc_saturation_t saturate, "
              "__asc_fp8_interpretation_t interpretation)"),
        raw=True,
    )  # fmt: skip


def _casts() -> Iterator[Function]:
    for name, to, of in (
        ("__int_as_float", "float", "int"), ("__uint_as_float", "float", "unsigned int"),
        ("__float_as_int", "int", "float"), ("__float_as_uint", "unsigned int", "float"),
        ("__ushort_as_half", "half", "unsigned short"), ("__ushort_as_bfloat16", "bfloat16_t", "unsigned short"),
    ):  # fmt: skip
        yield Function(name, "bits", f"the same bits as {to}", same_bits, calls(f"{to}({of} x)"), raw=True)


FUNCTIONS = (*_conversions(), *_pairs(), *_bytes(), *_casts())

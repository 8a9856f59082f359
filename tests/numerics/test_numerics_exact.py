"""Fused multiply-add, exp, ln and 1/sqrt: correctly rounded, against integers and 60-digit decimals."""

from __future__ import annotations

import random
from collections.abc import Callable
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import oracle
import pytest

from lanewise.numerics import exact
from lanewise.numerics.formats import DTYPES
from lanewise.numerics.rounding import to_float, widen

Array = np.ndarray[Any, Any]
DIGITS = Context(prec=60, Emin=-(10**6), Emax=10**6)


def bits_to_floats(bits: list[int] | Array, name: str) -> Array:
    to = DTYPES[name]
    return widen(np.array(bits, f"u{to.size}").view(to.numpy), to)


def rounded(x: Array, name: str) -> list[int]:
    to = DTYPES[name]
    return to_float(x, to).view(f"u{to.size}").tolist()


# --- fused multiply-add ---------------------------------------------------------------------------------------------


def fma_bits(a: int, b: int, c: int, name: str) -> int:
    spec = oracle.FORMATS[name]
    assert isinstance(spec, oracle.Float)
    va, vb, vc = (oracle.decode(x, spec) for x in (a, b, c))
    kinds = (va[0], vb[0], vc[0])
    product_negative = va[1] != vb[1]
    if oracle.NAN in kinds:
        return spec.nan
    if oracle.INF in kinds[:2]:
        zero = (kinds[0] == oracle.FINITE and va[2] == 0) or (kinds[1] == oracle.FINITE and vb[2] == 0)
        if zero or (kinds[2] == oracle.INF and vc[1] != product_negative):
            return spec.nan
        return oracle.encode((oracle.INF, product_negative, 0, 0), spec)
    if kinds[2] == oracle.INF:
        return oracle.encode(vc, spec)
    product = oracle.fraction(va) * oracle.fraction(vb)
    total = product + oracle.fraction(vc)
    both_negative_zero = product == 0 and product_negative and vc[2] == 0 and vc[1]
    return oracle.encode(oracle.exact_value(total, both_negative_zero), spec)


def check_fma(triples: list[tuple[int, int, int]], name: str) -> None:
    a, b, c = (bits_to_floats([t[i] for t in triples], name) for i in range(3))
    got = rounded(exact.fused_multiply_add(a, b, c), name)
    for triple, g in zip(triples, got, strict=True):
        assert g == fma_bits(*triple, name), [hex(x) for x in triple]


SPECIAL = {
    "half": [0, 0x8000, 1, 0x8001, 0x3FF, 0x400, 0x3C00, 0xBC00, 0x3C01, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7E00,
             0x7D01],
    "bfloat16": [0, 0x8000, 1, 0x7F, 0x80, 0x3F80, 0xBF80, 0x3F81, 0x7F7F, 0xFF7F, 0x7F80, 0xFF80, 0x7FC0, 0x7F81],
    "float": [0, 1 << 31, 1, 0x7FFFFF, 0x800000, 0x3F800000, 0xBF800000, 0x3F800001, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000,
              0xFF800000, 0x7FC00000, 0x7F800001],
}  # fmt: skip


@pytest.mark.parametrize("name", SPECIAL)
def test_fused_multiply_add_special_values(name: str) -> None:
    values = SPECIAL[name]
    check_fma([(a, b, c) for a in values for b in values for c in values], name)


@pytest.mark.parametrize("name", SPECIAL)
def test_fused_multiply_add_random(name: str) -> None:
    rng = random.Random(name)
    width = oracle.FORMATS[name].width
    check_fma([tuple(rng.getrandbits(width) for _ in range(3)) for _ in range(20000)], name)  # type: ignore[misc]


@pytest.mark.parametrize("name", SPECIAL)
def test_fused_multiply_add_near_cancellation(name: str) -> None:
    """c is close to -a*b, so every bit of the product matters."""
    rng = random.Random(name)
    spec = oracle.FORMATS[name]
    assert isinstance(spec, oracle.Float)
    triples = []
    for _ in range(4000):
        a, b = (rng.randrange(spec.top // 4, spec.top // 2) for _ in range(2))
        product = oracle.fraction(oracle.decode(a, spec)) * oracle.fraction(oracle.decode(b, spec))
        c = oracle.encode(oracle.exact_value(-product), spec) + rng.randrange(-1, 2)
        triples.append((a, b, c))
    check_fma(triples, name)


@pytest.mark.parametrize("name", SPECIAL)
def test_fused_multiply_add_double_rounding_traps(name: str) -> None:
    """The product ties exactly in the target; c is far below and decides. A sum rounded to float64 first loses it."""
    spec = oracle.FORMATS[name]
    assert isinstance(spec, oracle.Float)
    m = spec.mantissa
    one = spec.bias << m
    triples = []
    for k in range(1, m + 1):  # (1 + 2**-k)(1 + 2**(k-m-1)) = 1 + 2**-k + 2**(k-m-1) + 2**-(m+1): a tie
        a, b = one + (1 << (m - k)), one + (1 << (k - 1))
        for c in (1, 2, spec.top // 64, one >> 1):
            triples += [(a, b, c), (a, b, c | 1 << (spec.width - 1))]
    check_fma(triples, name)


def test_fused_multiply_add_known_trap_half() -> None:
    """1.0009765625 * 1.5 = 1.50146484375 is a tie in half; a tiny c breaks it either way."""
    a, b = 0x3C01, 0x3E00
    assert fma_bits(a, b, 0, "half") == 0x3E02  # the tie goes to even
    check_fma([(a, b, 0), (a, b, 1), (a, b, 0x8001)], "half")
    assert fma_bits(a, b, 0x8001, "half") == 0x3E01


# --- functions ------------------------------------------------------------------------------------------------------

Function = Callable[[Decimal], Decimal]
FUNCTIONS: dict[str, tuple[Any, Function]] = {
    "exp": (exact.exp, lambda d: d.exp()),
    "ln": (exact.ln, lambda d: d.ln()),
    "rsqrt": (exact.rsqrt, lambda d: 1 / d.sqrt()),
}


def precise_bits(value: oracle.Value, function: str, name: str) -> int:
    """The correctly rounded result, with the special cases by hand."""
    spec = oracle.FORMATS[name]
    assert isinstance(spec, oracle.Float)
    kind, negative, m, _ = value
    infinity = spec.top + 1
    if kind == oracle.NAN:
        return spec.nan
    if function == "exp":
        if kind == oracle.INF:
            return 0 if negative else infinity
        if abs(oracle.fraction(value)) > 2 * spec.bias:
            return 0 if negative else infinity
    elif m == 0 and kind == oracle.FINITE:
        sign = 1 << (spec.width - 1)
        return sign | infinity if function == "ln" or negative else infinity
    elif negative:
        return spec.nan
    elif kind == oracle.INF:
        return infinity if function == "ln" else 0
    with localcontext(DIGITS):
        x = oracle.fraction(value)
        result = FUNCTIONS[function][1](Decimal(x.numerator) / Decimal(x.denominator))
        return oracle.nearest(Fraction(result), spec)


def check_function(bits: list[int], function: str, name: str) -> None:
    layout = DTYPES[name].layout
    assert layout is not None
    got = rounded(FUNCTIONS[function][0](bits_to_floats(bits, name), layout), name)
    spec = oracle.FORMATS[name]
    for b, g in zip(bits, got, strict=True):
        wanted = precise_bits(oracle.decode(b, spec), function, name)
        assert g == wanted, f"{function}({b:#x}) = {g:#x}, not {wanted:#x}"


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("function", FUNCTIONS)
def test_function_half_exhaustive(function: str, part: int) -> None:
    check_function(list(range(part, 65536, 4)), function, "half")


@pytest.mark.parametrize("function", FUNCTIONS)
def test_function_float_special(function: str) -> None:
    check_function(SPECIAL["float"], function, "float")


@pytest.mark.parametrize("function", FUNCTIONS)
def test_function_float_random(function: str) -> None:
    rng = random.Random(function)
    bits = [rng.getrandbits(32) for _ in range(3000)]
    bits += [rng.randrange(0x3A000000, 0x42B20000) | rng.getrandbits(1) << 31 for _ in range(3000)]
    check_function(bits, function, "float")


@cache
def hard_floats(function: str) -> tuple[int, ...]:
    """Arguments whose result lies closest to the middle between two floats."""
    rng = np.random.default_rng(7)
    low, high = {"exp": (0x3A000000, 0x42B00000), "ln": (0x00800000, 0x7F000000), "rsqrt": (0x00800000, 0x7F000000)}[
        function
    ]
    bits = rng.integers(low, high, 1_000_000, dtype=np.uint32)
    x = bits.view(np.float32).astype(np.float64)
    y = {"exp": np.exp, "ln": np.log, "rsqrt": lambda v: 1 / np.sqrt(v)}[function](x)
    place = np.frexp(np.abs(y))[0] * 2.0**24
    order = np.argsort(np.abs(place - np.floor(place) - 0.5))
    return tuple(int(b) for b in bits[order[:300]])


@pytest.mark.parametrize("function", FUNCTIONS)
def test_function_float_hard(function: str) -> None:
    check_function(list(hard_floats(function)), function, "float")


@pytest.mark.sweep
@pytest.mark.parametrize("function", FUNCTIONS)
def test_function_float_sweep(function: str) -> None:
    rng = random.Random(f"{function} sweep")
    check_function([rng.getrandbits(32) for _ in range(200_000)], function, "float")


def test_add_to_odd_keeps_shape() -> None:
    a = np.arange(6.0).reshape(2, 3)
    assert exact.fused_multiply_add(a, a, a).shape == (2, 3)


# --- the instructions, on both engines ------------------------------------------------------------------------------

INSTRUCTIONS: dict[str, Function] = {
    **{name: function for name, (_, function) in FUNCTIONS.items()},
    "sqrt": lambda d: d.sqrt(),
    "reciprocal": lambda d: 1 / d,
}


def instruction_bits(bits: list[int], function: str, name: str, core: Any, call: Any) -> list[int]:
    to = DTYPES[name]
    x = core.ub(np.array(bits, f"u{to.size}").view(to.numpy))
    call(core, function, x, x, count=len(bits))
    return x.numpy().view(f"u{to.size}").tolist()


def positive_result(b: int, function: str, name: str) -> int:
    """For positive finite arguments, where no special case is left."""
    spec = oracle.FORMATS[name]
    assert isinstance(spec, oracle.Float)
    x = oracle.fraction(oracle.decode(b, spec))
    with localcontext(DIGITS):
        return oracle.nearest(Fraction(INSTRUCTIONS[function](Decimal(x.numerator) / Decimal(x.denominator))), spec)


@pytest.mark.parametrize("function", INSTRUCTIONS)
def test_instruction_half_is_correctly_rounded(function: str, make_core: Any, call: Any) -> None:
    core = make_core("ascend910b")
    core.state["ctrl"] = 1 << 48  # keep infinities
    top = 0x4C00 if function == "exp" else 0x7C00  # 16 for exp
    bits = list(range(1, top, 3))
    assert instruction_bits(bits, function, "half", core, call) == [positive_result(b, function, "half") for b in bits]


@pytest.mark.parametrize("function", INSTRUCTIONS)
def test_instruction_float_is_correctly_rounded(function: str, make_core: Any, call: Any) -> None:
    rng = random.Random(function)
    top = 0x42B00000 if function == "exp" else 0x7F800000  # 88 for exp
    bits = [rng.randrange(1, top) for _ in range(2000)]
    if function in FUNCTIONS:
        bits += list(hard_floats(function))
    got = instruction_bits(bits, function, "float", make_core("ascend910b"), call)
    for b, g in zip(bits, got, strict=True):
        assert g == positive_result(b, function, "float"), hex(b)

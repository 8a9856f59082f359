"""Arithmetic of floats, against whole integers and fractions: a third opinion beside the definition and the engine.

Special values meet special values: zeros, subnormals, the borders of normal numbers, values that make ties, the largest
numbers, infinities and NaN; and random ones. Both engines are asked, through the instructions, on a chip for each way
its rules are answered. test_numerics_conversions.py holds conversions and round modes against the same oracle.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np
import oracle
import pytest
from oracle import FINITE, INF, NAN, Float, Value

from lanewise import Core
from lanewise.chips.chip import chip
from lanewise.isa.catalogue import instructions, opcodes
from lanewise.isa.record import Flag, Instruction, Overload, Row
from lanewise.machine.tensor import LocalTensor
from lanewise.numerics.formats import DTYPES

NOTHING: Value = (NAN, False, 0, 0)
EXTRA = 80  # bits below the last place that a quotient or root is worked out to
BEYOND = Fraction(2) ** 2000  # what an infinity is compared as
KEEP = 1 << 48  # CTRL: results keep infinity and NaN


# --- the operations on exact values -----------------------------------------------------------------------------------


def number(exact: Fraction, negative_zero: bool = False) -> Value:
    """A fraction whose denominator is a power of two."""
    if not exact:
        return FINITE, negative_zero, 0, 0
    return FINITE, exact < 0, abs(exact.numerator), 1 - exact.denominator.bit_length()


def negative(a: Value) -> Value:
    return a[0], not a[1], a[2], a[3]


def add(a: Value, b: Value) -> Value:
    if NAN in (a[0], b[0]) or (a[0] == b[0] == INF and a[1] != b[1]):
        return NOTHING
    if INF in (a[0], b[0]):
        return a if a[0] == INF else b
    return number(oracle.fraction(a) + oracle.fraction(b), negative_zero=a[1] and b[1])


def sub(a: Value, b: Value) -> Value:
    return add(a, negative(b))


def mul(a: Value, b: Value) -> Value:
    sign = a[1] != b[1]
    if NAN in (a[0], b[0]) or (INF in (a[0], b[0]) and any(v[0] == FINITE and not v[2] for v in (a, b))):
        return NOTHING
    if INF in (a[0], b[0]):
        return INF, sign, 0, 0
    return FINITE, sign, a[2] * b[2], a[3] + b[3]


def div(a: Value, b: Value) -> Value:
    sign = a[1] != b[1]
    zero = [v[0] == FINITE and not v[2] for v in (a, b)]
    if NAN in (a[0], b[0]) or a[0] == b[0] == INF or all(zero):
        return NOTHING
    if a[0] == INF or zero[1]:
        return INF, sign, 0, 0
    if b[0] == INF or zero[0]:
        return FINITE, sign, 0, 0
    up = EXTRA + b[2].bit_length()
    quotient, rest = divmod(a[2] << up, b[2])
    return FINITE, sign, 2 * quotient + bool(rest), a[3] - b[3] - up - 1


def sqrt(a: Value) -> Value:
    if a[0] == FINITE and not a[2]:
        return a
    if a[0] == NAN or a[1]:
        return NOTHING
    if a[0] == INF:
        return a
    m, e = a[2] << 2 * EXTRA, a[3] - 2 * EXTRA
    if e % 2:
        m, e = 2 * m, e - 1
    root = isqrt(m)
    return FINITE, False, 2 * root + (root * root != m), e // 2 - 1


def order(a: Value, b: Value) -> int | None:
    """-1, 0 or 1; None where a NaN is in no relation."""
    if NAN in (a[0], b[0]):
        return None
    x, y = (BEYOND * (-1 if v[1] else 1) if v[0] == INF else oracle.fraction(v) for v in (a, b))
    return (x > y) - (x < y)


def larger(a: Value, b: Value) -> Value:
    how = order(a, b)
    if how is None:
        return NOTHING
    if how == 0:
        return b if a[1] else a  # of two zeros the one without a sign
    return a if how > 0 else b


def smaller(a: Value, b: Value) -> Value:
    return negative(larger(negative(a), negative(b)))


# --- what a chip makes of them ----------------------------------------------------------------------------------------


def flushed(value: Value, kind: Float) -> Value:
    """Subnormals are zeros where the chip's functions say so."""
    small = value[0] == FINITE and abs(oracle.fraction(value)) < Fraction(2) ** (1 - kind.bias)
    return (FINITE, value[1], 0, 0) if small else value


def function(op: Callable[..., Value], kind: Float, flushes: bool, *values: Value) -> Value:
    """A function of the chip: rounded first, then flushed."""
    if not flushes:
        return op(*values)
    rounded = oracle.decode(oracle.encode(op(*(flushed(v, kind) for v in values)), kind), kind)
    return flushed(rounded, kind)


def two_steps(kind: Float, saturate: bool, a: Value, b: Value, c: Value) -> Value:
    return add(oracle.decode(oracle.encode(mul(a, b), kind, saturate=saturate), kind), c)


# --- values -----------------------------------------------------------------------------------------------------------


def boundary_codes(kind: Float) -> list[int]:
    """Codes where rules change."""
    one, last = kind.bias << kind.mantissa, (1 << kind.mantissa) - 1
    least = 1 << kind.mantissa  # the smallest normal number
    half_place = (kind.bias - kind.mantissa - 1) << kind.mantissa  # beside 1 it makes a tie
    found = [0, 1, 2, 3, last // 2, last - 1, last, least, least + 1, least + last, one - least, one - 1, one, one + 1,
             one + 2, one + last, one + last // 2 + 1, one + least, half_place, half_place + 1, half_place + least,
             kind.top // 2, kind.top - last, kind.top - 1, kind.top, kind.top + 1, kind.nan]  # fmt: skip
    sign = 1 << (kind.width - 1)
    return [code | s for code in sorted(set(found)) for s in (0, sign)]


def operands(kind: Float, count: int, some: int = 700) -> list[list[int]]:
    """Every telling value with every other, and random ones."""
    codes, rng = boundary_codes(kind), random.Random(kind.width)
    if count == 1:
        rows = [[c] for c in codes]
    elif count == 2:
        rows = [[a, b] for a in codes for b in codes]
    else:
        rows = [[rng.choice(codes) for _ in range(3)] for _ in range(1500)]
        near = kind.bias << kind.mantissa
        rows += [[near + rng.randrange(64), near + rng.randrange(64), 1 << (kind.width - 1) | near + rng.randrange(128)]
                 for _ in range(500)]  # what a product loses is all that is left
    return rows + [[rng.randrange(1 << kind.width) for _ in range(count)] for _ in range(some)]


Oracle = Callable[..., Value]
BINARY: dict[str, Oracle] = {"add": add, "sub": sub, "mul": mul, "max": larger, "min": smaller}
FUNCTIONS: dict[str, Oracle] = {"div": div, "sqrt": sqrt}
FUSED = {"mul_add_dst": (1, 2, 0), "fused_mul_add": (1, 0, 2)}  # operands: a, b, c of a * b + c


def chips_of(ins: Instruction, row: Row) -> list[str]:
    """One chip for each way the rules of an instruction are answered."""
    return list({tuple(chip(c).policy[p] for p in ins.policies): c for c in row.chips}.values())


def rows_of(*names: str) -> list[Any]:
    out = []
    for name in names:
        ins = instructions()[name]
        for row in ins.rows:
            kind = row.types[0]
            is_float = len(set(row.types)) == 1 and isinstance(oracle.FORMATS.get(kind), Float)
            if is_float and Overload.COUNT in row.overloads:
                out += [pytest.param(name, kind, on, id=f"{name}-{kind}-{on}") for on in chips_of(ins, row)]
    return out


def run(engine: str, name: str, kind: str, on: str, inputs: list[list[int]], ctrl: int) -> Any:
    """The elements of all operands behind a call in the count form; those that are only written start as zeros."""
    core = Core(on, engine=engine)
    core.state["ctrl"] = int(core.state["ctrl"]) & ~KEEP | ctrl
    of, count = DTYPES[kind], len(inputs[0])
    form = instructions()[name].form
    place, tensors, sources = 0, [], iter(inputs)
    for operand in form.operands:
        if operand.reads:
            data = np.array(next(sources), f"u{of.size}")
            core.mem[place : place + data.nbytes] = data.view(np.uint8)
        tensors.append(LocalTensor(core, place, count, of))
        place += -(-count * of.size // 32) * 32
    core.issue(opcodes()[name], int(Overload.COUNT), int(Flag.SET_MASK), tuple(tensors), (), count, 1, None, ())
    return core.mem[: count * of.size].view(f"u{of.size}").tolist()


def hold(got: list[int], wanted: list[int], inputs: list[list[int]], what: str) -> None:
    wrong = [i for i, (g, w) in enumerate(zip(got, wanted, strict=True)) if g != w]
    if wrong:
        i = wrong[0]
        given = ", ".join(f"{source[i]:#x}" for source in inputs)
        raise AssertionError(f"{what}({given}) is {wanted[i]:#x} by fractions, not {got[i]:#x}; {len(wrong)} differ")


def check(engine: str, name: str, kind: str, on: str, op: Oracle, count: int, order: tuple[int, ...] = ()) -> None:
    """`order`: which of the sources are the oracle's first, second, ... operand."""
    of = oracle.FORMATS[kind]
    assert isinstance(of, Float)
    saturates = instructions()[name].saturates and kind == "half"
    inputs = [list(column) for column in zip(*operands(of, count), strict=True)]
    values = [[oracle.decode(code, of) for code in column] for column in inputs]
    if order:
        values = [values[i] for i in order]
    nan = of.nan
    if name == "div" and kind == "float" and chip(on).policy["div_nan"] == "all_ones":
        nan = 0x7FFFFFFF
    for keep in (True, False) if saturates else (True,):
        exact = [op(not keep, *row) if count == 3 else op(*row) for row in zip(*values, strict=True)]
        wanted = [nan if v[0] == NAN and keep else oracle.encode(v, of, saturate=not keep) for v in exact]
        hold(run(engine, name, kind, on, inputs, KEEP if keep else 0), wanted, inputs, f"{name} of {kind} on {on}")


@pytest.mark.parametrize(("name", "kind", "on"), rows_of(*BINARY))
def test_arithmetic_by_fractions(name: str, kind: str, on: str, engine: str) -> None:
    check(engine, name, kind, on, BINARY[name], 2)


@pytest.mark.parametrize(("name", "kind", "on"), rows_of(*FUNCTIONS))
def test_functions_by_fractions(name: str, kind: str, on: str, engine: str) -> None:
    of = oracle.FORMATS[kind]
    assert isinstance(of, Float)
    flushes = chip(on).policy["function_subnormals"] == "flush"
    count = sum(o.reads for o in instructions()[name].form.operands)
    check(engine, name, kind, on, lambda *v: function(FUNCTIONS[name], of, flushes, *v), count)


@pytest.mark.parametrize(("name", "kind", "on"), rows_of(*FUSED))
def test_multiply_add_by_fractions(name: str, kind: str, on: str, engine: str) -> None:
    of = oracle.FORMATS[kind]
    assert isinstance(of, Float)
    once = chip(on).policy["multiply_add"] == "fused"

    def op(saturate: bool, a: Value, b: Value, c: Value) -> Value:
        return add(mul(a, b), c) if once else two_steps(of, saturate, a, b, c)

    check(engine, name, kind, on, op, 3, FUSED[name])


RELATIONS: tuple[Callable[[int | None], bool], ...] = (
    lambda o: o == -1, lambda o: o == 1, lambda o: o == 0, lambda o: o in (-1, 0), lambda o: o in (0, 1),
    lambda o: o != 0,
)  # fmt: skip


@pytest.mark.parametrize("kind", ["half", "bfloat16", "float"])
@pytest.mark.parametrize("mode", range(6))
def test_comparisons_by_fractions(kind: str, mode: int, engine: str) -> None:
    of = oracle.FORMATS[kind]
    assert isinstance(of, Float)
    pairs = operands(of, 2)
    pairs = pairs[: len(pairs) // 256 * 256]
    core, dtype = Core("ascend950", engine=engine), DTYPES[kind]
    columns = [np.array(column, f"u{dtype.size}") for column in zip(*pairs, strict=True)]
    places = (0, 4096, 40960)
    for place, data in zip(places[1:], columns, strict=True):
        core.mem[place : place + data.nbytes] = data.view(np.uint8)
    kinds = (DTYPES["uint8"], dtype, dtype)
    tensors = tuple(LocalTensor(core, place, len(pairs), k) for place, k in zip(places, kinds, strict=True))
    core.issue(opcodes()["compare"], int(Overload.COUNT), int(Flag.SET_MASK), tensors, (), len(pairs), 1, None, (mode,))
    got = np.unpackbits(core.mem[: len(pairs) // 8], bitorder="little").tolist()
    wanted = [int(RELATIONS[mode](order(*(oracle.decode(c, of) for c in pair)))) for pair in pairs]
    hold(got, wanted, [c.tolist() for c in columns], f"compare in mode {mode}")

"""Numbers of a core against Python's own; branches on the core."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from lanewise import iron
from lanewise.errors import LanewiseError
from lanewise.iron.branches import prepare
from lanewise.iron.scalars import Condition, Index, Scalar

SIZES = {np.int8: 8, np.int16: 16, np.int32: 32}


def wrapped(value: int, bits: int) -> int:
    return (value + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1))


def truncated(a: int, b: int) -> int:
    return int(Fraction(a, b))  # towards zero


@pytest.mark.parametrize("dtype", SIZES, ids=lambda t: t.__name__)
def test_integers_compute_as_their_type_does(dtype: Any) -> None:
    bits = SIZES[dtype]
    low, high = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    rng = np.random.default_rng(bits)
    pairs = [(int(a), int(b)) for a, b in rng.integers(low, high, (60, 2))]
    pairs += [(low, -1), (high, 1), (low, low), (-7, 2)]
    for a, b in pairs:
        x, y = Scalar(a, np.dtype(dtype)), Scalar(b, np.dtype(dtype))
        for other in (y, b):
            assert (x + other).value == wrapped(a + b, bits)
            assert (x - other).value == wrapped(a - b, bits)
            assert (x * other).value == wrapped(a * b, bits)
            assert (x & other).value == a & b
            assert (x ^ other).value == a ^ b
            assert (x < other).holds is (a < b)
            assert (x == other).holds is (a == b)
            if b:
                assert (x / other).value == wrapped(truncated(a, b), bits)
                assert (x // other).value == wrapped(a // b, bits)
                assert (x % other).value == a - b * truncated(a, b)
        assert (b - x).value == wrapped(b - a, bits)
        assert (-x).value == wrapped(-a, bits)


def test_integers_shift_arithmetically() -> None:
    x = Scalar(-20, np.dtype(np.int16))
    assert ((x >> 2).value, (x << 12).value) == (-5, wrapped(-20 << 12, 16))
    with pytest.raises(LanewiseError, match="16 bits"):
        x >> 16


@pytest.mark.parametrize("dtype", [np.float32, ml_dtypes.bfloat16])
def test_floats_are_rounded_after_each_operation(dtype: Any) -> None:
    kind = np.dtype(dtype)
    third = Scalar(kind.type(1 / 3), kind)
    once = kind.type(np.float64(third.value) * np.float64(third.value))
    twice = kind.type(np.float64(once) + np.float64(kind.type(1.1)))
    assert (third * third + 1.1).value == twice
    nan = Scalar(kind.type("nan"), kind)
    assert not any(c.holds for c in (nan < 1, nan == nan, nan != 1, nan > 1))


def test_values_do_not_decide_what_python_does() -> None:
    for value in (Scalar(1, np.dtype(np.int32)), Scalar(1, np.dtype(np.int32)) < 3, Index(3) == 3):
        with pytest.raises(LanewiseError, match="with if_"):
            bool(value)


def test_counters_stay_counters_in_arithmetic() -> None:
    i = Index(7)
    for value, want in ((i * 4 + 1, 29), (2 + i, 9), (10 - i, 3), (i // 2, 3), (i % 4, 3), (i / 2, 3)):
        assert isinstance(value, Index)
        assert int(value) == want
    assert isinstance(i * 4 + 1 < 5, Condition)
    assert [10, 20, 30][Index(1)] == 20


def test_elements_are_single_and_inside() -> None:
    from lanewise.iron.elements import Element
    from lanewise.iron.types import ArrayType

    x = Element(np.zeros(24, np.uint8), ArrayType((2, 3), np.dtype(np.int32)), "x")
    x[1, 2] = 2**33 + 5
    assert x[1, 2].value == 5
    for index, words in (((2, 0), "outside"), ((0, -1), "outside"), (1, "1 of 2"), (slice(0, 1), "1 of 2")):
        with pytest.raises(LanewiseError, match=words):
            x[index]


def outer_helper(x: Any, out: list[str]) -> None:
    with iron.if_(x > 10) as large:
        out.append("large")
    with iron.else_(large):
        with iron.if_(x < 0):
            out.append("negative")
        out.append("small")


def test_branches_are_taken_in_every_function_that_a_core_reaches() -> None:
    limit = Scalar(5, np.dtype(np.int32))

    def body(values: Any, out: list[str]) -> None:
        def inner(x: Any) -> None:
            with iron.if_(x == limit):
                out.append("limit")

        for x in values:
            inner(x)
            outer_helper(x, out)

    prepare(body)
    out: list[str] = []
    body([Scalar(v, np.dtype(np.int32)) for v in (20, 5, -3)], out)
    assert out == ["large", "limit", "small", "negative", "small"]


def test_branches_are_taken_in_functions_with_some_arguments_given() -> None:
    def body(out: list[str], x: Any) -> None:
        with iron.if_(x > 3):
            out.append("taken")

    out: list[str] = []
    given = partial(body, out)
    prepare(given)
    for v in (2, 4):
        given(Scalar(v, np.dtype(np.int32)))
    assert out == ["taken"]
    assert iron.Worker(given, []).name == "body"


def test_branches_keep_lines_defaults_and_names() -> None:
    before = outer_helper.__code__.co_firstlineno
    prepare(outer_helper)
    assert (outer_helper.__code__.co_firstlineno, outer_helper.__name__) == (before, "outer_helper")


def test_casts_by_the_compilers_names() -> None:
    from lanewise.iron import T, arith

    x = Scalar(-300, np.dtype(np.int32))
    assert arith.trunci(T.i8(), x).value == -44
    assert arith.extsi(T.i64(), Scalar(-3, np.dtype(np.int8))).value == -3
    assert arith.extui(T.i32(), Scalar(-3, np.dtype(np.int8))).value == 253
    assert arith.index_cast(Index(4), to=T.i32()).dtype == np.int32
    assert arith.fptosi(T.i32(), Scalar(np.float32(-2.7), np.dtype(np.float32))).value == -2
    assert arith.select(x < 0, 1, 2) == 1
    assert arith.maxsi(x, Scalar(4, np.dtype(np.int32))).value == 4


def test_comparisons_of_the_arith_dialect() -> None:
    from lanewise.iron import arith
    from lanewise.iron.scalars import truth

    pairs = [(a, b) for a in (-128, -1, 0, 1, 127) for b in (-128, -1, 0, 1, 127)]
    unsigned = {"ult": "<", "ule": "<=", "ugt": ">", "uge": ">="}
    signed = {"eq": "==", "ne": "!=", "slt": "<", "sle": "<=", "sgt": ">", "sge": ">="}
    for name, sign in {**signed, **unsigned}.items():
        for a, b in pairs:
            x, y = (Scalar(v, np.dtype(np.int8)) for v in (a, b))
            wanted = eval(f"{a % 256 if name in unsigned else a} {sign} {b % 256 if name in unsigned else b}")
            number = getattr(arith.CmpIPredicate, name)
            assert [truth(arith.cmpi(p, x, y)) for p in (name, number, int(number))] == [wanted] * 3
    for a, b in pairs:
        x, y = (Scalar(v, np.dtype(np.int8)) for v in (a, b))
        assert arith.minui(x, y).value % 256 == min(a % 256, b % 256)
        assert arith.maxui(x, y).value % 256 == max(a % 256, b % 256)
    one, none = (Scalar(np.float32(v), np.dtype(np.float32)) for v in (1, np.nan))
    of = arith.CmpFPredicate
    assert [truth(arith.cmpf(p, one, one)) for p in (of.OEQ, of.OLT, of.ULE, of.ORD, of.UNO)] == [1, 0, 1, 1, 0]
    assert [truth(arith.cmpf(p, one, none)) for p in (of.OEQ, of.ONE, of.ULE, of.ORD, of.UNO)] == [0, 0, 1, 0, 1]
    with pytest.raises(ImportError, match="IRON-001 the design needs the comparison almost"):
        arith.cmpi("almost", one, one)
    with pytest.raises(ImportError, match=r"IRON-001 the design needs arith.addui_extended"):
        arith.addui_extended  # noqa: B018

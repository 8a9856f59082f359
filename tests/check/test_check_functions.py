"""Loads and stores of one vector function: which of them may pass each other, and what is said about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import lanewise
from lanewise import asc
from lanewise.asc import reg

STORE, LOAD, ALL = 0, 1, 4  # MemType


def one(number: float = 1.0) -> Any:
    made = reg.RegTensor(asc.float32)
    reg.duplicate(made, number)
    return made


def barrier(before: int, after: int) -> Callable[[Any], None]:
    def function(x: Any) -> None:
        first, second = one(), reg.RegTensor(asc.float32)
        reg.store_align(x, first)
        reg.local_mem_bar(before=before, after=after)
        reg.load_align(second, x)

    return function


def load_after_store(x: Any) -> None:
    first, second = one(), reg.RegTensor(asc.float32)
    reg.store_align(x, first)
    reg.load_align(second, x)


def same_register(x: Any) -> None:
    first = one()
    reg.store_align(x, first)
    reg.load_align(first, x)


def other_bytes(x: Any) -> None:
    first, second = one(), reg.RegTensor(asc.float32)
    reg.store_align(x, first)
    reg.load_align(second, x[64:])


def store_after_load(x: Any) -> None:
    first, second = one(), reg.RegTensor(asc.float32)
    reg.load_align(second, x)
    reg.store_align(x, first)


def store_after_store(x: Any) -> None:
    first, second = one(), one(2.0)
    reg.store_align(x, first)
    reg.store_align(x, second)


def found(function: Callable[[Any], None], check: str = "race", calls: int = 1) -> list[Any]:
    with lanewise.core("ascend950", check=check) as core:
        x = core.ub(np.zeros(128, np.float32))
        for _ in range(calls):
            reg.vf_call(function, x)
        return core.findings()


def test_a_load_that_may_pass_a_store() -> None:
    (race,) = found(load_after_store)
    first = load_after_store.__code__.co_firstlineno
    assert race.id == "RACE-003"
    assert race.place is not None
    assert race.other is not None
    assert (race.place.line, race.other.line) == (first + 3, first + 2)
    assert race.what.startswith("asc.reg.load_align loads UB bytes 0..255, which asc.reg.store_align (line")
    assert race.write == "Write asc.reg.local_mem_bar(before=0, after=1) between the two"


@pytest.mark.parametrize(
    "function", [same_register, other_bytes, store_after_load, store_after_store, barrier(STORE, LOAD),
                 barrier(ALL, ALL)], ids=lambda f: f.__qualname__,
)
def test_what_is_ordered_or_apart_is_silent(function: Callable[[Any], None]) -> None:
    assert found(function, calls=2) == []  # one function comes after the other


@pytest.mark.parametrize(("before", "after"), [(STORE, STORE), (LOAD, STORE)])
def test_a_barrier_for_others_does_not_help(before: int, after: int) -> None:
    assert [race.id for race in found(barrier(before, after))] == ["RACE-003"]


def test_stores_that_may_pass_each_other_are_told_when_asked() -> None:
    (race,) = found(store_after_store, "race:strict")
    assert race.write == "Write asc.reg.local_mem_bar(before=0, after=0) between the two"

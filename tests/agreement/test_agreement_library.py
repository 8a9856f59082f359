"""Every function of the high-level library: the engine equals the definition in every byte, on random shapes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from judging import refuse, run_both
from library import calls, spoiled_calls
from spoiling import SHORT, Reach, another_type, on_another_chip
from strategies import Draw

from lanewise.cpp import highlevel
from lanewise.isa.catalogue import instructions
from lanewise.machine.engine import native

pytestmark = pytest.mark.skipif(native() is None, reason="the compiled engine is not built")

MACROS = [i.name for i in instructions().values() if i.form.executor == "macro"]
EXAMPLES = 30  # of a function at least; every row is called
# Functions without a macro: names for another place or a number, and one that is instructions of its own.
OTHERWISE = {"Concat", "GetSortLen", "GetSortOffset", "MrgSort"}


def test_agreement_library_is_the_whole_library() -> None:
    vendor = {v for name in MACROS for v in (*instructions()[name].vendor, *instructions()[name].old)}
    assert {f.name for f in highlevel.functions()} - vendor == OTHERWISE


@pytest.mark.parametrize("name", MACROS)
def test_agreement_library(name: str) -> None:
    assert {run_both(call) for _, call in calls(name, EXAMPLES)} == {""}


@pytest.mark.parametrize("name", MACROS)
def test_agreement_library_spoiled(name: str) -> None:
    """A wrong type, chip, place or parameter is refused for just that."""
    for number, (cell, call) in enumerate(list(calls(name, EXAMPLES))[:6]):
        d = Draw(number)
        for way in (on_another_chip, another_type):
            for id, wrong in way(cell, call, d, Reach(())):
                assert refuse(wrong) == id
        for wrong in spoiled_calls(call):
            assert refuse(wrong) == "PARAM-001"
        operands = enumerate(cell.instruction.form.operands)
        written = next((i for i, o in operands if o.writes and call.tensors[i][2]), None)
        if written is None or call.spaces or refuse(replace(call, seed=call.seed)) != "":
            continue
        address, length, kind = call.tensors[written]
        for id, tensor in (("ALIGN-001", (address + 1, length, kind)), (SHORT, (address, 0, kind))):
            tensors = [*call.tensors[:written], tensor, *call.tensors[written + 1 :]]
            assert refuse(replace(call, tensors=tensors)) in (id, "")  # nothing is refused where nothing is written


@pytest.mark.sweep
@pytest.mark.parametrize("name", MACROS)
def test_agreement_library_long(name: str) -> None:
    assert {run_both(call) for _, call in calls(name, 1000, 10**6)} == {""}

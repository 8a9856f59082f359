"""The C++ engine equals the definition: every byte of UB, GM and state, every counter, error id and byte touched.

Calls are legal by construction, one or more for every cell of the coverage table. Each is also spoiled in one place,
and must then be refused by both engines, for that very reason and without a trace.
"""

from __future__ import annotations

import os
import zlib
from collections import Counter

import pytest
from cells import required_cells
from judging import measured, refuse, run_both, spread_operands
from special import MEMORY, calls, maker, sample
from spoiling import WAYS, Reach
from strategies import Draw

from lanewise.isa.catalogue import instructions
from lanewise.machine.engine import native

pytestmark = pytest.mark.skipif(native() is None, reason="the compiled engine is not built")

EXAMPLES = int(os.environ.get("LANEWISE_EXAMPLES", "0"))  # calls of a record at most; 0: all cells
SPOILED = 3  # times that each way to be wrong is tried on a record
EXECUTED = 0.95  # of the calls that are meant to be legal


def test_agreement_covers_every_record() -> None:
    assert [name for name in MEMORY if maker(instructions()[name]) is None] == []


@pytest.mark.parametrize("name", MEMORY)
def test_agreement(name: str) -> None:
    """Enough calls are executed, and they reach every row, policy, overload, mode and kind of mask of the record."""
    made = list(calls(name))
    if EXAMPLES:
        made = made[:: -(-len(made) // EXAMPLES)]
    missing, outcomes = required_cells(instructions()[name]), Counter[str]()
    for cell, call in made:
        outcome = run_both(call)
        outcomes[outcome] += 1
        if not outcome:
            missing.difference_update(cell.entries())
    assert outcomes[""] >= EXECUTED * len(made), outcomes
    assert EXAMPLES or not missing


@pytest.mark.parametrize("name", MEMORY)
def test_agreement_spoiled(name: str) -> None:
    """A legal call with one thing wrong is refused for it, and nothing changes."""
    tried: Counter[tuple[str, str]] = Counter()
    for number, (cell, call) in enumerate(calls(name)):
        if EXAMPLES and number >= EXAMPLES:
            break
        if cell.mask in ("none", "counter", "kept counter") or (number > 24 and number % 7):
            continue
        moved = spread_operands(cell, call)
        reach = measured(cell, moved) if moved is not None else Reach(())
        d = Draw(zlib.crc32(name.encode()), number)
        for way in WAYS:
            for id, wrong in way(cell, moved or call, d, reach):
                if tried[way.__name__, id] < SPOILED:
                    tried[way.__name__, id] += 1
                    assert refuse(wrong) == id, (way.__name__, wrong)


ELEMENTWISE = [i.name for i in instructions().values() if i.form.executor in ("elementwise", "reduce")]


@pytest.mark.parametrize("name", ELEMENTWISE)
def test_agreement_strict(name: str) -> None:
    """Where overlaps are refused, both engines find the same ones."""
    assert {run_both(call, strict=True) for call in sample(name, 20)} <= {
        "",
        "OVERLAP-001",
        "OVERLAP-002",
        "STRIDE-002",
    }


@pytest.mark.sweep
@pytest.mark.parametrize("name", MEMORY)
def test_agreement_long(name: str) -> None:
    for salt in range(1, 20):
        for _, call in calls(name, 150, salt):
            run_both(call, strict=salt % 3 == 0)

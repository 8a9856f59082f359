"""The C++ engine equals the definition: every byte of UB, GM and state, every counter, error id and byte touched."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playing import arrange, with_gm
from special import ALL
from strategies import Call

from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import instructions, opcodes
from lanewise.isa.record import Flag, Overload
from lanewise.machine.core import Core
from lanewise.machine.engine import native
from lanewise.machine.tensor import LocalTensor
from lanewise.numerics.formats import DTYPES

pytestmark = pytest.mark.skipif(native() is None, reason="the compiled engine is not built")

# Registers and the library have tests of their own beside this one.
MEMORY = [i.name for i in instructions().values() if not i.form.executor.startswith(("register", "macro"))]
EXAMPLES = int(os.environ.get("LANEWISE_EXAMPLES", "60"))


@cache
def core_of(chip: str, strict: bool = False) -> Core:
    core = with_gm(Core(chip, engine="lockstep", strict=strict))
    core.accesses()  # from now on both engines must also touch the same bytes
    return core


def play(call: Call, strict: bool = False, refused: bool = False) -> None:
    """Run a call on both engines; a difference raises. A refused call is an answer, too, and raised for `refused`."""
    core = core_of(call.chip, strict)
    args = arrange(core, call)
    core.touched.clear()
    with suppress(*(() if refused else (LanewiseError,))):
        core.issue(*args)


def test_agreement_covers_every_record() -> None:
    assert [name for name in MEMORY if ALL[name] is None] == []


@pytest.mark.parametrize("name", MEMORY)
def test_agreement(name: str) -> None:
    strategy = ALL[name]
    assert strategy is not None

    @settings(max_examples=EXAMPLES, deadline=None, database=None, derandomize=True,
              suppress_health_check=list(HealthCheck))
    @given(strategy)
    def agree(call: Call) -> None:
        play(call)

    agree()


ELEMENTWISE = [i.name for i in instructions().values() if i.form.executor in ("elementwise", "reduce")]


@pytest.mark.parametrize("name", ELEMENTWISE)
def test_agreement_strict(name: str) -> None:
    strategy = ALL[name]
    assert strategy is not None

    @settings(max_examples=20, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(strategy)
    def agree(call: Call) -> None:
        play(call, strict=True)

    agree()


@pytest.mark.sweep
@pytest.mark.parametrize("name", MEMORY)
def test_agreement_long(name: str) -> None:
    strategy = ALL[name]
    assert strategy is not None

    @settings(max_examples=3000, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(strategy, st.booleans())
    def agree(call: Call, strict: bool) -> None:
        play(call, strict)

    agree()


def _unary_rows() -> list[tuple[str, str, str, str, int]]:
    """(name, chip, source type, destination type, control) of instructions with one 8- or 16-bit source."""
    out = []
    for ins in instructions().values():
        sources = [o for o in ins.form.operands if o.reads]
        if ins.form.executor != "elementwise" or len(sources) != 1 or len(ins.form.operands) != 2 or ins.form.scalars:
            continue
        for row in ins.rows:
            if DTYPES[row.types[1]].size <= 2 and Overload.COUNT in row.overloads and not row.round_modes:
                chips = {c: core_of(c).policy for c in row.chips}
                distinct = {tuple(p.values()): c for c, p in chips.items()}
                out += [(ins.name, c, row.types[1], row.types[0], b << 48) for c in distinct.values() for b in (0, 1)]
    return out


@pytest.mark.parametrize(("name", "chip", "source", "target", "control"), _unary_rows())
def test_agreement_exhaustive_unary(name: str, chip: str, source: str, target: str, control: int) -> None:
    """Every possible source element, both saturation settings."""
    core = core_of(chip)
    core.reset_state()
    core.state["ctrl"] = int(core.state["ctrl"]) & ~(1 << 48) | control
    of, to = DTYPES[source], DTYPES[target]
    values = np.arange(1 << of.bits, dtype=f"u{of.size}")
    half = len(values) // (1 if of.size == 1 else 4)
    for start in range(0, len(values), half):
        part = values[start : start + half]
        core.mem[: part.nbytes] = part.view(np.uint8)
        tensors = (LocalTensor(core, 98304, half, to), LocalTensor(core, 0, half, of))
        core.issue(opcodes()[name], 0, int(Flag.SET_MASK), tensors, (), half, 1, None, ())


def _scalar_rows() -> list[tuple[str, str, str]]:
    return [
        (ins.name, chip, row.types[0])
        for ins in instructions().values()
        if ins.ranges
        for row in ins.rows
        for chip in row.chips
        if DTYPES[row.types[0]].size <= 2
    ]


@pytest.mark.parametrize(("name", "chip", "kind"), _scalar_rows())
def test_agreement_exhaustive_shifts(name: str, chip: str, kind: str) -> None:
    """Every 8- and 16-bit element by every shift amount, with and without rounding."""
    core = core_of(chip)
    core.reset_state()
    of = DTYPES[kind]
    values = np.arange(1 << of.bits, dtype=f"u{of.size}")
    half = len(values) // (1 if of.size == 1 else 4)
    core.mem[: values[:half].nbytes] = values[:half].view(np.uint8)
    ins = instructions()[name]
    overload = Overload.COUNT
    for amount in range(of.bits + 1):
        for start in range(0, len(values), half):
            core.mem[: values[:half].nbytes] = values[start : start + half].view(np.uint8)
            tensors = (LocalTensor(core, 98304, half, of), LocalTensor(core, 0, half, of))
            flags = [int(Flag.SET_MASK)]
            if chip in ins.rounds:
                flags.append(int(Flag.SET_MASK | Flag.ROUND))
            for flag in flags:
                core.issue(opcodes()[name], int(overload), flag, tensors, (amount,), half, 1, None, ())

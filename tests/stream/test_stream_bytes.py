"""The bytes that the stream says were read and written are those that were.

Writes are found by comparing memory, reads by changing every byte that the stream does not name.
"""

from __future__ import annotations

import itertools
import zlib
from functools import cache
from typing import Any

import library
import numpy as np
import pytest
import registers
from judging import reached_memories, shared_memories
from playing import arrange, with_gm
from poking import Trial, check_bytes
from special import sample
from strategies import Call
from test_agreement_registers import CASES, PATTERNS, fill, operands

from lanewise.isa.catalogue import instructions, opcodes
from lanewise.isa.issued import Space
from lanewise.isa.record import Flag, Instruction, Overload, Row
from lanewise.machine.core import Core
from lanewise.machine.engine import native

pytestmark = pytest.mark.skipif(native() is None, reason="the compiled engine is not built")

MEMORY = [i.name for i in instructions().values() if not i.form.executor.startswith(("register", "macro"))]
MACROS = [i.name for i in instructions().values() if i.form.executor == "macro"]


def core_of(call: Call) -> Core:
    return _core(call.chip, call.kind, reached_memories(call))


@cache
def _core(chip: str, kind: str, reached: tuple[Space, ...]) -> Core:
    core = with_gm(Core(chip, kind=kind, shared=shared_memories(chip, reached)))
    core.accesses()
    return core


def check_calls(name: str, examples: int) -> int:
    ran = 0
    for call in sample(name, examples):
        core = core_of(call)
        ran += check_bytes(Trial(core, arrange(core, call)), np.random.default_rng(call.seed)) is not None
    return ran


@pytest.mark.parametrize("name", MEMORY)
def test_stream_bytes(name: str) -> None:
    assert check_calls(name, 25)


@pytest.mark.sweep
@pytest.mark.parametrize("name", MEMORY)
def test_stream_bytes_long(name: str) -> None:
    assert check_calls(name, 1500)


@pytest.mark.parametrize("name", MACROS)
def test_stream_library_bytes(name: str) -> None:
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    ran = 0
    for _, call in list(library.calls(name, 8))[:8]:
        core = core_of(call)
        ran += check_bytes(Trial(core, arrange(core, call)), rng) is not None
    assert ran


def register_trial(core: Core, ins: Instruction, row: Row, twice: bool, pattern: str, merge: int, rng: Any) -> Trial:
    core.mem[:] = np.resize(fill(rng, 4096), core.mem.size)
    core.state["ctrl"] = rng.choice([1 << 60, 1 << 60 | 1 << 48, 1 << 60 | 1 << 53, 0, 1 << 48, 1 << 60 | 1 << 59])
    tensors = operands(core, ins, row, rng, twice, pattern)
    registers.prepare(ins, core, tensors, rng)
    for tensor in tensors:
        if tensor.space == Space.MASK:
            tensor.memory[-1] = 0  # for lanes of any width
    if rng.integers(0, 4) == 0:
        registers.alias(ins, tensors, rng)
    scalars, params = registers.scalars(ins, row, rng), registers.params(ins, row, rng)
    args = (opcodes()[ins.name], int(Overload.PLAIN), merge, tuple(tensors), scalars, 0, 1, None, params)
    return Trial(core, args)


def check_registers(ins: Instruction, row: Row, twice: bool, calls: list[tuple[str, int]]) -> None:
    rng = np.random.default_rng(zlib.crc32(f"{ins.name}{row.types}{twice}".encode()))
    core = Core("ascend950")
    core.accesses()
    for pattern, merge in calls:
        check_bytes(register_trial(core, ins, row, twice, pattern, merge, rng), rng)


@pytest.mark.parametrize(("ins", "row", "twice"), CASES)
def test_stream_register_bytes(ins: Instruction, row: Row, twice: bool) -> None:
    check_registers(ins, row, twice, [("any", 0), ("any", int(Flag.MERGE)), ("first lanes", 0), ("none", 0)])


@pytest.mark.sweep
@pytest.mark.parametrize(("ins", "row", "twice"), CASES)
def test_stream_register_bytes_long(ins: Instruction, row: Row, twice: bool) -> None:
    check_registers(ins, row, twice, [*itertools.product(PATTERNS, (0, int(Flag.MERGE)))] * 5)

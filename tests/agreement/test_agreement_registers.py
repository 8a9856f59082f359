"""Engine = definition for every register instruction, type, mask and merge mode: registers, UB, state, error ids."""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
import registers as special
from cells import modes_of

from lanewise import Core
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import instructions, opcodes
from lanewise.isa.issued import Space
from lanewise.isa.record import Flag, Instruction, Overload, Row
from lanewise.machine.register import MaskRegister, UnalignedRegister, VectorRegister
from lanewise.machine.tensor import LocalTensor, TPosition

CHIP = "ascend950"
WIDE = ("int64", "uint64", "complex32", "complex64")
RECORDS = [i for i in instructions().values() if i.form.executor.startswith("register")]


def fill(rng: np.random.Generator, size: int) -> np.ndarray[Any, Any]:
    """Bytes with many equal, small and extreme values among them."""
    data = rng.integers(0, 256, size, np.uint8)
    words = data.reshape(-1, 8)
    kinds = rng.integers(0, 6, len(words))
    words[kinds == 0] = 0
    words[kinds == 1] = 0xFF
    words[kinds == 2] = rng.integers(0, 256, ((kinds == 2).sum(), 1), np.uint8)
    words.view(np.float32)[kinds == 3] = rng.integers(-9, 9, ((kinds == 3).sum(), 2))
    words.view(np.float16)[kinds == 4] = rng.integers(-9, 9, ((kinds == 4).sum(), 4))
    return data


# The bits of mask registers, as bytes: what programs make, and any.
PATTERNS: dict[str, Callable[[np.random.Generator], Any]] = {
    "all": lambda rng: 0xFF,
    "none": lambda rng: 0,
    "lowest bits": lambda rng: rng.choice([0x11, 0x55, 0x01]),
    "first lanes": lambda rng: np.packbits(np.arange(256) < rng.integers(1, 256), bitorder="little"),
    "one lane": lambda rng: np.packbits(np.arange(256) == 8 * rng.integers(0, 32), bitorder="little"),
    "any": lambda rng: rng.integers(0, 256, 32, np.uint8),
}


def operands(core: Core, ins: Instruction, row: Row, rng: np.random.Generator, twice: bool, pattern: str) -> list[Any]:
    made: list[Any] = []
    for operand, kind in zip(ins.form.operands, row.types, strict=True):
        if operand.space == "reg":
            made.append(VectorRegister(core, kind, 2 if twice and kind in WIDE else 1))
            made[-1].data[:] = fill(rng, len(made[-1].data))
            if rng.integers(0, 6) == 0:
                made[-1].data.reshape(-1, 4)[:, rng.integers(1, 4) :] = 0  # narrow elements in wide places
        elif operand.space == "mask":
            made.append(MaskRegister(core))
            made[-1].data[:] = PATTERNS[pattern](rng)
            if rng.integers(0, 3) == 0:
                made[-1].memory[-1] = rng.choice([1, 2, 4, 8])  # made for lanes of a width, which may not fit
        elif operand.space == "unaligned":
            made.append(UnalignedRegister(core))
        else:
            address = int(rng.integers(0, 64)) * 32 + 8192
            made.append(LocalTensor.place(core, address, 16384, kind or "uint8", TPosition.VECCALC))
    return made


CASES = [
    pytest.param(ins, row, twice, id=f"{ins.name}-{'/'.join(t or 'mask' for t in row.types)}-{1 + twice}")
    for ins in RECORDS
    for row in ins.rows
    for twice in (False, True)
    if not twice or (special.takes_two(ins) and any(t in WIDE for t in row.types))
]


TRIES = 250  # draws until a call is legal
EXECUTED = 0.95  # of the slots of a record
SLOTS = [*itertools.product(PATTERNS, (0, int(Flag.MERGE)))]


def entries(ins: Instruction, row: Row, slot: int) -> Iterator[tuple[str, ...]]:
    """The entries of the coverage table that a call in a slot is one for."""
    types = "/".join(t or "mask" for t in row.types)
    yield "row", ins.name, types, CHIP
    yield "mask", ins.name, SLOTS[slot][0], "merging" if SLOTS[slot][1] else "zeroing"
    mode = mode_of(ins, row, slot)
    if mode is not None:
        yield "mode", ins.name, types, str(mode)


def mode_of(ins: Instruction, row: Row, slot: int) -> int | None:
    """Modes take turns."""
    modes = modes_of(ins, row)
    return modes[slot % len(modes)]


def draw(core: Core, ins: Instruction, row: Row, twice: bool, slot: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """The arguments of `core.issue`, with registers and memory filled for them."""
    pattern, merge = SLOTS[slot]
    if any(o.space == "ub" for o in ins.form.operands):
        core.mem[:] = np.resize(fill(rng, 4096), core.mem.size)
    core.state["ctrl"] = sum(1 << bit for bit in (48, 50, 53, 59) if rng.integers(0, 3) == 0) | rng.integers(0, 2) << 60
    tensors = operands(core, ins, row, rng, twice, pattern)
    special.prepare(ins, core, tensors, rng)
    if rng.integers(0, 4) == 0:
        special.alias(ins, tensors, rng)
    scalars = special.scalars(ins, row, rng)
    params = special.params(ins, row, rng)
    mode = mode_of(ins, row, slot)
    if mode is not None:
        params = (mode, *params[1:])
    return opcodes()[ins.name], int(Overload.PLAIN), merge, tuple(tensors), scalars, 0, 1, None, params


def legal_draws(core: Core, ins: Instruction, row: Row, twice: bool) -> Iterator[tuple[int, str, tuple[Any, ...]]]:
    """Draws for every slot until one is legal: the slot, the id of the error if there was one, and the operands."""
    rng = np.random.default_rng(zlib.crc32(f"{ins.name}{row.types}{twice}".encode()))
    for slot in range(len(SLOTS)):
        for _ in range(TRIES):
            args, id = draw(core, ins, row, twice, slot, rng), ""
            try:
                core.issue(*args)
            except LanewiseError as problem:
                id = problem.id
            yield slot, id, args[3]
            if not id:
                break


def outcomes(ins: Instruction, row: Row, twice: bool, engine: str) -> Iterator[bytes]:
    """What one engine makes of all that: errors, registers, memory and state."""
    core = Core(CHIP, engine=engine)
    for _, id, tensors in legal_draws(core, ins, row, twice):
        yield from (id.encode(), core.mem.tobytes(), core.state.tobytes())
        yield from (t.memory.tobytes() for t in tensors if t.space >= Space.REG)


@pytest.mark.parametrize(("ins", "row", "twice"), CASES)
def test_engine_is_definition(ins: Instruction, row: Row, twice: bool) -> None:
    """Nearly every slot finds a legal call, and refused ones are refused by both engines for the same reason."""
    core = Core(CHIP, engine="lockstep")
    core.accesses()  # both engines must also touch the same bytes
    ids = [id for _, id, _ in legal_draws(core, ins, row, twice)]
    assert ids.count("") >= EXECUTED * len(SLOTS)
    assert set(ids) <= {"", *special.EXPECTED_ERRORS}

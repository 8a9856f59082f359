"""Engine = definition for every register instruction, type, mask and merge mode: registers, UB, state, error ids."""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import registers as special

from lanewise import Core
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import instructions, opcodes
from lanewise.isa.record import Flag, Instruction, Overload, Row
from lanewise.machine.register import MaskRegister, UnalignedRegister, VectorRegister
from lanewise.machine.tensor import LocalTensor, TPosition

CHIP = "ascend950"
WIDE = ("int64", "uint64", "complex32", "complex64")
RECORDS = [i for i in instructions().values() if i.form.executor.startswith("register")]


def fill(rng: np.random.Generator, size: int) -> np.ndarray[Any, Any]:
    """Bytes with many equal, small and extreme values among them."""
    data = rng.integers(0, 256, size, np.uint8)
    for start in range(0, size, 8):
        kind = rng.integers(0, 6)
        if kind < 3:
            data[start : start + 8] = (0, 0xFF, rng.integers(0, 256))[kind]
        elif kind == 3:
            data[start : start + 8].view(np.float32)[:] = rng.integers(-9, 9, 2)
        elif kind == 4:
            data[start : start + 8].view(np.float16)[:] = rng.integers(-9, 9, 4)
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


@pytest.mark.parametrize(("ins", "row", "twice"), CASES)
def test_engine_is_definition(ins: Instruction, row: Row, twice: bool) -> None:
    rng = np.random.default_rng(zlib.crc32(f"{ins.name}{row.types}{twice}".encode()))
    core = Core(CHIP, engine="lockstep")
    core.accesses()  # both engines must also touch the same bytes
    reaches_memory = any(o.space == "ub" for o in ins.form.operands)
    for pattern, merge in itertools.product(PATTERNS, (0, int(Flag.MERGE)) * special.ROUNDS):
        if reaches_memory:
            core.mem[:] = np.resize(fill(rng, 4096), core.mem.size)
        core.state["ctrl"] = rng.choice([1 << 60, 1 << 60 | 1 << 48, 1 << 60 | 1 << 53, 0, 1 << 48, 1 << 60 | 1 << 59])
        tensors = operands(core, ins, row, rng, twice, pattern)
        special.prepare(ins, core, tensors, rng)
        if rng.integers(0, 4) == 0:
            special.alias(ins, tensors, rng)
        scalars = special.scalars(ins, row, rng)
        params = special.params(ins, row, rng)
        try:
            core.issue(opcodes()[ins.name], int(Overload.PLAIN), merge, tuple(tensors), scalars, 0, 1, None, params)
        except LanewiseError as problem:
            if problem.id not in special.EXPECTED_ERRORS:  # both engines said the same
                raise

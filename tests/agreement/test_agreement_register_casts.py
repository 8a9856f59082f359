"""Engine = definition for register casts: every value of 8 and 16 bits, every layout, round mode and saturation."""

from __future__ import annotations

import itertools
from functools import cache
from typing import Any

import numpy as np
import pytest

from lanewise import Core
from lanewise.isa.catalogue import instructions, opcodes
from lanewise.isa.record import Flag, Overload, Row
from lanewise.machine.register import MaskRegister, VectorRegister
from lanewise.numerics.formats import DTYPES

CAST = instructions()["reg_cast"]
ROWS = [row for row in CAST.rows if DTYPES[row.types[1]].size <= 2]
FOUR_BITS = ("int4x2", "fp4x2_e2m1", "fp4x2_e1m2")
GLOBAL = 1 << 60
# CTRL and the wish of the instruction: bits 48 and 59 choose for all; without bit 60 the wish counts; bit 50 keeps NaN.
SATURATIONS = ((GLOBAL, 0), (GLOBAL | 1 << 48 | 1 << 59, 1), (0, 0), (0, 1), (1 << 50, 1))
SPECIAL = [0, 1, 0x8000, 0x8001, 0x03FF, 0x0400, 0x3BFF, 0x3C00, 0x3C01, 0x7BFF, 0x7C00, 0x7C01, 0x7E00, 0x7F7F, 0x7F80,
           0x7F81, 0x7FC0, 0x7FFF, 0xFC00, 0xFF80, 0xFFFF, 0x3F00, 0x3F80, 0x3FC0, 0x4020, 0x43E0, 0x4760, 0x5F00]


def values(kind: str, every: bool, seed: int) -> np.ndarray[Any, Any]:
    """Whole registers of codes."""
    if DTYPES[kind].size == 1:
        return np.arange(256, dtype=np.uint8).reshape(1, -1)
    if every:
        return np.arange(65536, dtype=np.uint16).reshape(-1, 128)
    rest = np.random.default_rng(seed).integers(0, 65536, 512 - len(SPECIAL))
    return np.concatenate([np.array(SPECIAL), rest]).astype(np.uint16).reshape(-1, 128)


def part_count(row: Row) -> int:
    if row.types[0] in FOUR_BITS or row.types[1] in FOUR_BITS:
        return 4
    sizes = [DTYPES[t].size for t in row.types[:2]]
    return max(sizes) // min(sizes)


def cast(engine: str, row: Row, codes: Any, merge: int, ctrl: int, params: tuple[int, ...]) -> tuple[bytes, bytes]:
    """The bytes of destination and source behind a cast. Lockstep would compare all of UB every time."""
    core, dst, src, mask = machine(engine, row)
    core.state["ctrl"] = ctrl
    src.data[:] = codes.view(np.uint8)
    dst.data[:] = 0xA5
    mask.data[:] = 0xB7 if merge else 0xFF
    core.issue(opcodes()["reg_cast"], int(Overload.PLAIN), merge, (dst, src, mask), (), 0, 1, None, params)
    return dst.data.tobytes(), src.data.tobytes()


@cache
def machine(engine: str, row: Row) -> tuple[Core, VectorRegister, VectorRegister, MaskRegister]:
    core = Core("ascend950", engine=engine)
    return core, VectorRegister(core, row.types[0]), VectorRegister(core, row.types[1]), MaskRegister(core)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.types[1]}-{row.types[0]}")
@pytest.mark.parametrize("every", [pytest.param(True, marks=pytest.mark.sweep), False])
def test_casts_agree_on_every_value(row: Row, every: bool) -> None:
    modes = [m for m in range(8) if row.round_modes >> m & 1] or [0]
    how = [(s, m) for s in SATURATIONS for m in (0, int(Flag.MERGE))]
    if every:  # who decides and what merging keeps does not depend on values
        how = [((0, 0), 0), ((0, 1), 0), ((1 << 50, 1), 0)]
    for mode, layout, ((ctrl, wish), merge) in itertools.product(modes, range(part_count(row)), how):
        for codes in values(row.types[1], every, 100 * mode + layout):
            told = (np.roll(codes, layout), merge, ctrl, (mode, layout, wish))  # every value in every place
            assert cast("fast", row, *told) == cast("definition", row, *told), told[1:]

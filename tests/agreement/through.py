"""Whole arrays of elements through one instruction: by the engine in a few calls, by the definition in one step.

The definition's own walk over repeats has its tests beside this one; here only values count.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from lanewise.isa.catalogue import opcodes
from lanewise.isa.record import Flag, Instruction, Overload, Row
from lanewise.machine.core import Core
from lanewise.machine.definition.call import Call, storage_dtype
from lanewise.machine.tensor import LocalTensor
from lanewise.numerics.formats import DTYPES, DType

Array = np.ndarray[Any, Any]
PART = 16384  # bytes of source a call: source and result of eight bytes an element fit the smallest UB
RESULTS = 49152  # where results lie


@cache
def core_of(chip: str) -> Core:
    return Core(chip)


def codes_of(kind: DType, packed: bool) -> Array:
    """Every code of an 8- or 16-bit type; of 4-bit types every pair."""
    return np.arange(1 << (16 if packed else 8 * kind.size), dtype=np.uint16 if kind.size == 2 or packed else np.uint8)


def results(
    ins: Instruction, row: Row, chip: str, engine: str, ctrl: int, params: tuple[int, ...] = (), flags: int = 0,
    scalar: int | None = None,
) -> Array:  # fmt: skip
    """The bytes of all results, by the "definition" or the "fast" engine. `ctrl`: all of CTRL; `scalar`: bits."""
    core = core_of(chip)
    core.reset_state()
    core.state["ctrl"] = ctrl
    to, of = (DTYPES[t] for t in row.types[:2])
    halves = ins.form.lane_bits(of) == 4
    data = codes_of(of, halves).view(np.uint8)
    if engine != "definition":
        scalars = () if scalar is None else (scalar,)
        parts = [_part(core, ins, (to, of), data[at : at + PART], halves, flags, scalars, params)
                 for at in range(0, data.size, PART)]  # fmt: skip
        return np.concatenate(parts)
    lanes = np.stack([data & 15, data >> 4], axis=1).ravel() if halves else data.view(storage_dtype(of))
    call = Call(core, ins, row, Overload.COUNT, flags, (), () if scalar is None else (scalar,), 0, 1, None, params)
    wanted = np.asarray(ins.meaning(call.env, lanes, *(np.broadcast_to(v, lanes.shape) for v in call.values)))
    if ins.form.lane_bits(to) == 4:
        wanted = wanted[0::2] | wanted[1::2] << 4
    return np.ascontiguousarray(wanted.astype(storage_dtype(to), copy=False)).view(np.uint8)


def differences(ins: Instruction, row: Row, chip: str, **how: Any) -> list[str]:
    """The first results that differ, of all sources there are."""
    expected, got = (results(ins, row, chip, engine, **how) for engine in ("definition", "fast"))
    if expected.size != got.size:
        return [f"{expected.size} bytes by the definition, {got.size} by the engine"]
    return [f"result byte {at}: {expected[at]:#04x} by the definition, {got[at]:#04x} by the engine"
            for at in np.flatnonzero(expected != got)[:3]]  # fmt: skip


def _part(
    core: Core, ins: Instruction, kinds: tuple[DType, DType], data: Array, halves: bool, flags: int,
    scalars: tuple[int, ...], params: tuple[int, ...],
) -> Array:  # fmt: skip
    to, of = kinds
    core.mem[: data.size] = data
    count = 2 * data.size if halves else data.size // of.size
    size = count // 2 if ins.form.lane_bits(to) == 4 else count * to.size
    core.mem[RESULTS : RESULTS + size] = 0xA5
    # A tensor of 4-bit types counts bytes or elements by its type.
    tensors = (LocalTensor(core, RESULTS, count, to), LocalTensor(core, 0, count, of))
    flags |= int(Flag.SET_MASK)
    core.issue(opcodes()[ins.name], int(Overload.COUNT), flags, tensors, scalars, count, 1, None, params)
    return core.mem[RESULTS : RESULTS + size].copy()

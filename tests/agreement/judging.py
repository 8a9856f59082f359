"""Runs calls on both engines side by side, and measures what they reach."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from cells import Cell
from playing import arrange, with_gm
from spoiling import Reach
from strategies import Call

from lanewise.chips.chip import chip as find_chip
from lanewise.chips.cores import every_memory, kinds
from lanewise.errors import LanewiseError
from lanewise.isa.issued import RECORD, Space
from lanewise.machine.core import Core

APART = 32 * 1024  # bytes from one operand to the next where they are measured


def core_of(call: Call, strict: bool = False) -> Core:
    return _core(call.chip, strict, call.kind, reached_memories(call))


def own_memories(kind: str) -> set[str]:
    """Memories that a core of that kind has itself."""
    return set(kinds()[kind].memories) if kind else set(every_memory())


def reached_memories(call: Call) -> tuple[Space, ...]:
    """Those of other cores of its group that a call names."""
    return tuple(Space[name] for name in set(call.spaces) - {"GM"} if name not in own_memories(call.kind))


def shared_memories(chip: str, reached: tuple[Space, ...]) -> dict[Space, np.ndarray[Any, Any]]:
    """Memories of two other cores."""
    sizes = {space: find_chip(chip).size(every_memory()[space.name].use) for space in reached}
    return {space: np.zeros(2 * size, np.uint8) for space, size in sizes.items()}


@cache
def _core(chip: str, strict: bool, kind: str, reached: tuple[Space, ...]) -> Core:
    shared = shared_memories(chip, reached)
    core = with_gm(Core(chip, engine="lockstep", strict=strict, kind=kind, shared=shared))
    core.accesses()  # from now on both engines must also touch the same bytes
    return core


def run_both(call: Call, strict: bool = False) -> str:
    """Run a call on both engines; a difference raises. The id of the error, if it was refused."""
    core = core_of(call, strict)
    args = arrange(core, call)
    core.touched.clear()
    return _issue(core, args)


def _issue(core: Core, args: tuple[Any, ...]) -> str:
    try:
        core.issue(*args)
    except LanewiseError as problem:
        return problem.id
    return ""


def refuse(call: Call) -> str:
    """The id of the error that both engines give for a call, which leaves everything as it was; "" when it runs."""
    core = core_of(call)
    args = arrange(core, call)
    core.touched.clear()
    before = _full_state(core)
    id = _issue(core, args)
    changed = [not np.array_equal(a, b) for a, b in zip(before, _full_state(core), strict=True)]
    assert not (id and any(changed)), f"{id} has changed UB, state, counters or GM: {changed}"
    return id


def _full_state(core: Core) -> list[Any]:
    parts = [*core.memories.values(), core.state.reshape(1).view(np.uint8), core.issued,
             *(b.data for b in core.gm_space.buffers)]
    return [np.array(part) for part in parts]


def spread_operands(cell: Cell, call: Call) -> Call | None:
    """The same call with operands in UB far from each other. None where addresses of theirs are data."""
    if cell.instruction.name in ("trans_data_to_5hd", "mrg_sort", "mrg_sort4", "bilinear_interpolation"):
        return None
    if call.kind:  # operands lie in memories of their own
        return None
    if call.repeat > 20 or (isinstance(call.mask, int) and call.mask > 2000):  # reaches into the next one
        return None
    moved = Call(**{**call.__dict__, "tensors": list(call.tensors)})
    for i, (address, length, kind) in enumerate(call.tensors):
        if not (call.spaces and call.spaces[i] == "GM"):
            moved.tensors[i] = (APART * i, length, kind)
            if call.memory and call.memory[0][0] == address and i == 2:
                moved.memory = ((APART * i, call.memory[0][1]),)
    if cell.instruction.name == "select_preset" and cell.mode == 2:  # the bits lie where CMPMASK says
        moved.registers = {"cmpmask": (5 * APART, 0, 0, 0)}
    if cell.instruction.name == "cast_dequant" and call.params[0]:  # the words lie where DEQSCALE says
        moved.deqscale = 5 * APART >> (5 if cell.policy["deqscale_address"] == "blocks" else 0)
    return moved


def measured(cell: Cell, call: Call) -> Reach:
    """What a call (made by `apart`) touches of each operand in UB, by the definition."""
    core = core_of(call)
    assert run_both(call) == ""
    rows = core.touches.rows(np.zeros((), RECORD))
    rows = rows[rows["space"] == Space.UB]
    ends = [0] * len(call.tensors)
    for first, size in zip(rows["address"], rows["bytes"], strict=True):
        i = int(first) // APART
        if i < len(ends):
            ends[i] = max(ends[i], int(first) + int(size) - APART * i)
    operands = cell.instruction.form.operands
    return Reach(tuple(0 if o.role == "scratch" else end for o, end in zip(operands, ends, strict=False)))

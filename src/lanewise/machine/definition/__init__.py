"""The definition engine: every instruction run by its numpy meaning. Slow, complete and the judge of the C++ engine."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import by_opcode
from lanewise.isa.issued import ALL_ONES, COUNTER_BIT, Space
from lanewise.isa.record import Flag, Overload, Row
from lanewise.machine.definition import elementwise, macro, move, reduce, register, rules, trace
from lanewise.machine.definition.lanes import Lanes, resolve
from lanewise.machine.definition.walk import Walker
from lanewise.numerics.formats import BY_CODE, DTYPES


def issue(
    core: Any, op: int, overload: int, flags: int, tensors: tuple[Any, ...], scalars: tuple[int, ...] = (),
    mask: Any = 0, repeat: int = 1, strides: tuple[int, ...] | None = None, params: tuple[int, ...] = (),
) -> None:
    """One instruction. Everything is checked before the first byte or bit of state changes.

    `mask` is a count, an element number or words, by overload; `strides` holds all block strides, then all repeat
    strides, in blocks; `scalars` are bits.
    """
    core.touches.clear()
    ins = by_opcode()[op]
    assert ins is not None
    how = Overload(overload)
    operands = len(ins.form.operands)
    types = [BY_CODE.get(t.code) for t in tensors[:operands]]
    row = rules.legal_row(core, ins, types, how)
    rules.same_traits(ins, tensors)
    rules.mode_allowed(core, ins, row, params)
    lanes: Lanes | None = None
    if ins.form.executor == "state":
        ins.meaning(core.state, params)
    elif ins.form.executor == "move":
        move.run(core, ins, how, flags, tensors, params)
    elif ins.form.executor == "macro":
        macro.run(core, ins, row, tensors, params)
    elif ins.form.executor.startswith("register"):
        _registers(core, ins, row, flags, tensors, scalars, params)
    else:
        lanes = _lanewise(core, ins, row, how, flags, tensors, scalars, mask, repeat, strides, params)
        _leave_behind(core, ins.form.name, lanes)
    core.issued[op] += 1
    if core.tracing:
        trace.append(core, ins, how, flags, tensors, scalars, lanes, repeat, strides, params)
        if core.observed:
            core.touched.append(core.touches.rows(core.records[-1]))


def tell(core: Any, op: int, params: tuple[int, ...]) -> None:
    """The record of a step that is no instruction."""
    ins = by_opcode()[op]
    assert ins is not None
    trace.append(core, ins, Overload.PLAIN, 0, (), (), None, 1, None, params)


def _lanewise(
    core: Any, ins: Any, row: Row, how: Overload, flags: int, tensors: Any, scalars: Any, mask: Any, repeat: int,
    strides: Any, params: Any,
) -> Lanes | None:
    rules.flags_allowed(core, ins, flags)
    rules.round_mode_allowed(core, ins, row, params)
    if scalars and not flags & Flag.SCALAR_TENSOR:
        rules.scalar_in_range(core, ins, row, scalars[0])
    rules.strides_in_field(ins, strides)
    units = [DTYPES[row.unit or t] for t in row.types]
    operands = len(ins.form.operands)
    width = ins.form.width([u.size for u in units])
    if ins.form.executor == "reduce":
        reduce.allowed(core, ins, how, strides, params)
        flags, width = reduce.mask_flags(core, ins, how, flags), units[reduce.SRC].size
    lanes = None
    if how != Overload.PLAIN:
        lanes = resolve(core, ins, how, flags, mask, repeat, width)
    elif not 0 <= repeat <= 255:
        raise LanewiseError("REPEAT-001", op=ins.name, repeat=repeat, low=0, high=255)
    packed = elementwise.packed_operands(ins, units)
    if lanes is not None and any(packed):
        rules.lanes_in_pairs(ins, lanes)
    per_repeat = 256 // width
    pitch = [
        elementwise.strides_of(strides, i, operands, per_repeat, units[i].size, packed[i]) for i in range(operands)
    ]
    kind = DTYPES[ins.scalar_type(row)] if ins.form.scalars else None
    values: list[Any] = []
    if kind:
        values = [np.frombuffer(b.to_bytes(kind.size, "little"), elementwise.face(kind))[0] for b in scalars]
    if ins.form.executor == "reduce":
        assert lanes is not None
        if not reduce.idle(ins, how, flags, mask, lanes):
            env = elementwise.environment(core, ins, units, values, flags, params)
            reduce.run(core, ins, env, how, lanes, tensors, pitch, strides, params)
        return lanes
    if lanes is not None and lanes.empty:
        return lanes
    if kind and flags & Flag.SCALAR_TENSOR:
        source = tensors[operands]
        if source.code != kind.code:
            raise LanewiseError(
                "TYPE-001", op=ins.name, operand="scalar", got=BY_CODE[source.code].name, need=kind.name,
                like=ins.form.operands[-1].name,
            )
        if source.address % kind.size or source.address + kind.size > core.mem.size:
            raise LanewiseError(
                "MEM-001", op=ins.name, operand="scalar", first=source.address,
                last=source.address + kind.size - 1, chip=core.chip.name, size=core.mem.size,
            )
        start = source.address
        core.touches.add(Space.UB, start, kind.size, write=False)
        values = [core.mem[start : start + kind.size].view(elementwise.face(kind))[0]]
    if ins.form.executor == "walk":
        env = elementwise.environment(core, ins, units, values, flags, params)
        walker = Walker(core, ins, env, tensors, lanes, repeat, params, pitch, how == Overload.COUNT)
        ins.meaning(walker)
        walker.commit()
        return lanes
    assert lanes is not None
    for i in range(operands):
        far = elementwise.last_byte(lanes, *pitch[i], units[i].size, packed[i])
        rules.touches(core, ins, i, tensors[i], far)
    if core.strict:
        elementwise.refuse_overlap(ins, row, lanes, tensors, pitch)
    elementwise.run(core, ins, row, lanes, tensors, values, flags, pitch, params)
    return lanes


def _registers(core: Any, ins: Any, row: Row, flags: int, tensors: Any, scalars: Any, params: Any) -> None:
    rules.flags_allowed(core, ins, flags)
    rules.round_mode_allowed(core, ins, row, params)
    types: list[Any] = [DTYPES[t] if t else None for t in row.types]  # none for a mask register
    kind = DTYPES[ins.scalar_type(row)] if ins.form.scalars else None
    values = []
    if kind:
        values = [np.frombuffer(b.to_bytes(kind.size, "little"), elementwise.face(kind))[0] for b in scalars]
    env = elementwise.environment(core, ins, types, values, flags, params)
    register.refuse_unwritten(ins, tensors)
    walk = register.Registers(core, ins, env, tensors, flags, params)
    if ins.form.executor == "registers":
        register.lane_by_lane(walk, values)
    else:
        ins.meaning(walk)
    walk.commit()


def _leave_behind(core: Any, form: str, lanes: Lanes | None) -> None:
    state = core.state
    if lanes is None:
        if form in ("block-broadcast", "block-gather") and core.policy["block_broadcast_mask"] == "resets":
            state["mask"] = ALL_ONES
        return
    if lanes.mask_after is not None:
        state["mask"] = lanes.mask_after
    if lanes.normal_after:
        state["ctrl"] = int(state["ctrl"]) & (ALL_ONES ^ (1 << COUNTER_BIT))



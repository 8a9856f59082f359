"""The elementwise executor: lane k of every source makes lane k of the destination."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.isa.issued import VECTOR_MEMORY
from lanewise.isa.record import Instruction, Row
from lanewise.machine.definition import rules
from lanewise.machine.definition.call import Call, storage_dtype
from lanewise.machine.definition.lanes import BLOCK, Lanes
from lanewise.machine.leniency import complain
from lanewise.numerics.formats import DType

Array = np.ndarray[Any, Any]


def last_byte(lanes: Lanes, block: int, repeat: int, size: int, packed: bool = False) -> int:
    """How far after its start an operand is touched by the lanes up to the highest active one."""
    per_block = BLOCK // size * (2 if packed else 1)

    def end(lane: int) -> int:
        far = int(offsets(np.array(lane), 0, block, repeat, size, packed)) + size
        if lane >= per_block:  # with a block stride of 0 the block before ends later
            far = max(far, (lane // per_block - 1) * block + BLOCK)
        return far

    far = (lanes.repeats - 1) * repeat + end(lanes.highest(True))
    if lanes.repeats > 1:
        far = max(far, (lanes.repeats - 2) * repeat + end(lanes.highest(False)))
    return far


def offsets(lanes: Array, repeat_index: int, block: int, repeat: int, size: int, packed: bool = False) -> Array:
    """Byte offsets of lanes of one repeat; packed lanes come two to a byte."""
    per_block = 2 * BLOCK if packed else BLOCK // size
    inside = lanes % per_block // 2 if packed else lanes % per_block * size
    return repeat_index * repeat + lanes // per_block * block + inside


def load(ub: Array, addresses: Array, dtype: DType) -> Array:
    picked = ub[addresses[:, None] + np.arange(dtype.size)]
    values: Array = np.ascontiguousarray(picked).view(storage_dtype(dtype))[:, 0]
    return values


def store(ub: Array, addresses: Array, values: Array, dtype: DType) -> None:
    data = np.ascontiguousarray(values.astype(storage_dtype(dtype), copy=False)).view(np.uint8).reshape(-1, dtype.size)
    ub[addresses[:, None] + np.arange(dtype.size)] = data


def load_packed(ub: Array, addresses: Array, lanes: Array) -> Array:
    """The 4-bit values of lanes: even ones lie in the low half of their byte."""
    return (ub[addresses] >> 4 * (lanes % 2) & 15).astype(np.uint8)


def store_packed(ub: Array, addresses: Array, lanes: Array, values: Array) -> None:
    for odd in (0, 1):
        here = lanes % 2 == odd
        ub[addresses[here]] = ub[addresses[here]] & (15 if odd else 240) | values[here] << 4 * odd


def run(call: Call, lanes: Lanes | None) -> None:
    """Repeat by repeat: all reads, the meaning, all writes."""
    assert lanes is not None
    if lanes.empty:
        return
    core, ins, units, packed, pitch = call.core, call.ins, call.units, call.packed, call.pitch
    operands, tensors, e = ins.form.operands, call.tensors, call.env
    for i in range(len(operands)):
        rules.check_operand(core, ins, i, tensors[i], last_byte(lanes, *pitch[i], units[i].size, packed[i]))
    if core.strict or core.watched:
        refuse_overlap(call, lanes)
    scalar = [np.asarray(s) for s in call.values]
    for r in range(lanes.repeats):
        active = lanes.active(r)
        if not active.size:
            continue
        at = [
            t.address + offsets(active, r, *pitch[i], units[i].size, packed[i])
            for i, t in enumerate(tensors[: len(operands)])
        ]
        for i, o in enumerate(operands):
            if o.reads:
                core.touches.add(VECTOR_MEMORY, at[i], units[i].size, write=False)
        sources = [
            load_packed(core.mem, at[i], active) if packed[i] else load(core.mem, at[i], units[i])
            for i, o in enumerate(operands)
            if o.reads
        ]
        results = ins.meaning(e, *sources, *(np.broadcast_to(s, active.shape) for s in scalar))
        results = results if isinstance(results, tuple) else (results,)
        targets = [i for i, o in enumerate(operands) if o.writes]
        for i, values in zip(targets, results, strict=True):
            core.touches.add(VECTOR_MEMORY, at[i], units[i].size, write=True)
            if packed[i]:
                store_packed(core.mem, at[i], active, np.asarray(values))
            else:
                store(core.mem, at[i], np.asarray(values), units[i])


def refuse_overlap(call: Call, lanes: Lanes) -> None:
    """Sources and destinations coincide or stay apart, in a repeat and between repeats."""
    ins, row, units, packed, tensors, pitch = call.ins, call.row, call.units, call.packed, call.tensors, call.pitch
    operands = ins.form.operands
    targets = [i for i, o in enumerate(operands) if o.writes]
    for d in targets:
        per_block = 2 * BLOCK if packed[d] else BLOCK // units[d].size
        over_itself = pitch[d][0] == 0 and max(lanes.highest(True), lanes.highest(False)) >= per_block
        if over_itself and (call.core.strict or _meets_another(call, lanes, d)):
            problem = LanewiseError("STRIDE-002", op=ins.name, field=f"{operands[d].name}_blk_stride")
            return complain(call.core, problem)
    written: dict[int, set[int]] = {i: set() for i in targets}
    inside: list[LanewiseError] = []  # a repeat: milder unless a later one reads what was written, too
    for r in range(lanes.repeats):
        active = lanes.active(r)
        touched = {
            i: tensors[i].address + offsets(active, r, *pitch[i], units[i].size, packed[i])
            for i in range(len(operands))
        }
        sets = {
            i: {int(a) + b for a in touched[i] for b in range(units[i].size)} for i in range(len(operands))
        }
        for d in targets:
            for s, operand in enumerate(operands):
                if s == d or not operand.reads:
                    continue
                same = units[s].size == units[d].size and np.array_equal(touched[s], touched[d])
                if not same and sets[s] & sets[d]:
                    names = {"first": operands[d].name, "second": operand.name}
                    inside.append(LanewiseError("OVERLAP-001", op=ins.name, **names, repeat=r))
                if written[d] & sets[s] and not _accumulates(ins, row, s, d, tensors, pitch):
                    names = {"first": operands[d].name, "second": operand.name}
                    if inside:
                        return complain(call.core, inside[0], "feeds")
                    return complain(call.core, LanewiseError("OVERLAP-002", op=ins.name, **names, repeat=r))
        for d in targets:
            written[d] |= sets[d]
    for problem in inside[:1]:
        complain(call.core, problem)


def _meets_another(call: Call, lanes: Lanes, d: int) -> bool:
    """Whether a source has a byte between the first and the last one of a destination."""

    def end(i: int) -> int:
        return int(call.tensors[i].address + last_byte(lanes, *call.pitch[i], call.units[i].size, call.packed[i]))

    return any(
        s != d and o.reads and call.tensors[s].address < end(d) and call.tensors[d].address < end(s)
        for s, o in enumerate(call.ins.form.operands)
    )


def _accumulates(ins: Instruction, row: Row, s: int, d: int, tensors: Any, pitch: list[tuple[int, int]]) -> bool:
    """The running accumulation: the destination is the second source and one of their repeat strides is 0."""
    return (
        ins.accumulates
        and s == 2
        and tensors[s].address == tensors[d].address
        and row.types[0] in ("half", "int32", "float")
        and (pitch[s][1] == 0 or pitch[d][1] == 0)
    )



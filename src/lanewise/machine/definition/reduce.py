"""The reduce executor: lanes of the source become one result per repeat, block or pair, or one for the whole call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.isa.env import Env
from lanewise.isa.issued import VECTOR_MEMORY, MaskMode
from lanewise.isa.record import Flag, Instruction, Overload
from lanewise.isa.reduce import Group, ReduceOrder, Result, Whole
from lanewise.machine.definition import rules
from lanewise.machine.definition.call import Call
from lanewise.machine.definition.elementwise import last_byte, load, offsets
from lanewise.machine.definition.lanes import BLOCK, BLOCKS, REPEAT, Lanes
from lanewise.machine.leniency import complain
from lanewise.numerics.formats import DType

DST, SRC, BUFFER = 0, 1, 2


def has_no_effect(call: Call, lanes: Lanes) -> bool:
    """Whether nothing happens. A mask of 0 elements does nothing; one without bits leaves every group masked."""
    asked_for_none = call.how == Overload.CONTIGUOUS and bool(call.flags & Flag.SET_MASK) and call.mask == 0
    return lanes.repeats == 0 or (lanes.empty and (call.ins.form.group == "all" or asked_for_none))


@dataclass
class Layout:
    """How one result lies in the destination."""

    size: int  # bytes of a result
    unit: int  # bytes that the repeat stride counts
    align: int


def layout(ins: Instruction, kind: DType, params: tuple[int, ...]) -> Layout:
    size = kind.size
    if ins.form.group == "block":
        return Layout(size, BLOCKS * size, BLOCKS * size)
    if ins.form.group == "pair":
        return Layout(size, REPEAT // 2, BLOCK)
    if ins.fold != "sum":
        if ins.form.group == "all":
            size *= 2 if params[0] else 1
        else:
            size = {ReduceOrder.ORDER_ONLY_VALUE: size, ReduceOrder.ORDER_ONLY_INDEX: 4}.get(
                ReduceOrder(params[0]), 2 * size
            )
    return Layout(size, size, size)


def bytes_of(ins: Instruction, kind: DType, params: tuple[int, ...], result: Result) -> bytes:
    """A result as it is stored: the value, its index as an integer of the same width, or both."""
    value = np.asarray(result.value, kind.numpy).tobytes()
    if ins.fold == "sum" or ins.form.group in ("block", "pair"):
        return value
    index = (result.index & ((1 << kind.bits) - 1)).to_bytes(kind.size, "little")
    if ins.form.group == "all":
        return value + index if params[0] else value
    order = ReduceOrder(params[0])
    if order == ReduceOrder.ORDER_ONLY_VALUE:
        return value
    if order == ReduceOrder.ORDER_ONLY_INDEX:
        return index.ljust(4, b"\0")
    return value + index if order == ReduceOrder.ORDER_VALUE_INDEX else index + value


def run(call: Call, lanes: Lanes | None) -> None:
    assert lanes is not None
    if has_no_effect(call, lanes):
        return
    core, ins, env, tensors, pitch, params = (
        call.core, call.ins, call.env, call.tensors, call.pitch[SRC], call.params
    )
    if ins.form.group == "all":
        _run_whole(core, ins, env, call.how, lanes, tensors, pitch, params)
    else:
        assert call.strides is not None
        _run_groups(core, ins, env, lanes, tensors, pitch, call.strides[2], params)


def _read_group(
    core: Any, env: Env, tensor: Any, lanes: Lanes, repeat: int, active: Any, pitch: tuple[int, int]
) -> Group:
    """The lanes of one repeat, read through the source's strides; those that are not active hold 0."""
    kind = env.types[SRC]
    values = np.zeros(lanes.per_repeat, kind.numpy)
    at = tensor.address + offsets(active, repeat, *pitch, kind.size)
    core.touches.add(VECTOR_MEMORY, at, kind.size, write=False)
    values[active] = load(core.mem, at, kind)
    on = np.zeros(lanes.per_repeat, bool)
    on[active] = True
    return Group(values, on, repeat * pitch[1] // kind.size)


# --- one result per group -------------------------------------------------------------------------------------------


def _run_groups(
    core: Any, ins: Instruction, env: Env, lanes: Lanes, tensors: Any, pitch: tuple[int, int], stride: int,
    params: tuple[int, ...],
) -> None:
    kind, source = env.to, env.types[SRC]
    size = {"repeat": lanes.per_repeat, "block": BLOCK // source.size, "pair": 2}[ins.form.group]
    cell = layout(ins, kind, params)
    keeps = core.policy[f"masked_{ins.form.group}"] == "keep"
    steps = _steps(core, lanes, stride)

    def written(active: Any) -> Any:
        """The groups that get a result."""
        return np.unique(active // size) if keeps else np.arange(lanes.per_repeat // size)

    reach = [0, 0]
    for r, active in steps:
        for group in written(active):
            reach[DST] = max(reach[DST], r * stride * cell.unit + (int(group) + 1) * cell.size)
        if active.size:
            reach[SRC] = max(reach[SRC], int(offsets(active[-1:], r, *pitch, source.size)[0]) + source.size)
    rules.check_operand(core, ins, DST, tensors[DST], reach[DST], cell.align)
    rules.check_operand(core, ins, SRC, tensors[SRC], reach[SRC])
    if core.strict or core.watched:
        _refuse_overlap(core, ins, tensors, pitch, source.size, cell, steps, written, stride)

    extremes: list[tuple[int, Result]] = []
    for r, active in steps:
        repeat = _read_group(core, env, tensors[SRC], lanes, r, active, pitch)
        results = []
        for g in written(active):
            part = slice(g * size, (g + 1) * size)
            result = ins.meaning(env, Group(repeat.values[part], repeat.active[part]))
            assert result is not None
            results.append((int(g), result))
        for g, result in results:
            at = tensors[DST].address + r * stride * cell.unit + g * cell.size
            core.touches.add(VECTOR_MEMORY, at, cell.size, write=True)
            core.mem[at : at + cell.size] = np.frombuffer(bytes_of(ins, kind, params, result), np.uint8)
            extremes.append((r * lanes.per_repeat, result))
    if ins.form.group == "repeat" and ins.fold != "sum" and extremes:
        values = np.array([result.value for _, result in extremes], kind.numpy)
        best = ins.meaning(env, Group(values, np.ones(len(values), bool)))
        start, found = extremes[best.index]
        _note_extreme(core, kind, best.value, start + found.index)


def _steps(core: Any, lanes: Lanes, stride: int) -> list[tuple[int, Any]]:
    """The repeats that run, each with its active lanes."""
    if stride == 0 and core.policy["reduce_zero_stride"] == "last_repeat" and lanes.repeats > 1:
        last = lanes.repeats - 1
        return [(last, np.arange(lanes.per_repeat) if lanes.mode == MaskMode.COUNTER else lanes.active(last))]
    return [(r, lanes.active(r)) for r in range(lanes.repeats)]


def _refuse_overlap(
    core: Any, ins: Instruction, tensors: Any, pitch: tuple[int, int], size: int, cell: Layout, steps: Any,
    written: Any, stride: int,
) -> None:
    """No repeat reads what an earlier one wrote. Results may replace the lanes they were made from."""
    earlier: set[int] = set()
    for r, active in steps:
        reads = tensors[SRC].address + offsets(active, r, *pitch, size)
        if any(int(a) + b in earlier for a in reads for b in range(size)):
            return complain(core, LanewiseError("OVERLAP-002", op=ins.name, first="dst", second="src", repeat=r))
        for group in written(active):
            at = tensors[DST].address + r * stride * cell.unit + int(group) * cell.size
            earlier.update(range(at, at + cell.size))


# --- one result for the call ----------------------------------------------------------------------------------------


def _run_whole(
    core: Any, ins: Instruction, env: Env, how: Overload, lanes: Lanes, tensors: Any, pitch: tuple[int, int],
    params: tuple[int, ...],
) -> None:
    kind = env.to
    cell = layout(ins, kind, params)
    rules.check_operand(core, ins, DST, tensors[DST], cell.size, cell.align)
    rules.check_operand(core, ins, SRC, tensors[SRC], last_byte(lanes, *pitch, kind.size))
    need = buffer_elements(core, ins, how, lanes.repeats, kind.size, params)
    if need:
        rules.check_operand(core, ins, BUFFER, tensors[BUFFER], need * kind.size)
    repeats = [
        _read_group(core, env, tensors[SRC], lanes, r, lanes.active(r), pitch) for r in range(lanes.repeats)
    ]
    counted = how == Overload.COUNT
    result = ins.meaning(env, Whole(repeats, counted, lanes.mode == MaskMode.COUNTER))
    at = tensors[DST].address
    core.touches.add(VECTOR_MEMORY, at, cell.size, write=True)
    core.mem[at : at + cell.size] = np.frombuffer(bytes_of(ins, kind, params, result), np.uint8)
    if ins.fold != "sum":
        _note_extreme(core, kind, result.value, result.index)
    elif counted and kind.is_float:
        core.state["acc_val"] = int.from_bytes(np.asarray(result.value, kind.numpy).tobytes(), "little")


def buffer_elements(
    core: Any, ins: Instruction, how: Overload, repeats: int, size: int, params: tuple[int, ...]
) -> int:
    """Elements of shared_tmp_buffer that the pages ask for; 0 where nobody looks at it."""
    if core.policy["reduce_buffer"] == "ignored":
        return 0
    per_block, per_repeat = BLOCK // size, REPEAT // size

    def whole_blocks(elements: int) -> int:
        return -(-elements // per_block) * per_block

    if ins.fold == "sum":
        accumulates = how == Overload.COUNT and core.policy["reduce_sum_count"] == "accumulate"
        return 0 if accumulates else whole_blocks(repeats)
    need = whole_blocks(2 * repeats)
    if params[0]:  # the index is found again through the pairs of every round
        second = 2 * -(-2 * repeats // per_repeat)
        need += whole_blocks(second)
        if second > 2:
            need += whole_blocks(2 * -(-second // per_repeat))
    return need


def _note_extreme(core: Any, kind: DType, value: Any, index: int) -> None:
    """The register of the last maximum or minimum: the value below, the index above."""
    if kind.size <= 4:
        bits = int.from_bytes(np.asarray(value, kind.numpy).tobytes(), "little")
        core.state["max_min_cnt"] = bits | (index & 0xFFFFFFFF) << 32

"""The move executor: runs between GM and UB, checked as a whole before the first byte moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from lanewise.chips.cores import memory
from lanewise.errors import LanewiseError
from lanewise.isa.ascend import atomic
from lanewise.isa.ascend.move import MoveEnv
from lanewise.isa.events import leads
from lanewise.isa.issued import GM, VECTOR_MEMORY, Space, on_core
from lanewise.isa.record import MOVES, Flag, Instruction
from lanewise.machine.definition import rules
from lanewise.machine.definition.call import Call
from lanewise.machine.definition.lanes import Lanes
from lanewise.moves import FIRST, Layout, axis
from lanewise.moves.layout import Bounds
from lanewise.numerics.formats import BY_CODE, DType

HALF = 4  # bits of an item that is half a byte


def run(call: Call, lanes: Lanes | None) -> None:
    core, ins, flags, params = call.core, call.ins, call.flags, call.params
    dst, src = call.tensors[0], call.tensors[-1]  # a move without a source only fills
    to = BY_CODE[dst.code]
    spaces = Space(src.space), Space(dst.space)
    state = core.state
    _check_way(core, ins, call.tensors)
    env = MoveEnv(
        to, params, flags, call.how, *spaces, int(state["pad_value"]), int(state["pad_is_set"]),
        value_alone=core.policy["pad_value_alone"] == "value", of=BY_CODE[src.code], state=state, policy=core.policy,
        scales=lambda columns: _scales(core, ins, columns),
    )
    # Of two memories one on top of the other: what it reaches in either, it may reach.
    within: Layout = ins.meaning(env)
    layout: Layout = ins.meaning(replace(env, apart=core.size_of(dst.space))) if dst.space in core.lent else within
    if ins.form.loops:
        layout = _looped(layout, state, spaces)
    if not layout.items:
        return
    if layout.bits == HALF:
        return _turn_halves(core, ins, dst, src, layout)
    size = layout.bits // 8
    to_size = layout.conversion.bits // 8 if layout.conversion else size
    runs = list(layout.runs())
    starts = [r.stretch for r in runs if r.begins and layout.fill.kind == FIRST]
    firsts = {start: _element(core, ins, src, start * size, to.size) for start in starts}
    mode = atomic.mode(int(state["ctrl"])) if on_core(spaces[0]) and spaces[1] == GM else None
    if mode is not None:
        for r in runs:
            if r.items * to_size % mode[1].size:
                raise LanewiseError("ATOMIC-001", op=ins.name, type=mode[1].name, size=r.items * to_size)
    to_items, from_items = layout.bounds()
    may_reach = within.bounds()[0] if dst.space in core.lent else to_items
    assert to_items is not None
    assert may_reach is not None
    to_bounds = Bounds(to_items.low * to_size, to_items.high * to_size)
    from_bounds = from_items and Bounds(from_items.low * size, from_items.high * size)
    _check(core, ins, 0, dst, Bounds(may_reach.low * to_size, may_reach.high * to_size))
    if from_bounds is not None:
        _check(core, ins, 1, src, from_bounds)
    if ins.form.whole_blocks:  # each run is a copy of its own
        _check_runs(core, ins, 0, dst, (r.to * size for r in runs))
        _check_runs(core, ins, 1, src, (r.source * size for r in runs if r.source is not None))
    for r in runs:
        if r.source is not None:
            core.touches.add(src.space, src.address + r.source * size, r.items * size, write=False)
        for write in (False, True) if mode is not None else (True,):
            core.touches.add(dst.space, dst.address + r.to * to_size, r.items * to_size, write=write,
                             atomic=mode is not None)
    if layout.conversion is not None:
        assert from_bounds is not None  # all of it has a source
        _convert(core, layout, (dst, to_bounds), (src, from_bounds), mode)
    elif spaces[0] != spaces[1] and mode is None and not firsts:
        _move(core, layout, (dst, to_bounds), (src, from_bounds))
    else:  # one run after the other: what was written may be read again
        for r in runs:
            if r.source is None:
                value = _pattern(layout, firsts.get(r.stretch, layout.fill.value), r.items)
            else:
                value = _bytes(core, src, r.source * size, r.items * size).copy()
            target = _bytes(core, dst, r.to * size, r.items * size)
            target[:] = value if mode is None else _combined(mode, target, value)
    if flags & Flag.PAD_VALUE and ins.form.keeps_padding:
        state["pad_value"] = params[6]
        state["pad_is_set"] = max(int(state["pad_is_set"]), 1)


def _turn_halves(core: Any, ins: Instruction, dst: Any, src: Any, layout: Layout) -> None:
    """Items are halves of bytes, which come together again in the target."""
    bounds = [Bounds(b.low // 2, -(-b.high // 2)) for b in layout.bounds() if b is not None]
    for operand, (tensor, b) in enumerate(zip((dst, src), bounds, strict=True)):
        _check(core, ins, operand, tensor, b)
    places = layout.places()[:2]
    for tensor, at, write in ((src, places[1], False), (dst, places[0], True)):
        core.touches.add(tensor.space, np.unique(tensor.address + at // 2), 1, write=write)
    to, frm = (_bytes(core, tensor, b.low, b.high - b.low) for tensor, b in zip((dst, src), bounds, strict=True))
    halves = [np.stack([side & 15, side >> 4], axis=1).ravel() for side in (to, frm)]
    halves[0][places[0] - 2 * bounds[0].low] = halves[1][places[1] - 2 * bounds[1].low]
    to[:] = halves[0][::2] | halves[0][1::2] << 4


def _looped(layout: Layout, state: Any, spaces: tuple[Space, Space]) -> Layout:
    """ascend950 may wrap a copy in two loops per direction."""
    if set(spaces) != {VECTOR_MEMORY, GM}:
        return layout
    size1, size2, src1, dst1, src2, dst2 = (int(v) for v in state["loop_in" if on_core(spaces[1]) else "loop_out"])
    return layout.within(axis(size2, src2, dst2), axis(size1, src1, dst1))


def _element(core: Any, ins: Instruction, src: Any, offset: int, size: int) -> int:
    at = src.address + offset
    core.gm_space.reach(core, ins.name, ins.form.operands[1].name, at, at + size)
    core.touches.add(src.space, at, size, write=False)
    return int.from_bytes(_bytes(core, src, offset, size).tobytes(), "little")


def _move(core: Any, layout: Layout, to: tuple[Any, Bounds], frm: tuple[Any, Bounds | None]) -> None:
    """Between memories that do not meet."""
    size = layout.bits // 8
    bytes_of = [_bytes(core, tensor, b.low, b.high - b.low) if b else np.zeros(0, np.uint8) for tensor, b in (to, frm)]
    low = frm[1].low // size if frm[1] else 0
    dst, src = (side.view(f"u{size}") for side in bytes_of)
    replace(layout, to=layout.to - to[1].low // size, source=layout.source - low).move(dst, src)


def _convert(core: Any, layout: Layout, to: tuple[Any, Bounds], frm: tuple[Any, Bounds], mode: Any) -> None:
    """Between memories that do not meet, element by element through a conversion; in GM results may be added up."""
    assert layout.conversion is not None
    size, to_size = layout.bits // 8, layout.conversion.bits // 8
    old = _bytes(core, to[0], to[1].low, to[1].high - to[1].low)
    src = _bytes(core, frm[0], frm[1].low, frm[1].high - frm[1].low).view(f"u{size}")
    moved = replace(layout, to=layout.to - to[1].low // to_size, source=layout.source - frm[1].low // size)
    new = old.copy()
    moved.move(new.view(f"u{to_size}"), src)
    if mode is None:
        old[:] = new
        return
    for r in moved.runs():
        part = slice(r.to * to_size, (r.to + r.items) * to_size)
        old[part] = _combined(mode, old[part], new[part])


def _scales(core: Any, ins: Instruction, columns: int) -> Any:
    """The words of the scales of columns, from where the core's register says."""
    space = Space[memory("scales").name]
    at, size = int(core.state["quant_address"]), 8 * columns
    rules.check_range(core, ins, "the scales", space, at, size)
    core.touches.add(space, at, size, write=False)
    return core.memories[space][at : at + size].view(np.uint64).copy()


def _check_way(core: Any, ins: Instruction, tensors: Any) -> None:
    """Some pipe leads from the source to the target, on this chip."""
    for operand, tensor in enumerate(tensors):
        rules.check_memory(ins, operand, tensor)
    if ins.pipe == MOVES:
        to, direct = Space(tensors[0].space).name, core.policy["direct_ways"]
        ways = [space for space in ins.operand_spaces(len(tensors) - 1) if leads(space.name, to, direct)]
        rules.check_memory(ins, len(tensors) - 1, tensors[-1], ways)


def _combined(mode: tuple[int, DType], old: Any, new: Any) -> Any:
    """The bytes in GM after an atomic copy of whole elements."""
    operation, kind = mode
    return atomic.combine(operation, kind, old.copy().view(kind.numpy), new.view(kind.numpy)).view(np.uint8)


def _pattern(layout: Layout, value: int, items: int) -> Any:
    """A value of so many bytes again and again."""
    element = (layout.fill.bits or layout.bits) // 8
    pattern = np.frombuffer(int(value).to_bytes(8, "little")[:element], np.uint8)
    return np.resize(pattern, items * layout.bits // 8)


def _check(core: Any, ins: Instruction, operand: int, tensor: Any, bounds: Bounds) -> None:
    low, high = bounds
    name = ins.form.operands[operand].name
    if on_core(tensor.space):
        if low < 0:
            raise LanewiseError("MEM-002", op=ins.name, operand=name, have=0, need=low)
        rules.check_operand(core, ins, operand, tensor, high)
        return
    size = BY_CODE[tensor.code].size
    if ins.form.whole_elements and tensor.address % size:
        raise LanewiseError("ALIGN-002", op=ins.name, operand=name, address=tensor.address, need=size)
    core.gm_space.reach(core, ins.name, name, tensor.address + low, tensor.address + high)


def _check_runs(core: Any, ins: Instruction, operand: int, tensor: Any, starts: Iterable[int]) -> None:
    """Every run starts on a block of the core's memory."""
    if on_core(tensor.space):
        for start in starts:
            rules.check_range(core, ins, ins.form.operands[operand].name, tensor.space, tensor.address + start, 0)


def _bytes(core: Any, tensor: Any, offset: int, size: int) -> Any:
    start = tensor.address + offset
    if on_core(tensor.space):
        return core.memories[tensor.space][start : start + size]
    return core.gm_space.view(start, size)

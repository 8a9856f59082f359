"""The move executor: pieces between GM and UB, checked as a whole before the first byte moves."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.isa.ascend import atomic
from lanewise.isa.ascend.move import MoveEnv, Piece
from lanewise.isa.issued import Space
from lanewise.isa.record import Flag, Instruction
from lanewise.machine.definition import rules
from lanewise.machine.definition.call import Call
from lanewise.machine.definition.lanes import Lanes
from lanewise.numerics.formats import BY_CODE, DType


def run(call: Call, lanes: Lanes | None) -> None:
    core, ins, flags, params = call.core, call.ins, call.flags, call.params
    dst, src = call.tensors
    to = BY_CODE[dst.code]
    spaces = Space(src.space), Space(dst.space)
    state = core.state

    def first(offset: int) -> int:
        at = src.address + offset
        core.gm_space.reach(core, ins.name, ins.form.operands[1].name, at, at + to.size)
        data = _bytes(core, ins, 1, src, offset, to.size)
        core.touches.add(src.space, src.address + offset, to.size, write=False)
        return int.from_bytes(data.tobytes(), "little")

    env = MoveEnv(
        to, params, flags, call.how, *spaces, int(state["pad_value"]), int(state["pad_is_set"]), first,
        value_alone=core.policy["pad_value_alone"] == "value",
    )
    loops = _loops(state, spaces) if ins.form.loops else [(0, 0)]
    pieces = [
        Piece(p.dst + dst_off, None if p.src is None else p.src + src_off, p.size, p.fill)
        for src_off, dst_off in loops
        for p in ins.meaning(env)
    ]
    if not pieces:
        return
    mode = atomic.mode(int(state["ctrl"])) if spaces == (Space.UB, Space.GM) else None
    if mode is not None:
        for piece in pieces:
            if piece.size % mode[1].size:
                raise LanewiseError("ATOMIC-001", op=ins.name, type=mode[1].name, size=piece.size)
    _check(core, ins, 0, dst, [p.dst for p in pieces], [p.dst + p.size for p in pieces])
    moved = [p for p in pieces if p.src is not None]
    if moved:
        _check(core, ins, 1, src, [p.src for p in moved], [(p.src or 0) + p.size for p in moved])
    if ins.form.whole_blocks:  # each piece is a copy of its own
        _check_pieces(core, ins, 0, dst, [p.dst for p in pieces])
        _check_pieces(core, ins, 1, src, [p.src or 0 for p in moved])
    data = [_fill(p, to) if p.src is None else None for p in pieces]
    for piece, fill in zip(pieces, data, strict=True):
        value = fill if fill is not None else _bytes(core, ins, 1, src, piece.src, piece.size).copy()
        target = _bytes(core, ins, 0, dst, piece.dst, piece.size)
        if fill is None:
            core.touches.add(src.space, src.address + piece.src, piece.size, write=False)
        for write in (False, True) if mode is not None else (True,):
            core.touches.add(dst.space, dst.address + piece.dst, piece.size, write=write, atomic=mode is not None)
        target[:] = value if mode is None else _combined(mode, target, value)
    if flags & Flag.PAD_VALUE and ins.form.keeps_padding:
        state["pad_value"] = params[6]
        state["pad_is_set"] = max(int(state["pad_is_set"]), 1)


def _combined(mode: tuple[int, DType], old: Any, new: Any) -> Any:
    """The bytes in GM after an atomic copy of whole elements."""
    operation, kind = mode
    return atomic.combine(operation, kind, old.copy().view(kind.numpy), new.view(kind.numpy)).view(np.uint8)


def _loops(state: Any, spaces: tuple[Space, Space]) -> list[tuple[int, int]]:
    if spaces[0] == spaces[1]:
        return [(0, 0)]
    size1, size2, src1, dst1, src2, dst2 = (int(v) for v in state["loop_in" if spaces[1] == Space.UB else "loop_out"])
    return [(j * src2 + i * src1, j * dst2 + i * dst1) for j in range(size2) for i in range(size1)]


def _fill(piece: Piece, to: DType) -> Any:
    pattern = np.frombuffer(int(piece.fill).to_bytes(8, "little")[: to.size], np.uint8)
    return np.resize(pattern, piece.size)


def _check(core: Any, ins: Instruction, operand: int, tensor: Any, starts: Any, ends: Any) -> None:
    low, high = min(starts), max(ends)
    name = ins.form.operands[operand].name
    if tensor.space == Space.UB:
        if low < 0:
            raise LanewiseError("MEM-002", op=ins.name, operand=name, have=0, need=low)
        rules.touches(core, ins, operand, tensor, high)
        return
    size = BY_CODE[tensor.code].size
    if ins.form.whole_elements and tensor.address % size:
        raise LanewiseError("ALIGN-002", op=ins.name, operand=name, address=tensor.address, need=size)
    core.gm_space.reach(core, ins.name, name, tensor.address + low, tensor.address + high)


def _check_pieces(core: Any, ins: Instruction, operand: int, tensor: Any, starts: list[int]) -> None:
    """Every piece starts on a block of UB."""
    if tensor.space == Space.UB:
        for start in starts:
            rules.inside_ub(core, ins, ins.form.operands[operand].name, tensor.address + start, 0)


def _bytes(core: Any, ins: Instruction, operand: int, tensor: Any, offset: Any, size: int) -> Any:
    start = tensor.address + offset
    if tensor.space == Space.UB:
        return core.mem[start : start + size]
    return core.gm_space.view(start, size)
